"""What lies where in an eval log: the run's header and its samples, of a zip or of one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._document import document, whole
from ctxaudit.importers._values import part
from ctxaudit.ingest.archive import ZIP, Archive, MemberError
from ctxaudit.ingest.source import Source
from ctxaudit.model import Problem

_HEADERS = ("header.json", "_journal/start.json")  # the first is missing while a log is still being written


@dataclass(frozen=True, slots=True)
class Sample:
    """`file` names where its records lie; `lost` says why there are none."""

    file: str
    body: Mapping[str, Any] = field(default_factory=dict)
    lost: Problem | None = None


@dataclass(frozen=True, slots=True)
class Log:
    header: Mapping[str, Any]
    samples: list[Sample]
    notes: tuple[str, ...] = ()

    @property
    def run(self) -> Mapping[str, Any]:
        return part(self.header, "eval")


def opened(source: Source) -> Log:
    return _zipped(source) if source.head(len(ZIP)) == ZIP else _plain(source)


def _zipped(source: Source) -> Log:
    with source.archive() as archive:
        header, notes = _header(archive)
        return Log(header, list(_samples(archive, source.name)), notes)


def _header(archive: Archive) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    for name in _HEADERS:
        try:
            value = whole(archive.read(name))
        except MemberError:
            continue
        if isinstance(value, dict):
            return value, () if name == _HEADERS[0] else ("the log was still being written: it has no header.json",)
    return {}, ("neither header.json nor the journal can be read: task and model are not known",)


def _samples(archive: Archive, log: str) -> Iterator[Sample]:
    for name in archive.names:
        if not name.startswith("samples/") or not name.endswith(".json"):
            continue
        file = f"{log}:{name}"
        try:
            body = whole(archive.read(name))
            why = "it holds no JSON object"
        except MemberError as error:
            body, why = None, str(error)
        if isinstance(body, dict):
            yield Sample(file, body)
        else:
            yield Sample(file, lost=Problem("malformed-line", 1, f"{name} cannot be read: {why}", hole=True))


def _plain(source: Source) -> Log:
    found = document(source.text(), "samples")
    samples = [
        Sample(f"{source.name}:samples[{number}]", body)
        for number, body in enumerate(found.records)
        if isinstance(body, dict)
    ]
    if found.problem is not None:
        samples.append(Sample(f"{source.name}:samples[{len(samples)}]", lost=found.problem))
    return Log(found.fields, samples)
