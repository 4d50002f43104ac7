"""Say a message, a card, a bid or a refusal in one language and vocabulary."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import count
from typing import Final, Literal

import msgspec

from batarde.rules.cards import Card, Pack, Suit
from batarde.rules.refusals import Code, Refusal
from batarde.rules.trumps import Trump
from batarde.words.guests import guest_number
from batarde.words.languages import language, read

__all__ = ["VOCABULARIES", "Words", "words"]

VOCABULARIES: Final = ("2023", "2015")
"""The editions of the rule books whose words can be spoken."""

_PLACE: Final = re.compile(r"\{(\w+)\}")


class Plural(msgspec.Struct, frozen=True):
    """A message that depends on a number, by the plural categories of CLDR."""

    one: str
    other: str


Message = str | Plural


class _File(msgspec.Struct, frozen=True):
    language: str
    name: str
    messages: dict[str, Message]
    older: dict[str, Message] = msgspec.field(name="2015")


def words(tag: str, vocabulary: str = "2023") -> "Words":
    """Return the words of the language of *tag*, in the *vocabulary* of 2023 or of 2015.

    :raises ValueError: if there is no such language or vocabulary.
    """
    if vocabulary not in VOCABULARIES:
        raise ValueError(f"{vocabulary!r} is none of the vocabularies {', '.join(VOCABULARIES)}")
    return _words(language(tag), vocabulary)


@cache
def _words(language_: str, vocabulary: str) -> "Words":
    file = msgspec.json.decode(read(f"{language_}.json"), type=_File)
    older = file.older if vocabulary == "2015" else {}
    return Words(file.language, file.name, {**file.messages, **older})


class Words:
    """One language in one vocabulary; make it with :func:`words`."""

    def __init__(self, language: str, name: str, messages: dict[str, Message]) -> None:
        self.language = language
        self.name = name
        """What the language calls itself."""
        self._messages = messages

    def say(self, key: str, **args: object) -> str:
        """Return the message *key* with its places filled from *args*.

        >>> words("en").say("tell.trick", player="Bo", card="the Fool of spades")
        'Bo wins the trick with the Fool of spades.'

        :raises LookupError: if there is no such message, or it needs an argument not given.
        """
        message = self._messages.get(key)
        if message is None:
            raise LookupError(f"there is no message {key!r} in {self.name}")
        if isinstance(message, Plural):
            message = self._plural(message, key, args.get("n"))

        def fill(place: re.Match[str]) -> str:
            if place[1] not in args:
                raise LookupError(f"the message {key!r} needs the argument {place[1]!r}")
            return str(args[place[1]])

        return _PLACE.sub(fill, message)

    def _plural(self, plural: Plural, key: str, n: object) -> str:
        if not isinstance(n, int):
            raise LookupError(f"the message {key!r} needs the number 'n'")
        # CLDR: French counts 0 as singular, the others do not.
        singular = {0, 1} if self.language == "fr" else {1}
        return plural.one if n in singular else plural.other

    def card(self, card: Card) -> str:
        """Return the full name of *card*: "Fool of spades"."""
        marked = "_" if card.pack is Pack.MARKED else ""
        return self.say(f"card.{card.rank}{marked}", suit=self.suit(card.suit))

    def the(self, card: Card, beside: Collection[Card] = ()) -> str:
        """Return *card* as a sentence names it: "the Fool of spades".

        A sentence that names its twin *beside* it says which of them is the simple one.

        >>> words("en").the(Card.FS, beside=[Card.FS_])
        'the simple Fool of spades'
        """
        named = self.card(card)
        if f"{card}_" in beside:
            named = self.say(f"simple.{card.rank}", card=named)
        return self.say(f"the.{card.rank}", card=named)

    def cards(
        self,
        cards: Sequence[Card],
        joint: Literal["and", "or"] = "and",
        beside: Sequence[Card] = (),
    ) -> str:
        """Return several cards as a sentence names them, which may name others *beside* them.

        >>> words("fr").cards([Card.FS, Card.DH, Card.TC], "or")
        'le Fou de pique, la Dame de cœur ou le Chat de trèfle'
        """
        return self.join([self.the(card, (*cards, *beside)) for card in cards], joint)

    def join(self, parts: Sequence[str], joint: Literal["and", "or", "comma"] = "comma") -> str:
        """Return *parts* with commas between them, and the *joint* before the last."""
        if not parts:
            return ""
        *front, last = parts
        if not front:
            return last
        head = front[0]
        for part in front[1:]:
            head = self.say("list.comma", a=head, b=part)
        return self.say(f"list.{joint}", a=head, b=last)

    def suit(self, suit: Suit) -> str:
        """Return the name of *suit*."""
        return self.say(f"suit.{suit}")

    def trump(self, trump: Trump) -> str:
        """Return the name of *trump*: "spades", "no trumps"."""
        return self.suit(trump.suit) if trump.suit else self.say(f"trump.{trump}")

    def pack(self, pack: Pack) -> str:
        """Return the name of *pack*: "simple" or "marked"."""
        return self.say(f"pack.{pack}")

    def bid(self, tricks: int, trump: Trump, pack: Pack | None = None) -> str:
        """Return a bid as it is spoken.

        >>> words("fr").bid(4, Trump.SPADES, Pack.MARKED), words("en").bid(1, Trump.NONE)
        ('4 pique, marqué', '1 no trumps')
        """
        said = self.say(f"bid.{trump}", n=tricks)
        return self.say("bid.pack", bid=said, pack=self.pack(pack)) if pack else said

    def called(self, stored: str) -> str:
        """Return a *stored* name as it is shown; whoever has none is a guest, in this language.

        >>> words("de").called("Ana"), words("de").called("#"), words("it").called("# 2")
        ('Ana', 'Gast', 'Ospite 2')
        """
        number = guest_number(stored)
        if number is None:
            return stored
        guest = self.say("seat.guest")
        return guest if number == 1 else f"{guest} {number}"

    def roster(self, stored: Sequence[str]) -> list[str]:
        """Return *stored* names as they are shown, no two alike: older servers kept no watch.

        >>> words("fr").roster(["Ana", "#", "Ana", "# 2"])
        ['Ana', 'Anonyme', 'Ana 2', 'Anonyme 2']
        """
        shown: list[str] = []
        for name in map(self.called, stored):
            forms = (name if number == 1 else f"{name} {number}" for number in count(1))
            shown.append(next(form for form in forms if form not in shown))
        return shown

    def player(self, seat: int, players: Sequence[str] | None = None) -> str:
        """Return the name of the player at *seat*, or "Player 3" if nobody told the names."""
        if players is not None and 0 <= seat < len(players):
            return players[seat]
        return self.say("seat.name", number=seat + 1)

    def refusal(
        self, refusal: Refusal, players: Sequence[str] | None = None, me: int | None = None
    ) -> str:
        """Return why an action was refused, in words for the player at seat *me* who tried it.

        >>> rise = Refusal(Code.MUST_RISE, "P3", cards=(Card.FS,), beat=Card.JS)
        >>> words("en").refusal(rise)
        'You hold the Fool of spades: you must rise and beat the Juggler of spades.'
        """
        key = f"refusal.{refusal.code}"
        keys = [f"{key}.{case}" for case in _cases(refusal, me)]
        chosen = next((special for special in keys if special in self._messages), key)
        return self.say(chosen, **self._arguments(refusal, players))

    def _arguments(self, refusal: Refusal, players: Sequence[str] | None) -> dict[str, object]:
        beaten = [refusal.beat] if refusal.beat else []
        args: dict[str, object] = {"cards": self.cards(refusal.cards, beside=beaten)}
        if refusal.seat is not None:
            args["player"] = self.player(refusal.seat, players)
        if refusal.number is not None:
            args["number"] = refusal.number
        if refusal.total is not None:
            args["total"] = refusal.total
        if refusal.beat:
            args["beat"] = self.the(refusal.beat, refusal.cards)
        if refusal.suit:
            args["suit"] = self.suit(refusal.suit)
        if refusal.pack:
            args["pack"] = self.pack(refusal.pack)
        if refusal.trump:
            args["trump"] = self.trump(refusal.trump)
            if refusal.number is not None:
                args["bid"] = self.bid(refusal.number, refusal.trump)
        return args


def _cases(refusal: Refusal, me: int | None) -> Iterator[str]:
    """Return what may tell apart the sentences of one code, the most telling first."""
    if refusal.seat is not None and refusal.seat == me:
        yield "you"
    if refusal.code is Code.CALL_TOO_WEAK and refusal.number is None:
        yield "never"
    yield refusal.detail
