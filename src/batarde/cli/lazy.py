"""A group of commands that imports a command's file only when that command is called."""

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """A group that knows its commands by name and one line of help; *sections* orders them.

    The command ``deal`` is what ``deal`` means in the module ``deal`` of *package*.
    """

    def __init__(
        self, *args: Any, package: str, sections: Mapping[str, Mapping[str, str]], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._package = package
        self._sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands, in the order of the help page."""
        return [name for commands in self._sections.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command *cmd_name*, or ``None`` if there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"{self._package}.{cmd_name}")
        command = getattr(module, cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that *args* begin with, and the rest of them."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = get_close_matches(name, self.list_commands(ctx), n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"There is no command '{name}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the sections of the help page; nothing needs to be imported for that."""
        width = max(len(name) for commands in self._sections.values() for name in commands)
        for title, commands in self._sections.items():
            with formatter.section(title):
                # Padded alike, so that the columns of all sections stand in line.
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])
