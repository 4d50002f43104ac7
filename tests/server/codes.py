"""The codes that a socket may answer with, read from the source: a new one must be documented."""

import ast
from collections.abc import Iterator
from pathlib import Path

import batarde.server
from batarde.table.errors import TableCode

_FOLDER = Path(next(iter(batarde.server.__path__)))
_CALLS = {"_refuse", "_end", "put_out"}


def _nodes(part: str) -> Iterator[ast.AST]:
    for file in sorted((_FOLDER / part).rglob("*.py")):
        yield from ast.walk(ast.parse(file.read_text("utf-8")))


def socket_codes() -> set[str]:
    """Return every code that the socket itself gives, besides those of tables."""
    found: set[str] = set()
    for node in _nodes("live"):
        match node:
            case ast.Call(func=ast.Attribute(attr=called), args=[ast.Constant(value=code), *_]):
                found |= {str(code)} if called in _CALLS else set()
    return found


def all_codes() -> set[str]:
    return socket_codes() | {code.value for code in TableCode}


def http_codes() -> set[str]:
    """Return every code of a problem over HTTP."""
    found = set()
    for node in _nodes("."):
        if isinstance(node, ast.Call) and len(node.args) == 3:
            called = node.func.id if isinstance(node.func, ast.Name) else ""
            code = node.args[1]
            if called in {"ProblemError", "problem"} and isinstance(code, ast.Constant):
                found.add(str(code.value))
    return found | {"not-found", "not-allowed", "http"}
