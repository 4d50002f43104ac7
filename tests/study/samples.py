"""Reasons of every code and detail, and needs of every kind."""

from batarde.rules import Card, Trump
from batarde.study.coach import Need
from batarde.study.reasons import Reason, ReasonCode

REASONS = [
    Reason(ReasonCode.ONLY_SAFE, card=Card.RH, number=17),
    Reason(ReasonCode.WINS_NOW, card=Card.DS_),
    Reason(ReasonCode.LOSES_NOW, card=Card.TC),
    Reason(ReasonCode.LOSES_NOW, card=Card.TC, detail="beaten"),
    Reason(ReasonCode.MUST_LOSE_IT, card=Card.RD, percent=64),
    Reason(ReasonCode.KEEP_WINNER, card=Card.FS),
    Reason(ReasonCode.KEEP_EXIT, card=Card.TD, percent=86),
    Reason(ReasonCode.FORCES_RISE, card=Card.NH, percent=50),
    Reason(ReasonCode.CUT_DANGER, card=Card.VC),
    Reason(ReasonCode.CUT_CHANCE, card=Card.VC),
    Reason(ReasonCode.OTHERS_SHORT, detail="more"),
    Reason(ReasonCode.OTHERS_SHORT, detail="fewer"),
    Reason(ReasonCode.TWO_WAYS, trump=Trump.HEARTS, number=2),
    Reason(ReasonCode.STEADY, percent=52),
    Reason(ReasonCode.FREEZE, trump=Trump.HEARTS, percent=71),
]

NEEDS = [
    Need(left=9, silent=4),
    Need(left=9, table=5, silent=1, forbidden=4),
    Need(left=4, tricks=2, table=5),
    Need(left=4, tricks=4, table=4),
    Need(left=1, tricks=1, table=1),
    Need(left=3, tricks=0, table=2),
    Need(left=3, tricks=-1, table=3),
    Need(left=1, tricks=3, table=4),
]
