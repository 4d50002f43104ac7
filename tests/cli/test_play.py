"""``batarde play``, played through a pipe."""

import re
from io import StringIO
from itertools import count

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from batarde.bots import bot
from batarde.cli.play import play
from batarde.cli.seeds import read_seed
from batarde.cli.terminal.screen import Screen
from batarde.cli.terminal.session import ME, Session
from batarde.rules import DOUBLE, Action, View, first_dealer
from batarde.words import LANGUAGES, Narrator, words

# Tries everything until something is allowed: whatever is asked, one of these lines answers it.
EVERYTHING = ["1A", "1As", "", *(str(number) for number in range(15))]


def run(typed: list[str], *options: str) -> Result:
    options = ("--bots", "random", "--seed", "test", "--lang", "en", *options)
    return CliRunner().invoke(play, options, input="\n".join([*typed, ""]))


def seed_with_dealer(dealer: int, players: int = 4) -> str:
    """Return a seed with which *dealer* deals first; seat 0 is the player's."""
    seeds = (str(number) for number in count())
    return next(seed for seed in seeds if first_dealer(read_seed(seed), players) == dealer)


@pytest.mark.parametrize("players", range(3, 8))
def test_a_deal_is_played_to_its_end(players: int) -> None:
    result = run(EVERYTHING * 60, "--players", str(players), "--deals", "1")
    assert result.exit_code == 0, result.output
    assert "{" not in result.output
    assert len(re.findall(r"^[\wé]+: bid \d+, tricks", result.output, re.MULTILINE)) == players
    assert re.search(r"^1\. .*point", result.output, re.MULTILINE)
    assert "Nothing was saved" not in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_plays(language: str) -> None:
    result = run(["?", "??", *EVERYTHING * 60], "--lang", language, "--deals", "1")
    assert result.exit_code == 0, result.output
    assert "La Bâtarde" in result.output


def test_a_whole_game_follows_its_schedule() -> None:
    result = run(EVERYTHING * 600, "--players", "3")
    assert result.exit_code == 0, result.output
    deals = re.findall(r"^Deal (\d+) of 12: (\d+) cards", result.output, re.MULTILINE)
    cards = [7, 8, 9, 10, 11, 12, 12, 11, 10, 9, 8, 7]
    assert deals == [(str(number), str(size)) for number, size in zip(count(1), cards)]


def test_the_same_seed_gives_the_same_game() -> None:
    first, again = (run(EVERYTHING * 60, "--deals", "1").output for _ in range(2))
    assert first == again
    assert run(EVERYTHING * 60, "--deals", "1", "--seed", "other").output != first


@pytest.mark.parametrize("typed", [[], ["q"], ["Q"], ["?", "q"]])
def test_leaving_is_clean(typed: list[str]) -> None:
    result = run(typed)
    assert result.exit_code == 0
    assert result.output.endswith("See you soon! Nothing was saved.\n")


def test_a_refusal_is_said_with_its_rule() -> None:
    result = run(["99A", "FH", "r", "nonsense", "q"], "--seed", seed_with_dealer(3))
    assert "Bid a number of tricks from 0 to 5. [A1]" in result.output
    assert "No cards before the auction has closed. [A5]" in result.output
    assert "Nobody has doubled: there is nothing to redouble. [A9]" in result.output
    assert "“nonsense”? I do not understand." in result.output


def test_what_is_typed_is_never_markup() -> None:
    assert "“[bold]x[/]”?" in run(["[bold]x[/]", "q"]).output
    result = run(EVERYTHING * 60, "--name", "[/b]", "--seed", seed_with_dealer(0), "--deals", "1")
    assert result.exit_code == 0
    assert "Dealer: [/b]." in result.output


def test_the_words_of_2015_are_spoken() -> None:
    result = run(["?", "q"], "--vocabulary", "2015")
    assert "d: eschew. r: choune." in result.output


def test_players_have_names_of_their_own() -> None:
    seats = run(["q"], "--name", "ana", "--seed", seed_with_dealer(3)).output
    assert re.findall(r"^(\w+)(?: ●)? +\d+ *$", seats, re.MULTILINE) == ["ana", "Bo", "Chi", "Dev"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--lang", "nl"], "'nl' is none of the languages fr, en, de, it, es"),
        (["--players", "8"], "3<=x<=7"),
        (["--bots", "nobody"], "nobody"),
        (["--bots", "random,random"], "2 bots for 3 seats"),
        (["--vocabulary", "1789"], "2023"),
    ],
)
def test_a_wrong_option_is_explained(options: list[str], reason: str) -> None:
    result = run([], *options)
    assert result.exit_code == 2
    assert reason in result.output


def test_the_environment_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_CH.UTF-8")
    result = CliRunner().invoke(play, ["--bots", "random"], input="q\n")
    assert "Die kleinste Summe gewinnt." in result.output


