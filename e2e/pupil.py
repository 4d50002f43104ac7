"""Somebody who practises in the browser: reads the question off the screen, and knows the rules."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, Protocol, TypeVar

from playwright.sync_api import Locator, Page, expect

from batarde.rules import Auction, Bid, Card, Contract, Pack, Trump, points
from batarde.rules.tricks import playable, winning_card
from batarde.study.drills.questions import (
    LouderQuestion,
    MasterQuestion,
    OutQuestion,
    Spoken,
    VoidQuestion,
)
from batarde.words import words
from e2e.seat import CORNER
from e2e.words import say
from tests.study.drillfile import DRILLS

ENGLISH: Final = words("en")
CARDS: Final = {ENGLISH.card(card): card for card in Card}
PEOPLE: Final = ("Ana", "Bo", "Chi", "Dev", "Eve")
Answer = str | Sequence[str | int]
"""The name of a button, of several, or numbers to fill in."""


def contracts() -> Iterator[tuple[str, Contract]]:
    """Return how the page calls each contract."""
    for trump, pack in product(Trump, (None, *Pack)):
        told = ENGLISH.say(f"trump.is.{trump}")
        named = ENGLISH.say("bid.pack", bid=told, pack=ENGLISH.pack(pack)) if pack else told
        yield named, Contract(trump, pack)


CONTRACTS: Final = dict(contracts())


class Way(Protocol):
    """A way to answer."""

    def choose(self, target: Locator) -> None:
        """Press a button."""

    def write(self, field: Locator, number: int) -> None:
        """Fill a number in."""


class Fingers:
    """Who taps on the screen."""

    def choose(self, target: Locator) -> None:
        """Tap on a button; a card in the hand where its neighbour does not cover it."""
        in_hand = target.evaluate("one => Boolean(one.closest('ul.hand'))")
        target.tap(position=CORNER if in_hand else None)

    def write(self, field: Locator, number: int) -> None:
        """Tap on a field, then on a number of the pad; there is no other keyboard."""
        field.tap()
        field.page.locator(".keys").get_by_role("button", name=str(number), exact=True).tap()


class Keys:
    """Who has a keyboard alone."""

    def choose(self, target: Locator) -> None:
        """Walk to a button with the Tab key, and press it."""
        self._walk(target)
        target.page.keyboard.press("Enter")

    def write(self, field: Locator, number: int) -> None:
        """Walk to a field and type."""
        self._walk(field)
        field.page.keyboard.type(str(number))

    def _walk(self, target: Locator) -> None:
        for _ in range(80):
            if target.evaluate("one => one === document.activeElement"):
                return
            target.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead there")


class Pupil:
    """A page with a session in it."""

    def __init__(self, page: Page, way: Way) -> None:
        self.page = page
        self.way = way
        self.screen = page.locator("main.drill")
        self.heading = self.screen.locator("h1")
        self.mistake = self.screen.get_by_role("region", name=re.compile("^Not quite"))
        self.hand = page.get_by_role("list", name="Your hand")

    @property
    def drill(self) -> str:
        """Which drill the open question is of."""
        return self.screen.get_attribute("data-drill") or ""

    def answer(self, right: bool = True) -> None:
        """Answer the open question, and wait until the page has taken it."""
        expect(self.screen.locator("section.sheet")).to_have_count(0)
        at = self.screen.get_attribute("data-at")
        self._look()
        good, bad = self._answers()
        self._give(good if right else bad)
        if right:
            expect(self.page.locator(f"main.drill[data-at='{at}']")).to_have_count(0)
            expect(self.mistake).to_have_count(0)
        else:
            expect(self.mistake).to_be_visible()

    def next(self) -> None:
        """Go on after a mistake."""
        self.way.choose(self.mistake.get_by_role("button"))
        expect(self.mistake).to_have_count(0)

    # What is on the screen

    def _look(self) -> None:
        """Look at the tricks that come before a question about them."""
        while self.heading.inner_text() == say("drill.look"):
            shown = self.page.locator(".pill.plain").inner_text()
            self.way.choose(self.page.locator(".sheet button"))
            expect(self.page.locator(".pill.plain").filter(has_text=shown)).to_have_count(0)

    def _contract(self) -> Contract:
        return CONTRACTS[self.page.locator("main.drill .question .pill").inner_text()]

    def _cards(self, buttons: Locator) -> list[Card]:
        names = buttons.evaluate_all("all => all.map(one => one.ariaLabel)")
        return [CARDS[name.split(",")[0]] for name in names]

    def _lying(self) -> tuple[Card, ...]:
        return _trick(self.page.get_by_role("list", name="Trick on the table"))

    def _answers(self) -> tuple[Answer, Answer]:
        """Return what the rules answer to what the screen shows, and a wrong answer."""
        match self.drill:
            case "order" | "winner":
                return self._strongest()
            case "duty" | "must":
                return self._playable()
            case "last":
                return self._forbidden()
            case "louder":
                return self._louder()
            case "score":
                return self._score()
            case _:
                return self._count()

    def _strongest(self) -> tuple[Answer, Answer]:
        cards = self._cards(self.page.locator("button.pick"))
        best = winning_card(tuple(cards), self._contract())
        other = next(card for card in cards if card is not best)
        return ENGLISH.card(best), ENGLISH.card(other)

    def _playable(self) -> tuple[Answer, Answer]:
        hand = tuple(self._cards(self.hand.get_by_role("button")))
        duty = playable(hand, self._lying(), self._contract())
        named = [ENGLISH.card(card) for card in duty]
        others = [ENGLISH.card(card) for card in hand if card not in duty]
        if self.drill == "must":
            return named[0], others[0]
        return named, (others or named[1:])[:1]

    def _forbidden(self) -> tuple[Answer, Answer]:
        cards = int(self.heading.inner_text().split()[0])
        calls = self.page.locator(".lines .call").evaluate_all(
            "all => all.map(one => one.ariaLabel)"
        )
        changes = self.screen.locator(".wish").count() > 0
        auction = Auction.open(len(calls) + 1, cards, opener=0)
        pack = Pack.SIMPLE if len(calls) > 3 else None
        for seat, call in enumerate(calls):
            auction = auction.after_bid(seat, Bid(int(call.split()[0]), Trump.SPADES, pack))
        answer = None if changes else auction.forbidden
        none = say("drill.none")
        return (none, "3") if answer is None else (str(answer), none)

    def _score(self) -> tuple[Answer, Answer]:
        rows = self.page.locator("form label .sr").all_inner_texts()
        pairs = [[int(n) for n in re.findall(r"\d+", row)] for row in rows]
        factor = self.page.locator(".factor .times")
        times = int(factor.inner_text()[1:]) if factor.count() else 1
        bids, tricks = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        right = list(points(bids, tricks, times))
        return right, [1 if right[0] == 0 else 0, *right[1:]]

    def _louder(self) -> tuple[Answer, Answer]:
        """Find the question by what was said; where several look alike, the answer is the same."""
        shown = self.page.locator("main.drill .mid").evaluate(
            """mid => [mid.querySelector('p').innerText,
              ...[...mid.querySelectorAll('.lines > li')].map(li =>
                li.innerText.split('\\n')[0] + ': ' + li.querySelector('.call').ariaLabel),
              mid.querySelector('.wish .call').ariaLabel]"""
        )
        watching = self.heading.inner_text() == say("drill.ask.watching")
        found = [
            question.answer
            for question in _of(LouderQuestion)
            if _shown(question) == shown and watching == (question.wish.seat < 0)
        ]
        assert found, shown
        return _yes(found[0])

    def _count(self) -> tuple[Answer, Answer]:
        self.way.choose(self.page.get_by_role("button", name=say("drill.look.again")))
        rows = self.page.locator(".past ol")
        expect(rows).not_to_have_count(0)
        tricks = [_trick(row) for row in rows.all()]
        title = self.heading.inner_text()
        for question in _lookbacks():
            same = [trick.cards for trick in question.seen.tricks] == tricks
            if same and title == _title(question):
                return _counted(question)
        raise AssertionError(f"there is no such question: {title}, {tricks}")

    # What is done

    def _give(self, answer: Answer) -> None:
        if isinstance(answer, str):
            self.way.choose(self._choice(answer))
            return
        fields = self.page.locator("form input")
        for place, one in enumerate(answer):
            if isinstance(one, str):
                self.way.choose(self._choice(one))
            else:
                self.way.write(fields.nth(place), one)
        done = say("drill.check") if self.drill == "score" else say("drill.these", n=len(answer))
        self.way.choose(self.page.get_by_role("button", name=done))

    def _choice(self, name: str) -> Locator:
        pattern = re.compile(rf"^{re.escape(name)}(,|$)")
        return self.screen.get_by_role("button", name=pattern).first


def _trick(row: Locator) -> tuple[Card, ...]:
    return tuple(CARDS[text.split(": ")[1]] for text in row.locator(".sr").all_inner_texts())


def _yes(yes: bool) -> tuple[Answer, Answer]:
    good, bad = say("drill.yes"), say("drill.no")
    return (good, bad) if yes else (bad, good)


Q = TypeVar("Q")


Lookback = OutQuestion | MasterQuestion | VoidQuestion


def _lookbacks() -> Iterator[Lookback]:
    yield from _of(OutQuestion)
    yield from _of(MasterQuestion)
    yield from _of(VoidQuestion)


def _title(question: Lookback) -> str:
    match question:
        case MasterQuestion():
            return say("drill.ask.master", card=ENGLISH.card(question.card))
        case VoidQuestion():
            return say("drill.ask.void", suit=ENGLISH.suit(question.suit))
        case _:
            return say("drill.ask.out")


def _counted(question: Lookback) -> tuple[Answer, Answer]:
    match question:
        case MasterQuestion():
            return _yes(question.answer)
        case VoidQuestion():
            return _seat_names(question)
        case _:
            return str(question.answer), str((question.answer + 1) % 10)


def _of(kind: type[Q]) -> Iterator[Q]:
    for skill in DRILLS.skills:
        yield from (one for one in skill.questions if isinstance(one, kind))


def _seat_names(question: VoidQuestion) -> tuple[Answer, Answer]:
    answers = ["Nobody", *PEOPLE[:3]]
    right = answers[question.answer or 0]
    return right, next(name for name in answers if name != right)


def _call(said: Spoken) -> str:
    call = said.call
    if isinstance(call, Bid):
        return ENGLISH.bid(call.tricks, call.trump, call.pack)
    return ENGLISH.say("shout.double" if said.double else "shout.redouble")


def _shown(question: LouderQuestion) -> list[str]:
    """Return what the page shows of a question of the auction."""
    me = question.wish.seat
    seats = [seat for seat in range(question.players) if seat != me]
    names = {**dict(zip(seats, PEOPLE, strict=False)), me: "You"}
    standing = [said.trump for said in question.said if said.trump]
    lines = []
    for said in question.said:
        call = _call(said)
        erased = said.trump is not None and said.trump is not standing[-1]
        told = ENGLISH.say("ui.bubble.erased", bid=call) if erased else call
        lines.append(f"{names[said.seat]}: {told}")
    return [
        f"{question.players} players · {question.cards} cards",
        *lines,
        _call(question.wish),
    ]
