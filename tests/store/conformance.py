"""What every store must pass, whatever database stands behind it.

A store's own tests derive a class from :class:`Conformance` and say in a fixture where it is.
What is answered is kept, what is refused has left no trace, and order is never lost.
"""

import asyncio
import os
import signal
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
import pytest

from batarde.store import (
    Checkpoint,
    ConflictError,
    GameRow,
    PlayerRow,
    Store,
    StoreError,
    open_store,
)
from batarde.store.base import Append, Cleaned
from tests.store.rows import batch, entry, finished

FOREVER = 1 << 62


class Place(ABC):
    """Where a store is, and how to hurt it."""

    url: str

    @abstractmethod
    def failing(self) -> AbstractContextManager[None]:
        """Make every write fail meanwhile; reading goes on."""

    @abstractmethod
    def batches(self) -> list[tuple[str, int]]:
        """Return tables and numbers as another process finds them, sorted."""


async def written(store: Store, *appends: Append) -> list[StoreError | None]:
    """Append all at once and return the answers, in the order in which they came."""
    answers: list[StoreError | None] = []
    done = asyncio.Event()

    def answer(error: StoreError | None) -> None:
        answers.append(error)
        if len(answers) == len(appends):
            done.set()

    for append in appends:
        store.append(append, answer)
    await done.wait()
    return answers


async def kept(store: Store, checkpoint: Checkpoint) -> StoreError | None:
    """Keep *checkpoint* and return the answer."""
    answer: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
    store.keep(checkpoint, answer.set_result)
    return await answer


async def seqs(store: Store, table: str = "T1") -> list[int]:
    return [row.seq for row in await store.events(table)]


def accepted(answers: list[StoreError | None]) -> list[bool]:
    return [error is None for error in answers]


