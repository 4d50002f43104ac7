"""People who drop, come back, have two tabs or another device; hosts; talk: over real sockets."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from batarde.client import Client
from batarde.rules import events as rules
from batarde.server.limits import Limits
from batarde.server.live.messages import (
    Done,
    Happened,
    Join,
    Present,
    Refused,
    ServerMessage,
    Snapshot,
)
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.words.characters import NAMES
from tests.server.servers import SWIFT, AutoPlayer, LiveServer, happened, leave_all, seat_all, until

LIMITS = Limits()
THREE = msgspec.structs.replace(SWIFT, players=3, grace=400)


async def refusal(client: Client, key: str = "") -> Refused:
    """Return the next refusal, or that of *key*: who plays alone may be refused meanwhile."""
    message = await client.wait_for(
        lambda message: isinstance(message, Refused) and key in {"", message.key}
    )
    assert isinstance(message, Refused)
    return message


async def snapshot(client: Client) -> Snapshot:
    client.send(Join(client.table))
    message = await client.wait_for(lambda message: isinstance(message, Snapshot))
    assert isinstance(message, Snapshot)
    return message


# Coming back


async def test_who_reconnects_gets_what_was_missed(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    host, friend = clients[0], clients[1]
    await friend.close()
    host.send(do.Say(text="one"))
    host.send(do.Say(text="two"))
    await happened(host, ev.Said)
    await until(lambda: host.seq == friend.seq + 2)
    since = friend.seq
    await friend.connect()
    message = await friend.join(friend.table, since)
    assert isinstance(message, Happened)
    assert (message.seq, len(message.events)) == (since, 2)
    assert friend.seq == host.seq
    await leave_all(clients)


async def test_the_same_join_again_is_harmless(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    for _ in range(3):
        assert isinstance(await clients[1].join(clients[1].table), Snapshot)
    message = await clients[1].join(clients[1].table, clients[1].seq)
    assert isinstance(message, Happened)
    assert message.events == ()
    await leave_all(clients)


async def test_two_tabs_of_one_person_see_and_do_the_same(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE, record=True)
    tab = await Client.enter(server.url, "", clients[1].cookie)
    tab.received = []
    await tab.join(clients[1].table)
    assert tab.seat == clients[1].seat == 1
    for number, client in enumerate([clients[0], tab, clients[2]]):
        AutoPlayer(client, number)  # the second tab plays, the first only looks
    clients[0].send(do.Start())
    await happened(clients[1], rules.DealScored)
    for client in (clients[1], tab):
        hands = [
            event
            for raw in client.received or ()
            for event in msgspec.json.decode(raw).get("events", ())
            if event["event"] == "hand-dealt"
        ]
        assert {hand["seat"] for hand in hands} == {1}
    await leave_all([*clients, tab])


async def test_who_drops_is_played_by_a_bot_and_comes_back_on_another_device(
    server: LiveServer,
) -> None:
    clients = await seat_all(server.url, THREE)
    players = [AutoPlayer(client, number) for number, client in enumerate(clients)]
    clients[0].send(do.Start())
    await happened(clients[0], rules.AuctionClosed)
    players[1].is_playing = False
    await clients[1].close()
    await happened(clients[0], ev.BotTookOver)
    await happened(clients[0], rules.TrickTaken)  # the bot plays
    device = await Client.enter(server.url, "", clients[1].cookie)
    waiting = asyncio.create_task(happened(clients[0], ev.PersonReturned))
    message = await device.join(clients[0].table)
    assert isinstance(message, Snapshot)
    assert message.seat == 1
    assert message.view is not None
    assert (await waiting).seat == 1
    AutoPlayer(device, 9)
    await snapshot(device)
    await happened(clients[0], rules.DealScored)
    await leave_all([*clients, device])


async def test_when_all_drop_the_game_waits_and_goes_on_when_one_is_back(
    server: LiveServer,
) -> None:
    clients = await seat_all(server.url, THREE)
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
    clients[0].send(do.Start())
    await happened(clients[0], rules.CardPlayed)
    await leave_all(clients)
    table = clients[0].table
    await until(lambda: isinstance(server.stored(table)[-1], ev.Paused))
    count = len(server.stored(table))
    await asyncio.sleep(1.0)
    assert len(server.stored(table)) == count
    await clients[2].connect()
    message = await clients[2].join(table)
    assert isinstance(message, Snapshot)
    await happened(clients[2], ev.BotTookOver)
    await happened(clients[2], rules.TrickTaken)
    await clients[2].close()


async def test_bots_sit_under_the_names_of_their_level_and_keep_them_when_all_starts_anew(
    database: Path,
) -> None:
    live = LiveServer(database, "--no-limits", "--bot", "lea=exec:/nowhere").start()
    host = await Client.enter(live.url, "Ada")
    table = await host.make_table(msgspec.structs.replace(SWIFT, players=5), bots=["novice", "lea"])
    await host.join(table.id)
    host.send(do.SeatBot(seat=3, level="novice"))
    event = await happened(host, ev.BotSeated)
    host.send(do.SeatBot(seat=4, level="master"))
    await happened(host, ev.BotSeated)
    await host.close()
    live.kill()
    live.start()
    again = await Client.enter(live.url, "Ada", host.cookie)
    shown = await again.join(table.id)
    assert isinstance(shown, Snapshot)
    names = [seat.name for seat in shown.seats]
    assert len(set(names)) == 5
    assert names[2] == "lea"
    assert names[3] == event.name
    for seat in (1, 3, 4):
        assert names[seat] in NAMES[shown.seats[seat].level]
    await again.close()
    live.stop()


async def test_a_stranger_takes_the_seat_of_a_bot_in_a_running_game(server: LiveServer) -> None:
    host = await Client.enter(server.url, "Host")
    table = (await host.make_table(THREE, ["simple", "simple"], start=True)).id
    AutoPlayer(host)
    await host.join(table)
    await happened(host, rules.BidMade)
    stranger = await Client.enter(server.url, "Stranger")
    first = await stranger.join(table)
    assert isinstance(first, Snapshot)
    assert first.seat is None
    assert first.view is not None
    assert first.view.hand == ()
    stranger.send(do.Sit(seat=2))
    shown = await stranger.wait_for(lambda message: isinstance(message, Snapshot))
    assert isinstance(shown, Snapshot)
    assert shown.seat == 2
    assert shown.view is not None
    assert shown.view.hand == ()  # the deal that was being played is over
    AutoPlayer(stranger, 3)
    await snapshot(stranger)
    await happened(host, rules.TrickTaken)
    await leave_all([host, stranger])


async def test_presence_is_told_to_all(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    watcher = await Client.enter(server.url, "Watcher")
    waiting = asyncio.create_task(
        clients[0].wait_for(lambda m: isinstance(m, Present) and m.watchers == 1)
    )
    await watcher.join(clients[0].table)
    await waiting
    waiting = asyncio.create_task(
        clients[0].wait_for(lambda m: isinstance(m, Present) and m.connected == (True, False, True))
    )
    await clients[1].close()
    await waiting
    await leave_all([*clients, watcher])


# Hosts


async def test_the_host_pauses_replaces_and_resumes_and_nobody_else_does(
    server: LiveServer,
) -> None:
    clients = await seat_all(server.url, THREE)
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
    clients[1].send(do.Start(key="s"))
    refused = await refusal(clients[1])
    assert (refused.code, refused.key) == ("not-host", "s")
    clients[0].send(do.Start())
    await happened(clients[0], rules.CardPlayed)
    clients[0].send(do.Pause())
    paused = await happened(clients[2], ev.Paused)
    assert paused.by == clients[0].session.player
    forbidden = (do.Resume(key="a"), do.Unseat(seat=0, key="b"), do.SeatBot(seat=0, key="c"))
    for command in forbidden:
        clients[1].send(command)
        assert (await refusal(clients[1], command.key)).code == "not-host"
    clients[0].send(do.Unseat(seat=2))
    await happened(clients[1], ev.BotSeated)
    clients[0].send(do.SeatBot(seat=2, level="/bin/true", key="d"))
    assert (await refusal(clients[0], "d")).code == "no-such-bot"
    clients[0].send(do.SeatBot(seat=2, level="random"))
    await happened(clients[1], ev.BotSeated)
    clients[0].send(do.Resume())
    await happened(clients[1], ev.Resumed)
    await happened(clients[1], rules.TrickTaken)
    await leave_all(clients)


async def test_a_game_is_played_again_at_the_same_table(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    for number, client in enumerate(clients):
        AutoPlayer(client, number)
    table, sql = clients[0].table, "SELECT count(*) FROM games WHERE table_id = ?"
    for number in (1, 2):
        clients[0].send(do.Start())
        await happened(clients[0], rules.GameEnded)
        await until(lambda number=number: server.rows(sql, table) == [(number,)])  # type: ignore[misc]
    await leave_all(clients)


async def test_who_is_thrown_out_cannot_act_and_another_table_is_another_table(
    server: LiveServer,
) -> None:
    clients = await seat_all(server.url, THREE)
    others = await seat_all(server.url, THREE)
    clients[0].send(do.Unseat(seat=1))
    await happened(clients[1], ev.SeatLeft)
    clients[1].send(do.Stand())
    assert (await refusal(clients[1])).code == "not-seated"
    await clients[0].join(others[0].table)  # a host here, a watcher there
    clients[0].send(do.Start())
    assert (await refusal(clients[0])).code == "not-host"
    await leave_all([*clients, *others])


# Keys


async def answers_to(client: Client, says: Sequence[do.Say]) -> list[str]:
    """Send all of *says* at once; return what became of each: said, done before, or a refusal."""
    answers: list[str] = []
    texts = {say.text for say in says}

    def listen(message: ServerMessage) -> None:
        if isinstance(message, Happened):
            said = (event for event in message.events if isinstance(event, ev.Said))
            answers.extend("said" for event in said if event.text in texts)
        elif isinstance(message, Done):
            answers.append("done")
        elif isinstance(message, Refused):
            answers.append(message.code if message.key else "without a key")

    client.listeners.append(listen)
    for say in says:
        client.send(say)
    await until(lambda: len(answers) == len(says))
    client.listeners.remove(listen)
    return answers


async def test_a_command_sent_twice_is_done_once(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    answers = await answers_to(clients[1], [do.Say(key="k", text="once")] * 3)
    assert sorted(answers) == ["done", "done", "said"]
    assert [said.text for said in (await snapshot(clients[0])).talk] == ["once"]
    await leave_all(clients)


async def test_the_key_of_another_person_is_of_no_use(server: LiveServer) -> None:
    clients = await seat_all(server.url, THREE)
    clients[1].send(do.Say(key="k", text="mine"))
    await happened(clients[2], ev.Said)
    clients[2].send(do.Say(key="k", text="mine too"))
    assert (await happened(clients[1], ev.Said)).text == "mine too"
    await leave_all(clients)


# Limits, on a server that has them


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    # Nothing is forgiven while a test runs, however long that takes.
    options = ("--limit=talk_per_second=0.000001",)
    with LiveServer(tmp_path_factory.mktemp("limited") / "c.db", *options) as live:
        yield live
    assert "Traceback" not in live.log.read_text("utf-8")


async def test_talk_is_limited_in_length_and_in_rate(limited: LiveServer) -> None:
    client = await Client.enter(limited.url, "Chatty")
    await client.join((await client.make_table(THREE)).id)
    client.send_bytes(msgspec.json.encode({"do": "say", "text": "x" * 201}))
    assert (await refusal(client)).code == "malformed"
    client.send(do.Say(text="x" * 200))
    assert len((await happened(client, ev.Said)).text) == 200
    tab = await Client.enter(limited.url, "", client.cookie)  # another tab is the same person
    await tab.join(client.table)
    answers: list[str] = []
    for who in (client, tab):
        texts = [f"spam {len(answers) + number}" for number in range(20)]
        answers += await answers_to(who, [do.Say(key=text, text=text) for text in texts])
    assert set(answers) == {"said", "too-many"}
    assert 1 + answers.count("said") == LIMITS.talk_burst
    assert len((await snapshot(client)).talk) == LIMITS.talk_burst
    await leave_all([client, tab])


async def test_one_person_has_only_so_many_connections(limited: LiveServer) -> None:
    first = await Client.enter(limited.url, "Many")
    more = [first]
    for _ in range(11):
        more.append(await Client.enter(limited.url, "", first.cookie))
        await more[-1].join("NOSUCH")
    late = Client(first.url, first.cookie, first.session)
    late.received = []
    await late.connect()
    await until(lambda: not late.is_connected)
    assert [msgspec.json.decode(raw)["code"] for raw in late.received] == ["too-many-connections"]
    await leave_all(more)
