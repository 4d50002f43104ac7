"""Every language is set as its printers set it: in the messages and in the rules."""

import re
from pathlib import Path

import pytest

from batarde.words import LANGUAGES, rules_text
from tests.words.files import every_text

CLIENT = Path(__file__).parents[2] / "web" / "src"
QUOTES = {
    "fr": ("«", "»"),
    "en": ("“", "”"),
    "de": ("„", "“"),
    "it": ("«", "»"),
    "es": ("«", "»"),
}
NARROW = "\u202f"
KEYS_TO_PRESS = re.compile(r"(?<![\w¿])\?+(?=:| para| per| for| für| hilft| kommt)")
"""``?`` and ``??`` in the help of the terminal: keys, not marks."""

each_language = pytest.mark.parametrize("language", LANGUAGES)


def printed(language: str) -> list[tuple[str, str]]:
    """Return every text of a language with the place where it stands, without its emphasis."""
    lines = enumerate(rules_text(language).splitlines(), 1)
    rules = [(f"rules.{language}.md:{number}", line.replace("*", "")) for number, line in lines]
    return [*every_text(language), *rules]


@each_language
def test_quotes_and_apostrophes_are_typographic(language: str) -> None:
    opening, closing = QUOTES[language]
    for place, text in printed(language):
        assert not set(text) & (set("\"'`´‘«»„“”") - {opening, closing}), place
        assert text.count(opening) == text.count(closing), place


@each_language
def test_an_ellipsis_is_one_character(language: str) -> None:
    for place, text in printed(language):
        assert ".." not in text, place
        if language == "de":
            assert not re.search(r"\w…", text), f"{place}: German sets a space before it"
        else:
            assert not re.search(r"\w\s…", text), place


@each_language
def test_signs_are_not_made_of_letters_and_hyphens(language: str) -> None:
    for place, text in printed(language):
        assert not re.search(r"\w - \w|--(?!-)|\dx\d| x\d", text) or text.startswith("|"), place


def test_french_has_a_narrow_space_inside_its_marks() -> None:
    for place, text in printed("fr"):
        assert not re.search(rf"[^{NARROW}?][:;!?»]", f"x{text}"), f"{place}: {text}"
        assert not re.search(rf"«[^{NARROW}]", text), place
        assert not re.search(rf"{NARROW}[^:;!?»\w{{…]", text), f"{place}: {text}"


@pytest.mark.parametrize("language", ["en", "de", "it", "es"])
def test_no_other_language_has_a_space_before_its_marks(language: str) -> None:
    for place, text in printed(language):
        assert not re.search(r"\s[:;!?](\s|$)", KEYS_TO_PRESS.sub("key", text)), place
        assert not set(text) & {NARROW, "\xa0"}, place


def test_german_goes_on_with_a_capital_where_a_sentence_follows_a_colon() -> None:
    verbs = "ist|sind|hat|musst|darfst|sprechen|zählen|schlägt"
    for place, text in printed("de"):
        assert not re.search(rf": (der|die|das|es|alle|wer) \w+ ({verbs})\b", text), place


def test_spanish_opens_what_it_closes() -> None:
    for place, text in printed("es"):
        marks = KEYS_TO_PRESS.sub("key", text)
        assert marks.count("?") == marks.count("¿"), place
        assert marks.count("!") == marks.count("¡"), place


def test_spanish_ends_a_sentence_after_the_quotes() -> None:
    for place, text in printed("es"):
        assert not re.search(r"» [A-ZÁÉÍÓÚÑ¡¿]|\.»", text), place


def test_the_client_leaves_the_colon_to_the_language() -> None:
    for path in CLIENT.glob("**/*.svelte"):
        if "gallery" not in path.parts:
            markup = re.sub(r"<style>.*", "", path.read_text("utf-8"), flags=re.DOTALL)
            assert not re.search(r"\)\}\s?: (</|\$?\{)", markup), f"{path.name}: use words.label()"
