"""What the file of drills holds: skills, and the questions of each with their answers.

A skill is what is remembered; its questions are examples of it. The name of a skill begins with
its drill: ``duty.rise``. Cards, bids and refusals are written as everywhere else.
"""

from typing import Final

import msgspec

from batarde.rules.actions import DOUBLE, REDOUBLE, Bid, Double, Redouble
from batarde.rules.cards import Card, Pack, Suit
from batarde.rules.refusals import Refusal
from batarde.rules.trumps import Contract, Trump

__all__ = [
    "FORMAT",
    "Barred",
    "CountSkill",
    "Drills",
    "DutySkill",
    "LastQuestion",
    "LastSkill",
    "LouderQuestion",
    "LouderSkill",
    "MasterQuestion",
    "MustSkill",
    "OrderQuestion",
    "OrderSkill",
    "OutQuestion",
    "PlayedTrick",
    "PlayingQuestion",
    "Question",
    "ScoreQuestion",
    "ScoreSkill",
    "Seen",
    "Skill",
    "Spoken",
    "VoidQuestion",
    "WinnerQuestion",
    "WinnerSkill",
]

FORMAT: Final = "batarde-drills/1"

Cards = tuple[Card, ...]


class _Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What is left out of the file has its default."""


class _Contracted(_Value, frozen=True, gc=False, kw_only=True):
    trump: Trump
    pack: Pack | None = None
    """Which of two identical cards wins, where there are two packs (A7)."""

    @property
    def contract(self) -> Contract:
        """The trump and the favoured pack, as the rules take them."""
        return Contract(self.trump, self.pack)


class OrderQuestion(_Contracted, frozen=True, gc=False, kw_only=True):
    """Which of two cards of a suit is stronger?"""

    cards: Cards
    answer: Card


class WinnerQuestion(_Contracted, frozen=True, gc=False, kw_only=True):
    """Which card takes the trick?"""

    trick: Cards
    answer: Card


class Barred(_Value, frozen=True, gc=False):
    """Cards that may not be played, and why not."""

    cards: Cards
    refusal: Refusal


class PlayingQuestion(_Contracted, frozen=True, gc=False, kw_only=True):
    """Which cards of the hand may be played to the trick? If there is one, which must be?"""

    trick: Cards
    hand: Cards
    answer: Cards
    refused: tuple[Barred, ...] = ()


class Spoken(_Value, frozen=True, gc=False):
    """What a seat says in the auction, as a record writes it."""

    seat: int
    tricks: int | None = None
    trump: Trump | None = None
    pack: Pack | None = None
    double: bool = False
    redouble: bool = False

    @property
    def call(self) -> Bid | Double | Redouble:
        """The same as an action of the rules."""
        if self.tricks is not None and self.trump is not None:
            return Bid(self.tricks, self.trump, self.pack)
        return REDOUBLE if self.redouble else DOUBLE


class LastQuestion(_Contracted, frozen=True, gc=False, kw_only=True):
    """Which number may the last to speak not say? ``None``: every number is free."""

    cards: int
    bids: tuple[int, ...]
    """What the others bid, the author of the announcement first."""
    answer: int | None
    doubled: bool = False
    instead: Trump | None = None
    """The last to speak does not follow but announces this trump."""
    refusal: Refusal | None = None


class LouderQuestion(_Value, frozen=True, gc=False, kw_only=True):
    """May this be said now? The last seat has dealt, so that seat 0 opens."""

    players: int
    cards: int
    said: tuple[Spoken, ...]
    wish: Spoken
    """What somebody wants to say; a seat outside the table is a spectator's."""
    answer: bool
    refusal: Refusal | None = None


class ScoreQuestion(_Value, frozen=True, gc=False, kw_only=True):
    """How many points does each seat get?"""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    answer: tuple[int, ...]
    factor: int = 1


class PlayedTrick(_Value, frozen=True, gc=False):
    """A trick: who led it, and its cards in order."""

    leader: int
    cards: Cards


class Seen(_Contracted, frozen=True, gc=False, kw_only=True):
    """What seat 0 has seen of a deal in which every card was dealt: tricks, and its own hand."""

    tricks: tuple[PlayedTrick, ...]
    hand: Cards


class _LookBack(_Value, frozen=True, gc=False, kw_only=True, tag_field="ask"):
    seen: Seen


class OutQuestion(_LookBack, frozen=True, gc=False, kw_only=True, tag="out"):
    """How many trumps do the others still hold?"""

    answer: int


class MasterQuestion(_LookBack, frozen=True, gc=False, kw_only=True, tag="master"):
    """Is this card of the hand the strongest of its suit that is left?"""

    card: Card
    answer: bool
    stronger: Cards = ()
    """Those that the others still hold and that beat it in its suit."""


class VoidQuestion(_LookBack, frozen=True, gc=False, kw_only=True, tag="void"):
    """Who has shown that they have none of a suit? ``None``: nobody has."""

    suit: Suit
    answer: int | None


Question = (
    OrderQuestion
    | WinnerQuestion
    | PlayingQuestion
    | LastQuestion
    | LouderQuestion
    | ScoreQuestion
    | OutQuestion
    | MasterQuestion
    | VoidQuestion
)


class _Skill(_Value, frozen=True, gc=False, tag_field="drill"):
    id: str
    rule: str
    """The number of the rule that a mistake is answered with."""


class OrderSkill(_Skill, frozen=True, gc=False, tag="order"):
    """Two ranks, as trumps or not."""

    questions: tuple[OrderQuestion, ...]


class WinnerSkill(_Skill, frozen=True, gc=False, tag="winner"):
    """A kind of trick."""

    questions: tuple[WinnerQuestion, ...]


class DutySkill(_Skill, frozen=True, gc=False, tag="duty"):
    """A branch of what may be played."""

    questions: tuple[PlayingQuestion, ...]


class MustSkill(_Skill, frozen=True, gc=False, tag="must"):
    """A reason why only one card may be played."""

    questions: tuple[PlayingQuestion, ...]


class LastSkill(_Skill, frozen=True, gc=False, tag="last"):
    """A case of the forbidden number."""

    questions: tuple[LastQuestion, ...]


class LouderSkill(_Skill, frozen=True, gc=False, tag="louder"):
    """A condition of what may be said."""

    questions: tuple[LouderQuestion, ...]


class ScoreSkill(_Skill, frozen=True, gc=False, tag="score"):
    """Points that count once, twice or four times."""

    questions: tuple[ScoreQuestion, ...]


class CountSkill(_Skill, frozen=True, gc=False, tag="count"):
    """Something to count, over so many tricks."""

    questions: tuple[OutQuestion | MasterQuestion | VoidQuestion, ...]


Skill = (
    OrderSkill
    | WinnerSkill
    | DutySkill
    | MustSkill
    | LastSkill
    | LouderSkill
    | ScoreSkill
    | CountSkill
)


class Drills(msgspec.Struct, frozen=True, gc=False):
    """The whole file."""

    format: str
    seed: str
    skills: tuple[Skill, ...]
