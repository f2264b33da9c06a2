"""The collector rests while something large is built, and is left as it was found."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ctxaudit.pauses import collection_paused


@pytest.fixture(autouse=True)
def _left_as_it_was() -> Iterator[None]:
    was = gc.isenabled()
    yield
    if was:
        gc.enable()
    else:
        gc.disable()


def test_nothing_is_collected_in_a_pause() -> None:
    gc.enable()
    with collection_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_pause_within_a_pause_does_not_end_the_outer_one() -> None:
    gc.enable()
    with collection_paused():
        with collection_paused():
            pass
        assert not gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    with collection_paused():
        pass
    assert not gc.isenabled()


def test_an_error_ends_the_pause() -> None:
    gc.enable()
    with pytest.raises(ValueError, match="tide"), collection_paused():
        raise ValueError("tide")
    assert gc.isenabled()


def test_a_function_is_paused_as_a_whole() -> None:
    gc.enable()
    assert collection_paused()(gc.isenabled)() is False
