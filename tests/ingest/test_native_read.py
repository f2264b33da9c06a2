"""What a native line says becomes an event, with the format's defaults where it says nothing."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.errors import InputError
from ctxaudit.ingest.native import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model.trace import (
    Add,
    Allow,
    Conditions,
    Decide,
    Event,
    Header,
    Lines,
    Origin,
    Pin,
    Rank,
    RankEntry,
    RejectedAlternative,
    Restore,
    Rewrite,
    Span,
)
from tests.ingest.files import BROKEN, header, line, only, source, span, told, trace, traces

OWN: dict[str, dict[str, Any]] = {
    "add": {"span": span()},
    "evict": {"spans": ["s1"], "reason": "dispensable"},
    "rewrite": {"sources": ["s1"], "surrogate": span("m1")},
    "truncate": {"spans": ["s1"]},
    "rank": {"order": [{"span": "s1"}]},
    "pin": {"spans": ["s1"]},
    "unpin": {"tokens": ["8443"]},
    "restore": {"span": span(), "of": "s1", "from": "external"},
    "decide": {"id": "d1", "choice": "wait"},
    "cite": {"token": "8443"},
    "call": {},
    "checkpoint": {"spans": ["s1"]},
    "allow": {"rules": ["deep-rewrite"], "reason": "known"},
}


def event(folder: Path, kind: str, **keys: Any) -> Event:
    """The event of one line, on which nothing is odd."""
    found = trace(folder, line(kind, **OWN[kind] | keys))
    assert not found.problems
    return found.events[0]


def test_a_header_with_nothing_but_an_id_has_the_defaults(tmp_path: Path) -> None:
    (found,) = traces(tmp_path, header())
    assert found.header == Header(id="run", line=1)


def test_a_header_keeps_all_that_it_declares(tmp_path: Path) -> None:
    said = {"budget": 100, "agent": "a", "model": "m", "tokenizer": "t", "started_at": "2030-01-01T00:00:00Z"}
    placed = {"cwd": "/w", "lane": "sub", "parent": "p", "labels": {"task": "t1"}, "citations": "both"}
    (found,) = traces(tmp_path, header(**said, **placed, conditions={"verifier": False, "retains": ["falsifier"]}))
    assert found.header == Header(
        id="run",
        conditions=Conditions(verifier=False, retains=("falsifier",)),
        **said,  # type: ignore[arg-type]
        **placed,  # type: ignore[arg-type]
    )


def test_a_file_of_one_header_is_a_trace_without_events(tmp_path: Path) -> None:
    (found,) = traces(tmp_path, header())
    assert (found.events, found.lines) == ((), Lines(read=1, events=1))


def test_blank_lines_may_stand_before_the_header(tmp_path: Path) -> None:
    (found,) = traces(tmp_path, b"\n  \n", header(), line("call"))
    assert (found.header.line, found.lines) == (3, Lines(read=4, events=2, blank=2))


def test_a_damaged_header_that_can_be_read_is_a_header(tmp_path: Path) -> None:
    (found,) = traces(tmp_path, b"\0\0", header(), line("call"))
    assert (told(found), len(found.events)) == ([("nul-run", 1)], 1)


@pytest.mark.parametrize(
    "first",
    [b"hello\n", b"\0\0\n", b"[1]\n", b"{}\n", b'{"type":7}\n', header(version=True), header(version="1"), b" \n\n"],
)
def test_a_first_line_that_is_no_header_is_refused(tmp_path: Path, first: bytes) -> None:
    with pytest.raises(InputError, match=r"run\.jsonl:?\d*: .*must stand first"):
        traces(tmp_path, first)


@pytest.mark.parametrize("version", [0, 2, 1.5, -1, 1e300, 10**30])
def test_another_version_is_refused_by_its_number(tmp_path: Path, version: float) -> None:
    with pytest.raises(InputError, match=r":1: unknown trace version: found version"):
        traces(tmp_path, header(version=version))


@pytest.mark.parametrize("kind", OWN)
def test_every_type_of_event_is_read(tmp_path: Path, kind: str) -> None:
    assert type(event(tmp_path, kind)).__name__.lower() == kind


@pytest.mark.parametrize("kind", OWN)
def test_the_one_who_decides_is_the_host_or_the_model(tmp_path: Path, kind: str) -> None:
    hosts = {"truncate", "checkpoint", "pin", "unpin", "allow", "call"}
    assert event(tmp_path, kind).by == ("host" if kind in hosts else "model")


@pytest.mark.parametrize("kind", OWN)
def test_what_every_event_may_say_is_kept(tmp_path: Path, kind: str) -> None:
    found = event(tmp_path, kind, turn=7, at="noon", by="human", basis="inferred", origin={"file": "a.log", "line": 3})
    said = (found.line, found.turn, found.at, found.by, found.basis, found.origin)
    assert said == (2, 7, "noon", "human", "inferred", Origin(file="a.log", line=3))


@pytest.mark.parametrize(
    ("role", "maker"),
    [
        ("user", "human"),
        ("assistant", "model"),
        ("scratchpad", "model"),
        ("tool", "tool"),
        ("system", "host"),
        ("memory", "host"),
    ],
)
def test_a_spans_maker_follows_from_its_role(tmp_path: Path, role: str, maker: str) -> None:
    found = event(tmp_path, "add", span=span(role=role))
    assert isinstance(found, Add)
    assert found.span.by == maker


def test_a_span_that_names_its_maker_keeps_it(tmp_path: Path) -> None:
    found = event(tmp_path, "add", span=span(role="user", by="host"))
    assert isinstance(found, Add)
    assert found.span.by == "host"


def test_a_bare_span_has_the_defaults(tmp_path: Path) -> None:
    found = event(tmp_path, "add")
    assert isinstance(found, Add)
    assert found.span == Span(id="s1", text="the queue drained at noon", role="tool", by="tool")


def test_an_id_that_a_list_names_twice_stands_at_its_first_place(tmp_path: Path) -> None:
    found = event(tmp_path, "rewrite", sources=["b", "a", "b"], surrogate=span("m1", provenance=["b", "a", "a"]))
    assert isinstance(found, Rewrite)
    assert (found.sources, found.surrogate.provenance) == (("b", "a"), ("b", "a"))


def test_a_span_that_is_ranked_twice_keeps_its_first_score(tmp_path: Path) -> None:
    found = event(tmp_path, "rank", order=[{"span": "a", "score": 3}, {"span": "b"}, {"span": "a", "score": 1}])
    assert isinstance(found, Rank)
    assert found.order == (RankEntry("a", 3), RankEntry("b"))


def test_a_rejected_alternative_may_be_a_bare_string(tmp_path: Path) -> None:
    found = event(tmp_path, "rewrite", rejected_alternatives=["wait", {"alternative": "retry", "reason": "slow"}])
    assert isinstance(found, Rewrite)
    assert found.rejected_alternatives == ("wait", RejectedAlternative(alternative="retry", reason="slow"))


def test_a_decision_may_reject_without_a_reason(tmp_path: Path) -> None:
    found = event(tmp_path, "decide", rejected=[{"alternative": "retry"}])
    assert isinstance(found, Decide)
    assert found.rejected == (RejectedAlternative(alternative="retry"),)


def test_a_failed_restore_needs_no_span(tmp_path: Path) -> None:
    found = trace(tmp_path, line("restore", of="s1", from_="external", failed=True)).events[0]
    assert isinstance(found, Restore)
    assert (found.span, found.failed) == (None, True)


def test_pinned_tokens_need_no_spans(tmp_path: Path) -> None:
    found = trace(tmp_path, line("pin", tokens=["8443"])).events[0]
    assert isinstance(found, Pin)
    assert (found.spans, found.tokens) == ((), ("8443",))


def test_an_allow_for_no_span_is_not_one_for_all(tmp_path: Path) -> None:
    narrow, wide = event(tmp_path, "allow", spans=[]), event(tmp_path, "allow")
    assert isinstance(narrow, Allow)
    assert isinstance(wide, Allow)
    assert (narrow.spans, wide.spans) == ((), None)


def test_a_whole_number_with_a_point_is_a_whole_number(tmp_path: Path) -> None:
    found = event(tmp_path, "add", turn=3.0, span=span(tokens=12.0, body_end=1e2))
    assert isinstance(found, Add)
    assert str((found.turn, found.span.tokens, found.span.body_end)) == "(3, 12, 100)"


def test_an_unknown_key_is_named_with_its_place_and_the_event_kept(tmp_path: Path) -> None:
    found = trace(tmp_path, line("add", span=span(colour="red"), origin={"page": 2}, mood="calm"))
    assert only(found).detail == '"mood", "origin.page", "span.colour": read over'
    assert len(found.events) == 1


def test_many_unknown_keys_are_counted_and_few_are_named(tmp_path: Path) -> None:
    found = trace(tmp_path, line("call", **{f"key{n}": 1 for n in range(1000)}))
    assert only(found).detail.endswith('"key7" and 992 more: read over')


def test_an_unknown_key_may_be_nested_without_end(tmp_path: Path) -> None:
    found = trace(tmp_path, b'{"type":"call","turn":1,"deep":' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}\n")
    assert told(found) == [("unknown-key", 2)]


def test_a_rule_name_that_is_not_known_is_nothing_to_the_reader(tmp_path: Path) -> None:
    assert not trace(tmp_path, line("allow", rules=["no-such-rule"], reason="because")).problems


def test_an_unknown_type_keeps_its_line_and_is_no_hole(tmp_path: Path) -> None:
    found = trace(tmp_path, line("summarise"), line("call"))
    assert (told(found), only(found).hole, found.events[0].line) == ([("unknown-type", 2)], False, 3)
    assert only(found).detail.startswith('"summarise" is read over; known are trace, add,')


@pytest.mark.parametrize("kind", [b"7", b"null", b'["add"]', b"{}"])
def test_a_type_that_is_no_string_is_malformed(tmp_path: Path, kind: bytes) -> None:
    assert told(trace(tmp_path, b'{"type":' + kind + b',"turn":1}\n')) == [("malformed-line", 2)]


def test_a_turn_that_goes_back_is_left_to_the_replay(tmp_path: Path) -> None:
    assert not trace(tmp_path, line("call", turn=3), line("call", turn=2)).problems


def test_a_span_named_twice_is_left_to_the_replay(tmp_path: Path) -> None:
    assert not trace(tmp_path, line("add", span=span()), line("add", span=span())).problems


def test_each_header_begins_a_trace_of_its_own(tmp_path: Path) -> None:
    first, second = traces(tmp_path, header(), line("call"), b"\n", header(id="sub", parent="run"), line("call"))
    assert (first.header.id, second.header.id, second.header.parent) == ("run", "sub", "run")
    assert (first.events[0].line, second.header.line, second.events[0].line) == (2, 4, 5)


def test_each_trace_counts_its_own_lines(tmp_path: Path) -> None:
    first, second = traces(tmp_path, header(), line("call"), b"\n", header(), line("x"), line("call"))
    assert first.lines == Lines(read=3, events=2, blank=1)
    assert second.lines == Lines(read=3, events=2, problems=1)


def test_events_behind_an_unreadable_header_belong_to_no_trace() -> None:
    first, third = read(open_source(str(BROKEN / "later-header-unreadable.jsonl")))
    assert ([e.line for e in first.events], [e.line for e in third.events]) == ([2], [7])


def test_a_stretch_without_a_header_is_no_hole_of_the_trace_before() -> None:
    first, third = read(open_source(str(BROKEN / "later-header-unreadable.jsonl")))
    assert [(p.line, p.hole) for p in first.problems] == [(3, False), (4, False), (5, False)]
    assert first.problems[1].detail == "belongs to the trace whose header on line 3 cannot be read"
    assert (first.lines.problems, third.problems) == (3, ())


@pytest.mark.parametrize("later", [header(version=2), header()[:-4] + b"\n", header(id=7)])
def test_a_later_header_that_cannot_be_read_ends_the_trace_before(tmp_path: Path, later: bytes) -> None:
    (found,) = traces(tmp_path, header(), later, line("call"), b"\n", b"{")
    assert (found.events, found.lines) == ((), Lines(read=5, events=1, blank=1, problems=3))


def test_a_duplicate_key_is_reported_and_the_last_value_wins(tmp_path: Path) -> None:
    found = trace(tmp_path, b'{"type":"call","turn":1,"turn":2}\n')
    assert (only(found).problem, only(found).hole, found.events[0].turn) == ("duplicate-key", False, 2)


def test_keys_that_are_the_same_in_different_objects_are_no_duplicates(tmp_path: Path) -> None:
    assert not trace(tmp_path, line("add", by="host", span=span(by="tool"))).problems


def test_words_that_stand_in_many_spans_are_held_once(tmp_path: Path) -> None:
    said = span(by="tool", kind="read") | {"name": "grep the log"}
    found = trace(
        tmp_path, line("add", basis="derived", span=said), line("add", basis="derived", span=said | {"id": "s2"})
    )
    first, second = (event for event in found.events if isinstance(event, Add))
    assert (first.basis, first.span.name) == ("derived", "grep the log")
    for word in ("role", "by", "kind", "name"):
        assert getattr(first.span, word) is getattr(second.span, word)
    assert first.basis is second.basis


def test_reading_leaves_the_garbage_collector_as_it_was(tmp_path: Path) -> None:
    found = source(tmp_path, header())
    gc.disable()
    try:
        read(found)
        assert not gc.isenabled()
    finally:
        gc.enable()
    with pytest.raises(InputError):
        read(source(tmp_path, b"{}"))
    assert gc.isenabled()


def test_the_trace_says_where_it_was_read(tmp_path: Path) -> None:
    (found,) = traces(tmp_path, header())
    assert (found.format, found.path) == ("native", str(tmp_path / "run.jsonl"))
