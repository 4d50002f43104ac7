"""Deals played by lot, for the properties and the playthroughs.

The lot is simple enough to be repeated in any language, so that a twin of these rules can be led
through the same games. :class:`Lot` is the linear congruential generator of Knuth's MMIX. One step
is chosen so:

1. List every legal action of every seat, seat by seat, in the order of ``legal_actions``. If a
   double window is open, the clock that closes it is one more choice, at the end.
2. Sort them by kind: ready, follow, announce, double, redouble, pass, clock, play. Draw a kind
   with the weights of :data:`WEIGHTS`, among those that have a choice.
3. Draw one choice of that kind. Announcements are drawn twice, and the lower number of tricks is
   taken, the first if they are equal: auctions grow longer that way.
"""

from typing import Final, NamedTuple

from batarde.rules import Action, Bid, Deal, Event, deal_hands, pack_of, shuffled_pack

WEIGHTS: Final = {
    "ready": 1,
    "follow": 6,
    "announce": 3,
    "double": 1,
    "redouble": 1,
    "pass": 3,
    "clock": 1,
    "play": 1,
}

Step = tuple[int, Action] | None
"""Who does what; ``None`` is the clock of the double window (A10)."""


class Lot:
    """Numbers by lot, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed % 2**64

    def below(self, bound: int) -> int:
        """Return a number from 0 to *bound* - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % bound


class Moment(NamedTuple):
    """A position, and the step that led to it with its events."""

    deal: Deal
    step: Step = None
    events: tuple[Event, ...] = ()


def kind(deal: Deal, action: Action) -> str:
    """Return the kind of *action* in *deal*: a bid follows or announces."""
    if not isinstance(action, Bid):
        return type(action).__name__.lower()
    return "follow" if deal.standing and action.trump is deal.standing.trump else "announce"


def chosen(deal: Deal, lot: Lot) -> Step:
    """Return the next step of *deal*, by lot."""
    choices: dict[str, list[Step]] = {name: [] for name in WEIGHTS}
    for seat in range(deal.players):
        for action in deal.legal_actions(seat):
            choices[kind(deal, action)].append((seat, action))
    if deal.window:
        choices["clock"].append(None)
    drawn = [name for name, weight in WEIGHTS.items() if choices[name] for _ in range(weight)]
    name = drawn[lot.below(len(drawn))]
    of_kind = choices[name]
    step = of_kind[lot.below(len(of_kind))]
    if name == "announce":
        step = min(step, of_kind[lot.below(len(of_kind))], key=_tricks)
    return step


def _tricks(step: Step) -> int:
    assert step is not None
    assert isinstance(step[1], Bid)
    return step[1].tricks


def taken(deal: Deal, step: Step) -> Moment:
    """Return *deal* after *step*."""
    after, events = deal.close_window() if step is None else deal.apply(*step)
    return Moment(after, step, events)


def played(deal: Deal, lot: Lot) -> list[Moment]:
    """Return every moment of *deal*, played to its end by lot."""
    moments = [Moment(deal)]
    while not moments[-1].deal.is_over:
        position = moments[-1].deal
        moments.append(taken(position, chosen(position, lot)))
    return moments


def start(
    players: int, cards: int, seed: int, *, asks_ready: bool = False, has_windows: bool = False
) -> Deal:
    """Return a deal shuffled by *seed*, which draws the dealer too."""
    dealer = seed % players
    pack = shuffled_pack((seed % 2**256).to_bytes(32, "big"), players)
    hands = deal_hands(pack, players, cards, dealer)
    return Deal.start(hands, dealer, asks_ready=asks_ready, has_windows=has_windows)


def most_cards(players: int) -> int:
    """Return how many cards each of *players* can be dealt."""
    return len(pack_of(players)) // players
