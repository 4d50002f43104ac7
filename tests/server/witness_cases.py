"""What a witness hears and must find, for the witness in Python and the one in the browser alike.

``python -m tests.server.witness_cases`` lets real rooms play a few deals, writes down what one
guest hears and does, tells some of it otherwise, and writes it to tests/data/witness.json.gz.
``test_witness.py`` and web/tests/witness.test.ts go through them; the former fails if they are
behind the server.

Each step of a log is one of ``hear`` (a message), ``give`` (one's own share), ``answered`` (what
was sent after it), ``lost`` (the line) and ``reload`` (only what is kept is left). A log is kept as
the numbers of its steps.
"""

import gzip
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from unittest import mock

import msgspec

from batarde.table import commands as do
from batarde.table.alarms import SHARE_TIME
from batarde.table.fairness import commit_secret, commit_share
from batarde.witness import share_key
from tests.server.live.test_rooms import FakeGuest, Place
from tests.table.desk import STRANGER, person, quiet

FILE: Final = Path(__file__).parents[1] / "data" / "witness.json.gz"

Step = dict[str, Any]
Log = list[Step]

OTHER: Final = sha256(b"another").hexdigest()


class Watcher(FakeGuest):
    """A guest whose messages are the log, without what a witness does not look at."""

    def __init__(self, place: Place, seat: int | None = 0) -> None:
        super().__init__(STRANGER if seat is None else person(seat))
        self.place = place
        self.seat = seat
        self.log: Log = []
        place.room.enter(self)

    def send(self, message: bytes) -> None:
        super().send(message)
        heard = msgspec.json.decode(message)
        if heard["type"] == "present":
            return
        heard |= {"legal": []} if heard["type"] == "happened" else {}
        if heard.get("view"):
            heard["view"] |= {"legal": [], "calls": []}
        self.log.append({"hear": heard})

    def give(self, value: str = "") -> None:
        """Write down that this guest gives its share."""
        assert self.seat is not None
        given = value or self.place.shares[self.seat].hex()
        self.log.append({"give": {"seat": self.seat, "value": given}})

    def leave(self) -> int:
        """Lose the line; return how many events were known."""
        self.place.room.leave(self)
        self.log.append({"lost": True})
        return self.place.state.seq

    def reload(self) -> None:
        """Come back with nothing but what is kept."""
        self.place.room.leave(self)
        self.log.append({"reload": True})
        self.place.room.enter(self)


def place_of(players: int, people: int) -> Place:
    """Return a place with *people* in it; bots have the other seats."""
    place = Place(quiet(players=players, grace=60_000), people=range(people))
    for seat in range(1, people):
        place.come(seat)
    return place


def one_deal(place: Place, guest: Watcher) -> None:
    if guest.seat is not None:
        guest.give()
    place.give_shares()
    place.play_deal()


# Honest evenings


def whole() -> Log:
    """Return two deals, seen from the first event to the last."""
    place = place_of(3, 3)
    guest = Watcher(place)
    place.start(shares=False)
    one_deal(place, guest)
    one_deal(place, guest)
    return guest.log


def older() -> Log:
    """Return the same of a server that has no ids for games: the hashes name the table's code."""
    with mock.patch("batarde.table.decisions._new_id", return_value=""):
        return whole()


def with_a_bot(players: int = 4) -> Log:
    """Return a deal at a table where the last seat is a bot's and gives no share."""
    place = place_of(players, players - 1)
    guest = Watcher(place)
    place.start(shares=False)
    one_deal(place, guest)
    return guest.log


def cut() -> Log:
    """Return a deal in which the page is reloaded in every part of it, and the line lost once."""
    place = place_of(3, 3)
    guest = Watcher(place)
    place.start(shares=False)
    guest.reload()
    guest.give()
    guest.reload()
    guest.give()
    _bind(place, 0, 1)
    guest.reload()
    _bind(place, 2)
    guest.reload()
    _open(place, 0, 1)
    guest.reload()
    _open(place, 2)
    for _ in range(8):
        place.step()
    guest.reload()
    place.step()
    since = guest.leave()
    place.step()
    place.room.enter(guest, since)
    place.play_deal()
    return guest.log


def unopened(seat: int) -> Log:
    """Return a deal in which one share stays unopened."""
    place = place_of(3, 3)
    guest = Watcher(place)
    place.start(shares=False)
    guest.give()
    _bind(place, 0, 1, 2)
    _open(place, *{0, 1, 2} - {seat})
    place.clock.advance(SHARE_TIME)
    place.play_deal()
    return guest.log


