"""Sets the measurements of two commits beside each other.

usage: python -m benchmarks.speed.compare BEFORE.json AFTER.json     (files that `--json` wrote)

Ratios to the orjson loop may be compared even when the machine was busier in one of the two runs; seconds may not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.speed.record import read
from benchmarks.speed.table import AUDIT, Measured, Row

_FIGURES: tuple[tuple[str, Callable[[Row], float | None]], ...] = (
    ("audit ×", lambda row: row.ratio(AUDIT)),
    ("CPU ×", lambda row: row.cpu_ratio(AUDIT)),
    ("CPU s", lambda row: row.cpu(AUDIT)),
    ("peak MB", lambda row: row.peak(AUDIT)),
    ("s", lambda row: row.wall(AUDIT)),
)


def lines(before: Measured, after: Measured) -> Iterator[str]:
    """A row for each figure of each file that both measured."""
    yield "| data | figure | before | after | change |"
    yield "|---|---|---|---|---|"
    for name, one, other in _pairs(before, after):
        for figure, told in _FIGURES:
            was, now = told(one), told(other)
            if was and now:
                yield f"| {name} | {figure} | {was:.2f} | {now:.2f} | {now / was - 1:+.0%} |"


def _pairs(before: Measured, after: Measured) -> Iterator[tuple[str, Row, Row]]:
    known = {(row.kind, row.asked): row for row in before.rows}
    for row in after.rows:
        if (row.kind, row.asked) in known:
            yield f"{row.kind} {row.asked} MB", known[row.kind, row.asked], row
    if before.smallest is not None and after.smallest is not None:
        yield "a trace of 5 KB", before.smallest, after.smallest
    if before.small is not None and after.small is not None and before.count == after.count:
        for jobs in after.small.runs:
            if jobs in before.small.runs:
                name = f"{after.count} small runs, processes: {jobs}"
                yield name, _as_audit(before.small, jobs), _as_audit(after.small, jobs)


def _as_audit(row: Row, jobs: str) -> Row:
    return Row(row.kind, row.size, {AUDIT: row.runs[jobs]}, row.asked)


def main(arguments: Sequence[str]) -> None:
    if len(arguments) != 2:
        sys.exit("usage: python -m benchmarks.speed.compare BEFORE.json AFTER.json")
    before, after = (read(Path(argument)) for argument in arguments)
    print("\n".join(lines(before, after)))


if __name__ == "__main__":
    main(sys.argv[1:])
