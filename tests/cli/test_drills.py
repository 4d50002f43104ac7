"""``batarde drills``."""

import re
from pathlib import Path

import msgspec

from batarde.study.drills import Drills
from tests.cli.processes import complaint, printed, run


def test_writes_the_questions_of_a_seed(tmp_path: Path) -> None:
    text = printed("drills", "build", "--seed", "summer")
    drills = msgspec.json.decode(text, type=Drills)
    assert (drills.format, drills.seed) == ("batarde-drills/1", "summer")
    file = tmp_path / "drills.json"
    done = run("drills", "build", "--seed", "summer", "-o", str(file))
    assert done.returncode == 0
    assert file.read_text("utf-8") == text
    assert re.fullmatch(rb"\d+ skills, [\d,]+ questions, \d+ KB compressed\n", done.stderr)


def test_says_what_it_can_do() -> None:
    assert "batarde drills build -o drills.json" in printed("drills", "--help")
    assert "batarde-drills/1" in printed("drills", "build", "--help")


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    assert "No such file" in complaint("drills", "build", "-o", str(tmp_path / "no" / "file"))
