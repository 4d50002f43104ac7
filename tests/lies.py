"""Servers that lie: what they say of a deal on the way to a client, or write down of it later.

Every lie is made as well as a server could make it: hashes fit what they are said to be hashes of.
"""

from hashlib import sha256
from typing import Any, Final

from batarde.rules import Game, Record, deal_hands, shuffled_pack
from batarde.rules.actions import DOUBLE, PASS
from batarde.rules.game import schedule
from batarde.table.fairness import Proof, Share, commit_secret, commit_share

Message = dict[str, Any]

SECRET: Final = sha256(b"a secret that nobody was committed to")
SHARE: Final = sha256(b"a share that nobody gave")


class Honest:
    """Passes on what a server says; others change an event or a snapshot on the way."""

    def __init__(self) -> None:
        self.table = ""
        self.deal = 0

    def tell(self, message: Message) -> Message:
        """Return what is told of *message*."""
        if message["type"] == "snapshot":
            self.show(message)
        for event in message.get("events", ()):
            if event["event"] == "deal-committed":
                self.table, self.deal = event["table"], event["deal"]
            self.change(event)
        return message

    def change(self, event: Message) -> None:
        """Tell an event otherwise."""

    def show(self, snapshot: Message) -> None:
        """Show the table otherwise."""

    def share(self, seat: int) -> Message:
        """Return a share that *seat* never gave."""
        value = SHARE.digest()
        made = commit_share(self.table, self.deal, seat, value)
        return {"seat": seat, "commitment": made, "value": value.hex()}

    def seal(self) -> Message:
        """Return a secret that the server did not use."""
        secret = SECRET.digest()
        made = commit_secret(self.table, self.deal, secret)
        return {"secret": secret.hex(), "commitment": made}


class RevealsAnew(Honest):
    """Rewrites commitment, secret and shares when they are revealed, so that they fit together."""

    def change(self, event: Message) -> None:
        """Rewrite what is revealed."""
        if event["event"] == "secret-revealed":
            event.update(self.seal())
            event["shares"] = [self.share(share["seat"]) for share in event["shares"]]


class SealsAnother(Honest):
    """Has another secret from the beginning: only the cards know better."""

    def change(self, event: Message) -> None:
        """Rewrite the seal and what it is said to hold."""
        if event["event"] == "deal-committed":
            event["commitment"] = self.seal()["commitment"]
        elif event["event"] == "secret-revealed":
            event.update(self.seal())

    def show(self, snapshot: Message) -> None:
        """Rewrite the seal in a draw, if it was told before."""
        if snapshot["draw"] and self.table:
            snapshot["draw"]["commitment"] = self.seal()["commitment"]


class StealsTheShare(Honest):
    """Says that the first seat gave another share than it did."""

    def change(self, event: Message) -> None:
        """Rewrite the share wherever it is told."""
        if event["event"] == "share-committed" and event["seat"] == 0:
            event["commitment"] = self.share(0)["commitment"]
        elif event["event"] == "share-opened" and event["seat"] == 0:
            event["share"] = self.share(0)["value"]
        elif event["event"] == "secret-revealed":
            event["shares"] = self.stolen(event["shares"])

    def show(self, snapshot: Message) -> None:
        """Rewrite the share in a draw, as far as it is known."""
        if snapshot["draw"]:
            snapshot["draw"]["shares"] = self.stolen(snapshot["draw"]["shares"])

    def stolen(self, shares: list[Message]) -> list[Message]:
        """Return *shares* with another one of the first seat."""
        kept = [share for share in shares if share["seat"]]
        return kept if len(kept) == len(shares) else [self.share(0), *kept]


class SwapsAShare(Honest):
    """Reveals another share of the second seat."""

    def change(self, event: Message) -> None:
        """Rewrite one share."""
        if event["event"] == "secret-revealed":
            shares = event["shares"]
            event["shares"] = [self.share(1) if share["seat"] == 1 else share for share in shares]


class DropsAShare(Honest):
    """Reveals the shares without the second seat's."""

    def change(self, event: Message) -> None:
        """Leave one share out."""
        if event["event"] == "secret-revealed":
            event["shares"] = [share for share in event["shares"] if share["seat"] != 1]


class ShowsAnother(Honest):
    """Shows another commitment to who comes back."""

    def show(self, snapshot: Message) -> None:
        """Rewrite the draw."""
        if snapshot["draw"]:
            self.table, self.deal = snapshot["draw"]["table"], snapshot["draw"]["deal"]
            snapshot["draw"]["commitment"] = self.seal()["commitment"]


def rewritten(record: Record) -> Record:
    """Return a game that was never played, under the same name, with proofs of all its deals."""
    name, names = record.data["id"], record.players
    game = Game.start(len(names), record.deals[0].dealer)
    proofs = [_proof_of(name, number, record) for number in range(len(schedule(len(names))))]
    for proof, cards in zip(proofs, schedule(len(names)), strict=True):
        pack = shuffled_pack(proof.seed(), len(names))
        game, _ = game.next_deal(deal_hands(pack, len(names), cards, game.next_dealer))
        game = _played(game)
    return Record.of_game(game, names, id=name, proof=[_plain(proof) for proof in proofs])


def _proof_of(table: str, deal: int, record: Record) -> Proof:
    secret = sha256(b"rewritten %d" % deal).digest()
    given = record.data["proof"][deal]["shares"]
    shares = tuple(
        Share(share["seat"], commit_share(table, deal, share["seat"], value), value.hex())
        for share in given
        for value in [sha256(b"%d of %d" % (share["seat"], deal)).digest()]
    )
    return Proof(table, deal, commit_secret(table, deal, secret), secret.hex(), shares)


def _plain(proof: Proof) -> Message:
    shares = [
        {"seat": share.seat, "commitment": share.commitment, "value": share.value}
        for share in proof.shares
    ]
    sealed = {"commitment": proof.commitment, "secret": proof.secret}
    return {"table": proof.table, "deal": proof.deal, **sealed, "shares": shares}


def _played(game: Game) -> Game:
    """Return the running deal played to its end, plainly."""
    while not game.deal.is_over:
        turn = game.turn
        assert turn is not None
        legal = [action for action in game.legal_actions(turn) if action not in (DOUBLE, PASS)]
        game, _ = game.apply(turn, legal[0])
    return game