def came_late() -> Log:
    """Return a deal that somebody comes to when its cards are dealt, and one seen whole."""
    place = place_of(3, 3)
    place.start()
    place.step()
    guest = Watcher(place)
    place.play_deal()
    one_deal(place, guest)
    return guest.log


def watched() -> Log:
    """Return a deal as somebody without a seat sees it."""
    place = place_of(3, 3)
    place.come(0)
    guest = Watcher(place, None)
    place.start(shares=False)
    one_deal(place, guest)
    return guest.log


def _bind(place: Place, *seats: int) -> None:
    for seat in seats:
        place.do(seat, do.CommitShare(deal=0, commitment=place.commitment(seat)))


def _open(place: Place, *seats: int) -> None:
    for seat in seats:
        place.do(seat, do.OpenShare(deal=0, share=place.shares[seat].hex()))


# Lies: each is told in a copy of a log


def events(log: Log, *names: str) -> list[dict[str, Any]]:
    """Return the events of these names, to be read or rewritten."""
    happened = [
        step["hear"] for step in log if "hear" in step and step["hear"]["type"] == "happened"
    ]
    return [event for each in happened for event in each["events"] if event["event"] in names]


def snapshots(log: Log) -> list[dict[str, Any]]:
    """Return the snapshots that show a draw."""
    heard = [step["hear"] for step in log if "hear" in step]
    return [each for each in heard if each["type"] == "snapshot" and each["draw"]]


def game_of(log: Log) -> str:
    return str(events(log, "game-started")[0]["game"])


def share(log: Log, seat: int, deal: int = 0, value: str = OTHER) -> dict[str, Any]:
    """Return a share that was never given, with the commitment that fits it."""
    made = commit_share(game_of(log), deal, seat, bytes.fromhex(value))
    return {"seat": seat, "commitment": made, "value": value}


def revealed(log: Log, deal: int = 0) -> dict[str, Any]:
    return events(log, "secret-revealed")[deal]


def reveal_another_secret(log: Log) -> None:
    revealed(log)["secret"] = OTHER


def reveal_another_secret_well_committed(log: Log) -> None:
    secret = bytes.fromhex(OTHER)
    revealed(log).update(secret=OTHER, commitment=commit_secret(game_of(log), 0, secret))


def reveal_all_anew(log: Log) -> None:
    reveal_another_secret_well_committed(log)
    revealed(log)["shares"] = [share(log, seat) for seat in range(3)]


def reveal_another_share(log: Log) -> None:
    revealed(log)["shares"][1] = share(log, 1)


def reveal_another_own_share(log: Log) -> None:
    revealed(log)["shares"][0] = share(log, 0)


def reveal_without_a_share(log: Log) -> None:
    del revealed(log)["shares"][2]


def reveal_a_share_as_unopened(log: Log) -> None:
    revealed(log)["shares"][1]["value"] = ""


def reveal_a_share_of_nobody(log: Log) -> None:
    revealed(log)["shares"].append(share(log, 3))


def reveal_nonsense(log: Log) -> None:
    revealed(log)["secret"] = "xyz"


def reveal_the_deal_before(log: Log) -> None:
    revealed(log, 1).update(revealed(log, 0))


def deal_another_hand(log: Log) -> None:
    """Tell a hand in which one card is another, which this seat never plays."""
    hand = events(log, "hand-dealt")[0]["hand"]
    others = events(log, "deal-scored")[0]["hands"][1]
    hand[-1] = others[0]


def play_another_card(log: Log) -> None:
    """Let seat 2 play a card that was never dealt."""
    stock = events(log, "deal-scored")[0]["stock"]
    next(event for event in events(log, "card-played") if event["seat"] == 2)["card"] = stock[0]


def show_other_hands(log: Log) -> None:
    """Show two hands exchanged when the deal is over."""
    hands = events(log, "deal-scored")[0]["hands"]
    hands[1], hands[2] = hands[2], hands[1]


def bind_another_own_share(log: Log) -> None:
    """Say all along that the guest gave another share."""
    _answer(log)
    events(log, "share-committed")[0]["commitment"] = share(log, 0)["commitment"]
    events(log, "share-opened")[0]["share"] = OTHER
    revealed(log)["shares"][0] = share(log, 0)


def open_another_share(log: Log) -> None:
    """Open a share that does not fit its commitment, and stay with it."""
    events(log, "share-opened")[1]["share"] = OTHER
    revealed(log)["shares"][1]["value"] = OTHER


def bind_after_closing(log: Log) -> None:
    """Let seat 3 bind a share when the others may be open."""
    late = share(log, 3)
    told = {"event": "share-committed", "seen_by": "everybody", "seat": 3}
    _insert(log, "shares-closed", {**told, "commitment": late["commitment"]})
    revealed(log)["shares"].append({**late, "value": ""})


