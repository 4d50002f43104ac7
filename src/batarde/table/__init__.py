"""A live table: people, bots and time around a game.

A table is a fold of its events (:mod:`.state`). What somebody asks for is turned into events, or
refused, by pure functions (:mod:`.decisions`); :class:`~.authority.Table` is the one place where
that is done, stored, and only then shown.
"""
