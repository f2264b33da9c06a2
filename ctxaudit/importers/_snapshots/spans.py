"""Spans as OpenTelemetry writes them, in all forms of a file: OTLP JSON, a collector's lines, an SDK's lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._snapshots.attributes import otlp, whole_number
from ctxaudit.importers._snapshots.model import Recording
from ctxaudit.importers._snapshots.reading import Json, entries
from ctxaudit.importers._snapshots.times import moment
from ctxaudit.importers._values import listed, part, said
from ctxaudit.ingest.source import Source

_HIGHEST = 100  # levels of spans above one that are looked at


@dataclass(slots=True)
class Told:
    """A span, or a log record that belongs to one. `dropped`: the tracer says that it left attributes out."""

    line: int
    name: str
    id: str | None
    trace: str
    parent: str | None
    start: float
    end: float
    at: str | None
    attributes: dict[str, Any]
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    failed: bool = False
    dropped: bool = False
    is_log: bool = False


class Spans:
    """All spans of a file by id; what a log record says of a span is added to it."""

    def __init__(self, source: Source, recording: Recording) -> None:
        self.all: list[Told] = []
        self._by_id: dict[tuple[str, str], Told] = {}
        logs: list[Told] = []
        for line, value in entries(source, recording, unpacked):
            told = told_of(line, value)
            if told.is_log:
                logs.append(told)
                continue
            self.all.append(told)
            if told.id:
                self._by_id.setdefault((told.trace, told.id), told)
        for log in logs:
            self._add(log, recording)

    def above(self, told: Told) -> Iterator[Told]:
        """The spans that it is part of, innermost first."""
        seen = {told.id}
        for _ in range(_HIGHEST):
            over = self._by_id.get((told.trace, told.parent or ""))
            if over is None or over.id in seen:
                return
            seen.add(over.id)
            yield over
            told = over

    def _add(self, log: Told, recording: Recording) -> None:
        owner = self._by_id.get((log.trace, log.id or ""))
        if owner is None:
            self.all.append(log)
            return
        owner.events.append((log.name, log.attributes))
        recording.aside.append((log.line, f"log record {log.name}"[:60]))


def unpacked(value: Any) -> Iterator[Json]:
    """The spans and log records that a parsed value holds."""
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict):
            continue
        batches: list[Mapping[str, Any]] = [*listed(item.get("resourceSpans")), *listed(item.get("resourceLogs"))]
        if batches:
            for batch in batches:
                yield from _of_batch(batch)
        elif any(isinstance(item.get(key), list) for key in ("data", "spans")) and "attributes" not in item:
            for key in ("data", "spans"):
                yield from map(dict, listed(item.get(key)))
        elif "attributes" in item or any(key.startswith("attributes.") for key in item):
            yield item


def _of_batch(batch: Mapping[str, Any]) -> Iterator[Json]:
    for scope in (*listed(batch.get("scopeSpans")), *listed(batch.get("instrumentationLibrarySpans"))):
        for span in listed(scope.get("spans")):
            yield dict(span)
    for scope in listed(batch.get("scopeLogs")):
        for log in listed(scope.get("logRecords")):
            yield {**log, "_log": True}


def told_of(line: int, value: Json) -> Told:
    context = part(value, "context")
    start, at = moment(_first(value, "startTimeUnixNano", "start_time", "startTime", "timeUnixNano", "timestamp"))
    end, _ = moment(_first(value, "endTimeUnixNano", "end_time", "endTime"))
    status = value.get("status")
    code = status.get("status_code", status.get("code")) if isinstance(status, dict) else value.get("status_code")
    attributes = _attributes(value)
    log = value.get("_log") is True
    name = said(value, "name") or said(value, "eventName") or said(attributes, "event.name") or ""
    if log and isinstance(value.get("body"), dict):
        attributes = {**_body(value["body"]), **attributes}
    return Told(
        line=line,
        name=name,
        id=said(context, "span_id")
        or said(value, "spanId")
        or said(value, "span_id")
        or said(value, "context.span_id"),
        trace=said(context, "trace_id") or _named(value, "traceId", "trace_id", "context.trace_id") or "",
        parent=_named(value, "parent_id", "parentSpanId", "parent_span_id"),
        start=start,
        end=max(start, end),
        at=at,
        attributes=attributes,
        events=[(said(event, "name") or "", _attributes(event)) for event in listed(value.get("events"))],
        failed=code in (2, "2", "ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR"),
        dropped=whole_number(value.get("droppedAttributesCount", value.get("dropped_attributes_count"))) > 0,
        is_log=log,
    )


def _named(value: Json, *keys: str) -> str | None:
    return next((found for key in keys if (found := said(value, key))), None)


def _attributes(value: Mapping[str, Any]) -> dict[str, Any]:
    attributes = value.get("attributes")
    if isinstance(attributes, dict):
        return attributes
    if isinstance(attributes, list):
        return otlp(attributes)
    return {key[11:]: inner for key, inner in value.items() if key.startswith("attributes.")}


def _body(body: Json) -> dict[str, Any]:
    """A log record's body: a plain object, or one in OTLP's typed form."""
    listed_values = body.get("kvlistValue")
    if isinstance(listed_values, dict):
        return otlp(listed_values.get("values"))
    return {} if "stringValue" in body else body


def _first(value: Json, *keys: str) -> Any:
    return next((value[key] for key in keys if value.get(key) is not None), None)
