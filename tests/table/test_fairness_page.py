"""docs/fairness.md: its shell finds what it says; its Python is run with the other documents."""

import re
import subprocess
from pathlib import Path

from batarde.rules import pack_of
from batarde.table import events as ev
from batarde.table.alarms import SHARE_TIME
from batarde.table.fairness import SHARE_BYTES

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")


def test_the_shell_finds_the_same_hash() -> None:
    (script,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    (output,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == output


def test_the_pack_begins_in_the_order_of_the_page() -> None:
    one = [rank + suit for suit in "SHDC" for rank in "RDCVFMJNT"]
    assert "suits S H D C, in each the ranks R D C V F M J N T" in PAGE
    assert list(pack_of(4)) == one
    assert list(pack_of(5)) == [*one, *(card + "_" for card in one)]


def test_the_page_names_every_event_and_number_of_the_protocol() -> None:
    steps = (
        ev.DealCommitted,
        ev.ShareCommitted,
        ev.SharesClosed,
        ev.ShareOpened,
        ev.SecretRevealed,
    )
    for event in steps:
        assert f"`{event.__struct_config__.tag}`" in PAGE
    assert f"after {SHARE_TIME // 1_000} seconds" in PAGE
    assert f"{SHARE_BYTES} random bytes" in PAGE
    for domain in ("commit", "share", "seed", "shuffle"):
        assert f"`batarde/{domain}/1`" in PAGE
