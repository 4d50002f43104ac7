"""Proofs of records: whole ones hold, and no change of a card, share or secret goes unnoticed."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from batarde.rules import Record
from batarde.table import commands as do
from batarde.table.alarms import SHARE_TIME
from batarde.table.fairness import commit_secret
from batarde.table.proving import REASONS, ProofFault, Verdict, is_proven, verify
from tests.table.desk import Desk, quiet

DATA = Path(__file__).parents[1] / "data" / "records"


def record_of(desk: Desk) -> dict[str, Any]:
    names = [seat.name for seat in desk.state.seats]
    proof = msgspec.to_builtins(desk.state.proofs)
    record = Record.of_game(desk.state.running, names, id=desk.state.game_id, proof=proof)
    return dict(json.loads(record.write()))


@cache
def _finished(players: int) -> str:
    desk = Desk(quiet(players=players)).start()
    desk.play_game()
    return json.dumps(record_of(desk))


def finished(players: int = 3) -> dict[str, Any]:
    return dict(json.loads(_finished(players)))


def verdicts(data: dict[str, Any]) -> tuple[Verdict, ...]:
    return verify(Record.read(json.dumps(data)))


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_every_deal_of_a_live_game_is_proven(players: int) -> None:
    data = finished(players)
    found = verdicts(data)
    assert len(found) == len(data["deals"])
    assert all(verdict.fault is None for verdict in found)
    assert {verdict.shares for verdict in found} == {tuple(range(players))}
    assert is_proven(Record.read(json.dumps(data)))


def test_a_record_whose_hashes_name_the_tables_code_is_proven() -> None:
    """As older servers wrote them; this one was written by the code of that time."""
    record = Record.read((DATA / "bound-to-code.json").read_text("utf-8"))
    assert (record.data["id"], record.data["table"]) == ("TABLE1-1", "TABLE1")
    assert is_proven(record)
    data = {**record.data, "table": "TABLE2"}
    assert {verdict.fault for verdict in verdicts(data)} == {ProofFault.OTHER}


def test_the_order_of_the_cards_in_a_hand_is_nobodys_business() -> None:
    data = finished()
    data["deals"][0]["hands"] = [sorted(hand) for hand in data["deals"][0]["hands"]]
    assert verdicts(data)[0].fault is None


def test_a_running_deal_has_nothing_to_prove_yet() -> None:
    desk = Desk().start()
    desk.play_deal()
    desk.give_shares()
    desk.announce()
    data = record_of(desk)
    assert len(data["deals"]) == 2
    assert [verdict.fault for verdict in verdicts(data)] == [None]


def test_an_unopened_share_is_named() -> None:
    desk = Desk().start(shares=False)
    for seat in range(3):
        desk.do(seat, do.CommitShare(deal=0, commitment=desk.commitment(seat)))
    desk.do(2, do.OpenShare(deal=0, share=desk.shares[2].hex()))
    desk.clock.advance(SHARE_TIME)
    desk.play_deal()
    assert verdicts(record_of(desk)) == (Verdict(0, None, (2,), (0, 1)),)


def _swap_cards(data: dict[str, Any]) -> None:
    """Exchange two hands, and everything that was done with them."""
    deal = data["deals"][0]
    deal |= {"calls": [], "plays": []}
    deal.pop("tricks")
    deal.pop("points")
    deal["hands"][0], deal["hands"][1] = deal["hands"][1], deal["hands"][0]
    del data["deals"][1:]
    data["proof"] = data["proof"][:1]
    data.pop("totals")


def _other_secret(data: dict[str, Any]) -> None:
    data["proof"][0]["secret"] = "00" * 32


def _secret_and_its_commitment(data: dict[str, Any]) -> None:
    data["proof"][0] |= {
        "secret": "00" * 32,
        "commitment": commit_secret(data["id"], 0, bytes(32)),
    }


def _set(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["proof"][0][key] = value

    return change


def _share(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["proof"][0]["shares"][1][key] = value

    return change


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], ProofFault]] = {
    "other cards": (_swap_cards, ProofFault.CARDS),
    "another secret": (_other_secret, ProofFault.SECRET),
    "another secret, well committed": (_secret_and_its_commitment, ProofFault.CARDS),
    "another commitment": (_set("commitment", "11" * 32), ProofFault.SECRET),
    "another share": (_share("value", "11" * 32), ProofFault.SHARE),
    "another seat's share": (_share("seat", 6), ProofFault.MALFORMED),
    "a seat twice": (_share("seat", 0), ProofFault.MALFORMED),
    "a share left out": (lambda data: data["proof"][0]["shares"].pop(), ProofFault.CARDS),
    "a share said to be missing": (_share("value", ""), ProofFault.CARDS),
    "another deal": (_set("deal", 1), ProofFault.OTHER),
    "another table": (_set("table", "OTHER"), ProofFault.OTHER),
    "another game": (lambda data: data.update(id="other"), ProofFault.OTHER),
    "another table's record": (lambda data: data.update(table="OTHER"), ProofFault.OTHER),
    "two deals exchanged": (lambda data: data["proof"].reverse(), ProofFault.OTHER),
    "no proof": (lambda data: data.pop("proof"), ProofFault.MISSING),
    "no list": (lambda data: data.update(proof="yes"), ProofFault.MISSING),
    "an empty list": (lambda data: data["proof"].clear(), ProofFault.MISSING),
    "no object": (lambda data: data["proof"].__setitem__(0, 7), ProofFault.MALFORMED),
    "a short secret": (_set("secret", "00"), ProofFault.MALFORMED),
    "no hexadecimal": (_set("secret", "zz" * 32), ProofFault.MALFORMED),
    "capitals": (_set("secret", "AB" * 32), ProofFault.MALFORMED),
    "a short share": (_share("value", "00"), ProofFault.MALFORMED),
    "no commitment": (_share("commitment", ""), ProofFault.MALFORMED),
}


@pytest.mark.parametrize(("change", "fault"), CHANGES.values(), ids=CHANGES.keys())
def test_every_change_is_noticed(
    change: Callable[[dict[str, Any]], Any], fault: ProofFault
) -> None:
    data = copy.deepcopy(finished())
    change(data)
    assert verdicts(data)[0].fault is fault
    assert not is_proven(Record.read(json.dumps(data)))


def test_every_fault_has_its_words() -> None:
    assert REASONS.keys() == set(ProofFault)
    assert {fault for _, fault in CHANGES.values()} == set(ProofFault)
