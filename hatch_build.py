"""Build steps, for the wheel (a hook of hatchling) and by hand: ``python hatch_build.py``.

BATARDE_COMPILE = auto (default: compile, or else stay pure Python) | yes (or fail) | no
BATARDE_CFLAGS  = further flags for the C compiler, after ours
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent
PACKAGE: Final = ROOT / "src/batarde"
WORKSHOP: Final = ROOT / "build/compiled"

# Plain Python that every move of a live table runs through: compiled as it stands, it takes
# a third less time. What it does is the same; the tests compare both.
WARM: Final = (
    *("rules/actions", "rules/auction", "rules/deal", "rules/dealing", "rules/events"),
    *("rules/game", "rules/record", "rules/scoring", "rules/tricks", "rules/trumps"),
    *("table/alarms", "table/authority", "table/decisions", "table/fairness"),
    *("table/settings", "table/state"),
    *("server/archive", "server/clock", "server/hall", "server/limits", "server/rooms"),
    *("server/seatbots", "server/snapshots", "server/sockets", "store/sqlite", "store/writer"),
)

# Each hot file of the kernel becomes one extension for every pack and processor that it is told
# apart for. One extension cannot serve all: its words are 64 or 128 bits wide, and the fast bit
# instructions stop a processor that lacks them.
Flags = dict[str, tuple[str, ...]]
PACKS: Final[Flags] = {"36": (), "72": ("-DBATARDE_TWO_PACKS",)}
PORTABLE: Final[Flags] = {"": ()}
FAST: Final[Flags] = {"_fast": ("-DBATARDE_FAST_BITS", "-mpopcnt", "-mbmi", "-mbmi2")}
_SUFFIXES: Final = (".so", ".pyd")
FILES: Final[dict[str, tuple[Flags, Flags]]] = {
    "playing": (PACKS, PORTABLE | FAST),
    "sampling": ({"": ()}, PORTABLE),
    "solving": (PACKS, PORTABLE | FAST),
}

_BUILD = """
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup
extensions = [
    Extension(
        "batarde." + path.replace("/", "."),
        ["batarde/" + path + ".py"],
        include_dirs=["batarde/kernel"],
        extra_compile_args=flags.split(),
        extra_link_args=flags.split(),
        depends=["batarde/kernel/bits.h"] if path.startswith("kernel/") else [],
    )
    for path, flags in (argument.split("=", 1) for argument in sys.argv[1:])
]
setup(
    name="batarde",
    packages=[],
    ext_modules=cythonize(extensions, language_level=3, nthreads=2),
    script_args=["-q", "build_ext", "--inplace", "--parallel=2"],
)
"""


class Built(NamedTuple):
    """An extension: which file it is made of, and the flags of the C compiler."""

    source: str
    flags: tuple[str, ...]


def variants() -> dict[str, Built]:
    """Return the extensions to build here, by their paths in the package."""
    is_x86 = platform.machine().lower() in {"x86_64", "amd64"} and os.name == "posix"
    is_unix = os.name != "nt"
    extra = tuple(os.environ.get("BATARDE_CFLAGS", "").split())
    hot = ("-O3", "-g0", "-fno-strict-aliasing") if is_unix else ()
    warm = ("-O2", "-g0") if is_unix else ()
    kernel = {
        f"kernel/_{file}{packs}{processor}": Built(
            f"kernel/{file}", (*hot, *width, *instructions, *extra)
        )
        for file, (widths, processors) in FILES.items()
        for packs, width in widths.items()
        for processor, instructions in processors.items()
        if is_x86 or not instructions
    }
    return kernel | {path: Built(path, (*warm, *extra)) for path in WARM}


def compile_all() -> bool:
    """Compile in place what is worth it; return whether that worked."""
    mode = os.environ.get("BATARDE_COMPILE", "auto")
    for old in _binaries():
        old.unlink()  # never leave an old binary beside newer source
    if mode == "no":
        return False
    try:
        _compile()
    except (OSError, subprocess.CalledProcessError) as error:
        told = getattr(error, "stderr", None) or str(error)
        if mode == "yes":
            raise SystemExit(f"batarde: could not be compiled:\n{told}") from error
        last = told.strip().splitlines()[-1] if told.strip() else "no reason given"
        _say(f"batarde: not compiled, so searches will be slow ({last})")
        return False
    return True


def _compile() -> None:
    # The files are copied, since the name of an extension is built into it.
    target = WORKSHOP / "batarde"
    wanted = variants()
    for folder in {target, *((target / path).parent for path in wanted)}:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").touch()
    for name in ("kernel/bits.h", "kernel/bits.pxd"):
        _copy(PACKAGE / name, target / name)
    for path, (source, _) in wanted.items():
        for suffix in (".py", ".pxd"):
            if (PACKAGE / (source + suffix)).exists():
                _copy(PACKAGE / (source + suffix), target / (path + suffix))
    arguments = [f"{path}={' '.join(flags)}" for path, (_, flags) in wanted.items()]
    subprocess.run(
        [sys.executable, "-c", _BUILD, *arguments],
        cwd=WORKSHOP,
        check=True,
        capture_output=True,
        text=True,
    )
    for path in wanted:
        for suffix in _SUFFIXES:
            for built in target.glob(f"{path}.*{suffix}"):
                shutil.copyfile(built, (PACKAGE / path).parent / built.name)


def _binaries() -> list[Path]:
    return [file for suffix in _SUFFIXES for file in PACKAGE.glob(f"*/*{suffix}")]


def _copy(source: Path, target: Path) -> None:
    """Copy, but leave an equal file alone, so that only what changed is compiled again."""
    if not target.exists() or target.read_bytes() != source.read_bytes():
        shutil.copyfile(source, target)


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, without hatchling
    pass
else:

    class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
        """Compile into the wheel; without a compiler the wheel is pure."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
            """Build before hatchling collects the files."""
            if self.target_name == "wheel" and compile_all():
                build_data["pure_python"] = False
                build_data["infer_tag"] = True


if __name__ == "__main__":
    compile_all()
