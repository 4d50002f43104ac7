"""Test settings for the whole tree; the README's and docs' Python examples are tests too."""

from doctest import ELLIPSIS
from pathlib import Path

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import ClearNamespaceParser, PythonCodeBlockParser, SkipParser

# On a shared machine a slow example is no failure; all else stays as Hypothesis found it fit,
# which under CI means reproducible.
settings.register_profile("batarde", parent=settings(), deadline=None)
settings.load_profile("batarde")

pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
        SkipParser(),
        ClearNamespaceParser(),
    ],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()


def pytest_sessionstart() -> None:
    """Refuse to test what is not there any more: a binary that is older than its source."""
    for binary in (Path(__file__).parent / "src").rglob("*.so"):
        source = binary.with_name(binary.name.partition(".")[0] + ".py")
        if source.exists() and source.stat().st_mtime > binary.stat().st_mtime:
            pytest.exit(f"{source} is newer than what was compiled: `make check`", returncode=4)
