"""``batarde deal``, ``rules`` and ``bench``."""

import json
import re

import pytest

from batarde.rules import Deal, Record, cards
from batarde.words import LANGUAGES, rules_text
from tests.cli.processes import on_terminal, printed

# Deals


def test_draws_a_deal() -> None:
    assert printed("deal", "--seed", "carnival", "--players", "3", "--cards", "10") == (
        "10 cards each for 3 players, seed carnival\n"
        + "\n".join(drawn(Deal.shuffled(3, 10, 2, bytes.fromhex(seed_of("carnival")))))
        + "\n"
    )


def seed_of(text: str) -> str:
    record = Record.read(printed("deal", "--seed", text, "--json"))
    return str(record.data["seed"])


def drawn(deal: Deal) -> list[str]:
    """Return the lines of a deal whose stock is not empty, drawn the plain way."""
    rest = [card for card in cards(all_cards()) if not any(card in hand for hand in deal.dealt)]
    rows = []
    for hand in [*deal.dealt, tuple(rest)]:
        row = []
        for suit, pip in zip("SHDC", "♠♥♦♣", strict=True):
            ranks = [rank for rank in "RDCVFMJNT" if cards(rank + suit)[0] in hand]
            row.append(" ".join([pip, *(ranks or ["-"])]))
        rows.append(row)
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    labels = ["seat 0  opens   ", "seat 1          ", "seat 2  dealer  ", "stock           "]
    return [
        (label + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True))).rstrip()
        for label, row in zip(labels, rows, strict=True)
    ]


def all_cards() -> str:
    return " ".join(rank + suit for suit in "SHDC" for rank in "RDCVFMJNT")


@pytest.mark.parametrize("players", range(3, 8))
def test_a_deal_as_json_is_a_valid_record(players: int) -> None:
    args = ("--players", str(players), "--cards", "4", "--dealer", "1", "--seed", "7")
    record = Record.read(printed("deal", *args, "--json"))
    (deal,) = record.deals
    assert record.kind == "deal"
    assert (deal.players, deal.cards, deal.dealer, deal.turn) == (players, 4, 1, 2)
    assert deal == Deal.shuffled(players, 4, 1, bytes.fromhex(record.data["seed"]))


def test_what_is_dealt_by_chance_can_be_dealt_again() -> None:
    text = printed("deal")
    seed = re.search(r"seed ([0-9a-f]{64})$", text.splitlines()[0])
    assert seed
    assert printed("deal", "--seed", seed[1]) == text
    assert printed("deal") != text


def test_shows_every_card_once() -> None:
    text = printed("deal", "--players", "6", "--cards", "3")
    lines = text.splitlines()[1:]
    assert len(lines) == 7
    marks = re.findall(
        r"[RDCVFMJNT]_?(?= |$)", "\n".join(line[16:] for line in lines), re.MULTILINE
    )
    assert len(marks) == 72
    assert sum(mark.endswith("_") for mark in marks) == 36


def test_all_cards_dealt_leave_no_stock() -> None:
    assert "stock" not in printed("deal", "--cards", "9")
    assert printed("deal", "--cards", "1").startswith("1 card each for 4 players, ")


def test_suits_have_their_colours_on_a_terminal() -> None:
    text, _ = on_terminal("deal", "--seed", "1")
    for colour, pip in zip((34, 35, 31, 32), "♠♥♦♣", strict=True):
        assert f"\x1b[{colour}m{pip}" in text
    plain, _ = on_terminal("deal", "--seed", "1", NO_COLOR="1", TERM="dumb")
    assert "\x1b" not in plain


def test_letters_stand_in_for_suits_where_there_are_none() -> None:
    text = printed("deal", "--seed", "1", env={"PYTHONIOENCODING": "ascii"})
    assert "♠" not in text
    assert re.search(r"seat 1 +S .* H .* D .* C ", text)


# Rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_prints_the_rules_as_markdown_through_a_pipe(language: str) -> None:
    assert printed("rules", "--lang", language).strip() == rules_text(language).strip()


def test_speaks_the_language_of_the_system() -> None:
    assert printed("rules", env={"LANG": "de_CH.UTF-8"}).strip() == rules_text("de").strip()
    assert printed("rules", env={"LANG": "pt_BR.UTF-8"}).strip() == rules_text("en").strip()
    assert printed("rules", "--lang", "it_IT").strip() == rules_text("it").strip()


def test_lays_the_rules_out_on_a_terminal() -> None:
    text, _ = on_terminal("rules", "--lang", "en")
    assert "La Bâtarde" in text
    assert "\n# La" not in text
    assert "\x1b[" in text


# Benches


def test_measures_the_rules() -> None:
    text = printed("bench", "rules", "--rounds", "3", "--seconds", "0.05", "--json")
    deals, actions = (json.loads(line) for line in text.splitlines())
    assert (deals["bench"], deals["unit"], deals["rounds"]) == ("rules", "deals/s", 3)
    assert 0 < deals["low"] <= deals["median"] <= deals["high"]
    assert actions["unit"] == "actions/s"
    assert actions["median"] > 36 * deals["median"]


def test_a_bench_prints_lines_for_people() -> None:
    text = printed("bench", "rules", "--rounds", "1", "--seconds", "0.05")
    assert re.match(r"rules +random deals, 4 players, 9 cards +[\d,]+ deals/s\n", text)


def test_measures_the_quick_bots() -> None:
    text = printed("bench", "bots", "--rounds", "1", "--seconds", "0.05", "--json")
    figures = [json.loads(line) for line in text.splitlines()]
    assert [figure["name"].split()[-2] for figure in figures] == ["random", "simple"]
    assert all(figure["median"] > 0 for figure in figures)


def test_bench_opening_measures_tables_without_and_with_a_checkpoint() -> None:
    text = printed("bench", "opening", "--games", "2", "--rounds", "3", "--json")
    figures = [json.loads(line) for line in text.splitlines()]
    assert [(figure["name"], figure["rounds"]) for figure in figures] == [
        ("2 games, all folded: work", 1),
        ("2 games, all folded: wait", 1),
        ("2 games, from a checkpoint: work", 3),
        ("2 games, from a checkpoint: wait", 3),
    ]
    assert all(figure["unit"] == "µs" and figure["low"] > 0 for figure in figures)
