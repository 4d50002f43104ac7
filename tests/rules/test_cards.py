"""The cards of one and of two packs (C1 to C6)."""

import msgspec
import pytest

from batarde.rules import Card, MalformedError, Pack, Rank, Suit, cards, has_two_packs, pack_of
from batarde.rules.cards import PACKS


def test_a_pack_has_four_suits_of_nine_ranks() -> None:  # C1
    pack = pack_of(4)
    assert len(pack) == len(set(pack)) == 36
    for suit in Suit:
        assert {card.rank for card in pack if card.suit is suit} == set(Rank)


def test_the_ranks_are_written_with_the_letters_of_the_cards() -> None:  # C2
    assert [f"{rank}={rank.name}" for rank in Rank] == (
        "R=KING D=QUEEN C=KNIGHT V=JACK F=FOOL M=MUSICIAN J=JUGGLER N=DOG T=CAT".split()
    )


def test_the_suits_are_written_with_their_english_letters() -> None:  # C1
    assert [
        f"{suit}={suit.name}" for suit in Suit
    ] == "S=SPADES H=HEARTS D=DIAMONDS C=CLUBS".split()


@pytest.mark.parametrize(("players", "size"), [(3, 36), (4, 36), (5, 72), (6, 72), (7, 72)])
def test_five_and_more_players_shuffle_two_packs_together(players: int, size: int) -> None:  # C6
    pack = pack_of(players)
    assert len(pack) == len(set(pack)) == size
    assert has_two_packs(players) == (size == 72)
    assert {card.pack for card in pack} == (set(Pack) if size == 72 else {Pack.SIMPLE})


def test_every_simple_card_has_a_marked_twin() -> None:  # C6
    simple = [card for card in Card if card.pack is Pack.SIMPLE]
    marked = [card for card in Card if card.pack is Pack.MARKED]
    assert [f"{card}_" for card in simple] == marked
    assert [(card.rank, card.suit) for card in simple] == [
        (card.rank, card.suit) for card in marked
    ]


@pytest.mark.parametrize("card", Card)
def test_reading_and_writing_a_card_agree(card: Card) -> None:  # C2
    assert Card(str(card)) is card
    assert str(card) == f"{card.rank}{card.suit}{'_' * (card.pack is Pack.MARKED)}"
    assert msgspec.json.decode(msgspec.json.encode(card), type=Card) is card


@pytest.mark.parametrize(
    "text", ["", "R", "RX", "XS", "SR", "rs", "RS__", "RS ", "_RS", "10S", "🂡"]
)
def test_what_is_not_a_card_cannot_be_read(text: str) -> None:
    with pytest.raises(MalformedError, match="is not a card"):
        Card(text)


@pytest.mark.parametrize("value", [None, 7, ("R", "S"), b"RS"])
def test_what_is_not_even_text_is_not_a_card(value: object) -> None:
    with pytest.raises(MalformedError, match="is not a card"):
        Card(value)  # type: ignore[arg-type]


def test_a_hand_is_read_from_text_or_from_single_notations() -> None:
    assert cards("RS  FH\nNC_") == cards(["RS", "FH", "NC_"]) == (Card.RS, Card.FH, Card.NC_)
    assert cards("") == ()
    with pytest.raises(MalformedError):
        cards("RS ZZ")


def test_a_shuffle_starts_from_spades_to_clubs_king_to_cat_simple_before_marked() -> None:  # G3
    assert " ".join(PACKS[0][:10]) == "RS DS CS VS FS MS JS NS TS RH"
    assert PACKS[1][:36] == PACKS[0]
    assert " ".join(PACKS[1][35:38]) == "TC RS_ DS_"
