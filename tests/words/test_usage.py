"""No message is missing, and none is there for nobody."""

import re
from pathlib import Path

from batarde.words import words
from tests.words.files import ENGLISH, FILES

ROOT = Path(__file__).parents[2]
KEYS = set(ENGLISH["messages"])

FAMILIES = (
    "bid.",  # Words.bid, by trump
    "card.",  # Words.card, by rank
    "drill.ask.",  # the trainer's questions, by drill
    "drill.mode.",  # its modes
    "drill.name.",  # its drills
    "drill.skill.",  # its skills, by id
    "drill.state.",  # of a skill
    "drill.why.",  # what a mistake is answered with, by skill
    "help.order.",  # Screen.help
    "list.",  # Words.join; list.label in the client
    "pad.field.",  # pad_change, by field
    "pad.refusal.",  # pad_refusal, by code and detail
    "pack.",  # Words.pack
    "rank.",  # by rank
    "refusal.",  # Words.refusal, by code and detail
    "simple.",  # Words.the, by rank
    "suit.",  # Words.suit
    "the.",  # Words.the, by rank
    "trump.",  # Words.trump; trump.is. by trump
    "ui.character.",  # the client's bots, by level
    "ui.duty.",  # the client's hint, by duty
    "ui.level.",  # the client's bots, by level
    "ui.mat.",  # the client's settings, by value
    "ui.pace.",  # the client's form for a table, by pace
    "ui.settings.words.",  # the client's settings, by year
    "ui.signal.",  # the client's talk, by signal
    "ui.theme.",  # the client's settings, by value
    "ui.trump.",  # the client's auction sheet, by trump
    "ui.way.",  # the client's panel to play, by way
    "ui.verify.",  # the client's verdict on a record, by fault
    "verb.",  # the glossary: what a button says
    "why.",  # study.telling, by code and detail
    "word.",  # the glossary: what a column is called
)
"""Keys that are put together from a name and a value, and so are never written out."""


def sources() -> str:
    found = [
        *ROOT.glob("src/**/*.py"),
        *ROOT.glob("web/src/**/*.ts"),
        *ROOT.glob("web/src/**/*.svelte"),
    ]
    return "\n".join(path.read_text("utf-8") for path in found)


def literals() -> set[str]:
    return set(re.findall(r"""["'`]([a-z]+(?:\.[a-zA-Z-]+)+)["'`]""", sources()))


def test_every_message_is_used() -> None:
    used = literals()
    spoken = used | {f"{key}.you" for key in used}  # Narrator chooses the second person
    unused = {key for key in KEYS - spoken if not key.startswith(FAMILIES)}
    assert unused == set()


def test_every_message_that_is_asked_for_exists() -> None:
    said = re.findall(r"""\b(?:say|ask)\(\s*["']([a-z.-]+)["']""", sources())
    assert len(said) > 20
    assert set(said) - KEYS == set()


def test_every_family_has_members() -> None:
    assert [family for family in FAMILIES if not any(key.startswith(family) for key in KEYS)] == []


def test_who_speaks_in_the_second_person_has_both_forms() -> None:
    for key in KEYS:
        if key.startswith("tell.") and key.endswith(".you"):
            assert key.removesuffix(".you") in KEYS
    assert words("en").say("tell.play.you", card="it") == "You play it."


def test_the_page_describes_itself_in_words_of_ours_before_it_knows_a_language() -> None:
    described = FILES["fr"]["messages"]["ui.description"]
    for name in ("index.html", "public/manifest.webmanifest"):
        assert described in (ROOT / "web" / name).read_text("utf-8"), name
