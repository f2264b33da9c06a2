"""Each file in fixtures/traces/broken holds one kind of damage and gives that problem, on that line, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.errors import InputError
from ctxaudit.ingest.native import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model.trace import HOLES, Add
from tests.ingest.files import BROKEN

# file: problems as (kind, line, hole), and the lines that gave an event
READ: dict[str, tuple[list[tuple[str, int, bool]], list[int]]] = {
    "blank-lines.jsonl": ([], [3, 6]),
    "byte-order-mark.jsonl": ([], [2, 3]),
    "crlf.jsonl": ([], [2, 3]),
    "deep-nesting.jsonl": ([("malformed-line", 2, True)], [3]),
    "duplicate-key-in-a-span.jsonl": ([("duplicate-key", 2, False)], [2, 3]),
    "duplicate-key.jsonl": ([("duplicate-key", 2, False)], [2, 3]),
    "huge-integer.jsonl": ([("malformed-line", 2, True)], [3]),
    "invalid-utf8-and-no-json.jsonl": ([("invalid-utf8", 2, True)], [3]),
    "invalid-utf8-inside-a-text.jsonl": ([("invalid-utf8", 2, False)], [2, 3]),
    "line-separators-in-a-text.jsonl": ([], [2, 3]),
    "lone-surrogate-escape.jsonl": ([("lone-surrogate-escape", 2, False)], [2, 3]),
    "missing-key.jsonl": ([("malformed-line", 2, True)], [3]),
    "missing-turn.jsonl": ([("malformed-line", 2, True)], [3]),
    "missing-type.jsonl": ([("malformed-line", 2, True)], [3]),
    "not-a-number.jsonl": ([("malformed-line", 2, True)], [3]),
    "not-an-object.jsonl": ([("malformed-line", 2, True), ("malformed-line", 3, True)], [4]),
    "nul-run-alone.jsonl": ([("nul-run", 3, True)], [2, 4]),
    "nul-run-before-a-record.jsonl": ([("nul-run", 2, False)], [2, 3]),
    "nul-run-inside-a-record.jsonl": ([("nul-run", 2, True)], [3]),
    "null-value.jsonl": ([("malformed-line", 2, True)], [3]),
    "outside-a-closed-list.jsonl": ([("malformed-line", 2, True)], [3]),
    "restore-without-a-span.jsonl": ([("malformed-line", 2, True)], [3]),
    "rewrite-without-a-source.jsonl": ([("malformed-line", 2, True)], [3]),
    "torn-record-before-a-record.jsonl": ([("two-records-on-a-line", 2, True)], [2, 3]),
    "torn-record-in-the-middle.jsonl": ([("malformed-line", 2, True)], [3]),
    "torn-stream.jsonl.gz": ([("torn-tail", 16, True)], list(range(2, 16))),
    "torn-stream.jsonl.zst": ([("torn-tail", 16, True)], list(range(2, 16))),
    "torn-tail.jsonl": ([("torn-tail", 4, True)], [2, 3]),
    "turn-went-back.jsonl": ([], [2, 3, 4]),
    "two-records-on-a-line.jsonl": ([("two-records-on-a-line", 2, False)], [2, 2, 3]),
    "unknown-key-in-a-list.jsonl": ([("unknown-key", line, False) for line in (1, 3, 4)], [2, 3, 4]),
    "unknown-key.jsonl": ([("unknown-key", 1, False), ("unknown-key", 2, False)], [2, 3]),
    "unknown-type.jsonl": ([("unknown-type", 3, False)], [2, 4]),
    "wrong-type.jsonl": ([("malformed-line", 2, True)], [3]),
}
REFUSED = {
    "empty.jsonl": "is empty",
    "header-without-id.jsonl": r':1: no trace header: trace: required key "id" is missing',
    "missing-header.jsonl": r':1: no trace header: found type "add"; a header such as',
    "torn-header.jsonl": r":1: no trace header: the record is not closed",
    "unknown-version.jsonl": r":1: unknown trace version: found version 2, and only 1 is known",
}
SEVERAL = {"later-header-unreadable.jsonl"}  # in test_native_read


def test_every_broken_file_has_its_expectation() -> None:
    assert {file.name for file in BROKEN.iterdir()} == READ.keys() | REFUSED.keys() | SEVERAL


@pytest.mark.parametrize("name", READ)
def test_a_broken_file_gives_its_problem_and_no_other(name: str) -> None:
    (trace,) = read(open_source(str(BROKEN / name)))
    assert [(problem.problem, problem.line, problem.hole) for problem in trace.problems] == READ[name][0]


@pytest.mark.parametrize("name", READ)
def test_the_other_lines_of_a_broken_file_give_their_events(name: str) -> None:
    (trace,) = read(open_source(str(BROKEN / name)))
    assert [event.line for event in trace.events] == READ[name][1]


@pytest.mark.parametrize("name", READ)
def test_every_line_of_a_broken_file_is_accounted_for(name: str) -> None:
    (trace,) = read(open_source(str(BROKEN / name)))
    lines = trace.lines
    last = max([trace.header.line, *(e.line for e in trace.events), *(p.line for p in trace.problems)])
    assert lines.read == lines.events + lines.blank + lines.problems + sum(lines.not_context.values()) == last


@pytest.mark.parametrize("name", READ)
def test_a_hole_is_one_of_the_kinds_that_can_be_one(name: str) -> None:
    (trace,) = read(open_source(str(BROKEN / name)))
    assert {problem.problem for problem in trace.problems if problem.hole} <= HOLES


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_without_a_header_is_refused_with_place_and_wish(name: str) -> None:
    with pytest.raises(InputError, match=REFUSED[name]):
        read(open_source(str(BROKEN / name)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("invalid-utf8-inside-a-text.jsonl", "caf\ufffd was open"),
        ("lone-surrogate-escape.jsonl", "half \ufffd of a pair"),
        ("line-separators-in-a-text.jsonl", "one\u2028two\u2029three\u0085four"),
        ("crlf.jsonl", "the deploy log of host 1 is clean"),
    ],
)
def test_the_text_of_a_readable_line_is_what_stands_there(name: str, text: str) -> None:
    (trace,) = read(open_source(str(BROKEN / name)))
    first = trace.events[0]
    assert isinstance(first, Add)
    assert first.span.text == text


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("missing-key.jsonl", 'add: required key "span.text" is missing'),
        ("missing-turn.jsonl", 'call: required key "turn" is missing'),
        ("missing-type.jsonl", 'required key "type" is missing'),
        ("wrong-type.jsonl", 'add: "span.tokens" must be a whole number, and is "twelve"'),
        (
            "null-value.jsonl",
            'add: "span.tokens" must be a whole number, and is null (a key without a value is left out)',
        ),
        (
            "outside-a-closed-list.jsonl",
            'evict: "reason" must be one of external-copy, dispensable, withdrawn, and is "tired"',
        ),
        ("rewrite-without-a-source.jsonl", 'rewrite: "sources" must name at least 1'),
        ("restore-without-a-span.jsonl", 'restore: required key "span" is missing'),
        ("huge-integer.jsonl", 'call: "tokens" must be at most 9007199254740991, and is 1e+40'),
        ("not-a-number.jsonl", "NaN is no JSON number"),
        ("deep-nesting.jsonl", "it is nested too deep to be read"),
        ("duplicate-key.jsonl", '"tokens": the last value counts'),
        ("unknown-key.jsonl", '"mood": read over'),
        ("torn-tail.jsonl", "the record is not closed"),
        ("torn-stream.jsonl.gz", "the compressed stream ends before its end mark"),
        ("nul-run-alone.jsonl", "64 NUL bytes at byte 1 of the line: what stood there is lost"),
        ("nul-run-before-a-record.jsonl", "16 NUL bytes at byte 1 of the line; the record beside them is whole"),
    ],
)
def test_the_detail_names_the_key_or_the_place(name: str, detail: str) -> None:
    (trace,) = read(open_source(str(BROKEN / name)))
    assert trace.problems[0].detail == detail


def test_a_problem_says_nothing_of_where_the_file_lies() -> None:
    for name in READ:
        (trace,) = read(open_source(str(BROKEN / name)))
        assert not any(str(Path.cwd()) in problem.detail for problem in trace.problems)
