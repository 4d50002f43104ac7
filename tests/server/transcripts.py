"""Recorded evenings of a server: what it told each of several people, and what it would have shown.

The browser's fold (web/src/client/fold.ts) writes down events; a snapshot asked for at any moment
must say the same. ``python -m tests.server.transcripts`` plays evenings of 3 to 7 players by dice,
with real rooms and tables, a clock that is turned by hand and chance that is told, so that the same
recordings come out every time, and writes them to web/tests/data/evenings. There web/tests folds
them and compares at every message; ``test_transcripts.py`` fails if they are behind the server.

Each line is a message to somebody: ``to`` whom, the ``message``, and what a ``snapshot`` would have
said when it was sent, as far as that has changed since the last one to the same person.
"""

import gzip
import random
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from batarde.rules.actions import DOUBLE, PASS, READY, REDOUBLE, Action, Bid, Play
from batarde.server.live.messages import Snapshot
from batarde.server.live.snapshots import snapshot
from batarde.table import commands as do
from batarde.table.actors import Person
from batarde.table.alarms import SHARE_TIME
from batarde.table.settings import Coaching, Pace, Settings
from tests.server.live.test_rooms import FakeGuest, Place
from tests.table.desk import person

FOLDER: Final = Path(__file__).parents[2] / "web" / "tests" / "data" / "evenings"

DEALS: Final = {3: 13, 4: 3, 5: 2, 6: 2, 7: 2}
"""How many deals are played; three players finish a game of 12 and begin another."""

GRACE: Final = 10_000
ZOE: Final = Person("pz", "Zoe")
"""Who watches, and now and then tries to get a seat."""


class Scribe(FakeGuest):
    """Somebody whose messages are written down."""

    def __init__(self, evening: "Evening", asker: Person) -> None:
        super().__init__(asker)
        self._evening = evening
        self._shown: dict[str, Any] = {}

    def send(self, message: bytes) -> None:
        super().send(message)
        now = msgspec.to_builtins(self._evening.snapshot_for(self.person.player))
        line = {
            "to": self.person.player,
            "message": msgspec.json.decode(message),
            "snapshot": changed(self._shown, now),
        }
        self._shown = now
        self._evening.lines.append(line)


