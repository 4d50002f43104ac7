"""A second checker of records, written from docs/record.md alone, to compare the first with.

It shares no code and no idea with :mod:`batarde.rules`: plain functions over the decoded JSON,
cards as text, the auction and the tricks as a few variables, nothing kept that a rule does not ask
for. Where the two differ, one of them is wrong.
"""

import json
from typing import Any, NamedTuple

Json = dict[str, Any]


class Verdict(NamedTuple):
    """The first fault of a record."""

    rule: str
    deal: int
    section: str
    place: int
    """What the record's page calls the index."""


class FaultFound(Exception):  # noqa: N818
    """Stops the check at the first fault."""

    def __init__(self, rule: str, deal: int, section: str, index: int) -> None:
        super().__init__(rule)
        self.verdict = Verdict(rule, deal, section, index)


def verdict(text: bytes) -> Verdict | None:
    """Return the first fault of the record in *text*, or ``None`` if it is valid."""
    try:
        check(decoded(text))
    except FaultFound as found:
        return found.verdict
    return None


def check(record: Any) -> None:
    if not right_shape(record):
        raise FaultFound("schema", -1, "record", 0)
    players = len(record["players"])
    if players < 3 or players > 7:
        raise FaultFound("players", -1, "players", players)
    totals = [0] * players
    finished = True
    for number, deal in enumerate(record["deals"]):
        check_schedule(record, number, finished)
        check_hands(deal, number, players)
        auction = check_calls(deal, number, players)
        finished = check_plays(deal, number, players, auction)
        if finished:
            totals = [total + lost for total, lost in zip(totals, auction["points"], strict=True)]
    if "totals" in record and record["totals"] != totals:
        raise FaultFound("totals", -1, "totals", 0)


# Shape


def decoded(text: bytes) -> Any:
    def no_constant(name: str) -> None:
        raise ValueError(name)

    def number(digits: str) -> int:
        return int(digits) if len(digits) < 300 else int(digits[:300])

    try:
        value = json.loads(text.decode(), parse_constant=no_constant, parse_int=number)
    except (ValueError, RecursionError):
        return None
    return value if depth(value) <= 256 else None


def depth(value: Any) -> int:
    deepest, stack = 0, [(value, 1)]
    while stack:
        value, level = stack.pop()
        deepest = max(deepest, level)
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            stack += [(item, level + 1) for item in value]
    return deepest


def right_shape(record: Any) -> bool:
    if not isinstance(record, dict):
        return False
    if record.get("format") != "batarde/1" or record.get("kind") not in ["game", "deal"]:
        return False
    if not texts(record.get("players")):
        return False
    if "rules" in record and not isinstance(record["rules"], str):
        return False
    if "totals" in record and not integers(record["totals"]):
        return False
    deals = record.get("deals")
    return isinstance(deals, list) and all(right_deal(deal) for deal in deals)


def right_deal(deal: Any) -> bool:
    if not isinstance(deal, dict) or not isinstance(deal.get("hands"), list):
        return False
    if not integer(deal.get("cards")) or deal["cards"] < 1:
        return False
    if not integer(deal.get("dealer")) or deal["dealer"] < 0:
        return False
    if not all(texts(hand) for hand in deal["hands"]):
        return False
    for name in ["tricks", "points"]:
        if name in deal and not integers(deal[name]):
            return False
    calls, plays = deal.get("calls", []), deal.get("plays", [])
    if not isinstance(calls, list) or not isinstance(plays, list):
        return False
    return all(right_call(call) for call in calls) and all(right_play(play) for play in plays)


def right_call(call: Any) -> bool:
    if not isinstance(call, dict) or not integer(call.get("seat")) or call["seat"] < 0:
        return False
    if ("tricks" in call) + ("double" in call) + ("redouble" in call) != 1:
        return False
    if "tricks" not in call:
        return call.get("double") is True or call.get("redouble") is True
    trump, pack = call.get("trump"), call.get("pack")
    return (
        integer(call["tricks"])
        and any(trump == letter for letter in "ASHDCN")
        and (pack is None or pack == "simple" or pack == "marked")  # noqa: PLR1714
    )


def right_play(play: Any) -> bool:
    if not isinstance(play, dict) or not integer(play.get("seat")):
        return False
    return bool(play["seat"] >= 0) and isinstance(play.get("card"), str)


def integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def integers(value: Any) -> bool:
    return isinstance(value, list) and all(integer(item) for item in value)


def texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


# Schedule and hands


def check_schedule(record: Json, number: int, finished: bool) -> None:
    players, deal = len(record["players"]), record["deals"][number]
    right = deal["dealer"] < players
    if record["kind"] == "deal":
        right = right and number == 0
    else:
        low, high = {3: (7, 12), 4: (5, 9), 5: (9, 14), 6: (7, 12), 7: (5, 10)}[players]
        rising = list(range(low, high + 1))
        run = rising + rising[::-1]
        first = record["deals"][0]["dealer"]
        right = (
            right
            and finished
            and number < len(run)
            and deal["cards"] == run[number]
            and deal["dealer"] == (first + number) % players
        )
    if not right:
        raise FaultFound("schedule", number, "deals", number)


def check_hands(deal: Json, number: int, players: int) -> None:
    hands = deal["hands"]
    if len(hands) != players or any(len(hand) != deal["cards"] for hand in hands):
        raise FaultFound("cards-dealt", number, "hands", 0)
    marks = ["", "_"] if players > 4 else [""]
    pack = [rank + suit + mark for rank in "RDCVFMJNT" for suit in "SHDC" for mark in marks]
    for seat, hand in enumerate(hands):
        for card in hand:
            if card not in pack:
                raise FaultFound("cards-dealt", number, "hands", seat)
            pack.remove(card)


