"""Texts on disk are the texts that were given, wherever they lie, and their file lives as long as one of them."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit import packed as packing
from ctxaudit import stored as module
from ctxaudit.auditing import audit_trace
from ctxaudit.importers import read_traces
from ctxaudit.model import Add, Span
from ctxaudit.packed import packed, sharing, size_of, unpacked
from ctxaudit.stored import LEAST, Store, Stored, store, storing
from ctxaudit.verbatim import Reading, extract
from tests.fixtures import rule_fixtures

LETTERS = ("abcdefgh \n", "äöü", "→漢", "🙂")
LONG = "the valve of pump 7 opens at 40 ms; " * 40


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IN_MEMORY", -1)


@pytest.fixture(params=[True, False], ids=["pread", "seek and read"])
def _ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.delattr(os, "pread")


def generated() -> Iterator[str]:
    dice = Random(5)
    for size in (10, 250, 999, 1000, 1001, 5000) * 20:
        letters = "".join(dice.sample(LETTERS, dice.randint(1, 3)))
        yield "".join(dice.choices(letters, k=size))


@pytest.mark.usefixtures("no_room", "_ways")
def test_a_text_comes_back_as_it_was_given() -> None:
    texts = list(generated())
    with storing():
        kept = [packed(text) for text in texts]
    assert sum(isinstance(one, Stored) for one in kept) > 50
    assert [unpacked(one) for one in reversed(kept)] == texts[::-1]
    assert [size_of(one) for one in kept] == [len(text.encode()) for text in texts]
    assert [packed(sharing(one)) for one in kept] == kept


@pytest.mark.usefixtures("no_room", "_ways")
def test_threads_read_side_by_side() -> None:
    texts = [text for text in generated() if len(text) >= LEAST]
    with storing():
        kept = [packed(text) for text in texts]
    wrong: list[str] = []

    def read_all(seed: int) -> None:
        asked = Random(seed).choices(range(len(kept)), k=400)
        wrong.extend(texts[at] for at in asked if unpacked(kept[at]) != texts[at])

    crew = [threading.Thread(target=read_all, args=(seed,)) for seed in range(4)]
    for worker in crew:
        worker.start()
    for worker in crew:
        worker.join()
    assert not wrong


def test_texts_stay_in_memory_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IN_MEMORY", 3 * len(LONG))
    with storing():
        kept = [packed(LONG + str(number)) for number in range(9)]
    there = [isinstance(one, Stored) for one in kept]
    assert there == sorted(there)
    assert 3 <= there.count(False) < 9


@pytest.mark.usefixtures("no_room")
def test_a_short_text_stays_in_memory_and_so_does_all_that_no_log_holds() -> None:
    with storing():
        assert packed("x" * (LEAST - 1)) == b"x" * (LEAST - 1)
        assert store() is not None
    assert store() is None
    assert packed(LONG) is LONG


@pytest.mark.usefixtures("no_room")
def test_a_log_within_another_has_a_file_of_its_own() -> None:
    with storing():
        outer = store()
        with storing():
            assert store() is not outer
        assert store() is outer


@pytest.mark.usefixtures("no_room")
def test_a_disk_that_takes_no_more_leaves_texts_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    left = [2]

    def full(descriptor: int, data: bytes) -> int:
        left[0] -= 1
        return write(descriptor, data if left[0] >= 0 else data[:7])

    monkeypatch.setattr(os, "write", full)
    with storing():
        kept = [packed(LONG + str(number)) for number in range(6)]
    assert [isinstance(one, Stored) for one in kept] == [True, True, False, False, False, False]
    assert [unpacked(one) for one in kept] == [LONG + str(number) for number in range(6)]


def test_the_file_is_closed_with_the_last_text() -> None:
    made: Any = Store()
    made._room = -1
    one, other = made.put(LONG.encode()), made.put(LONG.encode() * 2)
    descriptor = made._descriptor
    del made, one
    gc.collect()
    assert other.decode() == LONG * 2
    del other
    gc.collect()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)


@pytest.mark.usefixtures("no_room")
def test_a_span_on_disk_is_a_value_like_any_other() -> None:
    plain = Span(id="a", text=LONG, role="user", by="human")
    with storing():
        span = Span(id="a", text=LONG, role="user", by="human")
    assert isinstance(span.kept, Stored)
    assert span == plain
    assert hash(span) == hash(plain)
    assert pickle.loads(pickle.dumps(span)) == plain
    assert copy.deepcopy(span) == plain
    assert pickle.loads(pickle.dumps(span.kept)) == LONG.encode()


@pytest.mark.usefixtures("no_room")
def test_tokens_are_read_off_the_disk_as_off_memory() -> None:
    texts = [f"{LONG} HARB-{number} →" for number in range(200)]
    with storing():
        kept = [Reading(text, prose=number % 2 > 0) for number, text in enumerate(texts)]
    plain = [Reading(text, prose=number % 2 > 0) for number, text in enumerate(texts)]
    assert all(isinstance(one.kept, Stored) for one in kept)
    assert extract(kept) == extract(plain)


@pytest.mark.parametrize(("slug", "path"), rule_fixtures(), ids=lambda one: getattr(one, "name", one))
def test_an_audit_says_of_texts_on_disk_what_it_says_of_those_in_memory(
    slug: str,  # noqa: ARG001
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = [audit_trace(trace) for trace in read_traces(str(path))]
    for wanted in (packing, module):
        monkeypatch.setattr(wanted, "LEAST", 1)
    monkeypatch.setattr(module, "IN_MEMORY", -1)
    traces = read_traces(str(path))
    spans = [event.span for trace in traces for event in trace.events if isinstance(event, Add)]
    assert all(isinstance(span.kept, Stored) for span in spans if span.text)
    assert spans
    assert [audit_trace(trace) for trace in traces] == plain
