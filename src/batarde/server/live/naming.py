"""How the people in a room are called: whoever only watches is told apart from everybody too."""

from collections.abc import Iterator

from batarde.table.actors import Person
from batarde.table.authority import Table
from batarde.table.names import distinct_name, is_numbered

__all__ = ["Naming"]


class Naming:
    """Gives everybody at a table a name that nobody else there has, and keeps to it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._called: dict[str, Person] = {}
        """By player: those whose name was asked for while they were here."""

    def of(self, person: Person) -> Person:
        """Return *person* under the name that they have here."""
        called = self._called.get(person.player)
        if called is None:
            called = Person(person.player, self._found(person))
            self._called[person.player] = called
        return called

    def forget(self, person: Person) -> None:
        """Let go of somebody who is not here any more."""
        self._called.pop(person.player, None)

    def _found(self, person: Person) -> str:
        known = self._table.state.name_of(person.player)
        if known and is_numbered(known, person.name):
            return known
        return distinct_name(person.name, self._others(person.player))

    def _others(self, player: str) -> Iterator[str]:
        yield from self._table.state.other_names(player)
        yield from (called.name for called in self._called.values())