# Calls


def check_calls(deal: Json, number: int, players: int) -> Json:
    auction: Json = {
        "turn": (deal["dealer"] + 1) % players,
        "cards": deal["cards"],
        "players": players,
        "bids": {},
        "standing": None,
        "doubled": False,
        "redoubled": False,
    }
    for index, call in enumerate(deal.get("calls", [])):
        wrong = wrong_call(auction, call)
        if wrong:
            raise FaultFound(wrong, number, "calls", index)
        take_call(auction, call)
    return auction


def closed(auction: Json) -> bool:
    return bool(len(auction["bids"]) == auction["players"])


def wrong_call(auction: Json, call: Json) -> str:
    standing, seat = auction["standing"], call["seat"]
    author = standing["seat"] if standing else None
    if "redouble" in call:
        allowed = auction["doubled"] and not auction["redoubled"] and seat == author
        return "" if allowed else "redouble"
    if closed(auction):
        return "auction-over"
    if "double" in call:
        stranger = seat >= auction["players"]
        wrong = standing is None or seat == author or stranger or auction["doubled"]
        return "double" if wrong else ""
    if seat != auction["turn"]:
        return "turn"
    if call["tricks"] < 0 or call["tricks"] > auction["cards"]:
        return "call-range"
    if standing and call["trump"] == standing["trump"]:
        return wrong_follow(auction, call)
    return wrong_announcement(auction, call)


def wrong_follow(auction: Json, call: Json) -> str:
    pack = call.get("pack")
    if pack is not None and pack != auction["standing"].get("pack"):
        return "call-pack"
    is_last = len(auction["bids"]) == auction["players"] - 1
    if is_last and sum(auction["bids"].values()) + call["tricks"] == auction["cards"]:
        return "forbidden-sum"
    return ""


def wrong_announcement(auction: Json, call: Json) -> str:
    if auction["doubled"]:
        return "trump-frozen"
    if (call.get("pack") is not None) != (auction["players"] >= 5):
        return "call-pack"
    standing = auction["standing"]
    if standing and strength(call) <= strength(standing):
        return "call-too-weak"
    return ""


def strength(call: Json) -> tuple[int, int]:
    return call["tricks"], "NCDHSA".index(call["trump"])


def take_call(auction: Json, call: Json) -> None:
    if "redouble" in call:
        auction["redoubled"] = True
    elif "double" in call:
        auction["doubled"] = True
    else:
        if auction["standing"] is None or call["trump"] != auction["standing"]["trump"]:
            auction["standing"] = call
            auction["bids"] = {}
        auction["bids"][call["seat"]] = call["tricks"]
        auction["turn"] = (call["seat"] + 1) % auction["players"]


# Plays


def check_plays(deal: Json, number: int, players: int, auction: Json) -> bool:
    """Check the cards, tricks and points; return whether the deal is complete."""
    plays = deal.get("plays", [])
    if plays and not closed(auction):
        raise FaultFound("auction-open", number, "plays", 0)
    hands = [list(hand) for hand in deal["hands"]]
    turn = (deal["dealer"] + 1) % players
    trick: list[tuple[int, str]] = []
    won = [0] * players
    for index, play in enumerate(plays):
        seat, card = play["seat"], play["card"]
        # After the last trick nobody's turn has come.
        if seat != turn or not any(hands):
            raise FaultFound("turn", number, "plays", index)
        wrong = wrong_card(card, hands[seat], [laid for _, laid in trick], auction["standing"])
        if wrong:
            raise FaultFound(wrong, number, "plays", index)
        hands[seat].remove(card)
        trick.append((seat, card))
        turn = (turn + 1) % players
        if len(trick) == players:
            turn = winner(trick, auction["standing"])
            won[turn] += 1
            trick = []
    complete = closed(auction) and not any(hands)
    if complete:
        factor = 4 if auction["redoubled"] else 2 if auction["doubled"] else 1
        auction["points"] = [
            factor * abs(auction["bids"][seat] - won[seat]) for seat in range(players)
        ]
    for name, right in [("tricks", won), ("points", auction.get("points"))]:
        if name in deal and (not complete or deal[name] != right):
            raise FaultFound(name, number, name, 0)
    return complete


def wrong_card(card: str, hand: list[str], trick: list[str], standing: Json) -> str:
    if card not in hand:
        return "not-in-hand"
    if not trick:
        return ""
    led, trump = trick[0][1], standing["trump"]
    suit = card[1]
    if any(held[1] == led for held in hand):
        if suit != led:
            return "must-follow"
        if trump not in ("A", led):
            return ""
    elif any(held[1] == trump for held in hand):
        if suit != trump:
            return "must-trump"
    else:
        return ""
    # The card is a trump, and trumps rise.
    on_table = [laid for laid in trick if laid[1] == suit]

    def rises(held: str) -> bool:
        return held[1] == suit and all(beats(held, laid, standing) for laid in on_table)

    return "must-rise" if any(rises(held) for held in hand) and not rises(card) else ""


def winner(trick: list[tuple[int, str]], standing: Json) -> int:
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        if beats(card, best, standing):
            best_seat, best = seat, card
    return best_seat


def beats(card: str, best: str, standing: Json) -> bool:
    """Return whether *card*, laid after *best*, is the stronger of the two."""
    trump = standing["trump"]
    if card[1] != best[1]:
        return bool(card[1] == trump)
    order = "FMJRDCVNT" if trump in ("A", card[1]) else "RDCVFMJNT"
    if card[0] != best[0]:
        return order.index(card[0]) < order.index(best[0])
    return card.endswith("_") == (standing.get("pack") == "marked")