def changed(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of *now* that are not as *before*; those of the view one by one too."""
    news = {name: value for name, value in now.items() if before.get(name, ...) != value}
    if news.get("view") and before.get("view"):
        news["view"] = changed(before["view"], news["view"])
        news["is_same_view"] = True
    return news


class Evening:
    """A table that people come to, talk at, leave and come back to, by dice."""

    def __init__(self, players: int) -> None:
        self.lines: list[dict[str, Any]] = []
        self.dice = random.Random(players)
        settings = Settings(
            players=players,
            pace=Pace.NORMAL,
            double_window=2_000,
            deal_pause=0,
            grace=GRACE,
            by_lot=players == 3,
            coach=Coaching.ASKED,
        )
        self.place = Place(settings, lot=self.dice.randrange)
        self.seated = players
        self.guests: dict[str, Scribe] = {}
        for n in range(players):
            self.come(person(n))
        self.come(ZOE)

    def snapshot_for(self, player: str) -> Snapshot:
        place = self.place
        presence = place.room.presence()
        return snapshot(place.state, player, presence, place.clock.now())

    # People

    def come(self, asker: Person) -> None:
        guest = Scribe(self, asker)
        self.guests[asker.player] = guest
        self.place.room.enter(guest)
        self.breathe()

    def leave(self, player: str) -> None:
        self.place.room.leave(self.guests.pop(player))
        self.breathe()

    def breathe(self) -> None:
        """Let the time pass in which all are told who is there."""
        self.place.clock.advance(600)

    def ask(self, who: str, command: do.Command) -> None:
        """Let somebody ask for something that may well be refused."""
        if who in self.guests:
            self.place.room.submit(self.guests[who], command)

    # The game

    def play(self, deals: int) -> None:
        """Play so many deals, through as many games as that takes."""
        played = 0
        self.ask("p0", do.Start())
        while played < deals:
            before = self.dealt()
            self.step()
            played += self.dealt() > before
            if not self.place.state.is_playing:
                self.change_seats()
                self.ask(self.place.state.host, do.Start(fill="simple"))

    def change_seats(self) -> None:
        """Let somebody stand up between two games, and another take their seat for a while."""
        self.breathe()
        number = self.place.state.seat_of("p1")
        self.ask("p1", do.Stand())
        self.ask("pz", do.Sit(seat=number))
        self.breathe()
        self.ask("pz", do.Stand())
        self.ask("p1", do.Sit(seat=number))

    def dealt(self) -> int:
        game = self.place.state.game
        return 0 if game is None else sum(deal.is_over for deal in game.deals)

    def step(self) -> None:
        """Let one thing happen: an incident, a share, a move, or time."""
        state = self.place.state
        if self.dice.random() < 0.06:
            self.incident()
        elif state.is_paused or not self.guests:
            self.ask(state.host, do.Resume())
            self.breathe()
        elif state.draw is not None and len(state.running.deals) == state.draw.deal:
            self.give_shares()
        elif not self.move():
            self.place.clock.advance(2_000)

    def give_shares(self) -> None:
        """Let everybody take part in the draw, or all but one."""
        place, draw = self.place, self.place.state.draw
        assert draw is not None
        silent = self.dice.randrange(-8, len(place.state.seats))
        givers = [seat for seat in place.givers() if seat != silent]
        for seat in givers:
            made = do.CommitShare(deal=draw.deal, commitment=place.commitment(seat))
            self.ask(place.state.seats[seat].player, made)
        if not (place.state.draw and place.state.draw.is_closed):
            place.clock.advance(SHARE_TIME)
        for seat in givers[self.dice.random() < 0.1 :]:
            opened = do.OpenShare(deal=draw.deal, share=place.shares[seat].hex())
            self.ask(place.state.seats[seat].player, opened)
        if place.state.draw and len(place.state.running.deals) == draw.deal:
            place.clock.advance(SHARE_TIME)

    def move(self) -> bool:
        """Let somebody who may act do so; return whether anybody could."""
        place = self.place
        seats = [seat for seat, legal in enumerate(place.table.fresh.legal) if legal]
        self.dice.shuffle(seats)
        for seat in seats:
            action = self.choose(place.table.fresh.legal[seat])
            if action is None:
                continue
            sitter, seq = place.state.seats[seat], place.state.seq
            if sitter.is_played_by_bot:
                place.bot_acts(seat, action, seq)
            else:
                self.ask(sitter.player, do.Act(seq=seq, action=action))
            return place.state.seq > seq
        return False

    def choose(self, legal: tuple[Action, ...]) -> Action | None:
        """Return one of *legal*; bids end auctions sooner or later, and doubles are not rare."""
        dice = self.dice
        if READY in legal:
            return READY
        if cards := [action for action in legal if isinstance(action, Play)]:
            return dice.choice(cards)
        bold = [action for action in legal if action in (DOUBLE, REDOUBLE)]
        if bold and dice.random() < 0.15:
            return bold[0]
        if PASS in legal:
            return PASS if dice.random() < 0.8 else None
        bids = [action for action in legal if isinstance(action, Bid)]
        return bids[dice.randrange(min(8, len(bids)))] if bids else None

    def incident(self) -> None:
        """Let something happen beside the game."""
        state, dice = self.place.state, self.dice
        anybody = dice.choice(sorted(self.guests)) if self.guests else ""
        what = dice.randrange(10)
        if what == 0:
            self.ask(anybody, do.Say(text=f"Well, {dice.randrange(100)}"))
        elif what == 1:
            self.ask(anybody, do.Say(signal=dice.choice(do.SIGNALS)))
        elif what == 2:
            self.ask(state.host, do.Pause())
            self.breathe()
            self.ask(state.host, do.Resume())
        elif what == 3:
            self.drop_out(f"p{dice.randrange(self.seated)}")
        elif what == 4:
            self.replace(dice.randrange(self.seated))
        elif what == 5:
            self.remove_somebody()
        elif what == 6:
            self.drop_out(state.host)
        elif what == 7:
            self.shut_watching()
        elif what == 8:
            self.rename_somebody()
        else:
            self.place.clock.advance(100_000)  # the time of whoever is to act runs out
        self.breathe()

    def remove_somebody(self) -> None:
        """Let the host send a nuisance away."""
        nuisance = Person(f"pn{len(self.place.state.removed)}", "Nuisance")
        self.come(nuisance)
        self.ask(self.place.state.host, do.Remove(player=nuisance.player))
        self.guests.pop(nuisance.player)
        self.breathe()

    def shut_watching(self) -> None:
        """Let the host play a while among themselves; whoever had to go comes back after that."""
        self.ask(self.place.state.host, do.AllowWatching(allowed=False))
        self.breathe()
        self.move()
        self.ask(self.place.state.host, do.AllowWatching(allowed=True))
        for guest in [guest for guest in self.guests.values() if guest.put_out_with]:
            self.come(guest.person)

    def rename_somebody(self) -> None:
        """Let somebody take a name, which may be that of another, or go without one."""
        guest = self.guests[self.dice.choice(sorted(self.guests))]
        guest.rename(self.dice.choice(["", "Ada", "Bo"]))
        self.place.room.renamed(guest)

    def drop_out(self, player: str) -> None:
        """Let somebody lose the line, for longer than the grace time or not, and come back."""
        if player not in self.guests or len(self.guests) < 3:
            return
        asker = self.guests[player].person
        self.leave(player)
        self.place.clock.advance(GRACE * self.dice.randrange(2))
        for _ in range(self.dice.randrange(6)):
            self.move()
        self.come(asker)

    def replace(self, seat: int) -> None:
        """Let the host put a bot in somebody's place, who takes the seat back after a while."""
        player = self.place.state.seats[seat].player
        if player in (self.place.state.host, ""):
            return
        self.ask(self.place.state.host, do.Unseat(seat=seat))
        self.breathe()
        self.ask("pz", do.Sit(seat=seat))  # with the next deal, if whose seat it was lets it
        for _ in range(self.dice.randrange(4)):
            self.move()
        if self.dice.random() < 0.5:
            self.ask("pz", do.Stand())
        if self.dice.random() < 0.7:
            self.ask(player, do.Sit(seat=seat))

    def stay_alone(self) -> None:
        """Let bots take all seats but one, whose player asks the coach, before and after."""
        person = next(seat.player for seat in self.place.state.seats if seat.player in self.guests)
        self.ask(person, do.AskCoach(step=1))
        while self.place.state.host != person:
            self.leave(self.place.state.host)
            self.place.clock.advance(2 * GRACE)
        for number, seat in enumerate(self.place.state.seats):
            if seat.player and seat.player != person:
                self.ask(person, do.Unseat(seat=number))
        while not self.place.state.coached:
            self.step()
            self.ask(person, do.AskCoach(step=1))


def lines_of(players: int) -> list[bytes]:
    """Return the recording of an evening of so many players."""
    evening = Evening(players)
    evening.play(DEALS[players])
    evening.stay_alone()
    kept = {"p0", "p1", "pz"}
    return [msgspec.json.encode(line) for line in evening.lines if line["to"] in kept]


def file_of(players: int) -> Path:
    """Return where the recording of so many players is kept."""
    return FOLDER / f"{players}.jsonl.gz"


def main() -> None:
    """Write all recordings anew."""
    FOLDER.mkdir(exist_ok=True, parents=True)
    for players in DEALS:
        lines = lines_of(players)
        packed = gzip.compress(b"\n".join(lines), mtime=0)
        file_of(players).write_bytes(packed)
        sys.stdout.write(f"{players} players: {len(lines):,} messages, {len(packed):,} bytes\n")


if __name__ == "__main__":
    main()
