"""A client's memory of how the cards were made: what it saw, and whether that is what it is told.

It hears every message that the client gets, keeps a sighting of each deal, and judges it when the
secret is revealed. What was seen outlives the line: after a lost one a snapshot, or the events that
were missed, must agree with it.
"""

from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from batarde.rules.record import Record
from batarde.server.live.messages import Happened, Refused, ServerMessage, Snapshot
from batarde.table import events as ev
from batarde.table.findings import Finding, Outcome, find, judge
from batarde.table.proving import read_proof
from batarde.table.sightings import FaultKind, OwnShare, Sighting, compare, look

__all__ = ["KEPT", "Witness", "share_key"]

KEPT: Final = 200
"""How many deals are remembered; a game has 10 or 12."""

Key = tuple[str, int]
"""A deal, by its game and its number."""


def share_key(commitment: str) -> str:
    """Return the key under which a share is given, so that its refusal is known."""
    return commitment[:32]


class Witness:
    """Watches how the deals of a table are made; *kept* is what it has seen before, if anything."""

    def __init__(self, kept: MutableMapping[Key, Sighting] | None = None) -> None:
        self.sightings: MutableMapping[Key, Sighting] = {} if kept is None else kept
        self.findings: dict[Key, Finding] = {}
        """What there is to say of each deal that was revealed, or is at fault before."""
        self.listeners: list[Callable[[Finding], None]] = []
        """Who is told each finding."""
        self.current: Sighting | None = None
        """The deal that is being made or played, as far as it was seen."""
        self._table = self._game = ""
        self._players = 0
        self._seq = -1
        self._sealed: set[Key] = set()
        self._is_waiting = False
        """Whether one's own share was given over this line, and may still be refused."""

    def hear(self, message: ServerMessage) -> None:
        """Look at what a server says."""
        if isinstance(message, Snapshot):
            self._shown(message)
        elif isinstance(message, Happened) and self._seq >= 0:
            self._happened(message.seq, message.events)
        elif isinstance(message, Refused) and self.current:
            is_own = share_key(self.current.own_commitment) == message.key
            self._is_waiting = self._is_waiting and not is_own

    def give(self, seat: int, value: str) -> str:
        """Remember one's own share, *value* unless one was given before; return its commitment."""
        assert self.current is not None, "a share belongs to a draw"
        own = self.current.own
        if own is None or own.seat != seat:
            self.current = replace(self.current, own=OwnShare(seat, value))
            self._is_waiting = True
            self._keep()
        return self.current.own_commitment

    def opening(self) -> str:
        """Return one's own share if it is bound and may be opened, or nothing."""
        seen = self.current
        if seen is None or seen.own is None or not seen.is_closed:
            return ""
        bound = seen.share(seen.own.seat)
        is_open = bound is not None and bound.value
        return seen.own.value if not is_open and seen.has_own else ""

    def answered(self) -> None:
        """Take note that the server has answered something that was sent after one's own share.

        It answers in order: if it has not refused the share by now, it never will.
        """
        seen = self.current
        if seen and seen.own and self._is_waiting:
            self.current = replace(seen, own=replace(seen.own, is_sure=True))

    def lost(self) -> None:
        """Take note that the line is lost: what was not answered may never have arrived."""
        self._is_waiting = False

    def check(self, record: Record) -> tuple[Finding, ...]:
        """Return what is to be said of *record*, deal by deal, as far as its game was seen.

        A deal that was seen to its end and is not in the record has failed.
        """
        game = record.data.get("id")
        seen = [one for (name, _), one in sorted(self.sightings.items()) if name == game]
        return tuple(_held_against(record, one) for one in seen if one.revealed or one.is_closed)

    def evidence(self) -> bytes:
        """Return what was seen of all deals that are not as they were seen, as JSON."""
        failed = [
            {"seen": self.sightings[key], "finding": finding}
            for key, finding in self.findings.items()
            if finding.outcome is Outcome.FAILED and key in self.sightings
        ]
        return msgspec.json.encode({"format": "batarde-seen/1", "deals": failed})

    # What is heard

    def _shown(self, shown: Snapshot) -> None:
        self._table, self._game, self._seq = shown.table, shown.game, shown.seq
        self._players = shown.settings.players
        draw = shown.draw
        if draw is None:
            self.current = None
            return
        name = draw.table or self._table
        seen = self._known(name, draw.deal) or self._new(name, draw.deal, draw.commitment)
        self.current = self._of_this_game(compare(seen, draw, shown.view))
        self._settle()

    def _happened(self, seq: int, events: tuple[ev.TableEvent, ...]) -> None:
        if seq > self._seq:  # something was missed, and nobody has shown what
            self.current, self._game = None, ""
        for event in events[max(0, self._seq - seq) :]:
            self._look(event)
        self._seq = max(self._seq, seq + len(events))

    def _look(self, event: ev.TableEvent) -> None:
        if isinstance(event, ev.GameStarted):
            self._game, self.current = event.game, None
            self._sealed.clear()
        elif isinstance(event, ev.DealCommitted):
            self.current = self._of_this_game(self._committed(event))
            self._settle()
        elif self.current is not None:
            before, self.current = self.current, look(self.current, event)
            if self.current is not before:
                self._settle()
            if isinstance(event, ev.SecretRevealed):
                self.current = None

    def _committed(self, event: ev.DealCommitted) -> Sighting:
        name = event.table or self._table
        known, key = self._known(name, event.deal), (name, event.deal)
        if known is None:
            self._sealed.add(key)
            return self._new(name, event.deal, event.commitment)
        # Who was told of it by another device, or before the line was lost, is told once more.
        is_again = key in self._sealed or known.commitment != event.commitment
        self._sealed.add(key)
        return known.accused(FaultKind.AGAIN) if is_again else known

    # What is kept

    def _known(self, name: str, deal: int) -> Sighting | None:
        seen = self.current
        if seen is not None and (seen.table, seen.deal) == (name, deal):
            return seen
        return self.sightings.get((name, deal))

    def _new(self, name: str, deal: int, commitment: str) -> Sighting:
        return Sighting(name, deal, self._players, commitment)

    def _of_this_game(self, seen: Sighting) -> Sighting:
        is_other = self._game and seen.table not in (self._game, self._table)
        return seen.accused(FaultKind.OTHER) if is_other else seen

    def _settle(self) -> None:
        """Keep what was seen, and say what there is to say."""
        seen = self.current
        assert seen is not None
        self._keep()
        if not (seen.faults or seen.revealed):
            return
        key, finding = (seen.table, seen.deal), find(seen)
        if self.findings.get(key) != finding:
            self.findings[key] = finding
            _forget(self.findings)
            for listener in self.listeners:
                listener(finding)

    def _keep(self) -> None:
        seen = self.current
        # A game that an older server began has no name of its own: its deals are not told apart.
        if seen is not None and seen.table != self._table:
            self.sightings[seen.table, seen.deal] = seen
            _forget(self.sightings)


def _held_against(record: Record, seen: Sighting) -> Finding:
    listed = record.data.get("proof")
    proofs = listed if isinstance(listed, list) else []
    is_there = seen.deal < min(len(record.deals), len(proofs))
    told = read_proof(proofs[seen.deal], len(record.players)) if is_there else None
    if told is not None:
        return judge(seen, told, record.deals[seen.deal].dealt)
    return find(seen.accused(FaultKind.MALFORMED) if seen.revealed else seen)


def _forget(kept: MutableMapping[Key, Any]) -> None:
    """Let the oldest go."""
    oldest: Iterable[Key] = list(kept)[: max(0, len(kept) - KEPT)]
    for key in oldest:
        del kept[key]
