"""``batarde rules``: the rules of the game, to be read."""

import sys

import click

from batarde.cli.languages import LANGUAGE_OPTION
from batarde.words import rules_text

__all__ = ["rules"]


@click.command()
@LANGUAGE_OPTION
def rules(lang: str) -> None:
    """Read the rules, in five languages.

    On a terminal they are laid out; through a pipe they come as Markdown.

    \b
    Examples:
      batarde rules
      batarde rules --lang de
      batarde rules --lang fr > regles.md
    """  # noqa: D301 - click wants the backspace itself
    text = rules_text(lang)
    if not sys.stdout.isatty():
        click.echo(text.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(highlight=False, emoji=False)
    # Prose is hard to read across a wide screen.
    console.print(Markdown(text), width=min(console.width, 88))
