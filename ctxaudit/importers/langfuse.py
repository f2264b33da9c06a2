"""Langfuse exports: JSON Lines, or one JSON document, of traces and observations.

**What the log records.** An observation for each model call (`GENERATION`) with input and output in the provider's
own shape, usage, and the trace; the session on the trace. Other observations (spans, tools, agents, events) have no
part in a window.

**What it does not.** Ids of messages, edits. Edits are found by aligning consecutive prompts. The SDK cuts or masks
what is too large or private: such texts are incomplete and never an edit.

**The window.** As for OpenTelemetry.

**Lanes.** By session, else by trace; the nearest agent above names the agent.

**Traps.** Names come in camel case or with underscores, input and output as JSON or as a text of JSON. The prompt's
size is the sum of all usage entries that are named as input.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ctxaudit.importers._snapshots import TOLERANCE, Block, Recording, Snapshot, entries, traces_of
from ctxaudit.importers._snapshots.attributes import structured, whole_number
from ctxaudit.importers._snapshots.messages import blocks_of, system_blocks
from ctxaudit.importers._snapshots.times import moment
from ctxaudit.importers._values import listed, said
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

NAME = "langfuse"
TITLE = "Langfuse export"
CLASS: Literal["snapshots"] = "snapshots"
RECORDS = (
    "the prompt and the answer of each call, in the provider's own shape",
    "the recorded size of each call, by kind of usage",
    "the session, on the trace",
)
UNKNOWN = (
    "which edit changed the prompt: edits are found by comparing consecutive prompts",
    "what the SDK cut or masked",
    "who wrote a text in the user's role",
)
__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]

WHERE: tuple[str, ...] = ()

_PROMPTS = ("messages", "contents", "input", "prompt")
_HIGHEST = 100
Json = Mapping[str, Any]


@dataclass(slots=True)
class _Seen:
    """All observations by id, and the session of each trace."""

    observations: list[tuple[int, Json]] = field(default_factory=list)
    by_id: dict[str, Json] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)


def read(source: Source) -> list[Trace]:
    """One trace a chain of calls. Never refuses a file for what it holds."""
    recording = Recording()
    seen = _Seen()
    for line, record in entries(source, recording, _records):
        trace = _named(record, "traceId", "trace_id")
        session = _named(record, "sessionId", "session_id")
        owner = trace or said(record, "id")
        if session and owner:
            seen.sessions.setdefault(owner, session)
        if trace is None or not said(record, "type"):
            recording.aside.append((line, "trace record"))
            continue
        seen.observations.append((line, record))
        seen.by_id[said(record, "id") or ""] = record
    for line, one in seen.observations:
        kind = str(one["type"]).upper()
        if kind == "GENERATION":
            recording.add(_snapshot(line, one, seen))
        else:
            recording.aside.append((line, f"{kind.lower()} observation"[:60]))
    return traces_of(source, recording, NAME)


def _records(value: Any) -> Iterator[dict[str, Any]]:
    """Traces and observations of a parsed value; those that a trace holds come after it."""
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict):
            continue
        inner = listed(item.get("observations"))
        home = item.get("trace")
        if isinstance(home, dict):
            yield home
        if _named(item, "traceId", "trace_id") or (said(item, "id") and not isinstance(item.get("data"), list)):
            yield item
        for batch in ("data", "traces"):
            for each in listed(item.get(batch)):
                yield from _records(dict(each))
        for observation in inner:
            yield {"traceId": said(item, "id"), **observation}


def _snapshot(line: int, record: Json, seen: _Seen) -> Snapshot:
    start, at = moment(record.get("startTime", record.get("start_time")))
    end, _ = moment(record.get("endTime", record.get("end_time")))
    trace = _named(record, "traceId", "trace_id") or ""
    prompt, tools, whole = _prompt(record.get("input"))
    agents = list(_agents(record, seen))
    failed = record.get("level") == "ERROR"
    return Snapshot(
        line=line,
        id=said(record, "id"),
        at=at,
        start=start,
        end=max(start, end),
        run=trace,
        thread=seen.sessions.get(trace),
        agent=agents[0] if agents else "",
        nested=len(agents) > 1,
        blocks=tuple(prompt),
        answer=() if failed else tuple(_answer(record.get("output"))),
        whole=whole and bool(prompt),
        tokens=_tokens(record),
        model=_named(record, "model", "providedModelName", "provided_model_name"),
        tools=tools,
    )


def _prompt(value: Any) -> tuple[list[Block], bool | None, bool]:
    value, whole = structured(value)
    if not isinstance(value, dict) or "role" in value:
        return blocks_of(value), None, whole
    system = value.get("system", value.get("instructions"))
    found = next((value[key] for key in _PROMPTS if value.get(key)), None)
    lead = system_blocks(system) if system else []
    return [*lead, *blocks_of(found)], True if value.get("tools") else None, whole


def _answer(value: Any) -> list[Block]:
    value, _ = structured(value)
    if isinstance(value, dict):
        choices = listed(value.get("choices")) or listed(value.get("candidates"))
        if choices:
            value = choices[0].get("content") if "message" not in choices[0] else choices[0]["message"]
        elif isinstance(value.get("messages"), list):
            value = value["messages"][-1:]
        elif isinstance(value.get("output"), list):
            value = value["output"]
    return blocks_of(value, "assistant")


def _agents(record: Json, seen: _Seen) -> Iterator[str]:
    """Names of the agents above, nearest first."""
    passed: set[str] = set()
    for _ in range(_HIGHEST):
        above = _named(record, "parentObservationId", "parent_observation_id")
        if above is None or above in passed or above not in seen.by_id:
            return
        passed.add(above)
        record = seen.by_id[above]
        if str(record.get("type")).upper() == "AGENT":
            yield said(record, "name") or ""


def _tokens(record: Json) -> int | None:
    for key in ("usageDetails", "usage_details"):
        usage, _ = structured(record.get(key))
        if isinstance(usage, dict):
            counted = sum(whole_number(count) for kind, count in usage.items() if "input" in kind.casefold())
            if counted:
                return counted
    usage, _ = structured(record.get("usage"))
    places = (usage if isinstance(usage, dict) else {}, record)
    keys = ("input", "promptTokens", "prompt_tokens", "inputUsage")
    return next((count for place in places for key in keys if (count := whole_number(place.get(key)))), None)


def _named(record: Json, *keys: str) -> str | None:
    return next((found for key in keys if (found := said(record, key))), None)
