"""The message files: whole and alike in all languages."""

import re

import pytest

from batarde.pad.refusals import PadCode
from batarde.rules.refusals import Code
from batarde.words import LANGUAGES
from tests.pad.vectors.sentences import DETAILS as PAD_DETAILS
from tests.words.files import ENGLISH, FILES, every_text, texts

DETAILS = {
    Code.CALL_PACK: {"needed", "none", "other"},
    Code.CALL_TOO_WEAK: {"", "never"},
    Code.DOUBLE: {"nothing", "author", "again", "stranger"},
    Code.REDOUBLE: {"nothing", "author", "again", "declined", "late"},
    Code.NOT_READY: {"", "you"},
    Code.REDOUBLE_OPEN: {"", "you"},
}
WORDS_OF_2023 = {
    "fr": r"(?<!comptent )\b(re)?doubl",
    "en": r"(?<!count )\b(re)?doubl",
    "de": r"\b(re)?kontra",
    "it": r"\b(sur)?contr(o(?! i| \{)|a|i)",
    "es": r"(?<!cuentan )\b(re)?dobl",
}
"""The double and the redouble; points still count double, and one plays against bots."""
each_language = pytest.mark.parametrize("language", LANGUAGES)


def places(message: str | dict[str, str]) -> set[str]:
    return {place for text in texts(message) for place in re.findall(r"\{(\w+)\}", text)}


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


@each_language
def test_who_chose_the_words_of_2015_reads_no_others(language: str) -> None:
    file = FILES[language]
    for key, message in {**file["messages"], **file["2015"]}.items():
        for text in texts(message):
            spoken = re.sub(r"\{\w+\}", "{}", text)
            assert not re.search(WORDS_OF_2023[language], spoken, re.IGNORECASE), key


@pytest.mark.parametrize("code", Code)
def test_every_code_and_detail_has_its_sentence(code: Code) -> None:
    prefix = f"refusal.{code}"
    found = {
        key.removeprefix(prefix).removeprefix(".")
        for key in ENGLISH["messages"]
        if key == prefix or key.startswith(f"{prefix}.")
    }
    assert found == DETAILS.get(code, {""})


@pytest.mark.parametrize("code", PadCode)
def test_every_code_and_detail_of_the_pad_has_its_sentence(code: PadCode) -> None:
    prefix = f"pad.refusal.{code}"
    found = {
        key.removeprefix(prefix).removeprefix(".")
        for key in ENGLISH["messages"]
        if key == prefix or key.startswith(f"{prefix}.")
    }
    assert found - {"anybody"} == set(PAD_DETAILS.get(code, ("",)))


@each_language
def test_texts_are_trimmed_and_well_spaced(language: str) -> None:
    for key, text in every_text(language):
        assert text == text.strip(), key
        assert text, key
        assert "  " not in text, key


@each_language
def test_the_sign_of_a_pack_is_the_first_letter_of_its_name(language: str) -> None:
    words = FILES[language]["messages"]
    for pack in ("simple", "marked"):
        assert words[f"pack.short.{pack}"] == words[f"pack.{pack}"][0].upper()
