"""JSON objects that keep the schema to the model's values; it refuses nothing and checks nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from sys import intern
from typing import Any

from ctxaudit.model.trace import (
    ROLE_MAKER,
    Add,
    Allow,
    Call,
    Checkpoint,
    Cite,
    Conditions,
    Decide,
    Event,
    Evict,
    Header,
    Origin,
    Pin,
    Rank,
    RankEntry,
    RejectedAlternative,
    Restore,
    Rewrite,
    Span,
    Truncate,
    Unpin,
)

Json = dict[str, Any]
_SPAN_FIELDS = frozenset(Span.__slots__)
_SPAN_COUNTS = frozenset({"tokens", "body_start", "body_end"})
_SPAN_WORDS = ("role", "by", "kind", "name")  # a few words in thousands of spans: each is held once


def header_of(line: int, value: Json) -> Header:
    get = value.get
    return Header(
        id=value["id"],
        line=line,
        budget=_whole(get("budget")),
        agent=get("agent"),
        model=get("model"),
        tokenizer=get("tokenizer"),
        started_at=get("started_at"),
        citations=get("citations", "explicit"),
        conditions=_conditions(get("conditions", {})),
        cwd=get("cwd"),
        lane=get("lane"),
        parent=get("parent"),
        labels=get("labels", {}),
    )


def event_of(line: int, value: Json) -> Event:
    """The event of a checked line. An id that a list names twice stands at its first place only."""
    return _BUILDERS[value["type"]](value, _common(line, value))


def _common(line: int, value: Json) -> Json:
    """What every event has. `by` stays out where the event's own default holds."""
    common: Json = {"line": line, "turn": _int(value["turn"])}
    if "at" in value:
        common["at"] = value["at"]
    for key in ("by", "basis"):
        if key in value:
            common[key] = intern(value[key])
    if "origin" in value:
        common["origin"] = _origin(value["origin"])
    return common


def _int(number: float) -> int:
    """JSON does not tell 3.0 from 3."""
    return number if type(number) is int else int(number)


def _whole(number: float | None) -> int | None:
    return None if number is None else _int(number)


def _ids(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def _origin(value: Json) -> Origin:
    get = value.get
    return Origin(file=get("file"), line=_whole(get("line")), record=_whole(get("record")), id=get("id"))


def _conditions(value: Json) -> Conditions:
    get = value.get
    return Conditions(
        relevance=get("relevance"),
        eviction=get("eviction"),
        retains=tuple(get("retains", ())),
        retention=get("retention"),
        external_store=get("external_store"),
        verifier=get("verifier"),
        truncation=get("truncation"),
    )


def _span(value: Json) -> Span:
    """The keys of a span are the fields of one. Those that neither knows are told of elsewhere and stay out."""
    given = dict(value) if value.keys() <= _SPAN_FIELDS else {key: value[key] for key in value if key in _SPAN_FIELDS}
    for word in _SPAN_WORDS:
        if word in given:
            given[word] = intern(given[word])
    given.setdefault("by", ROLE_MAKER[value["role"]])
    if "tags" in given:
        given["tags"] = tuple(given["tags"])
    if "provenance" in given:
        given["provenance"] = _ids(given["provenance"])
    for count in _SPAN_COUNTS & given.keys():
        given[count] = _int(given[count])
    return Span(**given)


def _rejected(value: Json) -> RejectedAlternative:
    return RejectedAlternative(alternative=value["alternative"], reason=value.get("reason", ""), span=value.get("span"))


def _add(value: Json, common: Json) -> Add:
    return Add(**common, span=_span(value["span"]), before=value.get("before"))


def _evict(value: Json, common: Json) -> Evict:
    return Evict(**common, spans=_ids(value["spans"]), reason=value["reason"], copies=value.get("copies", {}))


def _rewrite(value: Json, common: Json) -> Rewrite:
    alternatives = value.get("rejected_alternatives", ())
    return Rewrite(
        **common,
        sources=_ids(value["sources"]),
        surrogate=_span(value["surrogate"]),
        tokens_before=_whole(value.get("tokens_before")),
        tokens_after=_whole(value.get("tokens_after")),
        rejected_alternatives=tuple(said if isinstance(said, str) else _rejected(said) for said in alternatives),
        refused=value.get("refused", False),
    )


def _truncate(value: Json, common: Json) -> Truncate:
    return Truncate(**common, spans=_ids(value["spans"]), budget=_whole(value.get("budget")))


def _rank(value: Json, common: Json) -> Rank:
    first: dict[str, RankEntry] = {}
    for entry in value["order"]:
        first.setdefault(entry["span"], RankEntry(entry["span"], entry.get("score")))
    return Rank(**common, order=tuple(first.values()), cut=_whole(value.get("cut")))


def _pin(value: Json, common: Json) -> Pin:
    return Pin(**common, spans=_ids(value.get("spans", ())), tokens=tuple(value.get("tokens", ())))


def _unpin(value: Json, common: Json) -> Unpin:
    return Unpin(**common, spans=_ids(value.get("spans", ())), tokens=tuple(value.get("tokens", ())))


def _restore(value: Json, common: Json) -> Restore:
    return Restore(
        **common,
        of=value["of"],
        source=value["from"],
        span=_span(value["span"]) if "span" in value else None,
        copy=value.get("copy"),
        failed=value.get("failed", False),
    )


def _decide(value: Json, common: Json) -> Decide:
    return Decide(
        **common,
        id=value["id"],
        choice=value["choice"],
        rejected=tuple(_rejected(said) for said in value.get("rejected", ())),
        span=value.get("span"),
        reopens=tuple(value.get("reopens", ())),
    )


def _cite(value: Json, common: Json) -> Cite:
    get = value.get
    return Cite(**common, token=value["token"], span=get("span"), claim=get("in"), action=get("action", ""))


def _call(value: Json, common: Json) -> Call:
    get = value.get
    return Call(**common, tokens=_whole(get("tokens")), unseen=_int(get("unseen", 0)), id=get("id"))


def _checkpoint(value: Json, common: Json) -> Checkpoint:
    return Checkpoint(**common, spans=_ids(value["spans"]), tokens=_whole(value.get("tokens")))


def _allow(value: Json, common: Json) -> Allow:
    return Allow(
        **common,
        rules=tuple(value["rules"]),
        reason=value["reason"],
        spans=_ids(value["spans"]) if "spans" in value else None,
        tokens=tuple(value["tokens"]) if "tokens" in value else None,
    )


_BUILDERS: Mapping[str, Callable[[Json, Json], Event]] = {
    "add": _add,
    "evict": _evict,
    "rewrite": _rewrite,
    "truncate": _truncate,
    "rank": _rank,
    "pin": _pin,
    "unpin": _unpin,
    "restore": _restore,
    "decide": _decide,
    "cite": _cite,
    "call": _call,
    "checkpoint": _checkpoint,
    "allow": _allow,
}
