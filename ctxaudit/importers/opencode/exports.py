"""One session out of the JSON document that `opencode export` prints; of a damaged one, the messages before it."""

from __future__ import annotations

from dataclasses import replace

from ctxaudit.errors import InputError
from ctxaudit.importers._document import document
from ctxaudit.importers._values import listed, part, said
from ctxaudit.importers.opencode.sessions import Message, Part, Session
from ctxaudit.ingest.source import Source


def sessions_of_export(source: Source) -> list[Session]:
    """Always one. A message or part that is no object is a record that gives nothing, and is counted as that.

    Refused when there is neither a head nor a message.
    """
    found = document(source.text(), "messages")
    if not found.records and not part(found.fields, "info"):
        why = found.problem.detail if found.problem else "it has neither a head nor messages"
        raise InputError(source.path, f"is no export of an OpenCode session: {why}")
    session = Session(1, part(found.fields, "info"))
    record = 1
    for value in found.records:
        record += 1
        held = value.get("info") if isinstance(value, dict) else None
        if not isinstance(held, dict):
            session.tally.not_context(record, "message without its head")
            held = {}
        message = Message(record, said(held, "id") or f"message-{record}", held)
        for inner in listed(value.get("parts")) if isinstance(value, dict) else []:
            record += 1
            message.parts.append(Part(record, said(inner, "id") or f"part-{record}", inner))
        session.messages.append(message)
    if found.problem is not None:
        detail = found.problem.detail.replace("from record", "from message", 1)
        session.tally.problem(replace(found.problem, line=record + 1, detail=detail))
    return [session]
