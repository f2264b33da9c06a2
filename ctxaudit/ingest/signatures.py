"""What the first records of each known format look like. Each test takes the parsed values and is true of one format.

A side file often looks like the log that it belongs to, so each test names what only the log has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Values = list[Any]

TITLES: Mapping[str, str] = {
    "native": "a native ctxaudit trace",
    "claude-code": "a Claude Code session",
    "codex": "a Codex CLI rollout",
    "qwen-code": "a Qwen Code session",
    "gemini-cli": "a Gemini CLI session",
    "pi": "a pi session",
    "opencode": "an OpenCode session",
    "openhands": "an OpenHands conversation",
    "inspect-ai": "an Inspect eval log",
    "cline": "a Cline session or a Roo Code task",
    "adk": "a Google ADK session",
    "openinference": "OpenInference spans of model calls",
    "otel": "OpenTelemetry spans of model calls",
    "langsmith": "a LangSmith run export",
    "langfuse": "a Langfuse export",
    "sweagent": "a SWE-agent trajectory",
    "mini-swe-agent": "a mini-swe-agent trajectory",
    "atif": "an ATIF trajectory",
}

_EVENTS = frozenset(
    {
        "add",
        "evict",
        "rewrite",
        "truncate",
        "rank",
        "pin",
        "unpin",
        "restore",
        "decide",
        "cite",
        "call",
        "checkpoint",
        "allow",
    }
)
_CLAUDE_ASIDE = frozenset(
    {
        "summary",
        "file-history-snapshot",
        "permission-mode",
        "mode",
        "custom-title",
        "ai-title",
        "queue-operation",
        "last-prompt",
    }
)
_CODEX = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted"})
_OBSERVATIONS = frozenset(
    {"SPAN", "GENERATION", "EVENT", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EMBEDDING", "EVALUATOR", "GUARDRAIL"}
)
_LOOKED_AT = 200  # records of one document
_SPEAKERS = frozenset({"agent", "user", "environment"})


def _native(values: Values) -> bool:
    first = values[0]
    return _has(first, type=str) and (first["type"] == "trace" or (first["type"] in _EVENTS and "turn" in first))


def _claude_code(values: Values) -> bool:
    return any(_claude_record(value) for value in values) and not _qwen_code(values)


def _claude_record(value: Any) -> bool:
    if not _has(value, type=str):
        return False
    if value["type"] in _CLAUDE_ASIDE:
        return any(key in value for key in ("sessionId", "leafUuid", "messageId"))
    return _has(value, sessionId=str, uuid=str) or ("isSidechain" in value and _has(value, message=dict))


def _qwen_code(values: Values) -> bool:
    """Claude Code's envelope around Gemini's message."""
    return any(
        _has(value, uuid=str, sessionId=str) and ("systemPayload" in value or "parts" in _part(value, "message"))
        for value in values
    )


def _codex(values: Values) -> bool:
    if any(_has(value, type=str, payload=dict) and value["type"] in _CODEX for value in values):
        return True
    first = values[0]  # before the records had types
    return _has(first, id=str, timestamp=str) and "instructions" in first and "type" not in first


def _gemini_cli(values: Values) -> bool:
    if any(_has(value, sessionId=str, projectHash=str) or _has(value, **{"$set": dict}) for value in values):
        return True
    first = values[0]
    turns = first.get("history") if isinstance(first, dict) else None
    return isinstance(turns, list) and any(_has(turn, role=str, parts=list) for turn in turns)


def _pi(values: Values) -> bool:
    first = values[0]
    return _has(first, type=str, id=str, cwd=str) and first["type"] == "session" and "payload" not in first


def _opencode(values: Values) -> bool:
    first = values[0]
    return _has(first, info=dict, messages=list) and str(first["info"].get("id", "")).startswith("ses")


def _openhands(values: Values) -> bool:
    """The conversation's own file, or the list of events of the older program; one event's file is none."""
    first = values[0]
    if _has(first, id=str, agent=dict) and "execution_status" in first:
        return True
    events = _part(first, "history") or first if isinstance(first, dict | list) else ()
    return isinstance(events, list) and any(_older_openhands(event) for event in events[:5])


def _older_openhands(event: Any) -> bool:
    spoken = _has(event, id=int, source=str) and event["source"] in _SPEAKERS
    return spoken and ("action" in event or "observation" in event)


def _inspect(values: Values) -> bool:
    return _has(values[0], eval=dict, status=str)


def _cline(values: Values) -> bool:
    """The whole transcript; the file that holds a compacted window looks alike, but for its first messages."""
    first = values[0]
    if not _has(first, sessionId=str, messages=list) or "updated_at" not in first or "projectHash" in first:
        return False
    notes = [_part(message, "metadata") for message in first["messages"][:3]]
    return not any(str(note.get("kind", "")).startswith("compaction") for note in notes if isinstance(note, dict))


def _task_history(values: Values) -> bool:
    """The task's history. The window that is sent lacks the messages that a summary or a marker in it stands for."""
    first = values[0]
    if not isinstance(first, list) or not first or not all(_has(message, role=str) for message in first):
        return False
    if not all(_has(message, ts=int) for message in first) and not _opens_a_task(first[0]):
        return False
    summaries = {message.get("condenseId") for message in first if message.get("isSummary")}
    markers = {message.get("truncationId") for message in first if message.get("isTruncationMarker")}
    stood_for = {message.get(key) for message in first for key in ("condenseParent", "truncationParent")}
    return summaries | markers <= stood_for


