"""OpenInference spans (Phoenix and others): flattened attributes, as OTLP JSON, SDK lines, or an export.

**What the log records.** Spans of kind LLM with the messages of the prompt and the answer as numbered attributes, the
recorded size, and the session; RERANKER spans with a query, documents and scores: the only common record of a
ranking; TOOL and AGENT spans.

**What it does not.** Ids of messages, edits, compactions: edits are found by aligning consecutive prompts. A span has
a limit of attributes (128 by default), beyond which the oldest are dropped: the numbering of the messages then starts
late or has gaps, the prompt counts as kept in part, and nothing is taken to have left there. Values may be masked.

**The window.** As for OpenTelemetry. A ranking stands before the edits of the next call. Its entries are the spans
whose text is a document's, or holds it whole; a ranking of which the window holds fewer than two documents is not
context.

**Traps.** Where the messages are missing, `input.value` and `output.value` may still hold them as JSON. Attributes
come flat, nested, or as columns named `attributes.…`. Scores of the input documents are another scorer's: only those
of the output documents are taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from ctxaudit.importers._snapshots import TOLERANCE, Block, Ranked, Ranking, Recording, Snapshot, traces_of
from ctxaudit.importers._snapshots.attributes import at, nested, numbered, structured, whole_number
from ctxaudit.importers._snapshots.messages import blocks_of, text_of
from ctxaudit.importers._snapshots.spans import Spans, Told
from ctxaudit.importers._values import said
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

NAME = "openinference"
TITLE = "OpenInference spans"
CLASS: Literal["snapshots"] = "snapshots"
RECORDS = (
    "the prompt and the answer of each call",
    "the recorded size of each call",
    "rankings: documents, their order and scores (RERANKER spans)",
    "which tool calls failed",
)
UNKNOWN = (
    "which edit changed the prompt, and that there was one: edits are found by comparing consecutive prompts",
    "messages beyond the attribute limit of a span: such prompts are not judged",
    "who wrote a text in the user's role",
)
__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]

WHERE: tuple[str, ...] = ()

_SIDES = {"input": ("messages", "contents", "input"), "output": ("choices", "messages", "candidates", "content")}

Tree = Mapping[str, Any]


def read(source: Source) -> list[Trace]:
    """One trace a chain of calls. Never refuses a file for what it holds."""
    recording = Recording()
    spans = Spans(source, recording)
    trees = {id(told): nested(told.attributes) for told in spans.all}
    for told in spans.all:
        _take(told, trees, spans, recording)
    return traces_of(source, recording, NAME)


def _take(told: Told, trees: Mapping[int, Tree], spans: Spans, recording: Recording) -> None:
    tree = trees[id(told)]
    kind = _kind(tree)
    if kind == "LLM" or (not kind and at(tree, "llm", "input_messages") is not None):
        recording.add(_snapshot(told, trees, spans))
        return
    if kind == "RERANKER":
        recording.rankings.append(_ranking(told, tree, _thread(told, trees, spans)))
    call = at(tree, "tool_call", "id") or at(tree, "tool", "id")
    if kind == "TOOL" and told.failed and isinstance(call, str):
        recording.failed.add(call)
    recording.aside.append((told.line, f"{kind or 'other'} span"[:60]))


def _kind(tree: Tree) -> str:
    return str(at(tree, "openinference", "span", "kind") or "").upper()


def _snapshot(told: Told, trees: Mapping[int, Tree], spans: Spans) -> Snapshot:
    tree = trees[id(told)]
    prompt, whole = _messages(tree, "input")
    answer, _ = _messages(tree, "output")
    agents = [
        over
        for over in spans.above(told)
        if str(at(trees[id(over)], "openinference", "span", "kind")).upper() == "AGENT"
    ]
    model = at(tree, "llm", "model_name")
    return Snapshot(
        line=told.line,
        id=told.id,
        at=told.at,
        start=told.start,
        end=told.end,
        run=told.trace,
        thread=_thread(told, trees, spans),
        agent=agents[0].name if agents else "",
        nested=len(agents) > 1,
        blocks=tuple(prompt),
        answer=() if told.failed else tuple(answer),
        whole=whole and not told.dropped and bool(prompt),
        tokens=whole_number(at(tree, "llm", "token_count", "prompt")) or None,
        model=model if isinstance(model, str) else None,
        tools=True if at(tree, "llm", "tools") else None,
    )


def _thread(told: Told, trees: Mapping[int, Tree], spans: Spans) -> str | None:
    for over in (told, *spans.above(told)):
        session = at(trees[id(over)], "session", "id")
        if isinstance(session, str) and session:
            return session
    return None


def _messages(tree: Tree, side: Literal["input", "output"]) -> tuple[list[Block], bool]:
    """The blocks of one side, and whether it is all there."""
    items, whole = numbered(at(tree, "llm", f"{side}_messages"))
    role: Literal["user", "assistant"] = "user" if side == "input" else "assistant"
    if items:
        return [block for item in items for block in blocks_of(_message(item), role)], whole
    value, whole = structured(at(tree, side, "value"))
    if isinstance(value, dict):
        keys = (
            ("messages", "contents", "input") if side == "input" else ("choices", "messages", "candidates", "content")
        )
        value = next((value[key] for key in keys if isinstance(value.get(key), list)), value)
        if side == "output" and isinstance(value, list):
            value = value[:1]
    return blocks_of(value, role), whole


def _message(item: Any) -> Any:
    """A message in the flattened form, as a plain one."""
    message = at(item, "message") or item
    if not isinstance(message, dict):
        return message
    calls, _ = numbered(message.get("tool_calls"))
    contents, _ = numbered(message.get("contents"))
    plain = {key: value for key, value in message.items() if key != "contents"}
    plain["tool_calls"] = [at(call, "tool_call") or call for call in calls]
    if contents and not said(message, "content"):
        plain["content"] = [_content(at(part, "message_content") or part) for part in contents]
    return plain


def _content(part: Any) -> Any:
    if isinstance(part, dict) and isinstance(part.get("image"), dict):
        return {"type": "image"}
    return part


def _ranking(told: Told, tree: Tree, thread: str | None) -> Ranking:
    kept = list(_documents(at(tree, "reranker", "output_documents")))
    names = {document.id or document.text for document in kept}
    rest = [
        Ranked(document.text, None, document.id)
        for document in _documents(at(tree, "reranker", "input_documents"))
        if (document.id or document.text) not in names
    ]
    return Ranking(told.line, told.id, told.at, told.end, told.trace, thread, (*kept, *rest), len(kept))


def _documents(value: Any) -> Iterator[Ranked]:
    for item in numbered(value)[0]:
        document = at(item, "document") or item
        if isinstance(document, dict):
            score = document.get("score")
            number = float(score) if isinstance(score, int | float) and not isinstance(score, bool) else None
            yield Ranked(text_of(document.get("content")), number, said(document, "id"))
