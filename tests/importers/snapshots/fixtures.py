"""The small files under fixtures of each tracer, read as their importers read them."""

from __future__ import annotations

from ctxaudit import timeline
from ctxaudit.importers import importer, read_traces
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.fixtures import TRACES


def names(tracer: str) -> list[str]:
    return sorted(path.name for path in (TRACES / "importers" / tracer).iterdir() if path.is_file())


def path_of(tracer: str, name: str) -> str:
    return str(TRACES / "importers" / tracer / name)


def trace(tracer: str, name: str) -> Trace:
    """The only trace of a fixture; it is known by its content, and replays without a problem."""
    path = path_of(tracer, name)
    assert sniff(open_source(path)) == tracer
    (found,) = read_traces(path)
    assert found.format == importer(tracer).NAME
    assert not timeline.replay(found).problems
    return found