def _opens_a_task(message: Any) -> bool:
    """Before the messages had times: the first one wraps the task and tells of the environment."""
    texts = [block.get("text") for block in _list(message, "content") if isinstance(block, dict)]
    return any(
        isinstance(text, str) and text.lstrip().startswith(("<task>", "<environment_details>")) for text in texts
    )


def _adk(values: Values) -> bool:
    return _has(values[0], appName=str, userId=str, events=list)


def _openinference(values: Values) -> bool:
    return any(
        _model_span(span, ("openinference.", "llm.input_messages")) for value in values for span in _spans(value)
    )


def _otel(values: Values) -> bool:
    return any(_model_span(span, ("gen_ai.",)) for value in values for span in _spans(value))


def _spans(value: Any) -> Iterable[Any]:
    """The spans and log records of an exporter's line, of a collector's batch, or of a list of either."""
    if isinstance(value, list):
        return [span for item in value[:_LOOKED_AT] for span in _spans(item) if isinstance(item, dict)]
    if not isinstance(value, dict):
        return ()
    batches = [*_list(value, "resourceSpans"), *_list(value, "resourceLogs")]
    if not batches:
        return (_list(value, "data") or _list(value, "spans") or [value])[:_LOOKED_AT]
    scopes = [scope for batch in batches for key in ("scopeSpans", "scopeLogs") for scope in _list(batch, key)]
    return [span for scope in scopes for key in ("spans", "logRecords") for span in _list(scope, key)]


def _model_span(span: Any, prefixes: tuple[str, ...]) -> bool:
    attributes = span.get("attributes") if isinstance(span, dict) else None
    if isinstance(attributes, list):
        attributes = {entry.get("key"): None for entry in attributes if isinstance(entry, dict)}
    if not isinstance(attributes, dict):
        columns = [key.removeprefix("attributes.") for key in span] if isinstance(span, dict) else []
        return any(key.startswith(prefixes) for key in columns)
    if "openinference." in prefixes and any(isinstance(attributes.get(key), dict) for key in ("llm", "openinference")):
        return True
    return any(str(key).startswith(prefixes) for key in attributes)


def _langsmith(values: Values) -> bool:
    """A run, in a list, under a key, or on a line of its own."""
    records = [record for value in values for record in _records(value, "runs", "data")]
    return any(_has(record, run_type=str, inputs=dict) and "id" in record for record in records)


def _langfuse(values: Values) -> bool:
    """An observation of a trace, or a trace that holds its own."""
    records = [record for value in values for record in _records(value, "data", "traces", "observations")]
    return any(_observation(record) or any(map(_observation, _list(record, "observations"))) for record in records)


def _observation(record: Any) -> bool:
    """What an observation is called in either spelling, and a field that only it has."""
    if not _has(record, id=str, type=str) or record["type"].upper() not in _OBSERVATIONS:
        return False
    in_trace = any(key in record for key in ("traceId", "trace_id", "parentObservationId"))
    return in_trace and any(key in record for key in ("startTime", "start_time"))


def _records(value: Any, *keys: str) -> list[Any]:
    if isinstance(value, list):
        return value[:_LOOKED_AT]
    return [value, *(record for key in keys for record in _list(value, key)[:_LOOKED_AT])]


def _sweagent(values: Values) -> bool:
    first = values[0]
    steps = _list(first, "trajectory")
    return bool(steps) and any("action" in step and "observation" in step for step in steps if isinstance(step, dict))


def _mini_swe_agent(values: Values) -> bool:
    first = values[0]
    if not _has(first, info=dict, messages=list):
        return False
    return str(first.get("trajectory_format", "")).startswith("mini-swe-agent") or "mini_version" in first["info"]


def _atif(values: Values) -> bool:
    return _has(values[0], schema_version=str, steps=list) and values[0]["schema_version"].startswith("ATIF-")


def _has(value: Any, **keys: type) -> bool:
    """An object that has these keys, with values of these types."""
    return isinstance(value, dict) and all(isinstance(value.get(key), kind) for key, kind in keys.items())


def _part(value: Any, key: str) -> Any:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, dict | list) else {}


def _list(value: Any, key: str) -> list[Any]:
    found = _part(value, key)
    return found if isinstance(found, list) else []


SIGNATURES: Mapping[str, Callable[[Values], bool]] = {
    "native": _native,
    "codex": _codex,
    "qwen-code": _qwen_code,
    "gemini-cli": _gemini_cli,
    "claude-code": _claude_code,
    "pi": _pi,
    "opencode": _opencode,
    "openhands": _openhands,
    "inspect-ai": _inspect,
    "cline": lambda values: _cline(values) or _task_history(values),
    "adk": _adk,
    "openinference": _openinference,
    "otel": _otel,
    "langsmith": _langsmith,
    "langfuse": _langfuse,
    "mini-swe-agent": _mini_swe_agent,
    "sweagent": _sweagent,
    "atif": _atif,
}
