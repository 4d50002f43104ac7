"""One seed for a whole run: the seeds of its games and of its bots."""

from hashlib import sha256

__all__ = ["bot_seed", "game_seed"]


def game_seed(seed: bytes, number: int) -> bytes:
    """Return the seed of game *number*, from 0, of a run of games that has one seed for all."""
    return sha256(b"batarde/game/1" + seed + number.to_bytes(8, "big")).digest()


def bot_seed(seed: bytes, seat: int) -> bytes:
    """Return the seed of the bot at *seat* in the game of *seed*; it tells nothing of the cards."""
    return sha256(b"batarde/bot/1" + seed + seat.to_bytes(8, "big")).digest()
