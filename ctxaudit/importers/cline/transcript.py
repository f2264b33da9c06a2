"""A session of the SDK: a whole transcript, and beside it the last compaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ctxaudit.importers._draft import Draft
from ctxaudit.importers._values import part, said, tokens_of
from ctxaudit.importers.cline.sidecar import Sidecar
from ctxaudit.importers.cline.stage import Stage, short
from ctxaudit.importers.cline.wording import frame_of, is_notice
from ctxaudit.importers.window import Cut, Place
from ctxaudit.model import Basis, Span


def replay(stage: Stage, sidecar: Sidecar | None) -> list[str]:
    """Fills the stage's window; notes for a person."""
    notes: list[str] = []
    for index, message in enumerate(stage.messages):
        if sidecar is not None and sidecar.count == index:
            notes.append(_compact(stage, sidecar))
        if message.get("role") == "assistant":
            stage.call(index, tokens_of(part(message, "metrics").get("inputTokens")) or None)
        stage.enter(index)
    if sidecar is not None and sidecar.count == len(stage.messages):
        notes.append(_compact(stage, sidecar))
    return notes


def _compact(stage: Stage, sidecar: Sidecar) -> str:
    """The window becomes the compacted messages. What of them it holds already stays as it is."""
    after = _compacted_spans(stage, sidecar)
    live = set(stage.window.live)
    fresh = [span for span in after if span.id not in live]
    place = Place(sidecar.count, sidecar.at, None)
    if len(fresh) == 1:
        left = tuple(name for name in stage.window.live if name not in {span.id for span in after})
        summary = _surrogate(fresh[0], left)
        after = [summary if span.id == summary.id else span for span in after]
        stage.window.become(after, Cut(surrogate=summary, basis=sidecar.basis), place)
    else:
        after = _gap_by_gap(stage, after, fresh, place, sidecar.basis)
        stage.window.become(after, Cut(basis=sidecar.basis), place)
    stage.events.add(sidecar.count)
    told = f"after record {sidecar.count}: a compaction (from the file beside the log; {sidecar.why})"
    return f"{told}; earlier ones were written over"


def _compacted_spans(stage: Stage, sidecar: Sidecar) -> list[Span]:
    known: dict[tuple[str, str, str | None, str], list[Span]] = defaultdict(list)
    for name in stage.window.live:
        span = stage.window.span(name)
        known[_content(span)].append(span)
    after = [span for name in stage.window.live if (span := stage.window.span(name)).role == "system"]
    places = {said(message, "id"): place for place, message in enumerate(stage.messages[: sidecar.count])}
    for number, message in enumerate(sidecar.messages):
        name = said(message, "id") or f"message-{number}"
        drafts = [draft for block in stage.reader.drafts_of(message) for draft in block]
        own = stage.spans_of(places[name]) if name in places else []
        if _is_copy(drafts, own):
            after += own
            continue
        for draft in drafts:
            same = known.get(_content(draft.span("")))
            after.append(same.pop(0) if same else stage.made([[draft]], f"{short(name)}-compacted")[0][0])
    return after


def _is_copy(drafts: Sequence[Draft], spans: Sequence[Span]) -> bool:
    """A kept message has the parts that it has in the transcript, and no notice among them: it says the same."""
    shapes = [(draft.role, draft.fields.get("kind", "message")) for draft in drafts]
    noticed = any(is_notice(draft.text) for draft in drafts)
    return bool(spans) and not noticed and shapes == [(span.role, span.kind) for span in spans]


def _content(span: Span) -> tuple[str, str, str | None, str]:
    return span.role, span.kind, span.call_id, span.text


def _gap_by_gap(stage: Stage, after: Sequence[Span], fresh: Sequence[Span], place: Place, basis: Basis) -> list[Span]:
    """Each new text stands for what left between the kept spans on its two sides."""
    order = {name: number for number, name in enumerate(stage.window.live)}
    kept = {span.id for span in after if span.id in order}
    new = {span.id for span in fresh}
    made: list[Span] = []
    for number, span in enumerate(after):
        if span.id not in new:
            made.append(span)
            continue
        start = max((order[before.id] for before in after[:number] if before.id in order), default=-1)
        end = min((order[behind.id] for behind in after[number + 1 :] if behind.id in order), default=len(order))
        left = tuple(name for name, at in order.items() if start < at < end and name not in kept)
        left = tuple(name for name in left if stage.window.holds(name))
        made.append(_surrogate(span, left) if left else span)
        if left:
            stage.window.rewrite(left, made[-1], place, Cut(basis=basis))
    return made


def _surrogate(span: Span, left: tuple[str, ...]) -> Span:
    """A notice is made by code out of the calls' names; a summary by a model."""
    frame = frame_of(span.text)
    return replace(
        span,
        by="host" if is_notice(span.text) else "model",
        tags=(*span.tags, "mechanical") if is_notice(span.text) else span.tags,
        kind="summary",
        lossy=frame.told,
        provenance=left if frame.told else (),
        body_start=frame.start,
        body_end=frame.end,
    )


def system_prompt(stage: Stage, fields: Mapping[str, Any]) -> None:
    text = said(fields, "system_prompt")
    if text is not None:
        span = Span(id="system-prompt", text=text, role="system", by="host")
        stage.window.add(span, stage.place(0))
