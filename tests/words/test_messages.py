"""The message files: whole, alike in all languages, and well set."""

import re

import pytest

from batarde.rules.refusals import Code
from batarde.words import LANGUAGES
from tests.words.files import ENGLISH, FILES

DETAILS = {
    Code.CALL_PACK: {"needed", "none", "other"},
    Code.CALL_TOO_WEAK: {"", "never"},
    Code.DOUBLE: {"nothing", "author", "again", "stranger"},
    Code.REDOUBLE: {"nothing", "author", "again", "declined", "late"},
    Code.NOT_READY: {"", "you"},
    Code.REDOUBLE_OPEN: {"", "you"},
}
each_language = pytest.mark.parametrize("language", LANGUAGES)


def texts(message: str | dict[str, str]) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def places(message: str | dict[str, str]) -> set[str]:
    return {place for text in texts(message) for place in re.findall(r"\{(\w+)\}", text)}


def every_text(language: str) -> list[tuple[str, str]]:
    file = FILES[language]
    return [
        (key, text)
        for part in ("messages", "2015")
        for key, message in file[part].items()
        for text in texts(message)
    ]


@each_language
def test_a_file_names_its_language_and_has_nothing_else(language: str) -> None:
    assert FILES[language].keys() == {"language", "name", "messages", "2015"}
    assert FILES[language]["language"] == language


@each_language
@pytest.mark.parametrize("part", ["messages", "2015"])
def test_all_languages_have_the_same_keys_in_the_same_order(language: str, part: str) -> None:
    assert list(FILES[language][part]) == list(ENGLISH[part])


@each_language
@pytest.mark.parametrize("part", ["messages", "2015"])
def test_all_languages_have_the_same_places_to_fill(language: str, part: str) -> None:
    for key, message in FILES[language][part].items():
        assert places(message) == places(ENGLISH["messages"][key]), key


@each_language
def test_plurals_are_complete_and_the_same_everywhere(language: str) -> None:
    for key, message in FILES[language]["messages"].items():
        assert isinstance(message, str) == isinstance(ENGLISH["messages"][key], str), key
        if not isinstance(message, str):
            assert message.keys() == {"one", "other"}, key
            assert all("{n}" in text for text in message.values()), key


@each_language
def test_the_words_of_2015_replace_messages_that_exist_and_differ(language: str) -> None:
    file = FILES[language]
    for key, message in file["2015"].items():
        assert message != file["messages"][key], key


@pytest.mark.parametrize("code", Code)
def test_every_code_and_detail_has_its_sentence(code: Code) -> None:
    prefix = f"refusal.{code}"
    found = {
        key.removeprefix(prefix).removeprefix(".")
        for key in ENGLISH["messages"]
        if key == prefix or key.startswith(f"{prefix}.")
    }
    assert found == DETAILS.get(code, {""})


@each_language
def test_texts_are_trimmed_and_well_spaced(language: str) -> None:
    for key, text in every_text(language):
        assert text == text.strip(), key
        assert text, key
        assert "  " not in text, key


@each_language
def test_quotes_and_apostrophes_are_typographic(language: str) -> None:
    own = {"fr": "«»", "en": "“”", "de": "„“", "it": "«»", "es": "«»"}[language]
    for key, text in every_text(language):
        assert not set(text) & (set("\"'«»„“”") - set(own)), key
        assert text.count(own[0]) == text.count(own[1]), key


def test_french_has_a_narrow_space_inside_its_marks() -> None:
    for key, text in every_text("fr"):
        for found in re.finditer(r"(.)[:;!?»]", text):
            assert found[1] in "\u202f?", f"{key}: {text}"
        assert not re.search(r"«[^\u202f]", text), key


@pytest.mark.parametrize("language", ["en", "de", "it", "es"])
def test_no_other_language_has_a_space_before_its_marks(language: str) -> None:
    for key, text in every_text(language):
        assert not re.search(r"\s[:;!?](\s|$)", re.sub(r"(^|\s)\?+(?=[:\s])", "", text)), key
        assert "\u202f" not in text, key


def test_spanish_opens_what_it_closes() -> None:
    for key, text in every_text("es"):
        if key.startswith("help.") or "? para" in text or "Escribe ?" in text:
            text = re.sub(r"(?<!\w)\?(?= para|:)|\?\?", "", text)  # the key to press
        assert text.count("?") == text.count("¿"), key
        assert text.count("!") == text.count("¡"), key