def seal_twice(log: Log) -> None:
    sealed = {**events(log, "deal-committed")[0], "commitment": OTHER}
    _insert(log, "shares-closed", sealed)


def seal_the_same_deal_again(log: Log) -> None:
    first, second = events(log, "deal-committed")[:2]
    second.update(first)


def seal_for_another_game(log: Log) -> None:
    events(log, "deal-committed")[0]["table"] = "another"


def _insert(log: Log, after: str, event: dict[str, Any]) -> None:
    """Tell one event more, in the place of one that is hidden: all are counted."""
    messages = [step["hear"] for step in log if step.get("hear", {}).get("type") == "happened"]
    place = next(
        n for n, told in enumerate(messages) if after in [one["event"] for one in told["events"]]
    )
    messages[place]["events"].append(event)
    for later in messages[place + 1 :]:
        later["seq"] += 1


def show_another_commitment(log: Log) -> None:
    snapshots(log)[2]["draw"]["commitment"] = OTHER


def show_another_share(log: Log) -> None:
    snapshots(log)[3]["draw"]["shares"][1]["commitment"] = share(log, 1)["commitment"]


def show_a_share_less(log: Log) -> None:
    del snapshots(log)[3]["draw"]["shares"][1]


def show_another_hand(log: Log) -> None:
    hands = events(log, "deal-scored")[0]["hands"]
    snapshots(log)[-1]["view"]["hand"][-1] = hands[2][-1]


def refuse_the_share(log: Log) -> None:
    """Another device of the same person was first."""
    give_another_share_unanswered(log)
    place = _given(log)
    key = share_key(share(log, 0)["commitment"])
    log.insert(place + 3, {"hear": {"type": "refused", "code": "no-draw", "key": key}})


def give_another_share(log: Log) -> None:
    """The server knows of another share than was given, and has not answered yet."""
    log[_given(log)]["give"]["value"] = OTHER


def give_another_share_unanswered(log: Log) -> None:
    """The server knows of another share than was given, and says nothing, though it got it."""
    give_another_share(log)
    _answer(log)


def lose_the_line_after_giving(log: Log) -> None:
    give_another_share_unanswered(log)
    log.insert(_given(log) + 1, {"lost": True})


def _given(log: Log) -> int:
    return next(n for n, step in enumerate(log) if "give" in step)


def _answer(log: Log) -> None:
    """Let the server answer a move of the guest, which it made after giving its share."""
    place = next(
        n
        for n, step in enumerate(log)
        for event in step.get("hear", {}).get("events", ())
        if event["event"] == "card-played" and event["seat"] == 0
    )
    log.insert(place, {"answered": True})


def miss_a_message(log: Log) -> None:
    del log[_given(log) + 2]


Case = tuple[str, Callable[[], Log], Callable[[Log], None] | None, list[dict[str, Any]]]


def witnessed(deal: int = 0, **more: Any) -> dict[str, Any]:
    return found("witnessed", deal, **more)


def unwitnessed(lack: str, deal: int = 0, **more: Any) -> dict[str, Any]:
    return found("unwitnessed", deal, lack=lack, **more)


def failed(faults: dict[str, list[int]], deal: int = 0, **more: Any) -> dict[str, Any]:
    listed = [{"what": what, "seats": seats} for what, seats in faults.items()]
    return found("failed", deal, faults=listed, **more)


def found(outcome: str, deal: int, **more: Any) -> dict[str, Any]:
    return {"deal": deal, "outcome": outcome, "lack": None, "faults": [], "unopened": []} | more


ALL: Final = [0, 1, 2]

