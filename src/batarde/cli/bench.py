"""``batarde bench``: measure how fast things are on this machine."""

from typing import Final

import click

from batarde.cli.lazy import LazyGroup

__all__ = ["bench"]

BENCHES: Final = {
    "rules": "The plain engine: whole random deals a second.",
    "playouts": "The kernel: random playouts, beside C and OpenSpiel.",
    "sampling": "The kernel: hidden hands drawn for a seat.",
    "solver": "The kernel: exact endings.",
    "bots": "The quick bots: whole games between equals, in deals a second.",
    "opening": "Opening a table of a thousand games, and who waits meanwhile.",
    "coach": "The coach: the lens, a card, and how long bots wait for it.",
    "server": "Live tables: moves a second, over real sockets and with durable storage.",
}
"""Each is a command in a file of its own in :mod:`batarde.cli.benches`, with the option --json."""


@click.group(
    cls=LazyGroup,
    package="batarde.cli.benches",
    sections={"Benches": BENCHES},
    invoke_without_command=True,
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each figure.")
@click.pass_context
def bench(ctx: click.Context, as_json: bool) -> None:
    """Measure how fast things are on this machine.

    Without a name, all benches run, one after the other. Each figure is the median of several
    rounds, with the lowest and the highest: on a busy machine, look at the highest.

    \b
    Examples:
      batarde bench
      batarde bench rules --json
    """  # noqa: D301 - click wants the backspace itself
    if ctx.invoked_subcommand is not None:
        return
    for name in BENCHES:
        assert isinstance(ctx.command, click.Group)
        command = ctx.command.get_command(ctx, name)
        assert command is not None
        ctx.invoke(command, as_json=as_json)
