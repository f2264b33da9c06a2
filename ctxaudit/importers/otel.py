"""OpenTelemetry traces of model calls: OTLP JSON, a collector's file exporter, an SDK's JSON lines.

**What the log records.** A span per model call with the operation, the model, the recorded size, and, where content
capture is on, the whole prompt (`gen_ai.input.messages`, `gen_ai.system_instructions`) and the answer. Older shapes
are read as well: numbered attributes (`gen_ai.prompt.N…`), an event or a log record per message
(`gen_ai.user.message`, `gen_ai.choice`), the details event. Spans of tools say which call failed. Some frameworks add
a span for a compaction (`gen_ai.compaction.*`), a `compaction` part in a message, or `gen_ai.conversation.compacted`.

**What it does not.** Ids of messages. Edits of the window: they are found by aligning consecutive prompts, and are
`derived` or `inferred`, never recorded. Who wrote a text in the user's role. What a summariser was shown, unless its
own call was traced. Spans may be sampled out, attributes dropped or cut off, and contents masked: such gaps are no
edits (see the notes of a trace), and an edit in whose place calls are missing has a source tagged `lost`.

**The window.** The blocks of the prompt of each call, in order, the system text first. A summary is one `rewrite`
whose sources are all that left; it is tagged as one only when a fixed lead or a `compaction` part tells the model so,
else `untagged-surrogate` is right. A placeholder in the place of a result is a stub behind a `truncate`, or behind an
`evict` when it names a saved copy. Where messages vanish for nothing, the recorded size decides: if it fell with
them, they were truncated; if not, the tracer dropped them and they stay. An answer that the next prompt lacks while
all else stands was thrown away: `withdrawn`.

**Lanes.** Calls are chained by what their prompts share, within one conversation id (else one trace) and one agent.
Summarisers' calls and calls without a history are no turns.

**Traps.** Spans are written when they end, so file order is not call order. A span of a call may enclose the spans of
the tools that it asked for. Token counts of some instrumentations leave the cached share out: it is added when the
count is smaller than that share.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ctxaudit.importers._snapshots import TOLERANCE, Block, Mark, Recording, Snapshot, traces_of
from ctxaudit.importers._snapshots.attributes import at, nested, numbered, structured, whole_number
from ctxaudit.importers._snapshots.messages import blocks_of, system_blocks
from ctxaudit.importers._snapshots.spans import Spans, Told
from ctxaudit.importers._values import said
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

NAME = "otel"
TITLE = "OpenTelemetry GenAI spans"
CLASS: Literal["snapshots"] = "snapshots"
RECORDS = (
    "the prompt and the answer of each call, where content capture is on",
    "the recorded size of each call",
    "which tool calls failed",
    "that a compaction took place, by some frameworks",
)
UNKNOWN = (
    "which edit changed the prompt: edits are found by comparing consecutive prompts",
    "what was sampled out, dropped, cut or masked by the tracer: such gaps are not judged",
    "who wrote a text in the user's role",
    "what a summariser was shown, unless its own call was traced",
    "whether the model knew that a text was a summary, unless the text says so: then `untagged-surrogate` is right",
)
__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]

WHERE: tuple[str, ...] = ()

_CALLS = frozenset({"chat", "generate_content", "text_completion", "completion", "generate"})
_MESSAGE_EVENTS = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
_DETAILS = "gen_ai.client.inference.operation.details"


def read(source: Source) -> list[Trace]:
    """One trace a chain of calls. Never refuses a file for what it holds."""
    recording = Recording()
    spans = Spans(source, recording)
    for told in spans.all:
        _take(told, spans, recording)
    return traces_of(source, recording, NAME)


def _take(told: Told, spans: Spans, recording: Recording) -> None:
    attributes = told.attributes
    operation = said(attributes, "gen_ai.operation.name") or ""
    thread = said(attributes, "gen_ai.conversation.id")
    if any(key.startswith("gen_ai.compaction.") for key in attributes) or operation == "compact_events":
        recording.marks.append(Mark(told.end, told.trace, thread))
        recording.aside.append((told.line, "compaction span"))
    elif is_call(told, operation):
        recording.add(snapshot(told, spans, thread))
    else:
        call = said(attributes, "gen_ai.tool.call.id")
        if call and (told.failed or "error.type" in attributes):
            recording.failed.add(call)
        recording.aside.append((told.line, f"{operation or told.name.split(' ')[0] or 'unnamed'} span"[:60]))


def is_call(told: Told, operation: str) -> bool:
    if operation in _CALLS:
        return True
    if operation:
        return False
    return told.name == _DETAILS or any(
        key.startswith(("gen_ai.prompt.", "gen_ai.input.messages", "gen_ai.completion.", "gen_ai.usage."))
        for key in told.attributes
    )


def snapshot(told: Told, spans: Spans, thread: str | None) -> Snapshot:
    attributes = dict(told.attributes)
    for name, extra in told.events:
        if name == _DETAILS:
            attributes.update(extra)
    prompt, answer, whole = _content(attributes, told)
    agents = [above for above in spans.above(told) if above.attributes.get("gen_ai.operation.name") == "invoke_agent"]
    named = [said(over, "gen_ai.agent.name") for over in (attributes, *(agent.attributes for agent in agents))]
    return Snapshot(
        line=told.line,
        id=told.id,
        at=told.at,
        start=told.start,
        end=told.end,
        run=told.trace,
        thread=thread or next((own for a in agents if (own := said(a.attributes, "gen_ai.conversation.id"))), None),
        agent=next(filter(None, named), None) or "",
        nested=len(agents) > 1,
        blocks=prompt,
        answer=() if told.failed else answer,
        whole=whole and not told.dropped and bool(prompt),
        tokens=size_of(attributes),
        model=said(attributes, "gen_ai.request.model") or said(attributes, "gen_ai.response.model"),
        tools=True if "gen_ai.tool.definitions" in attributes else None,
        marked=attributes.get("gen_ai.conversation.compacted") is True,
    )


def size_of(attributes: Mapping[str, Any]) -> int | None:
    """Tokens of the prompt; a count below the cached share is one that leaves the cached share out."""
    usage = [attributes.get(f"gen_ai.usage.{key}") for key in ("input_tokens", "prompt_tokens")]
    counted = next((count for value in usage if (count := whole_number(value))), 0)
    cached = sum(
        max(whole_number(attributes.get(f"gen_ai.usage.{key}.input_tokens")),
            whole_number(attributes.get(f"gen_ai.usage.{key}_input_tokens")))
        for key in ("cache_read", "cache_creation")
    )  # fmt: skip
    return (counted + cached if counted < cached else counted) or None


def _content(attributes: Mapping[str, Any], told: Told) -> tuple[tuple[Block, ...], tuple[Block, ...], bool]:
    """Prompt, answer, and whether the prompt is all there."""
    system, whole_system = structured(attributes.get("gen_ai.system_instructions"))
    messages, whole = structured(attributes.get("gen_ai.input.messages"))
    answer, _ = structured(attributes.get("gen_ai.output.messages"))
    if messages is None and answer is None:
        messages, answer, whole = _numbered(attributes)
    if not messages and not answer:
        messages, answer = _from_events(told)
    prompt = [*(system_blocks(system) if system else ()), *blocks_of(messages)]
    first = answer[:1] if isinstance(answer, list) else answer
    return tuple(prompt), tuple(blocks_of(first, "assistant")), whole and whole_system


def _numbered(attributes: Mapping[str, Any]) -> tuple[Any, Any, bool]:
    tree = nested({key: value for key, value in attributes.items() if key.startswith("gen_ai.")})
    messages, whole = numbered(at(tree, "gen_ai", "prompt"))
    answers, _ = numbered(at(tree, "gen_ai", "completion"))
    return [_message(item) for item in messages], [_message(item) for item in answers], whole


def _message(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    calls, _ = numbered(item.get("tool_calls"))
    content, _ = structured(item.get("content"))
    return {**item, "content": content, "tool_calls": calls}


def _from_events(told: Told) -> tuple[list[Any], list[Any]]:
    """One event a message, as older instrumentations write them."""
    messages: list[Any] = []
    answers: list[Any] = []
    for name, extra in told.events:
        role = _MESSAGE_EVENTS.get(name)
        if role is not None:
            content, _ = structured(extra.get("content"))
            calls, _ = structured(extra.get("tool_calls"))
            messages.append({"role": role, **extra, "content": content, "tool_calls": calls})
        elif name == "gen_ai.choice":
            message, _ = structured(extra.get("message"))
            answers.append(message if isinstance(message, dict) else extra)
    return messages, answers
