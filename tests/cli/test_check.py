"""``batarde check``: one line for each record, in order, whatever the files hold."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from batarde.cli.faults import describe
from batarde.cli.recordfiles import record_texts
from batarde.rules import RecordError
from batarde.rules.checking import parse, replay
from tests.cli.processes import BATARDE, run

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
VALID = (VECTORS / "valid.jsonl").read_bytes().splitlines(keepends=True)
INVALID = (VECTORS / "invalid.jsonl").read_bytes().splitlines(keepends=True)
GOOD, BAD = VALID[0], INVALID[-1]
SCHEMA = ("schema", -1, "record", 0)


def checked(*args: str, typed: bytes = b"") -> tuple[int, list[dict[str, Any]]]:
    """Return the exit status and the lines of a check that had nothing to complain about."""
    done = run("check", *args, typed=typed)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def fault(line: dict[str, Any]) -> tuple[str, int, str, int] | None:
    """Return what a line reports, without its message."""
    if line["valid"]:
        assert line == {"valid": True}
        return None
    assert list(line) == ["valid", "rule", "deal", "section", "index", "message"]
    return (line["rule"], line["deal"], line["section"], line["index"])


def faults(*args: str, typed: bytes = b"") -> list[tuple[str, int, str, int] | None]:
    status, lines = checked(*args, typed=typed)
    found = [fault(line) for line in lines]
    assert status == (1 if any(found) else 0)
    return found


def test_all_valid_vectors_are_valid() -> None:
    assert faults(str(VECTORS / "valid.jsonl")) == [None] * len(VALID)


def test_all_invalid_vectors_break_the_rule_they_should() -> None:
    expected = [
        fault({**json.loads(line), "message": ""})
        for line in (VECTORS / "invalid.expected.jsonl").read_text().splitlines()
    ]
    assert len(expected) == len(INVALID)
    assert faults(str(VECTORS / "invalid.jsonl")) == expected


def test_standard_input_is_read_as_lines() -> None:
    assert faults("-", typed=GOOD + b"\n \t\r\n" + GOOD.rstrip(b"\n")) == [None, None]


def test_standard_input_may_be_one_record_over_many_lines() -> None:
    pretty = json.dumps(json.loads(GOOD), indent=2).encode()
    assert faults("-", typed=b"\n" + pretty + b"\n\n") == [None]


def test_other_names_are_read_like_standard_input(tmp_path: Path) -> None:
    one, many = tmp_path / "one", tmp_path / "many.txt"
    one.write_text(json.dumps(json.loads(GOOD), indent=1))
    many.write_bytes(GOOD * 2)
    assert faults(str(one), str(many)) == [None, None, None]


def test_a_json_file_is_one_record(tmp_path: Path) -> None:
    one, many, upper = tmp_path / "one.json", tmp_path / "many.json", tmp_path / "UPPER.JSON"
    one.write_text(json.dumps(json.loads(GOOD), indent=1))
    many.write_bytes(GOOD * 2)
    upper.write_bytes(GOOD)
    assert faults(str(one), str(many), str(upper)) == [None, SCHEMA, None]


def test_a_jsonl_file_is_lines_even_if_it_is_one_value(tmp_path: Path) -> None:
    path = tmp_path / "pretty.jsonl"
    path.write_text('{\n"format": "batarde/1"\n}\n')
    assert faults(str(path)) == [SCHEMA] * 3


@pytest.mark.parametrize(
    ("name", "expected"), [("empty.json", [SCHEMA]), ("empty.jsonl", []), ("empty", [])]
)
def test_an_empty_file(name: str, expected: list[object], tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"")
    assert faults(str(tmp_path / name)) == expected
    (tmp_path / name).write_bytes(b" \n\r\n\t\n")
    assert faults(str(tmp_path / name)) == expected


def test_only_a_newline_ends_a_line(tmp_path: Path) -> None:
    record = json.loads(GOOD)
    record["players"][0] = "one\u2028line\u0085still\x0bone"
    path = tmp_path / "lines.jsonl"
    path.write_bytes(json.dumps(record, ensure_ascii=False).replace("\\u000b", "\\u000b").encode())
    assert faults(str(path)) == [None]
    path.write_bytes(GOOD.rstrip(b"\n") + b"\r" + GOOD)
    assert faults(str(path)) == [SCHEMA]
    path.write_bytes(GOOD.rstrip(b"\n") + b"\r\n" + GOOD)
    assert faults(str(path)) == [None, None]


def test_files_are_checked_in_the_order_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_bytes(GOOD)
    (tmp_path / "bad.jsonl").write_bytes(BAD)
    names = [str(tmp_path / name) for name in ("bad.jsonl", "good.jsonl", "bad.jsonl")]
    found = faults(*names)
    assert [bool(each) for each in found] == [True, False, True]


def test_a_file_that_cannot_be_opened_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_bytes(GOOD)
    (tmp_path / "bad.jsonl").write_bytes(BAD)
    (tmp_path / "folder.json").mkdir()
    names = ("missing.json", "good.jsonl", "folder.json", "bad.jsonl")
    done = run("check", *names, cwd=tmp_path)
    assert done.returncode == 2
    assert [json.loads(line)["valid"] for line in done.stdout.splitlines()] == [True, False]
    assert done.stderr.decode() == (
        "batarde check: missing.json: No such file or directory\n"
        "batarde check: folder.json: Is a directory\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="names are bytes on Unix")
def test_a_name_that_is_no_text_is_reported_too(tmp_path: Path) -> None:
    done = run("check", os.fsdecode(b"\xff\xfe.json"), cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith(b".json: No such file or directory\n")


def test_without_standard_input_it_cannot_be_read() -> None:
    done = run("check", "-", preexec_fn=lambda: os.close(0), stdin=None)
    assert done.returncode == 2
    assert done.stderr.decode() == "batarde check: -: there is no standard input\n"


def test_every_line_is_printed_as_soon_as_its_record_is_read() -> None:
    process = subprocess.Popen(
        [BATARDE, "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for text in (GOOD, BAD, GOOD):
            process.stdin.write(text)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["valid"] == (text is GOOD)
        process.stdin.close()
    assert process.returncode == 1


def message(text: bytes) -> str:
    data = None
    try:
        data = parse(text)
        replay(data)
    except RecordError as error:
        return str(describe(error.fault, data)["message"])
    pytest.fail("the record is valid")


def test_a_message_says_where_and_why() -> None:
    record = json.loads(
        """{"format": "batarde/1", "kind": "deal", "players": ["Ana", "Bo", "Chi"],
        "deals": [{"cards": 2, "dealer": 2, "hands": [["RS", "JH"], ["DS", "FH"], ["NC", "MH"]],
        "calls": [{"seat": 0, "tricks": 1, "trump": "H"}, {"seat": 1, "tricks": 1, "trump": "H"},
        {"seat": 2, "tricks": 1, "trump": "H"}], "plays": [{"seat": 0, "card": "JH"}]}]}"""
    )
    plays = record["deals"][0]["plays"]
    plays.append({"seat": 1, "card": "DS"})
    assert message(json.dumps(record).encode()) == (
        "Deal 1, card 2, Bo: You have hearts: you must follow suit."
    )
    plays[-1] = {"seat": 9, "card": "DS"}
    assert message(json.dumps(record).encode()) == (
        "Deal 1, card 2, Player 10: Not your turn: it is Bo’s."
    )
    record["deals"][0]["hands"][1][0] = "RS"
    assert message(json.dumps(record).encode()).startswith("Deal 1, hand of Bo: ")
    record["players"].pop()
    assert message(json.dumps(record).encode()) == (
        "3 to 7 can play: the number of players is wrong."
    )


@pytest.mark.parametrize("text", INVALID)
def test_every_fault_has_a_sentence(text: bytes) -> None:
    said = message(text.rstrip(b"\n"))
    assert said.endswith((".", "!"))
    assert "{" not in said


def test_half_a_character_in_a_name_is_printed_as_it_was_read() -> None:
    record = json.loads(BAD)
    record["players"] = ["\ud800"] * 2
    record["players"] += ["\ud800"] * (len(json.loads(BAD)["players"]) - 2)
    record["deals"] = [{"cards": 1, "dealer": 0, "hands": []}]
    status, (line,) = checked("-", typed=json.dumps(record).encode())
    assert status == 1
    assert line["message"]


PIECES = st.sampled_from(
    [
        b"\n",
        b"\r",
        b" ",
        b"\x0c",
        b"{",
        b"}",
        b"[",
        b"]",
        b'"',
        b"1",
        b"NaN",
        b"\xff",
        b"\xef\xbb\xbf",
    ]
)
JUNK = st.lists(PIECES | st.binary(max_size=8) | st.just(GOOD) | st.just(BAD), max_size=6).map(
    b"".join
)


def expected_texts(suffix: str, content: bytes) -> list[bytes]:
    """Return the records in a file, read the plain way: all of it at once."""
    lines = [line for line in content.split(b"\n") if line.strip()]
    if suffix == ".json":
        return [content]
    if suffix == ".jsonl":
        return lines
    try:
        json.loads(content.decode(), parse_constant=int)
    except ValueError:
        return lines
    return [content]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=JUNK, suffix=st.sampled_from([".json", ".jsonl", ".txt"]))
@example(content=b"1\n\n2", suffix="")
@example(content=b"{\n\x0c\n}", suffix="")
@example(content=b"\n\n[\n1]\n", suffix="")
def test_reading_by_lines_finds_what_reading_at_once_finds(
    content: bytes, suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / f"junk{suffix}"
    path.write_bytes(content)
    found = [text.strip() for text in record_texts(str(path))]
    assert found == [text.strip() for text in expected_texts(suffix, content)]


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(contents=st.lists(JUNK, min_size=20, max_size=60))
def test_no_file_can_break_it(contents: list[bytes], tmp_path: Path) -> None:
    names, count = [], 0
    for number, content in enumerate(contents):
        suffix = (".json", ".jsonl", "")[number % 3]
        path = tmp_path / f"{number}{suffix}"
        path.write_bytes(content)
        names.append(str(path))
        count += len(expected_texts(suffix, content))
    done = run("check", *names)
    assert done.stderr == b""
    assert done.returncode in {0, 1}
    assert done.stdout.count(b"\n") == count


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"9" * 1_000_000,
        b'{"format": 1e999}',
        b"\x00" * 100_000,
        b'"' + b"\\ud800" * 10_000 + b'"',
    ],
    ids=["deep", "deep-object", "deep-closed", "long-number", "infinity", "zeros", "surrogates"],
)
def test_monsters_are_schema_faults(content: bytes) -> None:
    assert faults("-", typed=content) == [SCHEMA]
