"""``batarde bench server``: live tables under load."""

import asyncio

import click
import msgspec

from batarde.cli.benches.figures import json_option

__all__ = ["server"]


@click.command()
@json_option
@click.option("--tables", default="1,50,250", show_default=True, help="How many tables at a time.")
@click.option("--seconds", default=5.0, show_default=True, help="How long each is measured.")
def server(as_json: bool, tables: str = "1,50,250", seconds: float = 5.0) -> None:
    """Live tables: moves a second, over real sockets and with durable storage.

    Tables of four scripted clients play whole games as fast as they can. The server has one core,
    the clients another; every event is synced to disk before it is sent. The time of a move is from
    sending it until all four clients have it.
    """
    from batarde.tools.load import measure_server

    try:
        counts = tuple(int(count) for count in tables.split(","))
    except ValueError:
        raise click.BadParameter(
            "a list of numbers, as in 1,50,250", param_hint="--tables"
        ) from None
    results = asyncio.run(measure_server(counts, seconds))
    if as_json:
        click.echo(msgspec.json.encode(results).decode())
        return
    for result in results:
        click.echo(
            f"server: {result.tables} tables: {result.moves_per_s:,} moves/s, "
            f"median {result.p50_ms} ms, 99 % in {result.p99_ms} ms, "
            f"{result.kb_per_table} KB a table, {result.cpu_us_per_move} µs of processor a move"
        )
