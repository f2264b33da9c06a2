"""What is written reads back as the same header and events, and a line says no more than it must."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ctxaudit.ingest.native import read, write
from ctxaudit.ingest.schema import checks
from ctxaudit.model import trace as model
from ctxaudit.model.trace import Add, Allow, Call, Event, Header, Pin, Rank, RankEntry, Span, Trace
from tests.ingest.files import source

TEXT = some.text(some.characters(exclude_categories=["Cs"]), max_size=12)
MAYBE = some.none() | TEXT
COUNT = some.integers(0, 2**53 - 1)
MAYBE_COUNT = some.none() | COUNT
TEXTS = some.lists(TEXT, max_size=3).map(tuple)
IDS = some.lists(TEXT, max_size=3, unique=True).map(tuple)
DECIDERS = some.sampled_from(["model", "host", "human"])
ORIGIN = some.none() | some.builds(
    model.Origin, MAYBE, some.none() | some.integers(1, 99), some.none() | some.integers(1, 99), MAYBE
)
SPAN = some.builds(
    Span,
    id=TEXT,
    text=TEXT,
    tokens=MAYBE_COUNT,
    call_id=MAYBE,
    name=MAYBE,
    external_copy=MAYBE | some.just(True),
    tags=TEXTS,
    provenance=IDS,
    body_start=COUNT,
    body_end=MAYBE_COUNT,
    **dict.fromkeys(("kind", "external_source", "falsifier", "pinned", "complete", "lossy"), ...),
)
REJECTED = some.builds(model.RejectedAlternative, alternative=TEXT, reason=TEXT, span=MAYBE)
COMMON: dict[str, Any] = {
    "line": some.just(0),
    "turn": COUNT,
    "at": MAYBE,
    "by": DECIDERS,
    "basis": ...,
    "origin": ORIGIN,
}
SCORE = some.none() | some.integers(-9, 9) | some.floats(allow_nan=False, allow_infinity=False)
ORDER = some.lists(some.builds(RankEntry, TEXT, SCORE), max_size=3, unique_by=lambda entry: entry.span).map(tuple)
PINS = some.tuples(IDS, TEXTS).filter(any)
EVENTS: dict[type, dict[str, Any]] = {
    model.Add: {"span": SPAN, "before": MAYBE},
    model.Evict: {"spans": IDS, "copies": some.dictionaries(TEXT, TEXT, max_size=2)},
    model.Rewrite: {
        "sources": IDS.filter(bool),
        "surrogate": SPAN,
        "tokens_before": MAYBE_COUNT,
        "tokens_after": MAYBE_COUNT,
        "rejected_alternatives": some.lists(TEXT | REJECTED, max_size=2).map(tuple),
        "refused": ...,
    },
    model.Truncate: {"spans": IDS, "budget": MAYBE_COUNT},
    model.Rank: {"order": ORDER, "cut": MAYBE_COUNT},
    model.Restore: {"of": TEXT, "span": SPAN, "copy": MAYBE, "failed": ...},
    model.Decide: {
        "id": TEXT,
        "choice": TEXT,
        "rejected": some.lists(REJECTED, max_size=2).map(tuple),
        "span": MAYBE,
        "reopens": TEXTS,
    },
    model.Cite: {"token": TEXT, "span": MAYBE, "claim": MAYBE, "action": TEXT},
    model.Call: {"tokens": MAYBE_COUNT, "unseen": COUNT, "id": MAYBE},
    model.Checkpoint: {"spans": IDS, "tokens": MAYBE_COUNT},
    model.Allow: {"rules": TEXTS, "reason": TEXT, "spans": some.none() | IDS, "tokens": some.none() | TEXTS},
}


@some.composite
def pins(draw: some.DrawFn, kind: type[model.Pin] | type[model.Unpin]) -> model.Pin | model.Unpin:
    """At least one of the lists is given, as the format asks."""
    spans, tokens = draw(PINS)
    pin: some.SearchStrategy[Any] = some.builds(kind, **COMMON, spans=some.just(spans), tokens=some.just(tokens))
    return draw(pin)  # type: ignore[no-any-return]


EVENT = some.one_of(
    *(some.builds(kind, **COMMON, **own) for kind, own in EVENTS.items()), pins(model.Pin), pins(model.Unpin)
)
CONDITIONS = some.builds(
    model.Conditions,
    retains=TEXTS,
    **dict.fromkeys(("relevance", "eviction", "retention", "external_store", "verifier", "truncation"), ...),
)
HEADER = some.builds(
    Header,
    id=TEXT,
    line=some.just(0),
    budget=some.none() | some.integers(1, 2**53 - 1),
    agent=MAYBE,
    model=MAYBE,
    tokenizer=MAYBE,
    started_at=MAYBE,
    citations=...,
    conditions=CONDITIONS,
    cwd=MAYBE,
    lane=MAYBE,
    parent=MAYBE,
    labels=some.dictionaries(TEXT, TEXT, max_size=2),
)
TRACES = some.builds(
    Trace, path=some.just("x"), format=some.just("x"), header=HEADER, events=some.lists(EVENT, max_size=6).map(tuple)
)


def again(*written: Trace) -> list[Trace]:
    with TemporaryDirectory() as folder:
        return read(source(Path(folder), *(line for trace in written for line in write(trace))))


def content(trace: Trace) -> tuple[Header, list[Event]]:
    """All but the place: line numbers, path and format."""
    return replace(trace.header, line=0), [replace(event, line=0) for event in trace.events]


def made(*events: Event, **header: Any) -> Trace:
    return Trace(path="x", format="x", header=Header(id="run", **header), events=events)


def span(**keys: Any) -> Span:
    return Span(**{"id": "s1", "text": "t", "role": "tool", "by": "tool"} | keys)


def lines(*events: Event, **header: Any) -> list[bytes]:
    return list(write(made(*events, **header)))


@settings(deadline=None)
@given(TRACES)
def test_what_is_written_reads_back_the_same(trace: Trace) -> None:
    (found,) = again(trace)
    assert content(found) == content(trace)


@settings(deadline=None, max_examples=30)
@given(TRACES)
def test_what_is_written_has_no_problem(trace: Trace) -> None:
    (found,) = again(trace)
    assert (found.problems, found.lines.events) == ((), 1 + len(trace.events))


@settings(deadline=None, max_examples=30)
@given(TRACES)
def test_what_is_read_is_written_the_same(trace: Trace) -> None:
    (found,) = again(trace)
    assert list(write(found)) == list(write(trace))


@settings(deadline=None, max_examples=30)
@given(TRACES, TRACES)
def test_two_traces_in_one_file_stay_apart(first: Trace, second: Trace) -> None:
    assert [content(found) for found in again(first, second)] == [content(first), content(second)]


def test_the_generator_knows_every_event() -> None:
    assert EVENTS.keys() | {model.Pin, model.Unpin} == set(model.Event.__args__)


@pytest.mark.parametrize("kind", [Span, Header, *EVENTS, model.Pin, model.RejectedAlternative, model.Conditions])
def test_every_field_of_the_model_is_written(kind: type) -> None:
    """A new field must find its way into the format, or into this list of those that have none."""
    source_text = Path(write.__code__.co_filename).read_text(encoding="utf-8")
    assert [field.name for field in fields(kind) if f".{field.name}" not in source_text] in ([], ["line"])


def test_a_bare_trace_says_no_more_than_it_must() -> None:
    assert lines(Call(line=2, turn=1), Add(line=3, turn=1, span=span())) == [
        b'{"type":"trace","version":1,"id":"run"}\n',
        b'{"type":"call","turn":1}\n',
        b'{"type":"add","turn":1,"span":{"id":"s1","role":"tool","text":"t"}}\n',
    ]


def test_a_count_of_nothing_is_a_count() -> None:
    assert b'"tokens":0' in lines(Call(line=2, turn=0, tokens=0))[1]


def test_a_span_that_the_log_cut_says_so() -> None:
    assert b'"complete":false' in lines(Add(line=2, turn=0, span=span(complete=False)))[1]


def test_a_pin_of_nothing_is_still_an_event_of_the_format() -> None:
    (found,) = again(made(Pin(line=2, turn=0)))
    assert content(found)[1] == [Pin(line=0, turn=0)]


def test_an_allow_for_no_span_stays_narrow() -> None:
    (found,) = again(made(Allow(line=2, turn=0, rules=("x",), reason="y", spans=())))
    assert content(found)[1] == [Allow(line=0, turn=0, rules=("x",), reason="y", spans=())]


def test_a_copy_that_is_not_there_is_left_out() -> None:
    assert b"external_copy" not in lines(Add(line=2, turn=0, span=span(external_copy=False)))[1]


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_left_out(score: float) -> None:
    written = lines(Rank(line=2, turn=0, order=(RankEntry("s1", score),)))[1]
    assert written == b'{"type":"rank","turn":0,"order":[{"span":"s1"}]}\n'


@pytest.mark.parametrize(
    ("text", "found"), [("a\ud800b", "a\ufffdb"), ("\ud83d\ude00", "\U0001f600"), ("\u2028\n\0", "\u2028\n\0")]
)
def test_every_text_can_be_written_and_read(text: str, found: str) -> None:
    (trace,) = again(made(Add(line=2, turn=0, span=span(text=text))))
    event = trace.events[0]
    assert isinstance(event, Add)
    assert (event.span.text, trace.problems) == (found, ())


def test_a_text_with_a_lone_surrogate_keeps_the_order_of_its_keys() -> None:
    plain, odd = (lines(Add(line=2, turn=0, span=span(text=text)))[1] for text in ("X", "\ud800"))
    assert plain.replace(b"X", "\ufffd".encode()) == odd


def test_any_mapping_of_labels_can_be_written() -> None:
    assert b'"labels":{"task":"t1"}' in lines(labels=MappingProxyType({"task": "t1"}))[0]


def test_problems_and_notes_stay_behind() -> None:
    trace = replace(made(), problems=(model.Problem("nul-run", 9, "x"),), notes=("a note",))
    assert list(write(trace)) == lines()


@settings(deadline=None, max_examples=30)
@given(TRACES)
def test_every_written_line_is_closed_and_keeps_the_schema(trace: Trace) -> None:
    for line in write(trace):
        value = orjson.loads(line)
        assert line.endswith(b"}\n")
        assert checks()[value["type"]](value)
