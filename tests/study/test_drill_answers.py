"""Every answer of the drills is the rules' answer when it is asked again, and the twin's."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from batarde.rules import Bid, Code, Deal, Refusal, cards, pack_of, points
from batarde.rules.tricks import playable, refuse_card, winning_card
from batarde.study.drills.auctions import auction_after, refused
from batarde.study.drills.numbers import auction_of
from batarde.study.drills.questions import (
    LastQuestion,
    LouderQuestion,
    MustSkill,
    OrderQuestion,
    PlayingQuestion,
    Question,
    ScoreQuestion,
    WinnerQuestion,
)
from tests.rules import twin
from tests.study.drillfile import DRILLS, plain


def questions(*kinds: type[Question]) -> Iterator[Any]:
    for skill in DRILLS.skills:
        yield from (question for question in skill.questions if isinstance(question, kinds))


# The rules, asked again


def test_the_stronger_card_takes_a_trick_of_the_two() -> None:
    for asked in questions(OrderQuestion):
        assert {card.suit for card in asked.cards} == {asked.answer.suit}
        for trick in (asked.cards, asked.cards[::-1]):
            assert winning_card(trick, asked.contract) is asked.answer


def test_the_winner_is_the_rules_winner() -> None:
    for asked in questions(WinnerQuestion):
        assert 3 <= len(asked.trick) <= 5
        assert winning_card(asked.trick, asked.contract) is asked.answer


def test_what_may_be_played_and_why_the_rest_may_not() -> None:
    for asked in questions(PlayingQuestion):
        assert playable(asked.hand, asked.trick, asked.contract) == asked.answer
        told = {card: group.refusal for group in asked.refused for card in group.cards}
        for card in asked.hand:
            refusal = refuse_card(card, asked.hand, asked.trick, asked.contract)
            assert told.get(card) == refusal


def test_a_card_that_must_be_played_is_the_only_one() -> None:
    for skill in DRILLS.skills:
        if isinstance(skill, MustSkill):
            assert all(len(asked.answer) == 1 for asked in skill.questions)


def test_the_forbidden_number_is_the_only_one_that_the_sum_refuses() -> None:
    for asked in questions(LastQuestion):
        auction = auction_of(asked)
        trump = asked.instead or asked.trump
        refusals = [
            auction.refuse_bid(len(asked.bids), Bid(number, trump, asked.pack))
            for number in range(asked.cards + 1)
        ]
        summed = [one for one in refusals if one and one.code is Code.FORBIDDEN_SUM]
        assert summed == ([asked.refusal] if asked.refusal else [])
        assert [one.number for one in summed] == ([] if asked.answer is None else [asked.answer])


def deal_after(asked: LouderQuestion) -> Deal:
    """Return a real deal in which everything was said."""
    pack = pack_of(asked.players)
    hands = [pack[asked.cards * seat :][: asked.cards] for seat in range(asked.players)]
    deal = Deal.start(hands, asked.players - 1)
    for said in asked.said:
        deal, _ = deal.apply(said.seat, said.call)
    return deal


def test_what_may_be_said_may_be_said_in_a_real_deal() -> None:
    for asked in questions(LouderQuestion):
        refusal = deal_after(asked).refuse(asked.wish.seat, asked.wish.call)
        assert refusal == asked.refusal
        assert asked.answer == (refusal is None)
        assert refused(auction_after(asked.players, asked.cards, asked.said), asked.wish) == refusal


def test_the_points_are_the_rules_points() -> None:
    for asked in questions(ScoreQuestion):
        assert points(asked.bids, asked.tricks, asked.factor) == asked.answer
        assert sum(asked.bids) != sum(asked.tricks), "A6: the sums cannot be the same"


# The twin, which shares no code with the rules


def orders() -> list[dict[str, Any]]:
    return [{**one, "trick": one["cards"]} for one in plain("order")]


def test_the_twin_finds_the_same_winners() -> None:
    for asked in orders() + plain("winner"):
        best = twin.winner(list(enumerate(asked["trick"])), asked)
        assert asked["trick"][best] == asked["answer"]


def test_the_twin_refuses_the_same_cards_for_the_same_reasons() -> None:
    for asked in plain("duty", "must"):
        told = {
            card: group["refusal"]["code"]
            for group in asked.get("refused", [])
            for card in group["cards"]
        }
        for card in asked["hand"]:
            wrong = twin.wrong_card(card, asked["hand"], asked["trick"], asked)
            assert wrong == told.get(card, "")
            assert (card in asked["answer"]) == (not wrong)


def twin_auction(players: int, number: int, calls: list[dict[str, Any]]) -> dict[str, Any]:
    deal = {"cards": number, "dealer": players - 1, "calls": calls}
    return twin.check_calls(deal, 0, players)


def test_the_twin_answers_the_auction_alike() -> None:
    for asked in plain("louder"):
        auction = twin_auction(asked["players"], asked["cards"], asked["said"])
        wish = asked["wish"]
        # To the twin a spectator is a seat that is not there.
        wish = {**wish, "seat": wish["seat"] if wish["seat"] >= 0 else asked["players"]}
        assert twin.wrong_call(auction, wish) == asked.get("refusal", {}).get("code", "")


def test_the_twin_forbids_the_same_numbers() -> None:
    for asked in plain("last"):
        seat, trump, pack = len(asked["bids"]), asked["trump"], asked.get("pack")
        calls = [
            {"seat": at, "tricks": bid, "trump": trump, "pack": pack}
            for at, bid in enumerate(asked["bids"])
        ]
        double = [{"seat": seat, "double": True}] if asked.get("doubled") else []
        auction = twin_auction(seat + 1, asked["cards"], [*calls, *double])
        spoken = asked.get("instead", trump)
        wrong = [
            number
            for number in range(asked["cards"] + 1)
            if twin.wrong_call(
                auction, {"seat": seat, "tricks": number, "trump": spoken, "pack": pack}
            )
            == "forbidden-sum"
        ]
        assert wrong == ([] if asked["answer"] is None else [asked["answer"]])


# Counting, done by hand


def fallen(seen: dict[str, Any]) -> list[str]:
    return [card for trick in seen["tricks"] for card in trick["cards"]]


def others(seen: dict[str, Any]) -> list[str]:
    """Return what is neither on the table nor in the own hand."""
    pack = [rank + suit for rank in "RDCVFMJNT" for suit in "SHDC"]
    return [card for card in pack if card not in fallen(seen) + seen["hand"]]


def lookbacks(ask: str) -> list[dict[str, Any]]:
    return [one for one in plain("count") if one["ask"] == ask]


def test_nine_cards_each_are_dealt_and_tricks_follow_upon_one_another() -> None:
    for asked in plain("count"):
        seen = asked["seen"]
        assert len(seen["hand"]) + len(seen["tricks"]) == 9
        assert len({*seen["hand"], *fallen(seen)}) == len(seen["hand"]) + len(fallen(seen))
        for trick, after in zip(seen["tricks"], seen["tricks"][1:], strict=False):
            best = twin.winner(list(enumerate(trick["cards"])), seen)
            assert after["leader"] == (trick["leader"] + best) % 4


def test_the_trumps_that_are_out() -> None:
    for asked in lookbacks("out"):
        seen = asked["seen"]
        assert asked["answer"] == sum(card[1] == seen["trump"] for card in others(seen))


def test_a_master_is_beaten_by_nothing_that_is_out() -> None:
    for asked in lookbacks("master"):
        seen, card = asked["seen"], asked["card"]
        assert card in seen["hand"]
        above = [
            other for other in others(seen) if other[1] == card[1] and twin.beats(other, card, seen)
        ]
        assert asked["answer"] == (not above)
        assert set(asked.get("stronger", [])) == set(above)


def test_who_did_not_follow_has_shown_none() -> None:
    for asked in lookbacks("void"):
        seen, suit = asked["seen"], asked["suit"]
        shown = {
            (trick["leader"] + place) % 4
            for trick in seen["tricks"]
            for place, card in enumerate(trick["cards"])
            if _denies(card, trick["cards"][0], suit, seen["trump"])
        } - {0}
        assert shown == (set() if asked["answer"] is None else {asked["answer"]})
        assert any(card[1] == suit for card in others(seen))


def _denies(card: str, led: str, suit: str, trump: str) -> bool:
    """Return whether nobody who has *suit* could have laid *card*: P2, and P4 for the trump."""
    if led[1] == suit:
        return card[1] != suit
    return suit == trump and card[1] not in {led[1], suit}


# Every branch


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("must-follow", "P2"),
        ("must-trump", "P4"),
        ("must-rise", "P3"),
        ("must-rise", "P4"),
        ("must-rise", "P8"),
    ],
)
def test_every_refusal_of_a_card_occurs(code: str, rule: str) -> None:
    refusals = [group.refusal for asked in questions(PlayingQuestion) for group in asked.refused]
    assert any((one.code, one.rule) == (code, rule) for one in refusals)


def branch(asked: PlayingQuestion) -> tuple[str, ...]:
    """Return the way through ``playable``, by its own questions."""
    led = asked.trick[0].suit if asked.trick else None
    if led is None:
        return ("lead",)
    best = winning_card(asked.trick, asked.contract)
    beats = winning_card((best, *asked.answer), asked.contract) is not best
    follows = any(card.suit is led for card in asked.hand)
    trumps = any(card.suit is asked.trump.suit for card in asked.hand)
    kind = asked.trump.value if asked.trump.suit is None else "suit"
    if follows and asked.trump.rules(led):
        return ("follow", kind, "rise" if beats else "low")
    if follows:
        is_cut = any(card.suit is asked.trump.suit for card in asked.trick)
        return ("follow", kind, "cut" if is_cut else "plain")
    if not trumps:
        return ("free", kind, "trump led" if led is asked.trump.suit else "plain")
    is_cut = best.suit is asked.trump.suit
    return ("trump", "cut" if not is_cut else "over" if beats else "under")


def test_every_branch_of_playable_occurs() -> None:
    assert {branch(asked) for asked in questions(PlayingQuestion)} == {
        ("lead",),
        ("follow", "suit", "rise"),
        ("follow", "suit", "low"),
        ("follow", "suit", "plain"),
        ("follow", "suit", "cut"),
        ("follow", "A", "rise"),
        ("follow", "A", "low"),
        ("follow", "N", "plain"),
        ("free", "suit", "trump led"),
        ("free", "suit", "plain"),
        ("free", "A", "plain"),
        ("free", "N", "plain"),
        ("trump", "cut"),
        ("trump", "over"),
        ("trump", "under"),
    }


def test_every_refusal_of_the_auction_occurs() -> None:
    refusals = [asked.refusal for asked in questions(LouderQuestion, LastQuestion) if asked.refusal]
    assert {reason(one) for one in refusals} == {
        ("turn", ""),
        ("auction-over", ""),
        ("call-range", ""),
        ("call-pack", "needed"),
        ("call-pack", "none"),
        ("call-pack", "other"),
        ("call-too-weak", ""),
        ("call-too-weak", "never"),
        ("forbidden-sum", ""),
        ("trump-frozen", ""),
        ("double", "nothing"),
        ("double", "author"),
        ("double", "again"),
        ("double", "stranger"),
        ("redouble", "nothing"),
        ("redouble", "author"),
        ("redouble", "again"),
    }


def reason(refusal: Refusal) -> tuple[str, str]:
    never = refusal.code is Code.CALL_TOO_WEAK and refusal.number is None
    return str(refusal.code), "never" if never else refusal.detail


def test_the_twins_of_two_packs_are_asked_both_ways() -> None:
    """E5: the favoured twin must rise, the other one need not."""
    rises = set()
    for skill in DRILLS.skills:
        if skill.id == "duty.twin":
            for asked in skill.questions:
                assert isinstance(asked, PlayingQuestion)
                best = winning_card(asked.trick, asked.contract)
                twin_of_best = cards(best[:2] if best.endswith("_") else f"{best}_")[0]
                assert twin_of_best in asked.hand
                rises.add(twin_of_best in asked.answer)
    assert rises == {True, False}


def test_every_kind_of_question_is_asked() -> None:
    assert all(any(True for _ in questions(kind)) for kind in get_args(Question))
