"""Build steps, for the wheel (a hook of hatchling) and by hand: ``python hatch_build.py``.

BATARDE_COMPILE = auto (default: compile the kernel, else stay pure Python) | yes (or fail) | no
BATARDE_CFLAGS  = further flags for the C compiler, after ours
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent
KERNEL: Final = ROOT / "src/batarde/kernel"
WORKSHOP: Final = ROOT / "build/kernel"

# Each hot file becomes one extension for every pack and processor that it is told apart for. One
# extension cannot serve all: its words are 64 or 128 bits wide, and the fast bit instructions
# stop a processor that lacks them.
Flags = dict[str, tuple[str, ...]]
PACKS: Final[Flags] = {"36": (), "72": ("-DBATARDE_TWO_PACKS",)}
PORTABLE: Final[Flags] = {"": ()}
FAST: Final[Flags] = {"_fast": ("-DBATARDE_FAST_BITS", "-mpopcnt", "-mbmi", "-mbmi2")}
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
        "batarde.kernel." + name,
        ["batarde/kernel/" + name + ".py"],
        include_dirs=["batarde/kernel"],
        extra_compile_args=flags.split(),
        extra_link_args=flags.split(),
        depends=["batarde/kernel/bits.h"],
    )
    for name, flags in (argument.split("=", 1) for argument in sys.argv[1:])
]
setup(
    name="kernel",
    packages=[],
    ext_modules=cythonize(extensions, language_level=3, nthreads=2),
    script_args=["-q", "build_ext", "--inplace", "--parallel=2"],
)
"""


def variants() -> dict[str, tuple[str, str]]:
    """Return the extensions to build here: their names, with the source and the flags of each."""
    is_x86 = platform.machine().lower() in {"x86_64", "amd64"} and os.name == "posix"
    common = () if os.name == "nt" else ("-O3", "-g0", "-fno-strict-aliasing")
    extra = tuple(os.environ.get("BATARDE_CFLAGS", "").split())
    return {
        f"_{file}{packs}{processor}": (file, " ".join((*common, *width, *instructions, *extra)))
        for file, (widths, processors) in FILES.items()
        if (KERNEL / f"{file}.py").exists()
        for packs, width in widths.items()
        for processor, instructions in processors.items()
        if is_x86 or not instructions
    }


def kernel() -> bool:
    """Compile the kernel in place; return whether that worked."""
    mode = os.environ.get("BATARDE_COMPILE", "auto")
    for old in [*KERNEL.glob("*.so"), *KERNEL.glob("*.pyd")]:
        old.unlink()  # never leave an old binary beside newer source
    if mode == "no":
        return False
    try:
        _compile()
    except (OSError, subprocess.CalledProcessError) as error:
        told = getattr(error, "stderr", None) or str(error)
        if mode == "yes":
            raise SystemExit(f"batarde: the kernel could not be compiled:\n{told}") from error
        last = told.strip().splitlines()[-1] if told.strip() else "no reason given"
        _say(f"batarde: kernel not compiled, so searches will be slow ({last})")
        return False
    return True


def _compile() -> None:
    # The hot files are copied, since the name of an extension is built into it.
    package = WORKSHOP / "batarde/kernel"
    package.mkdir(parents=True, exist_ok=True)
    for name in ("bits.h", "bits.pxd"):
        _copy(KERNEL / name, package / name)
    for name in ("__init__.py", "../__init__.py"):
        (package / name).touch()
    wanted = variants()
    for name, (file, _) in wanted.items():
        for suffix in (".py", ".pxd"):
            _copy(KERNEL / (file + suffix), package / (name + suffix))
    arguments = [f"{name}={flags}" for name, (_, flags) in wanted.items()]
    subprocess.run(
        [sys.executable, "-c", _BUILD, *arguments],
        cwd=WORKSHOP,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in wanted:
        for built in [*package.glob(f"{name}.*.so"), *package.glob(f"{name}.*.pyd")]:
            shutil.copy2(built, KERNEL / built.name)


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
        """Compile the kernel into the wheel; without a compiler the wheel is pure."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
            """Build before hatchling collects the files."""
            if self.target_name == "wheel" and kernel():
                build_data["pure_python"] = False
                build_data["infer_tag"] = True


if __name__ == "__main__":
    kernel()
