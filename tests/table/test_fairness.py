"""Fair cards: commit, share, open, reveal; what is hidden, what is proven, what may be missing."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from batarde.rules.dealing import deal_hands, shuffled_pack
from batarde.rules.game import schedule
from batarde.table import commands as do
from batarde.table import events as ev
from batarde.table.alarms import SHARE_TIME
from batarde.table.errors import TableCode
from batarde.table.fairness import Proof, Share, commit_secret, commit_share, shared_seed
from tests.table.desk import STRANGER, Desk, quiet

ZERO = bytes(32)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_cards_follow_from_the_secret_and_all_shares(players: int) -> None:
    desk = Desk(quiet(players=players)).start()
    desk.play_deal()
    (proof,) = desk.state.proofs
    assert proof.fault() is None
    assert [share.value for share in proof.shares] == [
        desk.shares[seat].hex() for seat in range(players)
    ]
    deal = desk.state.running.deals[0]
    pack = shuffled_pack(proof.seed(), players)
    assert deal_hands(pack, players, schedule(players)[0], deal.dealer) == deal.dealt


def test_the_order_is_commit_share_open_deal_reveal() -> None:
    desk = Desk().start()
    desk.play_deal()
    steps = [
        name
        for name in desk.names()
        if "Secret" in name or "Share" in name or name in {"DealCommitted", "DealBegan"}
    ]
    assert steps == [
        "SecretDrawn",
        "DealCommitted",
        *["ShareCommitted"] * 3,
        "SharesClosed",
        *["ShareOpened"] * 3,
        "DealBegan",
        "SecretRevealed",
        "SecretDrawn",
        "DealCommitted",
    ]


@pytest.mark.parametrize("seat", [None, 0, 1, 2], ids=["watcher", "seat 0", "seat 1", "seat 2"])
def test_nobody_sees_the_secret_before_it_is_revealed(seat: int | None) -> None:
    desk = Desk().start()
    desk.play_deal()
    drawn = [event for event in desk.journal.events() if isinstance(event, ev.SecretDrawn)]
    before = []
    for event in desk.seen(seat):
        if isinstance(event, ev.SecretRevealed):
            break
        before.append(repr(event))
    assert drawn[0].secret not in "".join(before)
    assert drawn[1].secret not in "".join(map(repr, desk.seen(seat)))
    assert desk.state.proofs[0].seed().hex() not in "".join(map(repr, desk.seen(seat)))


def test_every_deal_has_its_own_secret() -> None:
    desk = Desk().start()
    desk.play_game()
    assert len({proof.secret for proof in desk.state.proofs}) == 12
    assert [proof.deal for proof in desk.state.proofs] == list(range(12))


# What a client may send, and when


def test_a_share_is_committed_once_and_before_any_is_opened() -> None:
    desk = Desk().start(shares=False)
    commit = do.CommitShare(deal=0, commitment=desk.commitment(1))
    opened = do.OpenShare(deal=0, share=desk.shares[1].hex())
    assert desk.code(1, opened) is TableCode.NO_DRAW  # too early
    desk.do(1, commit)
    assert desk.code(1, commit) is TableCode.NO_DRAW  # no second thoughts
    assert desk.code(1, do.CommitShare(deal=1, commitment="0" * 64)) is TableCode.NO_DRAW
    assert desk.code(STRANGER, commit) is TableCode.NOT_SEATED
    for seat in (0, 2):
        desk.do(seat, do.CommitShare(deal=0, commitment=desk.commitment(seat)))
    assert desk.last() == ["ShareCommitted", "SharesClosed"]
    assert desk.code(1, do.OpenShare(deal=1, share=desk.shares[1].hex())) is TableCode.NO_DRAW
    desk.do(1, opened)
    assert desk.code(1, opened) is TableCode.BAD_SHARE  # only once


def test_a_share_that_is_not_the_committed_one_is_refused() -> None:
    desk = Desk().start(shares=False)
    for seat in range(3):
        desk.do(seat, do.CommitShare(deal=0, commitment=desk.commitment(seat)))
    assert desk.code(1, do.OpenShare(deal=0, share="00" * 32)) is TableCode.BAD_SHARE
    assert desk.code(1, do.OpenShare(deal=0, share=desk.shares[2].hex())) is TableCode.BAD_SHARE
    desk.do(1, do.OpenShare(deal=0, share=desk.shares[1].hex()))


def test_the_commitment_of_another_seat_is_of_no_use() -> None:
    desk = Desk().start(shares=False)
    copied = desk.commitment(0)
    for seat in range(3):
        desk.do(seat, do.CommitShare(deal=0, commitment=copied))
    desk.do(0, do.OpenShare(deal=0, share=desk.shares[0].hex()))
    assert desk.code(1, do.OpenShare(deal=0, share=desk.shares[0].hex())) is TableCode.BAD_SHARE


def test_who_gives_no_share_is_not_in_the_proof() -> None:
    desk = Desk().start(shares=False)
    for seat in (0, 2):
        desk.do(seat, do.CommitShare(deal=0, commitment=desk.commitment(seat)))
    desk.clock.advance(SHARE_TIME)
    for seat in (0, 2):
        desk.do(seat, do.OpenShare(deal=0, share=desk.shares[seat].hex()))
    desk.play_deal()
    assert [share.seat for share in desk.state.proofs[0].shares] == [0, 2]
    assert desk.state.proofs[0].fault() is None


def test_a_share_that_is_not_opened_is_shown_as_missing() -> None:
    desk = Desk().start(shares=False)
    for seat in range(3):
        desk.do(seat, do.CommitShare(deal=0, commitment=desk.commitment(seat)))
    for seat in (0, 2):
        desk.do(seat, do.OpenShare(deal=0, share=desk.shares[seat].hex()))
    assert not desk.state.running.deals
    desk.clock.advance(SHARE_TIME)
    desk.play_deal()
    (proof,) = desk.state.proofs
    assert [bool(share.value) for share in proof.shares] == [True, False, True]
    assert proof.fault() is None
    given = {seat: desk.shares[seat] for seat in (0, 2)}
    assert proof.seed() == shared_seed(desk.state.game_id, 0, bytes.fromhex(proof.secret), given)


def test_a_share_that_comes_after_the_cards_is_refused() -> None:
    """It would lead to other cards than those that were dealt, as if the server had cheated."""
    desk = Desk().start(shares=False)
    for seat in range(3):
        desk.do(seat, do.CommitShare(deal=0, commitment=desk.commitment(seat)))
    for seat in (0, 2):
        desk.do(seat, do.OpenShare(deal=0, share=desk.shares[seat].hex()))
    desk.clock.advance(SHARE_TIME)
    assert desk.state.is_dealt
    late = do.OpenShare(deal=0, share=desk.shares[1].hex())
    assert desk.code(1, late) is TableCode.NO_DRAW
    desk.play_deal()
    (proof,), (deal, *_) = desk.state.proofs, desk.state.running.deals
    pack = shuffled_pack(proof.seed(), 3)
    assert deal_hands(pack, 3, schedule(3)[0], deal.dealer) == deal.dealt


def test_nobody_waits_for_the_shares_of_bots_or_of_who_is_away() -> None:
    desk = Desk(people=[0]).start(shares=False)
    desk.do(0, do.CommitShare(deal=0, commitment=desk.commitment(0)))
    desk.do(0, do.OpenShare(deal=0, share=desk.shares[0].hex()))
    assert desk.state.running.deals


# The hashes


def test_hashes_are_over_length_prefixed_parts() -> None:
    def part(data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + data

    by_hand = part(b"batarde/share/1") + part(b"T") + part(b"10") + part(b"2") + part(ZERO)
    assert commit_share("T", 10, 2, ZERO) == sha256(by_hand).hexdigest()
    by_hand = part(b"batarde/commit/1") + part(b"T") + part(b"10") + part(ZERO)
    assert commit_secret("T", 10, ZERO) == sha256(by_hand).hexdigest()
    by_hand = part(b"batarde/seed/1") + part(b"T") + part(b"0") + part(ZERO)
    by_hand += part(b"1") + part(b"\1" * 32) + part(b"3") + part(b"\3" * 32)
    assert shared_seed("T", 0, ZERO, {3: b"\3" * 32, 1: b"\1" * 32}) == sha256(by_hand).digest()


@given(st.data())
def test_no_change_of_a_proof_goes_unnoticed(data: st.DataObject) -> None:
    shares = {seat: bytes([seat]) * 32 for seat in range(4)}
    secret = b"s" * 32
    proof = Proof(
        "T",
        1,
        commit_secret("T", 1, secret),
        secret.hex(),
        tuple(Share(n, commit_share("T", 1, n, value), value.hex()) for n, value in shares.items()),
    )
    assert proof.fault() is None
    seat = data.draw(st.integers(0, 3))
    other = data.draw(st.binary(min_size=32, max_size=32).filter(lambda b: b != shares[seat]))
    changed = replace(proof.shares[seat], value=other.hex())
    forged = replace(proof, shares=(*proof.shares[:seat], changed, *proof.shares[seat + 1 :]))
    assert forged.fault() == "share"
    assert forged.seed() != proof.seed()
    assert replace(proof, secret=(b"t" * 32).hex()).fault() == "secret"
    assert replace(proof, deal=2).fault() == "secret"
    assert replace(proof, table="U").fault() == "secret"
