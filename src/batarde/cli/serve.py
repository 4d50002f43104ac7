"""``batarde serve``: tables for people and bots, from one process."""

import asyncio
import gc
import logging
import signal
import sys
import webbrowser
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from batarde.server.limits import Limits

__all__ = ["serve"]


_NO_PORT: Final = 10
_TROUBLES: Final = {
    "in-use": 11,
    "not-ours": 12,
    "newer": 13,
    "read-only": 14,
    "full": 15,
    "unreachable": 16,
}
"""The status for each :class:`~batarde.store.Trouble`: scripts and services rely on them."""


class _CannotStart(click.ClickException):
    """The server cannot start; the status says why."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(f"{message}.")
        self.exit_code = status  # type: ignore[misc] # click reads it from the instance


def _default_database() -> str:
    import platformdirs

    return str(Path(platformdirs.user_data_dir("batarde")) / "batarde.db")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8000,
    show_default=True,
    metavar="N",
    help="Port; 0 takes any free one.",
)
@click.option(
    "--database",
    metavar="FILE",
    help="Where everything is kept: a file, sqlite:///FILE, or :memory: for a server that forgets"
    " [default: batarde.db in your data folder].",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Another address that pages may come from, as behind a proxy; can be repeated.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy, by address or network, that tells who asks (X-Forwarded-For); can be repeated.",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="NAME=exec:COMMAND",
    help="A program that may be given a seat under this name; can be repeated.",
)
@click.option("--browser/--no-browser", default=False, help="Open the client in your browser.")
@click.option(
    "--bot-pace",
    type=click.FloatRange(0, 10),
    default=1.0,
    show_default=True,
    metavar="X",
    help="How slowly bots act: 1 like people, 0 as fast as they think.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Set a limit of docs/security.md, as connections_per_address=500; can be repeated.",
)
@click.option("--no-limits", is_flag=True, help="No rate limits: for measuring, not for strangers.")
@click.option("--verbose", is_flag=True, help="Log more.")
def serve(  # noqa: PLR0913, PLR0917 - one for each option
    host: str,
    port: int,
    database: str | None,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    bots: tuple[str, ...],
    browser: bool,
    bot_pace: float,
    limits: tuple[str, ...],
    no_limits: bool,
    verbose: bool,
) -> None:
    """Serve live tables, over HTTP and WebSocket.

    Everything that happens is stored before anybody sees it: stop the server, or let it crash, and
    every table goes on where it was. One server at a time has a database.

    It ends at once, with one sentence and a status of its own, if it cannot start: 10 the port is
    taken, 11 another process has the database, 12 it is no database, 13 a newer version has written
    it, 14 it may not be written, 15 the disk is full, 16 it cannot be opened (docs/store.md).

    \b
    Examples:
      batarde serve --browser
      batarde serve --bot 'lea=exec:python3 lea.py'
      batarde serve --host 0.0.0.0 --port 80 --database /var/lib/batarde/batarde.db
    """  # noqa: D301 - click wants the backspace itself
    from batarde.server.app import Options, Server
    from batarde.server.bots.seats import Manners
    from batarde.server.listening import ListenError
    from batarde.store import NoStoreError

    _admit(bots)
    _check_proxies(proxies)
    _check_database(database or _default_database())
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    options = Options(
        database=database or _default_database(),
        host=host,
        port=port,
        origins=frozenset(origins),
        trusted_proxies=proxies,
        limits=_limits(limits, no_limits=no_limits),
        manners=Manners().slower(bot_pace),
    )

    def started(server: Server) -> None:
        shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::"} else host
        url = f"http://{shown}:{server.port}"
        print(f"La Bâtarde is served at {url}", flush=True)
        if browser:
            webbrowser.open(url)

    # Told to end, the server still closes its rooms and its store.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        _run(Server(options).run(started))
    except KeyboardInterrupt:
        sys.exit(130)
    except NoStoreError as error:
        raise _CannotStart(str(error), _TROUBLES[error.trouble.value]) from None
    except ListenError as error:
        raise _CannotStart(str(error), _NO_PORT) from None


def _admit(bots: tuple[str, ...]) -> None:
    """Give the operator's programs their names: only those may be started, and only by name."""
    from batarde.bots.registry import admit

    for entry in bots:
        name, _, target = entry.partition("=")
        try:
            admit(name, target)
        except ValueError as error:
            raise click.BadParameter(f"{error}.", param_hint="'--bot'") from None


def _check_proxies(proxies: tuple[str, ...]) -> None:
    from batarde.server.addresses import Proxies

    try:
        Proxies(proxies)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--trusted-proxy'") from None


def _limits(changes: tuple[str, ...], *, no_limits: bool) -> "Limits":
    from batarde.server.limits import UNLIMITED, Limits, limits_with

    pairs = [change.partition("=") for change in changes]
    try:
        wanted = {name: number for name, _, number in pairs}
        return limits_with(wanted, UNLIMITED if no_limits else Limits())
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--limit'") from None


def _check_database(url: str) -> None:
    from batarde.store.opening import path_in

    try:
        path_in(url)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="'--database'") from None


def _run(main: Coroutine[None, None, None]) -> None:
    # What a table remembers has no cycles, so looking for some is rarely worth it; but answers that
    # break off leave some. And the thread that writes must not wait long for its turn.
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    sys.setswitchinterval(0.000_5)
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        asyncio.run(main)
    else:
        uvloop.run(main)
