"""mini-swe-agent trajectories: one JSON document, `*.traj.json`.

**What the log records.** Every message as it was sent, in order, and beside each its `extra`, which is not sent: the
model's raw response with its usage, the actions, and the whole output of a command. Nothing ever leaves the window, so
the window of a call is all that stands before its answer. An answer is an assistant's message, or a user's one that
carries a response: the harness threw the answer away and complained instead.

**What it does not.** The schema of the tool. The answers that were thrown away were in no window; they stand in
`extra` alone.

**Traps.** A command's output beyond ten thousand characters is sent as its head, its tail and a count; the whole text
in `extra` is a copy that only the log keeps, so it is no external copy. The output is sent as JSON; here it is read
decoded, so that a name at the start of a line keeps its left edge. The last message, of the role `exit`, is not sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from ctxaudit.importers._document import document, whole
from ctxaudit.importers._draft import Draft, named
from ctxaudit.importers._results import looks_up, plain
from ctxaudit.importers._values import as_json, listed, part, said, tokens_of
from ctxaudit.importers.window import Place, Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Header, Span, Trace

NAME = "mini-swe-agent"
TITLE = "mini-swe-agent trajectory"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = "Recorded sizes are the provider's own and are given as they are; sizes of spans are not recorded."
RECORDS = (
    "every message as it was sent, in order",
    "the size of each prompt as the provider counted it",
    "outputs that were cut before they were sent, with what was left out",
)
UNKNOWN = ("the tool's schema, which is sent beside the messages",)
WHERE = (".config/mini-swe-agent/*.traj.json",)

_OUTPUT_KEYS = frozenset({"returncode", "output", "output_head", "output_tail", "exception_info"})
_COMMAND = re.compile(r"```(?:bash|sh|mswea_bash_command)[ \t]*\n(.*?)\n?```", re.DOTALL)


def read(source: Source) -> list[Trace]:
    """The one trace of the document."""
    found = document(source.text(), "messages")
    window, tally = Window(source.name, numbered="record"), Tally()
    tools: dict[str, bool] = {}
    spoken = False
    for number, message in enumerate(found.records, 1):
        if not isinstance(message, dict) or said(message, "role") in (None, "exit"):
            tally.not_context(number, "exit" if isinstance(message, dict) else "no message")
            continue
        place = Place(number, _time(message))
        answers = message["role"] == "assistant" or bool(part(part(message, "extra"), "response"))
        if answers:
            usage = part(part(part(message, "extra"), "response"), "usage")
            window.call(place, tokens=tokens_of(usage.get("prompt_tokens")) or None)
        spoken = spoken or answers
        for span in _spans(message, number, tools, asked=not spoken):
            window.add(span, place)
        tally.event(number)
    if found.problem is not None:
        tally.problem(found.problem)
    return [
        Trace(
            path=source.path,
            format=NAME,
            header=_header(source, found.fields, found.records),
            events=window.events,
            problems=tally.problems,
            lines=tally.lines(),
        )
    ]


def _spans(message: Mapping[str, Any], number: int, tools: dict[str, bool], *, asked: bool) -> list[Span]:
    """`asked`: the agent has not answered yet, so a user's message is the task."""
    role = message["role"]
    if role == "assistant":
        drafts = _answer(message, number, tools)
    elif role == "system":
        drafts = [Draft(_text(message), "system", "host")]
    elif role == "tool":
        drafts = [_result(message, said(message, "tool_call_id"), tools)]
    elif asked:
        drafts = [Draft(_text(message), "user", "human")]
    elif part(message, "extra").get("raw_output") is not None or f"step-{number - 1}" in tools:
        drafts = [_result(message, f"step-{number - 1}", tools)]
    else:
        drafts = [Draft(_text(message), "user", "host")]
    return [draft.span(name) for name, draft in zip(named(f"m{number}", len(drafts)), drafts, strict=True)]


def _answer(message: Mapping[str, Any], number: int, tools: dict[str, bool]) -> list[Draft]:
    text = _text(message)
    drafts = [Draft(text, "assistant", "model")] if text.strip() else []
    for call in listed(message.get("tool_calls")):
        function = part(call, "function")
        name, key, arguments = said(function, "name") or "", said(call, "id"), function.get("arguments")
        value = whole(arguments) if isinstance(arguments, str) else arguments
        if key is not None:
            tools[key] = looks_up(name, value)
        written = arguments if isinstance(arguments, str) else as_json(arguments)
        drafts.append(Draft(written, "assistant", "model", {"kind": "tool-call", "call_id": key, "name": name or None}))
    command = _COMMAND.search(text) if not message.get("tool_calls") else None
    if (
        command is not None
    ):  # before the tool calls: the command is a block of the text, and its result a user's message
        tools[f"step-{number}"] = looks_up("bash", {"command": command[1]})
        fields = {"kind": "tool-call", "call_id": f"step-{number}", "name": "bash"}
        around = text[: command.start()] + text[command.end() :]
        drafts = [Draft(around, "assistant", "model")] if around.strip() else []
        drafts.append(Draft(as_json({"command": command[1]}), "assistant", "model", fields))
    return drafts


def _result(message: Mapping[str, Any], call: str | None, tools: Mapping[str, bool]) -> Draft:
    text = _text(message)
    value = whole(text) if text.lstrip().startswith("{") else None
    told = isinstance(value, dict) and bool(value) and value.keys() & _OUTPUT_KEYS
    code = part(message, "extra").get("returncode")
    fields = {
        "kind": "read" if tools.get(call or "") else "tool-result",
        "call_id": call,
        "name": "bash",
        "tags": ("error",) if isinstance(code, int) and code != 0 else (),
    }
    shown = plain(value, bare=("returncode", "elided_chars")) if told else text
    return Draft(shown, "tool" if message["role"] == "tool" else "user", "tool", fields)


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(text for block in listed(content) if (text := said(block, "text")))


def _time(message: Mapping[str, Any]) -> str | None:
    seconds = part(message, "extra").get("timestamp")
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 < seconds < 1 << 34:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _header(source: Source, fields: Mapping[str, Any], messages: list[Any]) -> Header:
    info = part(fields, "info")
    version = said(info, "mini_version")
    config = part(info, "config")
    exit_status = said(info, "exit_status")
    answers = (part(part(message, "extra"), "response") for message in messages if isinstance(message, dict))
    models = [said(part(config, "model"), "model_name"), *(said(answer, "model") for answer in answers)]
    times = (_time(message) for message in messages if isinstance(message, dict))
    return Header(
        id=said(fields, "instance_id") or source.name.removesuffix(".traj.json"),
        agent=f"mini-swe-agent {version}" if version else "mini-swe-agent",
        model=next((model for model in models if model), None),
        started_at=next((time for time in times if time), None),
        citations="implicit",
        cwd=said(part(config, "environment"), "cwd"),
        labels={"outcome": exit_status} if exit_status else {},
    )
