"""The plain C loop of benchmarks/playouts.c, compiled for this processor when it is needed."""

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import batarde
from batarde.kernel import Position

__all__ = ["PlainLoop", "plain_loop"]

_KINDS = (0, 1, 1, 1, 1, 2)


class PlainLoop:
    """The compiled loop."""

    def __init__(self, library: Path) -> None:
        self._run = ctypes.CDLL(str(library)).play_out
        self._run.restype = None
        self._run.argtypes = [
            ctypes.POINTER(ctypes.c_uint64),
            ctypes.c_int,
            ctypes.c_int,
            ctypes.c_uint64,
            ctypes.c_long,
            ctypes.POINTER(ctypes.c_long),
        ]

    def play_out(self, position: Position, count: int, seed: int) -> list[int]:
        """Return the counters after *count* playouts of *position*, which has four players."""
        hands = (ctypes.c_uint64 * 4)(*position.hand_sets)
        tally = (ctypes.c_long * 64)()
        self._run(hands, position.left, _KINDS[position.trump], seed, count, tally)
        return list(tally)


def plain_loop(flags: tuple[str, ...] = ("-O3", "-march=native")) -> PlainLoop | None:
    """Return the loop, or ``None`` without its source or without a C compiler."""
    source = Path(batarde.__file__).parents[2] / "benchmarks/playouts.c"
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not source.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "playouts.so"
        command = [compiler, *flags, "-shared", "-fPIC", str(source), "-o", str(library)]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        return PlainLoop(library)
