"""Values as few bytes, by their shape: what a hand-over is made of before it is deflated.

Names of fields are left out, and what is chosen from a list is its place there. Integers are
written seven bits at a time, the lowest first, with the sign in the first bit (zigzag).
"""

from typing import Any

from batarde.pad.shapes import Shape
from batarde.rules.errors import MalformedError

__all__ = ["pack", "unpack"]


def pack(shape: Shape, value: Any) -> bytes:
    """Return *value*, as JSON would hold it, in bytes."""
    written = bytearray()
    _write(shape, value, written)
    return bytes(written)


def unpack(shape: Shape, data: bytes) -> Any:
    """Return the value in *data*; whether it keeps its limits is still to be checked.

    :raises MalformedError: if there is none of this shape.
    """
    reader = _Reader(data)
    value = reader.read(shape)
    if reader.at != len(data):
        raise MalformedError("there is more than was packed")
    return value


def _write(shape: Shape, value: Any, to: bytearray) -> None:
    match shape:
        case ["int", *_]:
            _write_number(2 * value if value >= 0 else -2 * value - 1, to)
        case ["text", *_]:
            text = value.encode("utf-8")
            _write_number(len(text), to)
            to += text
        case ["one", values]:
            _write_number(values.index(value), to)
        case ["maybe", inner]:
            to.append(value is not None)
            if value is not None:
                _write(inner, value, to)
        case ["list", inner, _]:
            _write_number(len(value), to)
            for item in value:
                _write(inner, item, to)
        case ["object", fields, _]:
            for name, inner in fields:
                _write(inner, value[name], to)
        case ["kinds", name, objects]:
            _write_number(list(objects).index(value[name]), to)
            _write(objects[value[name]], value, to)
        case ["else", inner, _]:
            _write(inner, value, to)


def _write_number(number: int, to: bytearray) -> None:
    while number >= 128:
        to.append(number % 128 + 128)
        number //= 128
    to.append(number)


class _Reader:
    """Reads values from bytes, from the first to the last."""

    def __init__(self, data: bytes) -> None:
        self.at = 0
        self._data = data

    def read(self, shape: Shape) -> Any:
        match shape:
            case ["int", *_]:
                number = self._number()
                return -(number + 1) // 2 if number % 2 else number // 2
            case ["text", *_]:
                return self._text()
            case ["one", values]:
                return self._one_of(values)
            case ["maybe", inner]:
                return self.read(inner) if self._byte() else None
            case ["list", inner, _]:
                return [self.read(inner) for _ in range(self._number())]
            case ["object", fields, _]:
                return {name: self.read(inner) for name, inner in fields}
            case ["kinds", name, objects]:
                kind = self._one_of(list(objects))
                return {name: kind, **self.read(objects[kind])}
            case ["else", inner, _]:
                return self.read(inner)
        raise MalformedError(f"{shape[0]} is not packed")

    def _byte(self) -> int:
        if self.at >= len(self._data):
            raise MalformedError("there is less than was packed")
        self.at += 1
        return self._data[self.at - 1]

    def _number(self) -> int:
        number = 0
        for place in range(4):
            byte = self._byte()
            number += byte % 128 << 7 * place
            if byte < 128:
                return number
        raise MalformedError("a number is too long")

    def _text(self) -> str:
        length = self._number()
        self.at += length
        if self.at > len(self._data):
            raise MalformedError("there is less than was packed")
        try:
            return self._data[self.at - length : self.at].decode("utf-8")
        except UnicodeDecodeError:
            raise MalformedError("a text is not UTF-8") from None

    def _one_of(self, values: list[Any]) -> Any:
        place = self._number()
        if place >= len(values):
            raise MalformedError("a choice is none of those there are")
        return values[place]
