"""What is refused while it is entered: the faults of the fold, and those marked † (§4)."""

import random

from msgspec.structs import replace

from batarde.pad import (
    DealerSet,
    GameEnded,
    GameReopened,
    PadCode,
    PadEvent,
    PadRefusal,
    PlayerRenamed,
    Role,
    clear,
    enter,
    fold_log,
    refuse,
    refuse_opening,
    settle,
)
from batarde.rules.trumps import Trump
from tests.pad.desk import ANA, AT, BO, E4, HAL, PAD, entered, folded, opened
from tests.pad.logs import draw_act, draw_log

ENDED = GameEnded("BBBBBBBB:9", 8, Role.KEEPER, "", AT, "stopped")
SIX = replace(E4, bids=(6, 1, 0, 0), tricks=(6, 0, 0, 0), multiplier=1, doubled_by=None)


def why(refusal: PadRefusal | None) -> tuple[str, str] | None:
    return None if refusal is None else (refusal.code.value, refusal.detail)


def renamed(seat: int, name: str, number: int = 5) -> PlayerRenamed:
    return PlayerRenamed(f"AAAAAAAA:{number}", 2, Role.KEEPER, "", AT, seat, name)


def test_a_pad_opens_for_3_to_7_with_names_of_their_own() -> None:
    assert refuse_opening(opened()) is None
    assert why(refuse_opening(opened(players=2))) == ("players", "")
    twins = tuple(opened().players[n] for n in (0, 1, 2, 0))
    assert why(refuse_opening(replace(opened(), players=twins))) == ("name", "twice")
    assert why(refuse_opening(replace(opened(), role=Role.HELPER))) == ("not-role", "")
    assert why(refuse_opening(replace(opened(), first_dealer=4))) == ("players", "seat")
    assert why(refuse_opening(replace(opened(), deals=11))) == ("schedule", "")
    assert why(refuse_opening(replace(opened(), deals=0))) == ("schedule", "")


def test_a_name_is_taken_once_but_two_can_be_swapped() -> None:
    pad = folded().pad
    assert why(refuse(pad, renamed(0, "Bo"))) == ("name", "twice")
    assert refuse(pad, renamed(0, "Bo"), renamed(1, "Ana", 6)) is None
    assert refuse(pad, renamed(0, "Ana")) is None
    assert why(refuse(pad, renamed(0, " "))) == ("name", "empty")
    assert why(refuse(pad, renamed(0, "Ω" * 25))) == ("name", "long")
    assert refuse(pad, renamed(0, "Ω" * 24)) is None


def test_deals_are_entered_one_after_the_other() -> None:
    log = folded()
    assert refuse(log.pad, enter(log, ANA, AT, 0, E4)) is None
    early = refuse(log.pad, enter(log, ANA, AT, 1, SIX))
    assert early == PadRefusal(PadCode.SCHEDULE, "G1", "order", number=0)
    log = folded(entered(BO, 0, 2))
    assert refuse(log.pad, enter(log, ANA, AT, 1, SIX)) is None
    assert refuse(log.pad, enter(log, ANA, AT, 0, replace(E4, note="again"))) is None
    assert why(refuse(log.pad, replace(enter(log, ANA, AT, 1, SIX), deal=10))) == ("schedule", "")


def test_when_the_game_has_ended_deals_are_only_corrected() -> None:
    log = folded(entered(BO, 0, 2), ENDED)
    assert refuse(log.pad, enter(log, ANA, AT, 0, replace(E4, note="corrected"))) is None
    assert refuse(log.pad, clear(log, ANA, AT, 0)) is None
    assert refuse(log.pad, settle(log, ANA, AT, 0, E4)) is None
    assert refuse(log.pad, renamed(0, "Anna")) is None
    assert refuse(log.pad, DealerSet("AAAAAAAA:5", 9, Role.KEEPER, "", AT, 1, "lot")) is None
    assert refuse(log.pad, GameReopened("AAAAAAAA:5", 9, Role.KEEPER, "", AT)) is None
    assert why(refuse(log.pad, enter(log, ANA, AT, 1, SIX))) == ("game-over", "")
    assert why(refuse(log.pad, replace(ENDED, id="BBBBBBBB:10"))) == ("game-over", "")


def test_0_no_trumps_is_the_openers_alone() -> None:  # A3
    log = folded()
    weak = replace(E4, trump=Trump.NONE, bids=(2, 0, 2, 2), author=1)
    assert why(refuse(log.pad, enter(log, ANA, AT, 0, weak))) == ("call-too-weak", "")
    assert refuse(log.pad, enter(log, ANA, AT, 0, replace(weak, author=None))) is None
    assert folded(enter(log, ANA, AT, 0, weak)).pad.ignored == ()


def test_a_helper_may_not_settle_nor_override() -> None:
    log = folded()
    forbidden = replace(E4, bids=(2, 2, 0, 1), irregular=True)
    assert why(refuse(log.pad, settle(log, HAL, AT, 0, E4))) == ("not-role", "")
    assert why(refuse(log.pad, enter(log, HAL, AT, 0, forbidden))) == ("forbidden-sum", "")
    assert refuse(log.pad, enter(log, ANA, AT, 0, forbidden)) is None


def test_what_is_taken_while_entering_is_never_ignored_by_the_fold() -> None:
    """Every code of §4 is reached, and what passes here passes there."""
    codes = set()
    for seed in range(3_000):
        dice = random.Random(seed)
        log = fold_log(PAD, draw_log(seed, dice.randrange(12)))
        assert log is not None
        act: list[PadEvent] = draw_act(dice, log, ANA if dice.random() < 0.8 else HAL)
        refusal = refuse(log.pad, *act)
        if refusal is not None:
            codes.add(refusal.code)
            continue
        after = fold_log(PAD, [*log.log, *act])
        assert after is not None
        assert after.ignored == log.ignored
    files = {PadCode.SCHEMA, PadCode.POINTS, PadCode.TOTALS, PadCode.BAD_EVENT}
    assert codes == set(PadCode) - files
