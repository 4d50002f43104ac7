"""What the player sees: the table, the hand, and everything that is said."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import sleep
from typing import Final

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from batarde.cli.terminal.coaching import show_advice
from batarde.cli.terminal.typed import in_order
from batarde.rules import (
    Auction,
    Card,
    Pack,
    Phase,
    Play,
    Refusal,
    Suit,
    Trump,
    View,
    has_two_packs,
)
from batarde.rules import events as ev
from batarde.rules.trumps import NORMAL_ORDER, TRUMP_ORDER
from batarde.study.coach import Advice
from batarde.words import Narrator, rules_text

__all__ = ["Screen"]

# Mid tones of the deck's four inks (C5): legible on dark and on light terminals.
_INKS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "#4f83e8",
    Suit.HEARTS: "#bf4fc9",
    Suit.DIAMONDS: "#e0484d",
    Suit.CLUBS: "#2f9e6a",
}
_PIPS: Final[Mapping[Suit, str]] = dict(zip(Suit, "♠♥♦♣", strict=True))


class Screen:
    """Draws one game for the player who sits at the seat of its narrator."""

    def __init__(self, console: Console, narrator: Narrator, pace: float = 0.4) -> None:
        self.console = console
        self.narrator = narrator
        self.pace = pace
        """How many seconds a bot's move takes at least, so that eyes can follow."""
        self.words = narrator.words
        self.players = narrator.players
        # Where ♠ cannot be written, the letters of the notation stand in.
        self._pips = _PIPS if console.encoding.startswith("utf") else {suit: suit for suit in Suit}

    # What happens

    def happened(self, event: ev.Event) -> None:
        """Print *event*."""
        lines = self.narrator.tell(event)
        match event:
            case ev.DealBegan():
                self.console.print()
                self.console.rule(Text(lines[0]), align="left")
            case ev.CardPlayed(card=card):
                self._say(lines, self._card(card))
            case ev.TrickTaken() | ev.AuctionClosed():
                self._say(lines, style="bold")
            case ev.Doubled() | ev.Redoubled():
                self._say(lines, style="bold yellow")
            case ev.DealScored() if self.console.is_terminal:
                self.console.print(self._result(event))
            case ev.GameEnded():
                pass  # a game may be cut short: the ranking is printed when the player is done
            case _:
                self._say(lines)

    def ranking(self, totals: tuple[int, ...]) -> None:
        """Print who came where."""
        *rows, winner = self.narrator.ranking(totals)
        self.console.print()
        self._say(rows)
        self._say([winner], style="bold")

    def welcome(self, deals: int, *, has_coach: bool = False) -> None:
        """Print what is going to be played, and how to get help."""
        self._say(
            [self.words.say("play.welcome", players=len(self.players), n=deals)], style="bold"
        )
        if has_coach:
            self._say([self.words.say("help.coach")])

    @contextmanager
    def waiting(self, seat: int) -> Iterator[None]:
        """Show whose turn it is, long enough to be seen."""
        if not self.console.is_terminal:
            yield
            return
        with self.console.status(Text(self.words.say("tell.turn", player=self.players[seat]))):
            yield
            sleep(self.pace)

    # What is asked

    def board(self, view: View) -> None:
        """Print the table as it stands: contract, bids against tricks, the trick, the hand."""
        self.console.print()
        if view.standing:
            self.console.print(self._contract(view), style="bold")
        self.console.print(self._seats(view))
        if view.trick:
            self.console.print(self._trick(view))
        self.hand(view)

    def hand(self, view: View) -> None:
        """Print the hand."""
        self.console.print(self._hand(view))

    def ask(self, key: str, **args: object) -> None:
        """Print the question *key*."""
        self._say([self.words.say(key, **args)], style="bold cyan")

    def ask_bid(self, auction: Auction) -> None:
        """Print what the player in turn can bid."""
        standing = auction.standing
        if standing is None:
            self.ask("ask.open")
            return
        trump = self.words.trump(standing.trump)
        if least := self._least(auction):
            self.ask("ask.bid", trump=trump)
            self._say([self.words.say("hint.least", bids=least)], style="dim")
        else:
            self.ask("ask.follow", trump=trump)
        if auction.forbidden is not None:
            hint = {"number": auction.forbidden, "total": auction.cards}
            self._say([self.words.say("hint.forbidden", **hint)], style="dim")

    def refused(self, refusal: Refusal) -> None:
        """Print why an action was refused, with the number of its rule."""
        said = self.words.refusal(refusal, self.players, self.narrator.me)
        self._say([f"{said} [{refusal.rule}]"], style="red")

    def unclear(self, text: str, phase: Phase) -> None:
        """Print that *text* means nothing here, and what would."""
        self._say([self.words.say("play.unclear", text=text[:40])], style="red")
        if phase in {Phase.AUCTION, Phase.PLAY}:
            self._say([self.words.say("help.bid" if phase is Phase.AUCTION else "help.play")])

    def help(self, view: View, *, has_coach: bool = False) -> None:
        """Print what can be typed, and the two orders of the cards."""
        keys = ["help.bid", "help.follow", "help.double", "help.play", "help.other"]
        if has_coach:
            keys.append("help.coach")
        if has_two_packs(view.players):
            keys.insert(1, "help.pack")
        self._say([self.words.say(key) for key in keys])
        for key, order in (("normal", NORMAL_ORDER), ("trump", TRUMP_ORDER)):
            ranks = self.words.join([f"{self.words.say(f'rank.{rank}')} {rank}" for rank in order])
            self._say([self.words.say(f"help.order.{key}", ranks=ranks)])
        if cards := [action.card for action in view.legal if isinstance(action, Play)]:
            self._say([self.words.say("hint.play", cards=self.words.cards(cards, "or"))])

    def advice(self, advice: Advice) -> None:
        """Print what the coach says."""
        show_advice(self.console, self.words, self.players, advice)

    def rules(self) -> None:
        """Print the rules of the game."""
        self.console.print(Markdown(rules_text(self.words.language)))

    def bye(self) -> None:
        """Print a farewell to a player who leaves before the end."""
        self._say(["", self.words.say("play.bye")])

    # How it looks

    def _say(self, lines: Iterable[str], mark: Text | None = None, style: str = "") -> None:
        for line in lines:
            text = Text(line, style)
            self.console.print(Text.assemble(mark, "  ", text) if mark else text)

    def _card(self, card: Card, style: str = "") -> Text:
        marked = card.pack is Pack.MARKED
        # An underline is lost in a pipe; there the notation's own mark stands in for it.
        tail = "_" if marked and not self.console.is_terminal else ""
        line = " underline" if marked else ""
        return Text(
            f"{card.rank}{self._pips[card.suit]}{tail}", f"{_INKS[card.suit]}{line} {style}".strip()
        )

    def _contract(self, view: View) -> Text:
        standing = view.standing
        assert standing is not None
        bid = self.words.bid(standing.tricks, standing.trump, standing.pack)
        parts = [
            self.words.say(f"trump.is.{standing.trump}"),
            f"{bid} ({self.players[standing.seat]})",
        ]
        if view.redoubled:
            parts.append(f"{self.words.say('state.redoubled')} ×4")
        elif view.doubled_by is not None:
            parts.append(f"{self.words.say('state.doubled')} ×2")
        return Text(" · ".join(parts))

    def _seats(self, view: View) -> Table:
        heads = ["player", "bid", "tricks", "total"]
        table = self._table([self.words.say(f"word.{head}") for head in heads])
        for seat, player in enumerate(self.players):
            bid = view.bids[seat]
            name = Text(player, "bold" if seat == view.seat else "")
            if seat == view.dealer:
                name.append(" ●", "yellow")
            said = "" if bid is None else str(bid)
            table.add_row(name, said, _tokens(bid, view.tricks[seat]), str(view.scores[seat]))
        return table

    def _trick(self, view: View) -> Text:
        cards = [
            Text.assemble(self._card(card), f" {self.players[(view.leader + step) % view.players]}")
            for step, card in enumerate(view.trick)
        ]
        return _row(self.words.say("word.trick"), cards)

    def _hand(self, view: View) -> Text:
        """Return the hand in order; in play, only what may be played has its number."""
        playable = [action.card for action in view.legal if isinstance(action, Play)]
        cards = [
            Text.assemble(f"{number}:", self._card(card, "bold"))
            if card in playable
            else self._card(card, "dim" if view.phase is Phase.PLAY else "")
            for number, card in enumerate(in_order(view), 1)
        ]
        return _row(self.words.say("play.hand"), cards)

    def _least(self, auction: Auction) -> str:
        """Return the weakest announcement in each other trump, or nothing if there is none."""
        standing = auction.standing
        if standing is None or auction.doubled_by is not None:
            return ""
        needed = {trump: standing.least(trump) for trump in Trump if trump is not standing.trump}
        bids = [
            self.words.bid(tricks, trump)
            for trump, tricks in needed.items()
            if tricks <= auction.cards
        ]
        return self.words.join(bids)

    def _result(self, event: ev.DealScored) -> Table:
        heads = ["player", "bid", "tricks", "points", "total"]
        table = self._table([self.words.say(f"word.{head}") for head in heads])
        for seat, player in enumerate(self.players):
            points = event.points[seat]
            table.add_row(
                Text(player),
                str(event.bids[seat]),
                _tokens(event.bids[seat], event.tricks[seat]),
                Text(str(points), "bold red" if points else "bold green"),
                str(self.narrator.totals[seat]),
            )
        return table

    @staticmethod
    def _table(heads: Iterable[str]) -> Table:
        table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
        for head in heads:
            table.add_column(head)
        return table


def _row(head: str, parts: Sequence[Text]) -> Text:
    return Text.assemble((head, "dim"), "  ", Text("  ").join(parts))


def _tokens(bid: int | None, won: int) -> Text:
    """Return bid against tricks at a glance: ● made, ○ still to make, ■ a bid of 0, + too many."""
    if bid is None:
        return Text("")
    line = Text(f"{won} ")
    line.append("■" if bid == 0 else "")
    line.append("●" * min(bid, won), "green")
    line.append("○" * (bid - won))
    return line.append("+" * (won - bid), "bold red")
