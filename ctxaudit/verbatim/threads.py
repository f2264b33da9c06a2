"""Work on several batches at once, as far as there are processors for it; the results come in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Batch = TypeVar("Batch")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[Result]:
    """The results of the batches, in their order; of a stream of batches few are held at any time."""
    most = threads()
    if most < 2:
        yield from map(work, batches)
        return
    from concurrent.futures import ThreadPoolExecutor

    under_way: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(most) as pool:
        for batch in batches:
            under_way.append(pool.submit(work, batch))
            if len(under_way) >= most:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def threads() -> int:
    """As many as polars uses, and no more than this process may use: one in a worker that shares the machine."""
    import polars as pl

    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(pl.thread_pool_size(), mine)
