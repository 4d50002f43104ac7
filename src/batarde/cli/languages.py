"""The option of the commands that speak five languages."""

from typing import Final

import click

from batarde.words import LANGUAGES, guess_language, language

__all__ = ["LANGUAGE_OPTION"]


def _language(tag: str | None) -> str:
    try:
        return guess_language() if tag is None else language(tag)
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None


LANGUAGE_OPTION: Final = click.option(
    "--lang",
    metavar="|".join(LANGUAGES),
    callback=lambda _ctx, _param, tag: _language(tag),
    help="The language [default: that of your system, else English].",
)
