"""The protocol as TypeScript, generated from its Python types.

``python -m batarde.tools.typescript`` prints what belongs into web/src/protocol.ts.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from batarde.rules.actions import Action
from batarde.server.http.types import HTTP_TYPES
from batarde.server.live.messages import ClientMessage, ServerMessage
from batarde.study.drills import Drills
from batarde.table.errors import TableCode
from batarde.table.events import TableEvent

__all__ = ["Declarations", "typescript"]

_PLAIN = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """Return the source of the protocol's TypeScript types."""
    roots = {
        "ClientMessage": ClientMessage,
        "ServerMessage": ServerMessage,
        "Action": Action,
        "TableEvent": TableEvent,
    }
    declared = Declarations()
    for name, root in roots.items():
        declared.lines[name] = f"export type {name} = {declared.of(inspect.type_info(root))}"
    for kind in (*HTTP_TYPES, TableCode, Drills):
        declared.of(inspect.type_info(kind))
    head = "// Generated from the server's types by `make types`: do not edit.\n"
    return head + "\n" + "\n\n".join(declared.lines.values()) + "\n"


class Declarations:
    """The types met so far, by name, in the order in which they are needed."""

    def __init__(self) -> None:
        self.lines: dict[str, str] = {}
        self._structs: dict[str, type] = {}

    def of(self, kind: inspect.Type) -> str:
        """Return how *kind* is written, declaring what it needs."""
        match kind:
            case inspect.Metadata(type=inner):
                return self.of(inner)
            case inspect.UnionType(types=types):
                return " | ".join(self.of(member) for member in types)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"readonly ({self.of(item)})[]"
            case inspect.TupleType(item_types=items):
                return f"readonly [{', '.join(self.of(item) for item in items)}]"
            case inspect.LiteralType(values=values):
                return " | ".join(_literal(value) for value in values)
            case inspect.DictType(value_type=value):
                return f"{{ readonly [key: string]: {self.of(value)} }}"
            case inspect.EnumType(cls=cls):
                return self._enum(cls)
            case inspect.StructType():
                return self._struct(kind)
            case _:
                return _PLAIN[type(kind)]

    def _enum(self, cls: Any) -> str:
        name = str(cls.__name__)
        values = " | ".join(_literal(member.value) for member in cls)
        self.lines.setdefault(name, f"export type {name} = {values}")
        return name

    def _struct(self, kind: inspect.StructType) -> str:
        name = kind.cls.__name__
        if self._structs.setdefault(name, kind.cls) is not kind.cls:
            raise TypeError(f"two types are called {name}")
        if name not in self.lines:
            self.lines[name] = ""  # a type may need itself
            body = "\n".join(self._fields(kind))
            self.lines[name] = f"export interface {name} {{\n{body}\n}}"
        return name

    def _fields(self, kind: inspect.StructType) -> Iterator[str]:
        if kind.tag_field is not None:
            yield f"  readonly {kind.tag_field}: {_literal(kind.tag)}"
        for field in kind.fields:
            optional = "?" if self.may_be_missing(kind, field) else ""
            yield f"  readonly {field.encode_name}{optional}: {self.of(field.type)}"

    def may_be_missing(self, kind: inspect.StructType, field: inspect.Field) -> bool:
        """Return whether a field need not be there: left out when written, or when sent to us."""
        config = kind.cls.__struct_config__
        return not field.required and (config.omit_defaults or config.forbid_unknown_fields)


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    print(typescript(), end="")  # noqa: T201 - it is a generator