def test_a_terminal_draws_tables_and_underlines_the_marked_pack() -> None:
    drawn = StringIO()
    console = Console(file=drawn, force_terminal=True, width=100, color_system="truecolor")
    narrator = Narrator(words("en"), ["[/b]", "Ana", "Bo", "Chi", "Dev"], ME, 1)
    typed = iter(EVERYTHING * 60)
    rivals = [bot("random", bytes([seat])) for seat in range(4)]
    screen = Screen(console, narrator, pace=0)
    Session(bytes(32), rivals, screen, lambda: next(typed)).run(deals=1)
    assert "\x1b[4;" in drawn.getvalue() or ";4;" in drawn.getvalue()
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", drawn.getvalue())
    assert re.search(r"player +bid +tricks +points +total", text)
    assert not re.search(r"[♠♥♦♣]_", text)


class Doubler:
    """Doubles whenever asked, and else takes the first answer."""

    def choose(self, view: View, deadline: float | None = None) -> Action:
        return DOUBLE if DOUBLE in view.legal else view.legal[0]


class Meek:
    """Takes the first answer, and so never doubles."""

    def choose(self, view: View, deadline: float | None = None) -> Action:
        return view.legal[0]


def said(rival: Doubler | Meek, dealer: int, typed: list[str]) -> str:
    """Return what is said until the lines in *typed* are used up."""
    console = Console(file=StringIO(), width=200)
    narrator = Narrator(words("en"), ["You", "Ana", "Bo", "Chi"], ME)
    lines = iter(typed)

    def read() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    seed = read_seed(seed_with_dealer(dealer))
    with pytest.raises(EOFError):
        Session(seed, [rival] * 3, Screen(console, narrator), read).run(deals=1)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_author_of_a_doubled_announcement_is_asked_to_redouble() -> None:  # A9
    text = said(Doubler(), 3, ["2S", "1", "r"])
    assert "Ana taps the table: “Double!”" in text
    assert "Your announcement is doubled: Enter to leave it there, r to redouble." in text
    assert "You tap back: “Redouble!”" in text
    assert "redoubled ×4" in text
    assert "You do not redouble." in said(Doubler(), 3, ["2S", ""])


def test_an_announcement_can_be_doubled_out_of_turn() -> None:  # A8
    text = said(Meek(), 0, ["d", "1"])
    assert text.index("Ana announces") < text.index("d to double") < text.index("You tap the table")
    assert text.index("You tap the table") < text.index("Bo follows")
    assert "Your turn: the trump stays (all trumps). How many tricks?" in text


def test_the_last_chance_to_double_is_offered() -> None:  # A8
    text = said(Meek(), 2, ["0", "d"])  # Chi announces, the player and Ana follow, Bo is the last
    assert text.index("Ana follows") < text.index("d to double") < text.index("You tap the table")
    assert text.index("You tap the table") < text.index("Bo follows")


def test_in_turn_the_player_doubles_and_then_bids() -> None:  # A8
    text = said(Meek(), 2, ["d", "2S", "0"])
    assert text.index("You tap the table") < text.index("You follow: 0 tricks.")
    assert "The announcement is doubled: we stay in all trumps. [A8]" in text


def test_the_forbidden_number_is_told_before_it_is_tried() -> None:  # A6
    text = said(Meek(), 0, ["", "", "5"])
    assert "Not allowed here: 5 (the bids would add up to 5)." in text
    assert "You cannot say 5: you speak last, and the bids would add up to 5" in text


# The coach


def test_h_asks_the_coach_for_one_step_more_each_time() -> None:
    opens = seed_with_dealer(3)
    output = run(["h", "h", "h", "H", "q"], "--coach", "--seed", opens).output
    assert output.count("Nobody has bid yet; 5 tricks are to be won.") == 1
    assert output.count("Expected misses, for each trump and number of tricks") == 2
    assert output.count("Best: ") == 2
    assert re.search(r"^clubs ≥0( ×2)? +\S+( +\S+){5} *$", output, re.MULTILINE), output


def test_cards_and_doubles_are_told_too() -> None:
    everything = ["h", "h", "h", *EVERYTHING] * 60
    output = run(everything, "--coach", "--deals", "1").output
    assert "+ is what another card costs more" in output
    assert "Chance to win: " in output
    assert "The table wants " in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_speaks_every_language(language: str) -> None:
    result = run(["h", "h", "h", "q"], "--coach", "--lang", language, "--players", "5")
    assert result.exit_code == 0, result.output
    assert "{" not in result.output
    assert words(language).say("coach.lens") in result.output


def test_without_a_coach_h_means_nothing() -> None:
    output = run(["h", "q"]).output
    assert "“h”? I do not understand." in output
    assert "ask the coach" not in output
    assert "ask the coach" in run(["?", "q"], "--coach").output
