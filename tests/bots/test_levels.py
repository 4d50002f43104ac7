"""The levels: their names and times, and the known stupidities that never happen from club up."""

import pytest
from msgspec.structs import replace

from batarde.arena import Driver
from batarde.bots import BOTS, SECONDS, bot
from batarde.bots.levels import LEVELS
from batarde.rules import DOUBLE, PASS, Action, Bid, Card, Deal, Play, Trump, cards, deal_seed, play
from batarde.words import words
from batarde.words.characters import NAMES
from tests.bots.positions import drawn, question

STRONG = ("club", "expert", "master")


def answers(level: str, deal: Deal, *, to: tuple[Action, ...] = ()) -> set[Action]:
    """Return what *level* chooses, with several seeds."""
    return {bot(level, bytes([n])).choose(question(deal, to)) for n in range(3)}


@pytest.mark.parametrize("level", STRONG)
def test_never_bids_nothing_with_sure_tricks_because_the_right_number_is_forbidden(
    level: str,
) -> None:  # A6
    deal = drawn("TS NS NH TH TD/VS NC TC JC MC/CS ND JD MD FD/FS MS JS RS DS", calls="0S")
    deal, _ = deal.apply(1, DOUBLE)  # so that no other trump helps
    for seat in (1, 2):
        deal, _ = deal.apply(seat, Bid(0, Trump.SPADES))
    assert deal.auction.forbidden == 5
    assert answers(level, deal) == {Bid(4, Trump.SPADES)}


@pytest.mark.parametrize("level", STRONG)
def test_plays_the_trump_too_many_at_once(level: str) -> None:  # advice 6
    deal = drawn(
        "RH NS TC TD NC/TH MS RC DC CD/NH RS VC CC RD/JH FS DS MC VD",
        calls="1S 2S 1S 2S",
        plays="RH TH NH JH",
    )
    assert deal.turn == 0
    assert answers(level, deal) == {play(Card.NS)}


@pytest.mark.parametrize("level", STRONG)
def test_draws_trumps_when_all_tricks_are_needed(level: str) -> None:
    deal = drawn("FS MS JS RH DH/DS CS TC NC JC/VS NS TD ND JD/TS RC DC RD DD", calls="5S 0S 0S 1S")
    for action in answers(level, deal):
        assert isinstance(action, Play)
        assert action.card in cards("FS MS JS")


@pytest.mark.parametrize("level", STRONG)
def test_discards_what_would_win_a_trick_too_many(level: str) -> None:
    deal = drawn(
        "RC RS NS JS/DC RD TD ND/CC DD MD JD/VC TH NH JH",
        calls="2N 0N 1N 0N",
        plays="RC DC CC VC RS",
    )
    # Seat 1 has no spade and needs no trick: the king of diamonds must go, not the cat.
    assert deal.turn == 1
    assert answers(level, deal) == {play(Card.RD)}


@pytest.mark.parametrize("level", STRONG)
def test_does_not_double_into_being_the_last_to_speak_with_a_stiff_hand(
    level: str,
) -> None:  # A6, advice 5
    # Two sure trumps and three sure losers: 2 or nothing, and 2 may be forbidden.
    deal = drawn("RS DS RH DH RC/JS CS CH VH DC/VS NS FH MH CC/FS MS TC TD TH", calls="2S")
    view = replace(deal.view(3), legal=(PASS, DOUBLE))
    assert {bot(level, bytes([n])).choose(view) for n in range(3)} == {PASS}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_novice_beats_dice_and_a_casual_player_the_novice(players: int) -> None:
    totals = dict.fromkeys(("random", "novice", "casual"), 0)
    names = [*totals, *["casual"] * (players - 3)]
    for number in range(6):
        bots = [bot(name, bytes([seat])) for seat, name in enumerate(names)]
        game = Driver(bots).play_game(deal_seed(bytes(32), number))
        for name, total in zip(totals, game.totals[:3], strict=True):
            totals[name] += total
    assert totals["random"] > totals["novice"] > totals["casual"]


def test_every_level_has_names_a_line_in_five_languages_and_a_time() -> None:
    assert list(LEVELS) == [name for name in BOTS if name in SECONDS]
    for level in LEVELS:
        for language in ("fr", "en", "de", "it", "es"):
            assert 0 < len(words(language).say(f"ui.character.{level}")) <= 95
        assert len(set(NAMES[level])) == 6
    names = [name for level in LEVELS for name in NAMES[level]]
    assert len(set(names)) == len(names)
