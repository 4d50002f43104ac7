"""Bots against bots, where nobody waits: deals and whole games played as fast as they answer."""

from batarde.arena.driver import Driver, Mishap

__all__ = ["Driver", "Mishap"]
