"""Telling a game in sentences."""

import random

import pytest

from batarde.rules import Game, Trump
from batarde.rules import events as ev
from batarde.rules.cards import Card, Pack
from batarde.rules.events import EVERYBODY, Event
from batarde.words import LANGUAGES, VOCABULARIES, Narrator, words

PLAYERS = ["Ana", "Bo", "Chi"]
AUCTION: list[Event] = [
    ev.DealBegan(EVERYBODY, 0, 7, 2),
    ev.BidMade(EVERYBODY, 0, 2, Trump.HEARTS, None, announces=True),
    ev.BidMade(EVERYBODY, 1, 1, Trump.HEARTS, None, announces=False),
    ev.BidMade(EVERYBODY, 2, 2, Trump.SPADES, None, announces=True),
    ev.Doubled(EVERYBODY, 0),
    ev.BidMade(EVERYBODY, 0, 0, Trump.SPADES, None, announces=False),
    ev.BidMade(EVERYBODY, 1, 1, Trump.SPADES, None, announces=False),
    ev.AuctionClosed(EVERYBODY, 2, Trump.SPADES, None, (0, 1, 2)),
]


def told(narrator: Narrator, events: list[Event]) -> list[str]:
    return [line for event in events for line in narrator.tell(event)]


def test_an_auction_is_told_bid_by_bid() -> None:
    assert told(Narrator(words("en"), PLAYERS, me=0), AUCTION) == [
        "Deal 1 of 12: 7 cards each. Dealer: Chi.",
        "You announce 2 hearts.",
        "Bo follows: 1 trick.",
        "Chi announces 2 spades.",
        "The earlier bids are erased.",
        "You tap the table: “Double!” The trump stays, and the points count double.",
        "You follow: 0 tricks.",
        "Bo follows: 1 trick.",
        "The auction is closed: 2 spades (Chi). Bid in all: 3 for 7 tricks.",
    ]


def test_the_words_of_2015_are_shouted() -> None:
    narrator = Narrator(words("es", "2015"), PLAYERS)
    assert told(narrator, AUCTION)[5] == (
        "Ana golpea la mesa: «¡La gafo!». El triunfo ya no cambia y los puntos cuentan doble."
    )


def test_the_answer_to_a_double_is_told() -> None:
    narrator = Narrator(words("en"), PLAYERS)
    assert told(narrator, [ev.Redoubled(EVERYBODY, 2), ev.RedoubleDeclined(EVERYBODY, 2)]) == [
        "Chi taps back: “Redouble!” The points count four times.",
        "Chi does not redouble.",
    ]


def test_trumps_are_marked_and_other_cards_are_not() -> None:
    narrator = Narrator(words("de"), PLAYERS, me=1)
    told(narrator, AUCTION)
    played: list[Event] = [
        ev.CardPlayed(EVERYBODY, 0, Card.RH),
        ev.CardPlayed(EVERYBODY, 1, Card.FS),
        ev.TrickTaken(EVERYBODY, 1, Card.FS),
    ]
    assert told(narrator, played) == [
        "Ana spielt Herz-König.",
        "Du spielst Pik-Narr, Trumpf.",
        "Du gewinnst den Stich mit Pik-Narr.",
    ]


def test_at_all_trumps_no_card_is_marked() -> None:
    narrator = Narrator(words("en"), PLAYERS)
    told(narrator, [ev.BidMade(EVERYBODY, 0, 1, Trump.ALL, Pack.MARKED, announces=True)])
    assert told(narrator, [ev.CardPlayed(EVERYBODY, 0, Card.FS_)]) == [
        "Ana plays the marked Fool of spades."
    ]


def test_results_add_up_to_totals_and_places() -> None:
    narrator = Narrator(words("en"), PLAYERS, me=1)
    scored = ev.DealScored(EVERYBODY, (2, 0, 3), (1, 0, 1), (1, 0, 2), (), ())
    assert told(narrator, [scored, scored])[3:] == [
        "Ana: bid 2, tricks 1, 1 point. Total: 2.",
        "Bo: bid 0, tricks 0, 0 points. Total: 0.",
        "Chi: bid 3, tricks 1, 2 points. Total: 4.",
    ]
    assert narrator.ranking(narrator.totals) == [
        "1. Bo: 0 points",
        "2. Ana: 2 points",
        "3. Chi: 4 points",
        "You win the game!",
    ]
    assert narrator.ranking([4, 9, 4])[-1] == "Shared victory: Ana, Chi."
    assert narrator.tell(ev.GameEnded(EVERYBODY, (3, 1, 1), (3, 1, 1)))[-1].startswith("Shared")


def test_what_nobody_says_aloud_is_not_told() -> None:
    narrator = Narrator(words("en"), PLAYERS)
    silent: list[Event] = [ev.Readied(EVERYBODY, 0), ev.HandDealt((1,), 1, ()), ev.Hidden((1,))]
    assert told(narrator, silent) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", VOCABULARIES)
@pytest.mark.parametrize("players", [3, 5])
def test_whole_games_can_be_told_in_every_voice(language: str, edition: str, players: int) -> None:
    chance = random.Random(players)
    seed = bytes([players]) * 32
    game = Game.from_seed(players, seed)
    narrator = Narrator(words(language, edition), ["Ana", "Bo", "Chi", "Dev", "Eve"][:players], 0)
    while not game.is_over:
        if game.needs_deal:
            game, events = game.deal_from(seed)
        else:
            seat = chance.choice(sorted(game.to_act))
            game, events = game.apply(seat, chance.choice(game.legal_actions(seat)))
        lines = told(narrator, list(events))
        assert all(line and not set(line) & set("{}") for line in lines)
    assert tuple(narrator.totals) == game.totals
