"""Keeps the garbage collector from searching what is being built; knows nothing of what that is."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """While a trace is read, audited or told nothing becomes garbage, and each search walks all that there is.

    Also a decorator. Pauses within a pause change nothing.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
