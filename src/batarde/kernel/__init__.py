"""The compiled twin of the rules, for search: positions, playouts, hidden hands, endings.

It plays by the same rules as :mod:`batarde.rules`, on sets of bits instead of named values, a
thousand times as fast, and knows nothing of people, time or words. docs/kernel.md tells how.

>>> from batarde.kernel import ending, play_out, solve
>>> from batarde.rules import Contract, Trump, cards
>>> hands = [cards("RS TH FC"), cards("DS FH VD"), cards("CS MH RD")]
>>> position = ending(hands, leader=0, contract=Contract(Trump.HEARTS), needs=[1, 1, 0])
>>> play_out(position, 1000).playouts
1000
>>> best = solve(position)[0]
>>> str(best.cards[0]), best.points
('RS', (0, 0, 1))
"""

from batarde.kernel.endings import (
    Choice,
    best_line,
    forceable,
    paranoid,
    paranoid_choices,
    solve,
)
from batarde.kernel.engines import BUILDS, Build, best_build, is_available
from batarde.kernel.numbering import (
    action_number,
    action_of,
    card_number,
    card_of,
    contract_places,
)
from batarde.kernel.playing import WORTHS_SIZE as VALUES_SIZE
from batarde.kernel.playing import Position
from batarde.kernel.playouts import (
    BidClue,
    Learner,
    Tally,
    bid_likelihoods,
    hand_values,
    play_each,
    play_likelihoods,
    play_out,
)
from batarde.kernel.policies import KEEN, CardFeatures, Policy, card_classes
from batarde.kernel.positions import ending, position_of, to_deal, with_hands
from batarde.kernel.worlds import Knowledge, Worlds, knowledge_of, sample, sampler_of

__all__ = [
    "BUILDS",
    "KEEN",
    "VALUES_SIZE",
    "BidClue",
    "Build",
    "CardFeatures",
    "Choice",
    "Knowledge",
    "Learner",
    "Policy",
    "Position",
    "Tally",
    "Worlds",
    "action_number",
    "action_of",
    "best_build",
    "best_line",
    "bid_likelihoods",
    "card_classes",
    "card_number",
    "card_of",
    "contract_places",
    "ending",
    "forceable",
    "hand_values",
    "is_available",
    "knowledge_of",
    "paranoid",
    "paranoid_choices",
    "play_each",
    "play_likelihoods",
    "play_out",
    "position_of",
    "sample",
    "sampler_of",
    "solve",
    "to_deal",
    "with_hands",
]