CASES: Final[tuple[Case, ...]] = (
    ("two deals seen whole", whole, None, [witnessed(0), witnessed(1)]),
    ("a seat of a bot", with_a_bot, None, [witnessed()]),
    ("two packs", lambda: with_a_bot(5), None, [witnessed()]),
    ("a reload in every part of the deal", cut, None, [witnessed()]),
    ("a share of another that stays unopened", lambda: unopened(1), None,
     [witnessed(unopened=[1])]),
    ("the own share unopened", lambda: unopened(0), None,
     [unwitnessed("unopened", unopened=[0])]),
    ("come when the cards were dealt", came_late, None, [unwitnessed("own"), witnessed(1)]),
    ("only watched", watched, None, [unwitnessed("own")]),
    ("refused for another device's share", whole, refuse_the_share,
     [unwitnessed("own"), witnessed(1)]),
    ("not answered before the line was lost", whole, lose_the_line_after_giving,
     [unwitnessed("own"), witnessed(1)]),
    ("a message missed", whole, miss_a_message, [witnessed(1)]),
    ("another secret", whole, reveal_another_secret,
     [failed({"secret": [], "cards": ALL}), witnessed(1)]),
    ("another secret and its commitment", whole, reveal_another_secret_well_committed,
     [failed({"commitment": [], "secret": [], "cards": ALL}), witnessed(1)]),
    ("everything rewritten so that it fits together", whole, reveal_all_anew,
     [failed({"commitment": [], "secret": [], "share": [1, 2], "own": [0], "cards": ALL}),
      witnessed(1)]),
    ("another share", whole, reveal_another_share,
     [failed({"share": [1], "cards": ALL}), witnessed(1)]),
    ("another share instead of one's own", whole, reveal_another_own_share,
     [failed({"own": [0], "cards": ALL}), witnessed(1)]),
    ("a share that is missing", whole, reveal_without_a_share,
     [failed({"share": [2], "cards": ALL}), witnessed(1)]),
    ("an opened share told as unopened", whole, reveal_a_share_as_unopened,
     [failed({"share": [1], "cards": ALL}, unopened=[1]), witnessed(1)]),
    ("a share of nobody", with_a_bot, reveal_a_share_of_nobody,
     [failed({"share": [3], "cards": [0, 1, 2, 3]})]),
    ("a secret that cannot be read", whole, reveal_nonsense,
     [failed({"malformed": []}), witnessed(1)]),
    ("the proof of the deal before", whole, reveal_the_deal_before,
     [witnessed(0),
      failed({"other": [], "commitment": [], "secret": [], "share": [1, 2], "own": [0],
              "cards": ALL}, 1)]),
    ("another hand", whole, deal_another_hand, [failed({"cards": [0]}), witnessed(1)]),
    ("another card played", whole, play_another_card, [failed({"cards": [2]}), witnessed(1)]),
    ("other hands shown", whole, show_other_hands, [failed({"cards": [1, 2]}), witnessed(1)]),
    ("another share bound instead of one's own", whole, bind_another_own_share,
     [failed({"own": [0], "cards": ALL}), witnessed(1)]),
    ("another share bound, and no answer yet", whole, give_another_share,
     [unwitnessed("own"), witnessed(1)]),
    ("no word of the share that was given", whole, give_another_share_unanswered,
     [failed({"own": [0]}), witnessed(1)]),
    ("a share opened that is not the one bound", whole, open_another_share,
     [failed({"share": [1], "cards": ALL}), witnessed(1)]),
    ("a share bound too late", with_a_bot, bind_after_closing,
     [failed({"order": [3]}, unopened=[3])]),
    ("a second seal", whole, seal_twice, [failed({"again": []}), witnessed(1)]),
    ("the deal before once more", whole, seal_the_same_deal_again,
     [failed({"other": [], "again": [], "commitment": [], "secret": [], "share": ALL,
              "own": [0], "cards": ALL})]),
    ("the seal of another game", whole, seal_for_another_game,
     [failed({"other": [], "secret": [], "share": [1, 2], "own": [0], "cards": ALL}),
      witnessed(1)]),
    ("another commitment after a reload", cut, show_another_commitment,
     [failed({"commitment": []})]),
    ("another share after a reload", cut, show_another_share, [failed({"share": [1]})]),
    ("a share less after a reload", cut, show_a_share_less, [failed({"share": [1]})]),
    ("another hand after a reload", cut, show_another_hand, [failed({"cards": [0]})]),
    ("an older server", older, None, [witnessed(0), witnessed(1)]),
)  # fmt: skip


def cases() -> Iterator[dict[str, Any]]:
    """Return every case with its whole log."""
    for name, play, lie, finds in CASES:
        log = play()
        if lie is not None:
            lie(log)
        yield {"name": name, "log": log, "finds": finds}


def packed() -> bytes:
    """Return all cases as they are kept: every step once, a log as the numbers of its steps."""
    steps: dict[bytes, int] = {}
    lines = []
    for case in cases():
        written = [msgspec.json.encode(step) for step in case["log"]]
        log = [steps.setdefault(step, len(steps)) for step in written]
        lines.append(msgspec.json.encode({**case, "log": log}))
    return b'{"steps":[\n%b\n],"cases":[\n%b\n]}\n' % (b",\n".join(steps), b",\n".join(lines))


def main() -> None:
    """Write all cases anew."""
    FILE.write_bytes(gzip.compress(packed(), mtime=0))
    sys.stdout.write(f"{len(CASES)} cases for witnesses, {FILE.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
