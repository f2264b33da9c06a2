"""One door to all formats: what can be read is read, and what cannot is refused with what could be."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar
from weakref import ref

import pytest

from ctxaudit import importers
from ctxaudit.corpus import one
from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.one import read_file
from ctxaudit.errors import InputError, InternalError, UsageError
from ctxaudit.importers import FORMATS, importer, read_traces
from ctxaudit.ingest.signatures import TITLES
from ctxaudit.model.trace import Header, Lines, Trace
from tests.ingest.files import header, line, source

EMPTY = Trace(path="x", format="x", header=Header(id="x"), events=())
FILLED = replace(EMPTY, lines=Lines(read=2, events=1, problems=1))


def file(folder: Path, *parts: bytes) -> str:
    return source(folder, *parts).path


class Reader:
    """Stands for an importer."""

    @staticmethod
    def read(_: object) -> list[Trace]:
        return [EMPTY]


@pytest.mark.parametrize("name", FORMATS)
def test_every_importer_declares_itself(name: str) -> None:
    module = importer(name)
    assert (module.NAME, callable(module.read)) == (name, True)
    assert module.TITLE
    assert module.CLASS in ("replayable", "snapshots", "last edit only", "lossy")
    assert module.TOLERANCE


def test_a_module_that_is_no_importer_is_our_fault() -> None:
    with pytest.raises(InternalError, match="is no importer of 'window': it lacks NAME"):
        importer("window")


def test_every_importer_has_a_signature() -> None:
    assert set(FORMATS) <= TITLES.keys()


def test_a_native_trace_is_read(tmp_path: Path) -> None:
    (trace,) = read_traces(file(tmp_path, header(), line("call")))
    assert len(trace.events) == 1


def test_a_known_format_goes_to_its_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importers, "importer", lambda _: Reader)
    assert read_traces(file(tmp_path, b'{"type":"event_msg","payload":{}}')) == [EMPTY]


def test_a_format_that_is_named_is_not_sniffed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importers, "importer", lambda _: Reader)
    monkeypatch.setattr(Reader, "read", lambda _: [EMPTY, FILLED])
    assert read_traces(file(tmp_path, header()), "codex") == [EMPTY, FILLED]


def test_a_file_without_a_line_of_the_format_that_is_named_is_refused_by_what_it_looks_like(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importers, "importer", lambda _: Reader)
    with pytest.raises(InputError, match="nothing in it could be read as codex; it looks like a native ctxaudit trace"):
        read_traces(file(tmp_path, header()), "codex")


def test_a_file_of_the_format_that_is_named_may_hold_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importers, "importer", lambda _: Reader)
    assert read_traces(file(tmp_path, b'{"type":"event_msg","payload":{}}'), "codex") == [EMPTY]


def test_a_known_format_without_a_reader_is_refused_by_its_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importers, "FORMATS", ())
    with pytest.raises(InputError, match="not yet readable: looks like a Codex CLI rollout; ctxaudit reads native"):
        read_traces(file(tmp_path, b'{"type":"event_msg","payload":{}}'))


def test_what_is_no_log_is_refused_with_what_can_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no session log: ") as refused:
        read_traces(file(tmp_path, json.dumps({"name": "x"}).encode()))
    assert str(refused.value).endswith(f"ctxaudit reads native traces and: {', '.join(FORMATS)}")


def test_a_format_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reader for the format 'codecs'; choose one of native"):
        read_traces(file(tmp_path, header()), "codecs")


def test_a_foreign_log_named_as_native_is_refused_for_its_header(tmp_path: Path) -> None:
    with pytest.raises(InputError, match='no trace header: found type "event_msg"'):
        read_traces(file(tmp_path, b'{"type":"event_msg","payload":{}}'), "native")


# --- the collector rests while a log is read, and only then ---


@pytest.fixture
def collecting() -> Iterator[None]:
    was = gc.isenabled()
    gc.enable()
    yield
    if not was:
        gc.disable()


class Watching:
    """Stands for an importer, and notes whether anything is collected while it reads."""

    seen: ClassVar[list[bool]] = []

    @classmethod
    def read(cls, _: object) -> list[Trace]:
        cls.seen.append(gc.isenabled())
        return [EMPTY, EMPTY]


@pytest.mark.usefixtures("collecting")
def test_nothing_is_collected_while_a_log_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importers, "importer", lambda _: Watching)
    Watching.seen.clear()
    read_traces(file(tmp_path, b'{"type":"event_msg","payload":{}}'))
    assert (Watching.seen, gc.isenabled()) == ([False], True)


@pytest.mark.usefixtures("collecting")
def test_a_refused_log_leaves_the_collector_on(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_traces(file(tmp_path, b"{}"))
    assert gc.isenabled()


@pytest.mark.usefixtures("collecting")
def test_the_collector_is_on_between_the_traces_of_a_file_and_when_nobody_asks_for_more(tmp_path: Path) -> None:
    given = read_file(Wanted(file(tmp_path, header(id="a"), header(id="b"), header(id="c")), named=True), None)
    next(given)
    assert gc.isenabled()
    next(given)
    del given
    assert gc.isenabled()


def test_a_trace_that_was_given_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Loose(list[int]):
        """A value that can be watched."""

    monkeypatch.setattr(one, "read_traces", lambda *_, **__: [Loose(), Loose(), Loose()])
    given = read_file(Wanted(file(tmp_path, header()), named=True), None)
    watched = ref(next(given))
    assert watched() is None
    assert len(list(given)) == 2
