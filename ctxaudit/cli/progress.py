"""How far a long run is: one line on a terminal's standard error that is gone when the run ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ctxaudit.corpus.plan import Step

ERASE = "\r\x1b[K"
_PAUSE = 0.1  # seconds between two lines
_SURE = 1.0  # seconds before a rate is worth telling


@contextmanager
def progress() -> Iterator[Callable[[Step], None] | None]:
    """A teller, or None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    begun = monotonic()
    told = begun - _PAUSE

    def tell(step: Step) -> None:
        nonlocal told
        now = monotonic()
        if now - told >= _PAUSE:
            told = now
            print(f"{ERASE}{line(step, now - begun)}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print(ERASE, end="", file=sys.stderr, flush=True)


def line(step: Step, seconds: float) -> str:
    """`340 of 1,000 files, 45 files/s, 3.1 MB/s, 0:15 left`, in less than 80 columns. Without a rate in the beginning.

    What is left is reckoned by bytes, and by files where sizes are not known.
    """
    counted = f"{step.files:,} of {step.of_files:,} file{'s' * (step.of_files != 1)}"
    if seconds < _SURE:
        return counted
    parts = [counted, f"{step.files / seconds:,.0f} files/s"]
    if step.size:
        parts.append(f"{step.size / seconds / 1e6:,.1f} MB/s")
    done = step.size / step.of_size if step.of_size else step.files / max(step.of_files, 1)
    if 0 < done < 1:
        left = round(seconds * (1 - done) / done)
        parts.append(f"{left // 60}:{left % 60:02} left")
    return ", ".join(parts)
