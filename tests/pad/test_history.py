"""What became of a deal, version by version (§5)."""

from msgspec.structs import replace

from batarde.pad import (
    Change,
    LinkMade,
    LinkRevoked,
    PadCode,
    PlayerRenamed,
    Role,
    clear,
    corrected,
    disputes,
    enter,
    history,
    links,
    next_link,
    other_history,
)
from batarde.rules.trumps import Trump
from tests.pad.desk import ANA, AT, BO, E4, HAL, entered, folded

OPEN = replace(E4, bids=(2, 2, None, None), tricks=None, multiplier=1, doubled_by=None)


def test_versions_come_newest_first_with_what_each_changed() -> None:
    first = enter(folded(), HAL, AT, 0, OPEN)
    second = enter(folded(first), HAL, AT, 0, E4)
    third = enter(folded(first, second), ANA, AT, 0, replace(E4, bids=(2, 3, 0, 3), note="sorry"))
    log = folded(first, second, third)
    versions = history(log, 0)
    assert [version.id for version in versions] == [third.id, second.id, first.id]
    assert [(version.role, version.by) for version in versions[:2]] == [
        (Role.KEEPER, "Ana"),
        (Role.HELPER, "Hal"),
    ]
    assert [version.stands for version in versions] == [True, False, False]
    assert versions[0].changes == (
        Change("bid", 1, 2, 3),
        Change("note", None, "", "sorry"),
    )
    assert versions[1].changes == (
        Change("bid", 2, None, 0),
        Change("bid", 3, None, 3),
        Change("multiplier", None, 1, 2),
        Change("doubled_by", None, None, 2),
        *[Change("tricks", seat, None, won) for seat, won in enumerate((1, 2, 1, 1))],
    )
    assert versions[2].changes == ()
    assert corrected(log) == (0,)


def test_completing_a_deal_does_not_correct_it() -> None:
    first = enter(folded(), HAL, AT, 0, OPEN)
    second = enter(folded(first), HAL, AT, 0, E4)
    assert corrected(folded(first, second)) == ()
    assert corrected(folded(first, second, clear(folded(first, second), ANA, AT, 0))) == (0,)


def test_ignored_versions_are_shown_as_ignored() -> None:
    wrong = entered(BO, 0, 2, replace(E4, tricks=(5, 5, 5, 5)))
    beyond = entered(BO, 1, 3, deal=12)
    log = folded(wrong, beyond)
    (shown,) = history(log, 0)
    assert (shown.ignored, shown.stands, shown.entry) == (PadCode.TRICKS_SUM, False, wrong.entry)
    assert [version.ignored for version in history(log, 12)] == [PadCode.SCHEDULE]


def test_a_version_is_compared_with_what_it_replaces_not_with_its_rival() -> None:
    first = entered(BO, 0, 2)
    one = entered(BO, 1, 3, replace(E4, trump=Trump.SPADES), base=first.id, depth=1)
    two = entered(ANA, 1, 4, replace(E4, multiplier=4), base=first.id, depth=1)
    versions = history(folded(first, one, two), 0)
    assert [version.changes for version in versions] == [
        (Change("multiplier", None, 2, 4),),
        (Change("trump", None, Trump.HEARTS, Trump.SPADES),),
        (),
    ]


def test_a_dispute_shows_its_sides_the_one_that_counts_first() -> None:
    one = entered(HAL, 0, 9)
    two = entered(BO, 0, 2, replace(E4, multiplier=4))
    three = entered(ANA, 1, 2, replace(E4, multiplier=4))
    (dispute,) = disputes(folded(one, two, three))
    assert dispute.deal == 0
    assert [(side.by, side.entry) for side in dispute.sides] == [("Bo", two.entry), ("Hal", E4)]


def test_what_happened_beside_the_deals_is_told_too() -> None:
    name = PlayerRenamed("BBBBBBBB:0", 2, Role.KEEPER, "Bo", AT, 1, "Bob")
    stray = PlayerRenamed("BBBBBBBB:1", 3, Role.KEEPER, "Bo", AT, 9, "Bob")
    told = [(note.event, note.ignored) for note in other_history(folded(name, stray))]
    assert told == [
        ("player-renamed", PadCode.PLAYERS),
        ("player-renamed", None),
        ("pad-opened", None),
    ]


def test_a_revoked_link_stays_revoked_with_all_of_its_number() -> None:  # §7
    def made(name: str, number: int, sign: str) -> LinkMade:
        return LinkMade(name, 5, Role.KEEPER, "", AT, number, "helper", sign * 64)

    log = folded(
        LinkRevoked("BBBBBBBB:0", 2, Role.KEEPER, "", AT, 1),
        made("AAAAAAAA:1", 0, "a"),
        made("AAAAAAAA:2", 1, "b"),
        made("BBBBBBBB:1", 1, "c"),
    )
    assert [(link.number, link.hash[0], link.revoked) for link in links(log)] == [
        (0, "a", False),
        (1, "b", True),
        (1, "c", True),
    ]
    assert (next_link(log), next_link(folded())) == (2, 0)
