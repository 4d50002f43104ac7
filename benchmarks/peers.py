"""Measure live tables beside boardgame.io, in turns, in one run: ``make bench-peers``.

boardgame.io is installed from the npm registry into a temporary folder. It keeps everything in
memory; ours syncs every event to disk. Both have the server on one core and the load on another.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from batarde.tools.load import measure_server, on_core

HERE = Path(__file__).parent / "peers"
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4.8.1")


def main() -> None:
    """Print one line of JSON for each server and number of tables, then the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="50,250")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="batarde-peers-") as name:
        folder = install(Path(name))
        for tables in (int(count) for count in options.tables.split(",")):
            compare(folder, tables, options.seconds, options.rounds)


def install(folder: Path) -> Path:
    """Return *folder* with boardgame.io and our game for it."""
    for script in HERE.glob("*.cjs"):
        shutil.copy(script, folder)
    subprocess.run(
        ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True
    )
    return folder


def compare(folder: Path, tables: int, seconds: float, rounds: int) -> None:
    """Measure both in turns, and print every round and the ratio of the medians."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(msgspec.to_builtins(asyncio.run(measure_server((tables,), seconds))[0]))
        print(json.dumps({"server": "batarde", **ours[-1]}), flush=True)
        theirs.append(boardgame(folder, tables, seconds))
        print(json.dumps({"server": "boardgame.io", **theirs[-1]}), flush=True)
    ratio = {
        "tables": tables,
        "moves": round(median(ours, "moves_per_s") / median(theirs, "moves_per_s"), 2),
        "p99": round(median(ours, "p99_ms") / median(theirs, "p99_ms"), 2),
    }
    print(json.dumps({"ours / theirs": ratio}), flush=True)


def boardgame(folder: Path, tables: int, seconds: float) -> dict[str, Any]:
    """Return what boardgame.io does with *tables*."""
    port = free_port()
    with on_core(0):
        server = subprocess.Popen(
            ["node", "server.cjs", str(port)],
            cwd=folder,
            stdout=subprocess.PIPE,
            env={**os.environ, "NODE_ENV": "production"},
            start_new_session=True,
        )
    try:
        assert server.stdout is not None
        if not server.stdout.readline():
            raise SystemExit("boardgame.io did not start")
        with on_core(-1):
            load = subprocess.run(
                ["node", "load.cjs", f"http://localhost:{port}", str(tables), str(seconds)],
                cwd=folder,
                stdout=subprocess.PIPE,
                check=True,
            )
        return dict(json.loads(load.stdout))
    finally:
        os.killpg(server.pid, signal.SIGTERM)  # `node` may be a script that starts the real one
        server.wait()


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as door:
        door.bind(("localhost", 0))
        return int(door.getsockname()[1])


def median(results: list[dict[str, Any]], name: str) -> float:
    """Return the median of one figure over all rounds."""
    return float(sorted(result[name] for result in results)[len(results) // 2])


if __name__ == "__main__":
    main()
