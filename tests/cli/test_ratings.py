"""``batarde ratings``: measured by one command, into a document, and gone on with."""

import json
from pathlib import Path

import pytest

from batarde.arena.ratingpages import BEGIN, END
from tests.cli.processes import complaint, printed

ARGS = ("ratings", "random", "novice", "casual", "--players", "3,4", "--deals", "1", "--jobs", "1")
DOCS = Path(__file__).parents[2] / "docs/bots.md"


def test_measures_each_step_at_each_number_of_players_and_writes_it_down(tmp_path: Path) -> None:
    document = tmp_path / "bots.md"
    document.write_text(f"# Bots\n{BEGIN}\n{END}\nend\n", "utf-8")
    args = (*ARGS, "--journals", str(tmp_path / "journals"), "--write", str(document))
    said = printed(*args)
    assert [line.partition(":")[0] for line in said.splitlines()] == [
        *("3 players, novice to random", "3 players, casual to novice"),
        *("4 players, novice to random", "4 players, casual to novice"),
    ]
    page = document.read_text("utf-8")
    assert page.startswith(f"# Bots\n{BEGIN}\nMade by: `batarde ratings random novice casual ")
    assert page.endswith(f"{END}\nend\n")
    assert "| `casual` |" in page
    assert printed(*args) == said  # the times too: nothing was played again
    assert document.read_text("utf-8") == page


def test_prints_each_step_as_json() -> None:
    lines = [json.loads(line) for line in printed(*ARGS, "--json").splitlines()]
    assert [line["players"] for line in lines] == [3, 3, 4, 4]
    assert lines[0]["comparison"]["name"] == "novice"
    assert lines[0]["comparison"]["verdict"] == "open"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "2"), "'2' are not numbers from 3 to 7"),
        (("simple",), "two bots or more"),
        (("simple", "simple"), "two bots or more"),
        (("simple", "nobody"), "no bot is called 'nobody'"),
        (("--write", __file__), "the document has no"),
        (("--write", "/nowhere/at.md"), "/nowhere/at.md"),
    ],
)
def test_refuses_at_once_what_cannot_be_done(args: tuple[str, ...], message: str) -> None:
    assert message in complaint("ratings", *args)


def test_the_docs_have_a_place_for_the_ratings() -> None:
    text = DOCS.read_text("utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
