"""Batches may be worked on side by side; whoever takes the results does not notice."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest

from ctxaudit.verbatim.threads import side_by_side, threads


@pytest.fixture(params=[1, 2, 5])
def several(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("ctxaudit.verbatim.threads.threads", lambda: request.param)
    return int(request.param)


@pytest.mark.usefixtures("several")
def test_results_come_in_the_order_of_the_batches() -> None:
    def slow_at_first(batch: int) -> int:
        time.sleep(0.01 if batch < 3 else 0)
        return batch * batch

    assert list(side_by_side(slow_at_first, range(20))) == [batch * batch for batch in range(20)]


@pytest.mark.usefixtures("several")
@pytest.mark.parametrize("count", [0, 1])
def test_few_batches_give_few_results(count: int) -> None:
    assert list(side_by_side(str, range(count))) == ["0"][:count]


def test_no_more_batches_are_taken_than_can_be_worked_on(several: int) -> None:
    taken: list[int] = []

    def batches() -> Iterator[int]:
        for batch in range(50):
            taken.append(batch)
            yield batch

    for result in side_by_side(int, batches()):
        assert len(taken) <= result + several


@pytest.mark.usefixtures("several")
def test_what_goes_wrong_in_a_batch_goes_wrong_for_the_caller() -> None:
    def broken(batch: int) -> int:
        return 1 // (3 - batch)

    results = side_by_side(broken, range(9))
    assert [next(results) for _ in range(3)] == [0, 0, 1]
    with pytest.raises(ZeroDivisionError):
        list(results)


def test_one_thread_works_in_the_thread_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.threads.threads", lambda: 1)
    found = set(side_by_side(lambda _: threading.get_ident(), range(5)))
    assert found == {threading.get_ident()}


def test_no_more_threads_than_processors_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polars.thread_pool_size", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    assert threads() == 1


def test_no_more_threads_than_the_columns_were_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polars.thread_pool_size", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert threads() == 1
