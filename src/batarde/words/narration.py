"""Tell what happens at a table, in sentences: for a terminal, a log or a screen reader."""

from collections.abc import Sequence

from batarde.rules import events as ev
from batarde.rules.cards import Card
from batarde.rules.events import Event
from batarde.rules.game import schedule
from batarde.rules.scoring import places
from batarde.words.speech import Words

__all__ = ["Narrator"]


class Narrator:
    """Tells one game, event by event, to the player at seat *me* or to a watcher.

    >>> from batarde.rules.trumps import Trump
    >>> from batarde.words import words
    >>> narrator = Narrator(words("en"), ["Ana", "Bo", "Chi"], me=0)
    >>> narrator.tell(ev.BidMade(ev.EVERYBODY, 0, 2, Trump.HEARTS, None, announces=True))
    ['You announce 2 hearts.']
    >>> narrator.tell(ev.CardPlayed(ev.EVERYBODY, 1, Card.FH))
    ['Bo plays the Fool of hearts, trump.']
    """

    def __init__(
        self,
        words: Words,
        players: Sequence[str],
        me: int | None = None,
        deals: int | None = None,
    ) -> None:
        self.words = words
        self.players = words.roster(players)
        self.me = me
        self.deals = deals or len(schedule(len(players)))
        """How many deals this game has: the whole schedule, unless told otherwise."""
        self.totals = [0] * len(players)
        self._cards = 0
        self._standing: ev.BidMade | None = None

    def tell(self, event: Event) -> list[str]:
        """Return the sentences that tell *event*; nothing for what nobody says aloud."""
        match event:
            case ev.DealBegan():
                return [self._deal(event)]
            case ev.BidMade():
                return self._bid(event)
            case ev.Doubled(seat=seat):
                return [self._of("tell.double", seat, shout=self.words.say("shout.double"))]
            case ev.Redoubled(seat=seat):
                return [self._of("tell.redouble", seat, shout=self.words.say("shout.redouble"))]
            case ev.RedoubleDeclined(seat=seat):
                return [self._of("tell.decline", seat)]
            case ev.AuctionClosed():
                return [self._contract(event)]
            case ev.CardPlayed(seat=seat, card=card):
                return [self._of("tell.play", seat, card=self._played(card))]
            case ev.TrickTaken(seat=seat, card=card):
                return [self._of("tell.trick", seat, card=self.words.the(card))]
            case ev.DealScored():
                return self._result(event)
            case ev.GameEnded(totals=totals):
                return self.ranking(totals)
        return []

    def ranking(self, totals: Sequence[int]) -> list[str]:
        """Return the places of all players, best first, and who has won (G5)."""
        rows = sorted(
            zip(places(totals), self.players, totals, strict=True), key=lambda row: row[0]
        )
        lines = [
            self.words.say("tell.place", place=place, player=player, points=self._points(total))
            for place, player, total in rows
        ]
        return [*lines, self._winner(totals)]

    def _of(self, key: str, seat: int, **args: object) -> str:
        """Return what *seat* did, in the second person if that is me."""
        if seat == self.me:
            key = f"{key}.you"
        return self.words.say(key, player=self.players[seat], **args)

    def _deal(self, event: ev.DealBegan) -> str:
        self._standing, self._cards = None, event.cards
        return self.words.say(
            "tell.deal",
            number=event.number + 1,
            total=self.deals,
            n=event.cards,
            dealer=self.players[event.dealer],
        )

    def _bid(self, event: ev.BidMade) -> list[str]:
        if not event.announces:
            tricks = self.words.say("count.tricks", n=event.tricks)
            return [self._of("tell.follow", event.seat, tricks=tricks)]
        erased = [self.words.say("tell.erased")] if self._standing else []
        self._standing = event
        bid = self.words.bid(event.tricks, event.trump, event.pack)
        return [self._of("tell.announce", event.seat, bid=bid), *erased]

    def _contract(self, event: ev.AuctionClosed) -> str:
        bid = self.words.bid(event.bids[event.seat], event.trump, event.pack)
        return self.words.say(
            "tell.contract",
            bid=bid,
            player=self.players[event.seat],
            sum=sum(event.bids),
            n=self._cards,
        )

    def _played(self, card: Card) -> str:
        named = self.words.the(card)
        is_trump = self._standing is not None and self._standing.trump.suit is card.suit
        return self.words.say("card.trump", card=named) if is_trump else named

    def _result(self, event: ev.DealScored) -> list[str]:
        self.totals = [old + new for old, new in zip(self.totals, event.points, strict=True)]
        return [
            self.words.say(
                "tell.result",
                player=player,
                bid=event.bids[seat],
                tricks=event.tricks[seat],
                points=self._points(event.points[seat]),
                total=self.totals[seat],
            )
            for seat, player in enumerate(self.players)
        ]

    def _points(self, number: int) -> str:
        return self.words.say("count.points", n=number)

    def _winner(self, totals: Sequence[int]) -> str:
        winners = [seat for seat, place in enumerate(places(totals)) if place == 1]
        if len(winners) == 1:
            return self._of("tell.winner", winners[0])
        names = self.words.join([self.players[seat] for seat in winners])
        return self.words.say("tell.winner.shared", players=names)
