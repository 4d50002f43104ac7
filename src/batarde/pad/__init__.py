"""The score pad: a real table, paper cards, one phone or many (docs/scorepad.md).

A pad is a fold of the set of its events. All of it is pure: no clock, no chance, no input or
output; who calls brings the time, the ids and the events. web/src/pad is its twin in TypeScript.

>>> from batarde.pad import fold_log, enter, Entry, PadOpened, Pen, Player, Role
>>> from batarde.rules import Trump
>>> seats = tuple(Player(name) for name in ("Ana", "Bo", "Chi", "Dev"))
>>> at, pen = "2026-11-18T21:40:00+01:00", Pen("QK7M2XPA", Role.KEEPER, "Ana")
>>> opened = PadOpened("QK7M2XPA:0", 1, Role.KEEPER, "Ana", at, seats, first_dealer=3, deals=10)
>>> log = fold_log("QK7M2XPA24", [opened])
>>> hearts = Entry(author=0, trump=Trump.HEARTS, bids=(2, 2, 0, 3), tricks=(1, 2, 1, 1))
>>> log = fold_log("QK7M2XPA24", [opened, enter(log, pen, at, 0, hearts)])
>>> log.pad.totals, log.pad.places
((1, 0, 1, 2), (2, 1, 2, 4))
"""

from batarde.pad.csvfile import csv_text
from batarde.pad.entering import refuse, refuse_opening
from batarde.pad.entries import Setting, entry_fault
from batarde.pad.events import (
    DealCleared,
    DealEntered,
    DealerSet,
    DealEvent,
    DisputeSettled,
    GameEnded,
    GameReopened,
    LinkMade,
    LinkRevoked,
    PadEvent,
    PadOpened,
    PlayerRenamed,
    read_event,
)
from batarde.pad.exporting import export_score, import_score, score_of_record
from batarde.pad.fields import Role
from batarde.pad.folding import Folded, fold, fold_log
from batarde.pad.groupevents import GroupEvent, read_group_event
from batarde.pad.groups import Group, Person, fold_group, group_fault, with_erased
from batarde.pad.handover import HandOver, HeldKey, hand_over, read_hand_over, write_hand_over
from batarde.pad.history import (
    Change,
    Dispute,
    Note,
    Version,
    changes,
    corrected,
    disputes,
    history,
    other_history,
)
from batarde.pad.links import Link, links, next_link
from batarde.pad.model import Entry, Ignored, Pad, Player
from batarde.pad.played import Played, PlayedDeal, played_pad, played_record, reduced
from batarde.pad.refusals import BadEventError, PadCode, PadRefusal
from batarde.pad.roles import may
from batarde.pad.scorecheck import Score
from batarde.pad.scorefile import SCORE_FORMAT, ScoreError, ScoreFault
from batarde.pad.speaking import forbidden, last_to_speak, next_to_speak
from batarde.pad.statistics import Pair, PersonTallies, Statistics, statistics
from batarde.pad.tallies import Figures, Tally, figures
from batarde.pad.writing import Pen, clear, enter, settle, stamp, undo

__all__ = [
    "SCORE_FORMAT",
    "BadEventError",
    "Change",
    "DealCleared",
    "DealEntered",
    "DealEvent",
    "DealerSet",
    "Dispute",
    "DisputeSettled",
    "Entry",
    "Figures",
    "Folded",
    "GameEnded",
    "GameReopened",
    "Group",
    "GroupEvent",
    "HandOver",
    "HeldKey",
    "Ignored",
    "Link",
    "LinkMade",
    "LinkRevoked",
    "Note",
    "Pad",
    "PadCode",
    "PadEvent",
    "PadOpened",
    "PadRefusal",
    "Pair",
    "Pen",
    "Person",
    "PersonTallies",
    "Played",
    "PlayedDeal",
    "Player",
    "PlayerRenamed",
    "Role",
    "Score",
    "ScoreError",
    "ScoreFault",
    "Setting",
    "Statistics",
    "Tally",
    "Version",
    "changes",
    "clear",
    "corrected",
    "csv_text",
    "disputes",
    "enter",
    "entry_fault",
    "export_score",
    "figures",
    "fold",
    "fold_group",
    "fold_log",
    "forbidden",
    "group_fault",
    "hand_over",
    "history",
    "import_score",
    "last_to_speak",
    "links",
    "may",
    "next_link",
    "next_to_speak",
    "other_history",
    "played_pad",
    "played_record",
    "read_event",
    "read_group_event",
    "read_hand_over",
    "reduced",
    "refuse",
    "refuse_opening",
    "score_of_record",
    "settle",
    "stamp",
    "statistics",
    "undo",
    "with_erased",
    "write_hand_over",
]
