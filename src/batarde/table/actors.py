"""Who can ask a table for something: a person, the bot that plays for a seat, the server itself."""

from typing import Final

import msgspec

__all__ = ["SERVER", "Actor", "Bot", "Person", "Server"]


class Person(msgspec.Struct, frozen=True, gc=False):
    """A person's public id and name, as the session knows them."""

    player: str
    name: str
    """Empty if they have given none."""


class Bot(msgspec.Struct, frozen=True, gc=False):
    """The bot that plays for a seat."""

    seat: int


class Server(msgspec.Struct, frozen=True, gc=False):
    """The server, which knows who is connected."""


SERVER: Final = Server()

Actor = Person | Bot | Server
