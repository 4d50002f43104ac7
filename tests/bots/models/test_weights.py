"""Learned models: stored and read alike, refused when they are of another version."""

import msgspec
import pytest

from batarde.bots.models.bids import CARD_KINDS, BidModel
from batarde.bots.models.race import Race
from batarde.bots.models.weights import FORMAT, Weights, learned_model, weights_path
from batarde.kernel import KEEN
from batarde.rules import MalformedError


def some_weights() -> Weights:
    bids = BidModel(base=-0.5, worth=1.2, cards=(0.25,) * CARD_KINDS)
    return Weights.of(4, {"seed": "01"}, [0.5, -0.25] * (KEEN // 2), bids, Race(heat=1.5))


def test_weights_are_read_as_they_were_written() -> None:
    weights = some_weights()
    again = Weights.read(weights.write())
    assert again == weights
    model = again.model()
    assert model.bids.cards[7] == 0.25
    assert model.race.heat == 1.5
    assert model.policy.weights[1] == pytest.approx(0.7788, abs=1e-4)


def test_another_version_is_refused_by_name() -> None:
    other = msgspec.structs.replace(some_weights(), format="batarde-weights/0")
    with pytest.raises(MalformedError, match=f"batarde-weights/0; this version reads {FORMAT}"):
        Weights.read(other.write())


@pytest.mark.parametrize("data", [b"", b"[]", b'{"format": "batarde-weights/1"}'])
def test_what_is_no_weights_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedError, match="no weights"):
        Weights.read(data)


def test_a_table_too_short_is_refused() -> None:
    short = msgspec.structs.replace(some_weights(), policy=[0])
    with pytest.raises(MalformedError, match="classes"):
        Weights.read(short.write())


@pytest.mark.parametrize("players", range(3, 8))
def test_every_table_has_learned_weights_that_are_small(players: int) -> None:
    assert learned_model(players).bids.cards
    assert weights_path(players).stat().st_size < 200_000