class Conformance:
    """The suite; *place* and *store* are fixtures."""

    @pytest.fixture
    def store(self, place: Place) -> Iterator[Store]:
        made = open_store(place.url)
        yield made
        made.close()

    # Order

    async def test_batches_come_back_in_order(self, store: Store) -> None:
        numbers = (0, 1, 2, 10, 11, 300)
        appends = [batch(seq=seq, events=b'[{"n":%d}]' % seq) for seq in numbers]
        assert await written(store, *appends) == [None] * 6
        assert [(row.seq, row.at, row.events) for row in await store.events("T1")] == [
            (seq, 1_000 + seq, b'[{"n":%d}]' % seq) for seq in numbers
        ]
        assert list(await store.events("T2")) == []

    @pytest.mark.parametrize("rows", [1, 7, 1_500])  # more than some stores sort in at once
    async def test_batches_can_be_read_from_a_number_on_and_a_few_at_a_time(
        self, store: Store, rows: int
    ) -> None:
        both = [batch(table, 2 * n) for n in range(rows) for table in ("T1", "T2")]
        assert await written(store, *both) == [None] * 2 * rows
        numbers = [2 * n for n in range(rows)]
        for since in {0, 1, 4, rows, 2 * rows - 2, 2 * rows - 1}:
            for limit in (1, 3, rows, rows + 1, None):
                found = await store.events("T1", since=since, limit=limit)
                left = [number for number in numbers if number >= since]
                assert [row.seq for row in found] == left[:limit]

    async def test_answers_come_in_the_order_of_the_batches(self, store: Store) -> None:
        order: list[int] = []
        done = asyncio.Event()
        for seq in range(200):

            def answer(_error: StoreError | None, seq: int = seq) -> None:
                order.append(seq)
                if seq == 199:
                    done.set()

            store.append(batch(seq=seq), answer)
        await done.wait()
        assert order == list(range(200))

    async def test_what_is_answered_is_there_for_everybody(
        self, store: Store, place: Place
    ) -> None:
        await written(store, batch(seq=0))
        assert place.batches() == [("T1", 0)]

    async def test_closing_writes_what_still_waits(self, place: Place) -> None:
        store = open_store(place.url)
        for seq in range(50):
            store.append(batch(seq=seq), lambda _error: None)
        store.close()
        assert len(place.batches()) == 50

    async def test_a_store_can_be_opened_again(self, place: Place) -> None:
        first = open_store(place.url)
        await written(first, batch(seq=0))
        await first.add_player(PlayerRow("p1", "Ana", 7), b"hash")
        first.close()
        second = open_store(place.url)
        assert await seqs(second) == [0]
        assert accepted(await written(second, batch(seq=0), batch(seq=1))) == [False, True]
        assert await second.player(b"hash") == PlayerRow("p1", "Ana", 7)
        second.close()

    # Conflicts

    async def test_a_number_that_is_taken_is_a_conflict(self, store: Store) -> None:
        await written(store, batch(seq=0, events=b"[1]"), batch(seq=5))
        for seq in (0, 3, 5):
            (error,) = await written(store, batch(seq=seq, events=b"[2]"))
            assert isinstance(error, ConflictError)
        assert [row.events for row in await store.events("T1")] == [b"[1]", b"[]"]

    async def test_two_with_one_number_in_one_group_are_one_and_a_conflict(
        self, store: Store
    ) -> None:
        answers = await written(store, batch(events=b"[1]"), batch(events=b"[2]"), batch("T2"))
        assert accepted(answers) == [True, False, True]
        assert isinstance(answers[1], ConflictError)
        assert [row.events for row in await store.events("T1")] == [b"[1]"]

    async def test_a_refused_batch_does_not_hurt_its_neighbours(self, store: Store) -> None:
        await written(store, batch("T2", 0))
        some = batch("T1", 0), batch("T2", 0), batch("T3", 0), batch("T2", 1), batch("T1", 1)
        assert accepted(await written(store, *some)) == [True, False, True, True, True]
        assert await seqs(store, "T1") == [0, 1]
        assert await seqs(store, "T2") == [0, 1]

    async def test_entry_and_game_of_a_refused_batch_are_refused_with_it(
        self, store: Store
    ) -> None:
        await written(store, batch(seq=3))
        (error,) = await written(store, finished(seq=2))
        assert isinstance(error, ConflictError)
        assert await store.table("T1") == entry()
        assert await store.game("T1-1") is None

    async def test_a_secret_that_is_taken_is_a_conflict(self, store: Store) -> None:
        await store.add_player(PlayerRow("p1", "Ana"), b"hash")
        with pytest.raises(ConflictError):
            await store.add_player(PlayerRow("p2", "Bo"), b"hash")
        assert await store.player(b"hash") == PlayerRow("p1", "Ana")

    # Failure

    async def test_a_batch_that_cannot_be_written_at_all_does_not_stop_the_store(
        self, store: Store
    ) -> None:
        impossible = batch("T2", 2**70)  # no integer of any database
        answers = await written(store, batch("T1", 0), impossible, batch("T3", 0))
        assert accepted(answers) == [True, False, True]
        assert await written(store, batch("T1", 1)) == [None]

    async def test_a_game_that_cannot_be_made_does_not_hurt_its_neighbours(
        self, store: Store
    ) -> None:
        def broken() -> GameRow:
            raise RuntimeError("no")

        ended = msgspec.structs.replace(finished("T2"), game=broken)
        answers = await written(store, batch("T1", 0), ended, finished("T3", "T3-1"))
        assert accepted(answers) == [True, False, True]
        assert await seqs(store, "T2") == []
        assert await store.game("T3-1") is not None

    async def test_an_answer_that_breaks_does_not_keep_the_others_from_theirs(
        self, store: Store, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(_error: StoreError | None) -> None:
            raise RuntimeError("no")

        store.append(batch("T1", 0), broken)
        assert await written(store, batch("T2", 0)) == [None]
        assert "was not taken" in caplog.text

    async def test_what_fails_leaves_nothing_and_may_be_tried_again(
        self, store: Store, place: Place
    ) -> None:
        await written(store, batch(seq=0))
        await store.check()
        changed = batch(seq=1, is_listed=False)
        with place.failing():
            answers = await written(store, changed, batch("T2", 0))
            assert all(isinstance(error, StoreError) for error in answers)
            assert not any(isinstance(error, ConflictError) for error in answers)
            with pytest.raises(StoreError):
                await store.add_player(PlayerRow("p1", "Ana"), b"hash")
            with pytest.raises(StoreError):
                await store.clean(tables=FOREVER, players=FOREVER, limit=9)
            with pytest.raises(StoreError):
                await store.check()
            assert await seqs(store) == [0]  # reading goes on meanwhile
            assert await store.table("T1") == entry()
        await store.check()
        assert await written(store, changed, batch("T2", 0)) == [None, None]
        assert place.batches() == [("T1", 0), ("T1", 1), ("T2", 0)]
        assert await store.table("T1") == entry(is_listed=False)
        assert await store.player(b"hash") is None

    # Checkpoints

    async def test_the_last_checkpoint_of_a_table_is_there_as_it_was_kept(
        self, place: Place
    ) -> None:
        store = open_store(place.url)
        assert await store.checkpoint("T1") is None
        first, second = (Checkpoint("T1", n, f"form {n}", bytes(range(256)) * n) for n in (3, 90))
        assert await kept(store, first) is None
        assert await store.checkpoint("T1") == first
        other = Checkpoint("T2", 0, "", b"")
        assert [await kept(store, each) for each in (second, other)] == [None, None]
        assert await store.checkpoint("T1") == second
        store.close()
        again = open_store(place.url)
        assert [await again.checkpoint(table) for table in ("T1", "T2")] == [second, other]
        again.close()

    async def test_of_checkpoints_and_batches_that_come_at_once_none_is_lost(
        self, store: Store
    ) -> None:
        answers: list[StoreError | None] = []
        for seq in range(20):
            store.append(batch(seq=seq), answers.append)
            store.keep(Checkpoint("T1", seq, "f", b"%d" % seq), answers.append)
        await store.check()
        assert answers == [None] * 40
        assert await seqs(store) == list(range(20))
        assert await store.checkpoint("T1") == Checkpoint("T1", 19, "f", b"19")

    async def test_a_checkpoint_that_cannot_be_kept_leaves_the_one_before(
        self, store: Store, place: Place
    ) -> None:
        before, after = (Checkpoint("T1", n, "f", b"%d" % n) for n in (1, 2))
        assert await kept(store, before) is None
        with place.failing():
            assert isinstance(await kept(store, after), StoreError)
        assert await store.checkpoint("T1") == before
        assert await kept(store, after) is None
        assert await store.checkpoint("T1") == after

    # Tables

    async def test_the_lobby_has_listed_tables_that_were_visited_lately(self, store: Store) -> None:
        await written(
            store,
            batch("T1", created=1, visited=50),
            batch("T2", created=2, visited=50, host="p7"),
            batch("T3", created=3, visited=9),
            batch("T4", created=4, visited=50, is_listed=False),
            batch("T5", created=5, visited=50, is_over=True),
        )

        async def lobby(since: int, limit: int = 10, host: str = "") -> list[str]:
            rows = await store.lobby(since=since, limit=limit, host=host)
            return [row.id for row in rows]

        assert await lobby(10) == ["T2", "T1"]
        assert await lobby(9) == ["T3", "T2", "T1"]
        assert await lobby(9, limit=1) == ["T3"]
        assert await lobby(0, host="p7") == ["T2"]
        assert await lobby(51) == []
        await store.visit(["T1", "T3", "T9"], 60)
        assert await lobby(51) == ["T3", "T1"]
        assert await store.table("T3") == entry("T3", created=3, visited=60)
        assert await store.table("T9") is None

    # People

    async def test_a_person_is_found_by_the_hash_of_the_secret(self, store: Store) -> None:
        await store.add_player(PlayerRow("p1", "Ana"), b"hash")
        assert await store.player(b"hash") == PlayerRow("p1", "Ana")
        assert await store.player(b"other") is None
        await store.rename_player("p1", "Anaïs 🂡")
        await store.see_player("p1", 40)
        assert await store.player(b"hash") == PlayerRow("p1", "Anaïs 🂡", 40)

    # Games

    async def test_finished_games_are_listed_by_person_and_by_page(self, store: Store) -> None:
        for number in range(5):
            await written(store, finished(f"T{number}", f"T{number}-1", ended=10 * number))
        games = await store.games(player="", limit=3, before=FOREVER)
        assert [game.ended for game in games] == [40, 30, 20]
        assert games[0].record == ""
        assert [g.ended for g in await store.games(player="p2", limit=9, before=20)] == [10, 0]
        assert list(await store.games(player="p9", limit=9, before=FOREVER)) == []
        game = await store.game("T3-1")
        make = finished("T3", "T3-1", ended=30).game
        assert make is not None
        assert game == make()
        assert await store.game("T9-1") is None

    async def test_games_of_unlisted_tables_are_found_by_their_players_alone(
        self, store: Store
    ) -> None:
        await written(store, finished(), finished("T2", "T2-1", is_listed=False))
        public = await store.games(player="", limit=9, before=FOREVER)
        own = await store.games(player="p0", limit=9, before=FOREVER)
        assert [game.id for game in public] == ["T1-1"]
        assert {(game.id, game.is_listed) for game in own} == {("T1-1", True), ("T2-1", False)}

    # What nobody uses

    async def test_only_tables_without_a_game_and_people_without_one_are_forgotten(
        self, store: Store, place: Place
    ) -> None:
        await written(
            store,
            batch("T1", visited=5),
            batch("T2", visited=50),
            batch("T3", visited=5, is_begun=True),
            finished("T4", "T4-1"),
            batch("T1", 1, visited=5),
        )
        for player, seen in (("p0", 5), ("p1", 5), ("p2", 5), ("p3", 50)):
            await store.add_player(PlayerRow(player, "Ana", seen), player.encode())
        for table in ("T1", "T2"):
            assert await kept(store, Checkpoint(table, 0, "f", b"state")) is None
        assert await store.clean(tables=10, players=10, limit=9) == Cleaned(1, 1)
        assert await store.table("T1") is None
        assert await store.checkpoint("T1") is None
        assert await store.checkpoint("T2") is not None
        assert place.batches() == [("T2", 0), ("T3", 0), ("T4", 0)]
        assert await store.game("T4-1") is not None
        found = [await store.player(f"p{n}".encode()) for n in range(4)]
        assert [player is not None for player in found] == [True, False, True, True]
        assert await store.clean(tables=10, players=10, limit=9) == Cleaned()

    async def test_cleaning_goes_no_further_than_asked(self, store: Store) -> None:
        await written(store, *(batch(f"T{n}", visited=5) for n in range(5)))
        for n in range(3):
            await store.add_player(PlayerRow(f"p{n}", "Ana", 5), b"%d" % n)
        assert await store.clean(tables=10, players=10, limit=2) == Cleaned(2, 2)
        assert await store.clean(tables=10, players=10, limit=2) == Cleaned(2, 1)
        assert await store.clean(tables=10, players=10, limit=2) == Cleaned(1, 0)

    async def test_nothing_is_lost_or_refused_after_the_end_was_forgotten(
        self, place: Place
    ) -> None:
        store = open_store(place.url)
        await written(store, batch("T1", visited=50), batch("T2", visited=5))
        await written(store, batch("T2", 1, visited=5))
        assert await store.clean(tables=10, players=10, limit=9) == Cleaned(1, 0)
        assert await written(store, batch("T1", 1), batch("T3", 0)) == [None, None]
        store.close()
        again = open_store(place.url)
        assert await written(again, batch("T1", 2), batch("T2", 0), batch("T3", 1)) == [None] * 3
        assert [await seqs(again, table) for table in ("T1", "T2", "T3")] == [
            [0, 1, 2],
            [0],
            [0, 1],
        ]
        again.close()

    # Killed while writing

    @pytest.mark.parametrize("batches", [1, 40, 400])
    def test_after_kill_9_everything_answered_is_there_without_a_gap(
        self, place: Place, batches: int
    ) -> None:
        answered: dict[str, int] = {}
        for _ in range(4):
            for table, seq in _killed_after(place.url, batches):
                answered[table] = max(answered.get(table, -1), seq)
            for table, last in answered.items():
                found = [seq for name, seq in place.batches() if name == table]
                assert found == list(range(len(found))), "a gap"
                assert len(found) > last, "something answered is lost"
        assert answered


_TABLES = ("T0", "T1", "T2", "T3", "T4")
_WRITER = """
import asyncio, os, sys
from batarde.store import open_store
from tests.store.conformance import _TABLES
from tests.store.rows import batch

async def main():
    store = open_store(sys.argv[1])

    def write(table, seq):
        def done(error):
            assert error is None, error
            os.write(1, b"%s %d\\n" % (table.encode(), seq))
            write(table, seq + 1)
        store.append(batch(table, seq, events=b"[%s]" % (b"7" * 400)), done)

    for table in _TABLES:
        write(table, len(await store.events(table)))
    await asyncio.Event().wait()

asyncio.run(main())
"""


def _killed_after(url: str, batches: int) -> list[tuple[str, int]]:
    """Return what a writing process was answered, until it was killed after so many answers."""
    arguments = [sys.executable, "-c", _WRITER, url]
    home = Path(__file__).parents[2]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, cwd=home) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(batches)]
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.readlines()
    told = [line.decode().split() for line in lines if line.endswith(b"\n")]
    assert told, "it never wrote"
    return [(table, int(seq)) for table, seq in told]
