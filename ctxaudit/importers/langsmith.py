"""LangSmith run exports: JSON Lines, or one JSON array, of runs.

**What the log records.** A run for each model call (`run_type: llm`) with the messages of the prompt and of the
answer as serialised LangChain objects or plain dicts, mostly with message ids; the thread, the graph node, usage,
errors. The summarisation middleware marks its own call and the message that it puts in (`lc_source`).

**What it does not.** Edits. Messages are compared by what they say; equal ids pair what was changed in place. Content
may be hidden by the client (`inputs: {}`): such calls have no window. The middleware that clears tool uses changes a
copy, and only the prompts here show it (`[cleared]`), not the checkpoints.

**The window.** As for OpenTelemetry. A message whose record says that it is a summary is a surrogate.

**Lanes.** By thread (`thread_id`, `session_id`, `conversation_id` of the metadata), else by trace; within it by what
the prompts share.

**Traps.** Child runs may be nested in their parents. A chat model's `inputs.messages` is a list of lists. A completion
model has `prompts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from ctxaudit.importers._snapshots import TOLERANCE, Block, Recording, Snapshot, entries, traces_of
from ctxaudit.importers._snapshots.attributes import structured, whole_number
from ctxaudit.importers._snapshots.messages import blocks_of
from ctxaudit.importers._snapshots.times import moment
from ctxaudit.importers._values import listed, part, said
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

NAME = "langsmith"
TITLE = "LangSmith run export"
CLASS: Literal["snapshots"] = "snapshots"
RECORDS = (
    "the prompt and the answer of each call, mostly with ids of messages",
    "the recorded size of each call",
    "that a message is the summarisation middleware's, and that a call was its",
    "failed tools",
)
UNKNOWN = (
    "which edit changed the prompt: edits are found by comparing consecutive prompts",
    "contents that the client hid or cut",
    "who wrote a text in the user's role",
)
__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]

WHERE: tuple[str, ...] = ()

_THREADS = ("thread_id", "session_id", "conversation_id")
_DEEPEST = 50


def read(source: Source) -> list[Trace]:
    """One trace a chain of calls. Never refuses a file for what it holds."""
    recording = Recording()
    for line, run in entries(source, recording, _runs):
        kind = said(run, "run_type") or "untyped"
        if kind == "llm":
            recording.add(_snapshot(line, run))
            continue
        call = _answered(run)
        if kind == "tool" and call and run.get("error"):
            recording.failed.add(call)
        recording.aside.append((line, f"{kind} run"[:60]))
    return traces_of(source, recording, NAME)


def _runs(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Runs of a parsed value, those nested in others after them."""
    if isinstance(value, list):
        for item in value:
            yield from _runs(item, depth)
    elif isinstance(value, dict) and depth < _DEEPEST:
        if isinstance(value.get("run_type"), str):
            yield value
            yield from _runs(value.get("child_runs"), depth + 1)
        else:
            for key in ("runs", "data"):
                if isinstance(value.get(key), list):
                    yield from _runs(value[key], depth + 1)


def _snapshot(line: int, run: Mapping[str, Any]) -> Snapshot:
    metadata = part(part(run, "extra"), "metadata")
    start, at = moment(run.get("start_time"))
    end, _ = moment(run.get("end_time"))
    prompt, whole = _prompt(run.get("inputs"))
    tools = part(part(run, "extra"), "invocation_params").get("tools")
    return Snapshot(
        line=line,
        id=said(run, "id"),
        at=at,
        start=start,
        end=max(start, end),
        run=said(run, "trace_id") or said(run, "session_name") or "",
        thread=next((found for key in _THREADS if (found := said(metadata, key))), None),
        agent=said(metadata, "lc_agent_name") or "",
        blocks=tuple(prompt),
        answer=() if run.get("error") else tuple(_answer(run.get("outputs"))),
        whole=whole and bool(prompt),
        tokens=_tokens(run),
        model=said(metadata, "ls_model_name"),
        tools=bool(tools) if isinstance(tools, list) else None,
        side="summariser call" if said(metadata, "lc_source") == "summarization" else None,
    )


def _prompt(inputs: Any) -> tuple[list[Block], bool]:
    inputs, whole = structured(inputs)
    if not isinstance(inputs, dict):
        return blocks_of(inputs), whole
    found = next((inputs[key] for key in ("messages", "input", "prompts", "contents") if inputs.get(key)), None)
    system = inputs.get("system")
    lead = blocks_of(system, "system") if system else []
    return [*lead, *blocks_of(found)], whole


def _answer(outputs: Any) -> list[Block]:
    outputs, _ = structured(outputs)
    if not isinstance(outputs, dict):
        return blocks_of(outputs, "assistant")
    found = outputs.get("generations")
    while isinstance(found, list) and found:
        found = found[0]
    if isinstance(found, dict):
        return blocks_of(found.get("message") or found.get("text"), "assistant")
    choices = listed(outputs.get("choices"))
    if choices:
        return blocks_of(dict(choices[0]), "assistant")
    known = next((outputs[key] for key in ("message", "messages", "output", "content") if outputs.get(key)), None)
    return blocks_of({**outputs, "role": "assistant"} if known is outputs.get("content") else known, "assistant")


def _tokens(run: Mapping[str, Any]) -> int | None:
    outputs = part(run, "outputs")
    found: Any = outputs.get("generations")
    while isinstance(found, list) and found:
        found = found[0]
    message = part(found, "message") if isinstance(found, dict) else {}
    usages = (
        part(part(message, "kwargs"), "usage_metadata"),
        part(message, "usage_metadata"),
        part(outputs, "usage_metadata"),
        part(part(outputs, "llm_output"), "token_usage"),
        part(outputs, "usage"),
        run,
    )
    keys = ("input_tokens", "prompt_tokens")
    return next((count for usage in usages for key in keys if (count := whole_number(usage.get(key)))), None)


def _answered(run: Mapping[str, Any]) -> str | None:
    """The id of the tool call that a tool's run carried out."""
    for place in (part(run, "outputs"), part(part(run, "outputs"), "output"), part(run, "inputs")):
        found = said(place, "tool_call_id") or said(part(place, "kwargs"), "tool_call_id")
        if found:
            return found
    return said(part(part(run, "extra"), "metadata"), "tool_call_id")
