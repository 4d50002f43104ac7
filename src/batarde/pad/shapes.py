"""The shapes of structs as plain data, from which other programs read and pack the same.

The browser checks what it is given by these (web/src/pad/shape.ts), and a hand-over is packed by
them in both languages, so that a field is described once, in its struct.

A shape is a list that begins with its kind:

====================================  ==========================================================
``["int", least, most]``              an integer; ``None`` for no limit
``["text", least, most, pattern]``    a text of so many code points
``["one", values]``                   one of these values
``["maybe", shape]``                  ``None``, or that
``["list", shape, most]``             a list
``["object", fields, is_open]``       pairs of name and shape; whether others are allowed
``["kinds", name, objects]``          an object of the kind that its field *name* tells
``["else", shape, default]``          of a field: may be missing, and then means that
``["missing", shape]``                of a field: may be missing
====================================  ==========================================================
"""

from typing import Any

import msgspec
from msgspec import NODEFAULT, inspect

__all__ = ["Shape", "shape_of"]

Shape = list[Any]


def shape_of(kind: object) -> Shape:
    """Return the shape of a type.

    >>> shape_of(tuple[int | None, ...])
    ['list', ['maybe', ['int', None, None]], None]
    """
    return _shape(inspect.type_info(kind))


def _shape(kind: inspect.Type) -> Shape:
    match kind:
        case inspect.IntType(ge=least, le=most):
            return ["int", least, most]
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            return ["text", least, most, pattern]
        case inspect.BoolType():
            return ["one", [False, True]]
        case inspect.LiteralType(values=values):
            return ["one", list(values)]
        case inspect.EnumType(cls=cls):
            return ["one", [member.value for member in cls]]
        case inspect.VarTupleType(item_type=item, max_length=most):
            return ["list", _shape(item), most]
        case inspect.UnionType(types=types):
            return _union(types)
        case inspect.StructType():
            return _object(kind)
        case _:
            raise TypeError(f"{kind} has no shape")


def _union(types: tuple[inspect.Type, ...]) -> Shape:
    kinds = [kind for kind in types if not isinstance(kind, inspect.NoneType)]
    if len(kinds) < len(types):
        (inner,) = kinds
        return ["maybe", _shape(inner)]
    structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
    objects = {str(struct.tag): _object(struct) for struct in structs}
    return ["kinds", structs[0].tag_field, objects]


def _object(kind: inspect.StructType) -> Shape:
    fields = [[field.encode_name, _field(field)] for field in kind.fields]
    return ["object", fields, not kind.forbid_unknown_fields]


def _field(field: inspect.Field) -> Shape:
    if field.required:
        return _shape(field.type)
    if field.default is NODEFAULT:  # as msgspec tells of a field that may be left out
        return ["missing", _shape(field.type)]
    return ["else", _shape(field.type), msgspec.to_builtins(field.default)]
