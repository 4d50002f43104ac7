"""The sixth advice of the author: whoever has all tricks plays the trump too many at once."""

from batarde.bots.search.author_advice import trump_to_lead
from batarde.rules import Card, Deal, Play, play
from tests.bots.positions import drawn


def advised(deal: Deal) -> Play | None:
    view = deal.view(deal.turn)
    return trump_to_lead(view, [action for action in view.legal if isinstance(action, Play)])


def test_a_trump_too_many_is_led_at_once() -> None:  # advice 6
    deal = drawn(
        "RH NS TC TD NC/TH MS RC DC CD/NH RS VC CC RD/JH FS DS MC VD",
        calls="1S 2S 1S 2S",
        plays="RH TH NH JH",
    )
    assert advised(deal) == play(Card.NS)


def test_the_advice_is_silent_before_the_bid_is_met() -> None:  # advice 6
    deal = drawn("RH NS TC/TH MS RC/NH RS VC/JH FS DS", calls="2S 1S 1S 0S", plays="RH TH NH JH")
    assert advised(deal) is None


def test_with_two_cards_and_a_certain_master_the_other_card_goes_first() -> None:  # advice 6
    deal = drawn("RH FS TC/TH MS RC/NH RS VC/JH DS MC", calls="1S 1S 0S 0S", plays="RH TH NH JH")
    assert advised(deal) is None
