"""From a log's samples to traces: one a conversation, the sample's first one being its main lane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxaudit.importers._values import listed, part, said, time_of
from ctxaudit.importers.inspect_ai.agents import Conversation, cast_of
from ctxaudit.importers.inspect_ai.log import Log, Sample, opened
from ctxaudit.importers.inspect_ai.messages import Messages
from ctxaudit.importers.inspect_ai.replay import Replay
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Header, Trace

NAME = "inspect-ai"


def traces_of(source: Source) -> list[Trace]:
    """Samples in the order of the log. A log without a sample gives one trace that holds nothing."""
    log = opened(source)
    traces = [trace for sample in log.samples for trace in _sample(source, log, sample)]
    return traces or [_empty(source, log)]


def _sample(source: Source, log: Log, sample: Sample) -> list[Trace]:
    tally = Tally()
    if sample.lost is not None:
        tally.problem(sample.lost)
        header = Header(id=f"{_task(log)}/{sample.file.rpartition(':')[2]}", citations="implicit")
        return [_trace(source, header, Window(), tally, log.notes)]
    messages = Messages(sample.body)
    cast = cast_of(sample.body, messages)
    for number, kind in cast.aside.items():
        tally.not_context(number, kind)
    traces: list[Trace] = []
    for number, talk in enumerate(cast.conversations or [Conversation("", None)]):
        window = Window(sample.file, numbered="record")
        replay = Replay(talk, window, messages.results, human=number == 0)
        replay.run()
        own = tally if number == 0 else Tally()
        for record in replay.gave:
            own.event(record)
        for record, kind in replay.idle.items():
            own.not_context(record, kind)
        lane = None if number == 0 else f"{talk.name or 'agent'}-{number}"
        header = _header(log, sample.body, window, lane)
        traces.append(_trace(source, header, window, own, (*log.notes, *replay.told.all())))
    return traces


def _trace(source: Source, header: Header, window: Window, tally: Tally, notes: tuple[str, ...]) -> Trace:
    return Trace(
        path=source.path,
        format=NAME,
        header=header,
        events=window.events,
        problems=tally.problems,
        lines=tally.lines(),
        notes=notes,
    )


def _header(log: Log, sample: Mapping[str, Any], window: Window, lane: str | None) -> Header:
    name = f"{_task(log)}/{sample.get('id')}/{sample.get('epoch')}"
    version = said(part(log.run, "packages"), "inspect_ai")
    return Header(
        id=name if lane is None else f"{name}/{lane}",
        line=window.events[0].line if window.events else 1,
        agent=f"inspect {version}" if version else "inspect",
        model=said(log.run, "model"),
        started_at=time_of(sample, "started_at") or time_of(log.run, "created"),
        citations="implicit",
        lane=lane,
        parent=name if lane else None,
        labels=_labels(log, sample),
    )


def _labels(log: Log, sample: Mapping[str, Any]) -> dict[str, str]:
    """What a report over many samples groups by: the task, its first score, how the context is kept small."""
    score = next((part({"score": score}, "score").get("value") for score in part(sample, "scores").values()), None)
    labels = {"task": _task(log), "outcome": str(score)[:40] if isinstance(score, str | int | float) else None}
    for step in listed(part(log.header, "plan").get("steps")):
        compaction = part(part(step, "params"), "compaction")
        labels["policy"] = said(compaction, "type") or labels.get("policy")
    return {key: value for key, value in labels.items() if value}


def _task(log: Log) -> str:
    return said(log.run, "task") or "task"


def _empty(source: Source, log: Log) -> Trace:
    header = Header(id=_task(log), citations="implicit", agent="inspect", model=said(log.run, "model"))
    return _trace(source, header, Window(), Tally(), (*log.notes, "the log holds no sample"))
