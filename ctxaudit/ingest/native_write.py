"""The native trace, written: one JSON line an event, keys in a fixed order, defaults left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, assert_never

import orjson

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
    Trace,
    Truncate,
    Unpin,
)

Json = dict[str, Any]
_DECIDED_BY_HOST = (Truncate, Pin, Unpin, Call, Checkpoint, Allow)


def write(trace: Trace) -> Iterator[bytes]:
    """The lines of a trace, each closed. Reading them gives the same header and events, on other lines.

    What is no part of the format stays behind: problems, line counts, notes. A lone surrogate becomes U+FFFD.
    """
    yield _line(_header(trace.header))
    for event in trace.events:
        yield _line(event_json(event))


def event_json(event: Event) -> Json:
    """The JSON object of one event."""
    kind, own = _own(event)
    usual = "host" if isinstance(event, _DECIDED_BY_HOST) else "model"
    common = {
        "at": event.at,
        "by": None if event.by == usual else event.by,
        "basis": None if event.basis == "recorded" else event.basis,
    }
    origin = _origin(event.origin) if event.origin else None
    return {"type": kind, "turn": event.turn, **_kept({**common, **own, "origin": origin})}


def _own(event: Event) -> tuple[str, Json]:
    """The event's type and the keys that only it has; None and False stand for a key to leave out."""
    match event:
        case Add():
            return "add", {"span": _span(event.span), "before": event.before}
        case Evict():
            return "evict", {"spans": event.spans, "reason": event.reason, "copies": dict(event.copies) or None}
        case Rewrite():
            return "rewrite", _rewrite(event)
        case Truncate():
            return "truncate", {"spans": event.spans, "budget": event.budget}
        case Rank():
            return "rank", {"order": [_rank_entry(entry) for entry in event.order], "cut": event.cut}
        case Pin() | Unpin():
            spans = None if event.tokens and not event.spans else event.spans
            return type(event).__name__.lower(), {"spans": spans, "tokens": event.tokens or None}
        case Restore():
            return "restore", _restore(event)
        case _:
            return _said(event)


def _said(event: Decide | Cite | Call | Checkpoint | Allow) -> tuple[str, Json]:
    """The same of the events that change nothing in the window."""
    match event:
        case Decide():
            return "decide", _decide(event)
        case Cite():
            said = {"token": event.token, "span": event.span, "in": event.claim, "action": event.action or None}
            return "cite", said
        case Call():
            return "call", {"tokens": event.tokens, "unseen": event.unseen or None, "id": event.id}
        case Checkpoint():
            return "checkpoint", {"spans": event.spans, "tokens": event.tokens}
        case Allow():
            own = {"rules": event.rules, "spans": event.spans, "tokens": event.tokens, "reason": event.reason}
            return "allow", own
        case _:
            assert_never(event)


def _rewrite(event: Rewrite) -> Json:
    alternatives = [said if isinstance(said, str) else _rejected(said) for said in event.rejected_alternatives]
    return {
        "sources": event.sources,
        "surrogate": _span(event.surrogate),
        "tokens_before": event.tokens_before,
        "tokens_after": event.tokens_after,
        "rejected_alternatives": alternatives or None,
        "refused": event.refused,
    }


def _restore(event: Restore) -> Json:
    return {
        "span": None if event.span is None else _span(event.span),
        "of": event.of,
        "from": event.source,
        "copy": event.copy,
        "failed": event.failed,
    }


def _decide(event: Decide) -> Json:
    return {
        "id": event.id,
        "choice": event.choice,
        "rejected": [_rejected(said) for said in event.rejected] or None,
        "span": event.span,
        "reopens": event.reopens or None,
    }


def _rejected(said: RejectedAlternative) -> Json:
    return _kept({"alternative": said.alternative, "reason": said.reason or None, "span": said.span})


def _rank_entry(entry: RankEntry) -> Json:
    """JSON has no word for a score that is no finite number."""
    known = entry.score is not None and isfinite(entry.score)
    return {"span": entry.span, "score": entry.score} if known else {"span": entry.span}


def _span(span: Span) -> Json:
    return _kept(
        {
            "id": span.id,
            "role": span.role,
            "by": None if span.by == ROLE_MAKER[span.role] else span.by,
            "kind": None if span.kind == "message" else span.kind,
            "tokens": span.tokens,
            "text": span.text,
            "call_id": span.call_id,
            "name": span.name,
            "external_copy": span.external_copy,
            "external_source": span.external_source,
            "falsifier": span.falsifier,
            "pinned": span.pinned,
            "tags": span.tags or None,
            "provenance": span.provenance or None,
            "lossy": span.lossy,
            "body_start": span.body_start or None,
            "body_end": span.body_end,
        }
    ) | ({} if span.complete else {"complete": False})


def _origin(origin: Origin) -> Json:
    return _kept({"file": origin.file, "line": origin.line, "record": origin.record, "id": origin.id})


def _header(header: Header) -> Json:
    return {"type": "trace", "version": 1} | _kept(
        {
            "id": header.id,
            "budget": header.budget,
            "agent": header.agent,
            "model": header.model,
            "tokenizer": header.tokenizer,
            "started_at": header.started_at,
            "citations": None if header.citations == "explicit" else header.citations,
            "conditions": _conditions(header.conditions) or None,
            "cwd": header.cwd,
            "lane": header.lane,
            "parent": header.parent,
            "labels": dict(header.labels) or None,
        }
    )


def _conditions(conditions: Conditions) -> Json:
    verifier = {} if conditions.verifier is None else {"verifier": conditions.verifier}
    return verifier | _kept(
        {
            "relevance": conditions.relevance,
            "eviction": conditions.eviction,
            "retains": conditions.retains or None,
            "retention": conditions.retention,
            "external_store": conditions.external_store,
            "truncation": conditions.truncation,
        }
    )


def _kept(pairs: Json) -> Json:
    return {key: value for key, value in pairs.items() if value is not None and value is not False}


def _line(value: Json) -> bytes:
    try:
        return orjson.dumps(value) + b"\n"
    except TypeError:  # a lone surrogate, or a number beyond 64 bits
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode() + b"\n"
