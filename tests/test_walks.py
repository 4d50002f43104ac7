"""docs/walks.md: every function that a walk names stands in the file that it names."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "walks.md").read_text("utf-8")
STEPS = sorted(set(re.findall(r"`([\w.]+)` in\s+`([\w./]+)`", PAGE)))


def python_names(path: Path) -> set[str]:
    """Return the functions and methods of a module, as `name` and `Class.name`."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        found |= {prefix + each.name for each in inner if isinstance(each, functions)}
    return found


def script_names(path: Path) -> set[str]:
    """Return what is defined as a function or a method in a file of the client."""
    text = path.read_text("utf-8")
    return set(
        re.findall(r"^\s*(?:export |private |async )*(?:function )?(\w+)\(", text, re.MULTILINE)
    )


@pytest.mark.parametrize(("name", "file"), STEPS)
def test_a_step_is_where_the_walk_says(name: str, file: str) -> None:
    if file.startswith("web/"):
        assert name in script_names(ROOT / file)
    else:
        assert name in python_names(ROOT / "src" / "batarde" / file)


@pytest.mark.parametrize("file", sorted(set(re.findall(r"`([\w./]+\.(?:py|ts|svelte))`", PAGE))))
def test_every_file_of_a_walk_exists(file: str) -> None:
    assert (ROOT / (file if file.startswith("web/") else f"src/batarde/{file}")).is_file()


def test_the_walks_are_read_at_all() -> None:
    assert len(STEPS) > 35
    assert "play" not in script_names(ROOT / "web/src/client/fold.ts")
