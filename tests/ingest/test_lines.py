"""Every line gives at least one item; what is whole on a damaged line is kept, and nothing is guessed."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ctxaudit.ingest import lines as module
from ctxaudit.ingest.lines import Blank, Record, records
from ctxaudit.ingest.repair import repaired
from ctxaudit.model.trace import Problem
from tests.ingest.files import source


def found(folder: Path, *parts: bytes) -> list[object]:
    """Records and blanks as they are, problems as (kind, line, hole)."""
    items = records(source(folder, *parts))
    return [(i.problem, i.line, i.hole) if isinstance(i, Problem) else i for i in items]


def test_plain_lines_give_their_objects(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":1}\n\n{"b":2}\n') == [Record(1, {"a": 1}), Blank(2), Record(3, {"b": 2})]


def test_a_torn_last_line_never_stops_the_rest(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":1}\n{"b":') == [Record(1, {"a": 1}), ("torn-tail", 2, True)]


def test_blank_lines_behind_a_torn_line_leave_it_the_last(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":1}\n{"b":\n\n') == [Record(1, {"a": 1}), ("torn-tail", 2, True), Blank(3)]


def test_a_torn_line_before_others_is_malformed(tmp_path: Path) -> None:
    items = found(tmp_path, b'{"b":\n\n{"a":1}\n')
    assert items == [("malformed-line", 1, True), Blank(2), Record(3, {"a": 1})]


def test_a_last_line_that_is_wrong_but_closed_is_malformed(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":1,,"b":2}') == [("malformed-line", 1, True)]


def test_plain_words_are_malformed_even_at_the_end(tmp_path: Path) -> None:
    assert found(tmp_path, b'done {"') == [("malformed-line", 1, True)]


def test_a_torn_stream_without_a_torn_line_is_a_torn_tail_behind_the_last(tmp_path: Path) -> None:
    packed = gzip.compress(b'{"a":1}\n')
    assert found(tmp_path, packed[:-4]) == [Record(1, {"a": 1}), ("torn-tail", 2, True)]


def test_a_torn_stream_with_a_torn_line_is_one_torn_tail(tmp_path: Path) -> None:
    packed = gzip.compress(b'{"a":1}\n{"b":')
    assert found(tmp_path, packed[:-4]) == [Record(1, {"a": 1}), ("torn-tail", 2, True)]


@pytest.mark.parametrize("between", [b"", b" ", b",", b" , "])
def test_two_whole_records_on_a_line_are_both_read(tmp_path: Path, between: bytes) -> None:
    items = found(tmp_path, b'{"a":1}' + between + b'{"b":2}\n')
    assert items == [Record(1, {"a": 1}), Record(1, {"b": 2}), ("two-records-on-a-line", 1, False)]


@pytest.mark.parametrize("torn", [b'{"a":"x', b'{"a":"x"', b'{"a":1', b'{"a', b'{"a":{"c":[1'])
def test_a_record_behind_a_torn_one_is_read_and_the_line_is_a_hole(tmp_path: Path, torn: bytes) -> None:
    items = found(tmp_path, torn + b'{"b":2}\n')
    assert items == [Record(1, {"b": 2}), ("two-records-on-a-line", 1, True)]


def test_an_object_inside_a_torn_record_is_not_taken_for_a_record(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"span":{"text":"x"}') == [("torn-tail", 1, True)]


def test_a_record_that_a_text_quotes_is_not_taken_for_a_record(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"text":"he wrote {\\"b\\":2}') == [("torn-tail", 1, True)]


def test_a_comma_behind_a_record_loses_nothing(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":1},\n') == [Record(1, {"a": 1}), ("malformed-line", 1, False)]


def test_text_behind_a_record_is_a_hole(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":1}}\n') == [Record(1, {"a": 1}), ("malformed-line", 1, True)]


@pytest.mark.parametrize("line", [b"\0\0" + b'{"a":1}', b'{"a":1}\0', b"\0" + b'{"a":1}' + b"\0\0"])
def test_a_record_beside_nul_bytes_is_read(tmp_path: Path, line: bytes) -> None:
    assert found(tmp_path, line) == [Record(1, {"a": 1}), ("nul-run", 1, False)]


def test_records_between_nul_bytes_are_all_read(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":1}\0\0{"b":2}') == [Record(1, {"a": 1}), Record(1, {"b": 2}), ("nul-run", 1, False)]


@pytest.mark.parametrize("line", [b"\0\0\0", b'{"a":"\0\0"}', b'\0\0"x"}'])
def test_nul_bytes_in_the_place_of_a_record_are_a_hole(tmp_path: Path, line: bytes) -> None:
    assert found(tmp_path, line) == [("nul-run", 1, True)]


def test_an_escaped_nul_is_a_character_like_any(tmp_path: Path) -> None:
    assert found(tmp_path, rb'{"a":"\u0000"}') == [Record(1, {"a": "\0"})]


def test_a_text_with_wrong_bytes_is_read_with_replacement(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":"caf\xe9"}') == [Record(1, {"a": "caf\ufffd"}), ("invalid-utf8", 1, False)]


def test_wrong_bytes_that_are_no_json_either_are_a_hole(tmp_path: Path) -> None:
    assert found(tmp_path, b'{"a":"caf\xe9\n{"b":2}') == [("invalid-utf8", 1, True), Record(2, {"b": 2})]


@pytest.mark.parametrize("escape", [rb"\ud800", rb"\uDFFF", rb"\udc00\ud800", rb"\ud800\u0041"])
def test_a_lone_surrogate_is_replaced_and_the_record_kept(tmp_path: Path, escape: bytes) -> None:
    record, problem = found(tmp_path, b'{"a":"' + escape + b'"}')
    assert isinstance(record, Record)
    assert "\ufffd" in record.value["a"]
    assert problem == ("lone-surrogate-escape", 1, False)


@pytest.mark.parametrize(("spelled", "text"), [(rb"\ud83d\ude00", "\U0001f600"), (rb"\\ud800", "\\ud800")])
def test_a_pair_and_a_spelled_escape_are_no_lone_surrogates(tmp_path: Path, spelled: bytes, text: str) -> None:
    assert found(tmp_path, b'{"a":"' + spelled + b'"}') == [Record(1, {"a": text})]


def test_pairs_survive_beside_a_lone_surrogate(tmp_path: Path) -> None:
    record = next(records(source(tmp_path, rb'{"a":"\ud83d\ude00 \\\ud800 \\ud800 \ud800"}')))
    assert isinstance(record, Record)
    assert record.value["a"] == "\U0001f600 \\\ufffd \\ud800 \ufffd"


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"01", b"9" * 6000])
def test_what_is_no_json_number_is_malformed(tmp_path: Path, number: bytes) -> None:
    assert found(tmp_path, b'{"a":' + number + b"}") == [("malformed-line", 1, True)]


@pytest.mark.parametrize("value", [b"[1]", b'"a"', b"1", b"null", b"true", b",,"])
def test_a_value_that_is_no_object_is_malformed(tmp_path: Path, value: bytes) -> None:
    assert found(tmp_path, value) == [("malformed-line", 1, True)]


@pytest.mark.parametrize("depth", [1100, 5000, 200_000])
def test_nesting_without_end_is_malformed(tmp_path: Path, depth: int) -> None:
    assert found(tmp_path, b'{"a":' + b"[" * depth + b"]" * depth + b"}") == [("malformed-line", 1, True)]


def test_a_giant_line_is_read_and_noted(tmp_path: Path) -> None:
    record, problem = found(tmp_path, b'{"a":"' + b"x" * (16 << 20) + b'"}\n')
    assert isinstance(record, Record)
    assert len(record.value["a"]) == 16 << 20
    assert problem == ("giant-line", 1, False)


def test_a_line_below_the_limit_is_not_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GIANT_LINE", 8)
    assert found(tmp_path, b'{"a":1}\n') == [Record(1, {"a": 1})]


def test_a_line_that_was_not_read_to_its_end_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ctxaudit.ingest.source", "ctxaudit.ingest.lines"):
        monkeypatch.setattr(f"{name}.LONGEST_LINE", 1 << 24)
    problems = [i for i in records(source(tmp_path, b'{"a":"' + b"x" * (1 << 24) + b'"}')) if isinstance(i, Problem)]
    assert [problem.problem for problem in problems] == ["giant-line", "torn-tail"]
    assert "what stands behind that was not read" in problems[0].detail


@pytest.mark.parametrize(
    "line",
    [
        b"{" * 300_000,
        b'{"a' * 100_000,
        b'{"a":"' + rb"\"x" * 100_000,
        b"a\0" * 100_000,
        b"{}" * 20_000,
        b"\\" * 300_000,
    ],
    ids=["brackets", "torn keys", "torn quotes", "nuls", "records", "backslashes"],
)
def test_a_line_made_to_cost_time_is_read_in_one_go(line: bytes) -> None:
    pieces, faults = repaired(line)
    assert len(pieces) in {0, 20_000}
    assert len(faults) <= 2


@given(some.binary(max_size=60))
def test_no_line_is_without_a_word(line: bytes) -> None:
    pieces, faults = repaired(line)
    assert pieces or faults or not line.strip()


@given(some.text(alphabet='{}[]",:\\ua1 \0\ud800d8', max_size=40))
def test_every_record_that_is_kept_is_an_object(line: str) -> None:
    pieces, _ = repaired(line.encode("utf-8", "surrogatepass"))
    assert all(isinstance(piece.value, dict) for piece in pieces)
