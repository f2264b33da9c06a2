"""From a log of the family to its one trace."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ctxaudit.importers._counted import sized
from ctxaudit.importers._document import Document, document, whole
from ctxaudit.importers._values import part, said, time_of, tokens_of
from ctxaudit.importers.cline.blocks import Reader
from ctxaudit.importers.cline.history import History
from ctxaudit.importers.cline.sidecar import Sidecar, sidecar_of
from ctxaudit.importers.cline.stage import Stage, at_of
from ctxaudit.importers.cline.tags import Tags
from ctxaudit.importers.cline.transcript import replay, system_prompt
from ctxaudit.importers.cline.ui import interface_of
from ctxaudit.importers.cline.updates import updates_of
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Call, Header, Trace

NAME = "cline"
_FOLDER = re.compile(r"# Current (?:Workspace Directory|Working Directory) \(([^)\n]{1,400})\)")
_AGENTS = {
    "kilo-code": re.compile(r"kilo-?code", re.IGNORECASE),
    "roo-code": re.compile(r"\broo-c(?:ode|line)\b|rooveterinary", re.IGNORECASE),
}
_ROO_KEYS = frozenset({"condenseId", "condenseParent", "truncationId", "truncationParent", "isTruncationMarker"})


def traces_of(source: Source) -> list[Trace]:
    found = document(source.text(), "messages")
    messages: list[Mapping[str, Any]] = [message if isinstance(message, dict) else {} for message in found.records]
    sdk = bool(found.fields)
    stage = Stage(Window(source.name, numbered="record"), Reader(sdk=sdk), messages)
    notes = _session(source, stage, found) if sdk else _task(source, stage)
    answers = _answers(stage) if sdk else {}
    events, scale = sized(stage.window.events, answers)
    tally = _tally(found, stage)
    header = _session_header(source, found, messages) if sdk else _task_header(source, messages)
    return [
        Trace(
            path=source.path,
            format=NAME,
            header=header,
            events=events,
            problems=tally.problems,
            lines=tally.lines(),
            notes=(*notes, *scale),
        )
    ]


def _session(source: Source, stage: Stage, found: Document) -> list[str]:
    system_prompt(stage, found.fields)
    if not stage.messages:
        return []
    beside = sidecar_of(source, stage.messages, torn=found.problem is not None)
    notes = replay(stage, beside if isinstance(beside, Sidecar) else None)
    return [*notes, beside] if isinstance(beside, str) else notes


def _task(source: Source, stage: Stage) -> list[str]:
    interface = interface_of(source)
    history = History(stage, Tags(stage.messages, interface), interface, updates_of(source))
    history.run()
    if interface is None:
        history.notes.append("ui_messages.json is not beside the log: sizes of calls and deleted ranges are not known")
    return history.notes


def _answers(stage: Stage) -> dict[int, int]:
    """Tokens of the answer of each call, by the call's event."""
    calls = [place for place, event in enumerate(stage.window.events) if isinstance(event, Call)]
    spoken = [message for message in stage.messages if message.get("role") == "assistant"]
    return {
        place: tokens_of(part(message, "metrics").get("outputTokens"))
        for place, message in zip(calls, spoken, strict=True)
    }


def _tally(found: Document, stage: Stage) -> Tally:
    tally = Tally()
    for number, record in enumerate(found.records, 1):
        if number in stage.events:
            tally.event(number)
        else:
            kind = stage.idle.get(number, "message (never sent)") if isinstance(record, dict) else "no object"
            tally.not_context(number, kind)
    if found.problem is not None:
        tally.problem(found.problem)
    return tally


def _session_header(source: Source, found: Document, messages: Sequence[Mapping[str, Any]]) -> Header:
    name = said(found.fields, "sessionId") or source.name.partition(".")[0]
    beside = source.beside(f"{source.name.partition('.')[0]}.json")
    value = whole(beside.text()) if beside is not None else None
    manifest: Mapping[str, Any] = value if isinstance(value, dict) else {}
    origin = said(part(found.fields, "origin"), "version")
    version = origin or said(part(part(manifest, "metadata"), "sessionHistoryOrigin"), "version")
    models = [said(part(message, "modelInfo"), "id") for message in messages]
    agent = said(found.fields, "agent")
    return Header(
        id=name,
        agent=f"cline {version}" if version else "cline",
        model=next((model for model in reversed(models) if model), said(manifest, "model")),
        started_at=time_of(manifest, "started_at") or _began(messages),
        citations="implicit",
        cwd=said(manifest, "cwd"),
        lane=agent if agent not in (None, "lead") else None,
    )


def _task_header(source: Source, messages: Sequence[Mapping[str, Any]]) -> Header:
    folders = re.split(r"[/\\]", source.path)[:-1]
    stem = source.name.partition(".")[0]
    name = folders[-1] if folders and stem == "api_conversation_history" else stem
    tagged = any(_ROO_KEYS & message.keys() for message in messages)
    named = (agent for agent, spelled in _AGENTS.items() for folder in folders if spelled.search(folder))
    agent = next(named, "roo-code" if tagged else "cline")
    return Header(id=name, agent=agent, started_at=_began(messages), citations="implicit", cwd=_folder(messages))


def _began(messages: Sequence[Mapping[str, Any]]) -> str | None:
    return next((at for message in messages if (at := at_of(message.get("ts")))), None)


def _folder(messages: Sequence[Mapping[str, Any]]) -> str | None:
    for message in messages[:3]:
        content = message.get("content")
        for block in content if isinstance(content, list) else []:
            text = said(block, "text") if isinstance(block, dict) else None
            found = _FOLDER.search(text, 0, 200_000) if text else None
            if found:
                return found[1]
    return None
