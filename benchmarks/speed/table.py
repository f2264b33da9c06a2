"""What timings say: ratios to the unit, time for a byte and its growth, and the limits that a release keeps to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.speed.timing import Timing

UNIT, AUDIT, JQ = "orjson", "audit", "jq"


@dataclass(frozen=True, slots=True)
class Row:
    """One file and the runs of each tool over it, in turn: the n-th of one tool ran beside the n-th of another."""

    kind: str
    size: float  # MB
    runs: Mapping[str, Sequence[Timing]]
    asked: int = 0  # MB that were asked for

    def wall(self, tool: str) -> float | None:
        return _median(timing.wall for timing in self.runs.get(tool, ()))

    def cpu(self, tool: str) -> float | None:
        return _median(timing.cpu for timing in self.runs.get(tool, ()))

    def peak(self, tool: str) -> float | None:
        return max((timing.peak for timing in self.runs.get(tool, ())), default=None)

    def ratio(self, tool: str, to: str = UNIT) -> float | None:
        """The median of the ratios of runs that stood side by side."""
        return _median(one.wall / other.wall for one, other in self._pairs(tool, to))

    def cpu_ratio(self, tool: str, to: str = UNIT) -> float | None:
        return _median(one.cpu / other.cpu for one, other in self._pairs(tool, to))

    def _pairs(self, tool: str, to: str) -> Iterator[tuple[Timing, Timing]]:
        return zip(self.runs.get(tool, ()), self.runs.get(to, ()), strict=False)


@dataclass(frozen=True, slots=True)
class Limit:
    """One promise, with what was measured; None: it was not measured."""

    says: str
    measured: float | None
    bound: float
    least: bool = False  # the bound is one from below

    @property
    def kept(self) -> bool | None:
        if self.measured is None:
            return None
        return self.measured >= self.bound if self.least else self.measured <= self.bound


@dataclass(frozen=True, slots=True)
class Measured:
    """All that one command measured."""

    rows: Sequence[Row]
    smallest: Row | None = None  # the trace of 5 KB
    small: Row | None = None  # many small runs: its tools are numbers of processes
    bare: Row | None = None  # two loops that share nothing: one after the other, and side by side
    count: int = 0  # of the small runs


def growth(rows: Iterable[Row], row: Row, *, cpu: bool = False) -> float | None:
    """Seconds for a byte, as a multiple of those that the smallest file of the same kind took."""
    least = min((one for one in rows if one.kind == row.kind), key=lambda one: one.size)
    one, other = ((each.cpu(AUDIT) if cpu else each.wall(AUDIT)) for each in (row, least))
    return None if one is None or not other else one / row.size / (other / least.size)


def lines(measured: Measured, others: Sequence[str] = ()) -> Iterator[str]:
    """The tables, as Markdown. `others`: the tools that ran beside the audit."""
    if measured.rows:
        yield from _of_sessions(measured.rows, others)
    if measured.smallest is not None:
        row = measured.smallest
        yield ""
        seconds, cpu, peak = _told(row.wall(AUDIT), 3), _told(row.cpu(AUDIT), 3), _told(row.peak(AUDIT), 0)
        yield f"A trace of {row.size * 1024:.1f} KB: {seconds} s, {cpu} s of CPU time, peak {peak} MB."
    if measured.small is not None:
        yield ""
        yield from _of_small_runs(measured.small, measured.count)
    if measured.bare is not None:
        yield ""
        faster = _told(measured.bare.ratio("1", to="2"), 2)
        yield f"Two bare loops side by side, in the same run: {faster} times as fast as one after the other."
    yield ""
    yield from _of_limits(limits(measured))


def _of_sessions(rows: Sequence[Row], others: Sequence[str]) -> Iterator[str]:
    heads = ["data", "MB", "orjson s", "jq ×", "audit s", "**audit ×**", "CPU ×", "peak MB", "s/MB", "growth",
             "CPU growth", *(f"{name} ×" for name in others)]  # fmt: skip
    yield _line(heads)
    yield _line(["---"] * len(heads))
    for row in rows:
        wall = row.wall(AUDIT)
        cells = [
            _told(row.wall(UNIT), 2),
            _told(row.ratio(JQ), 1),
            _told(wall, 2),
            f"**{_told(row.ratio(AUDIT), 1)}**",
            _told(row.cpu_ratio(AUDIT), 1),
            _told(row.peak(AUDIT), 0),
            _told(None if wall is None else wall / row.size, 3),
            _told(growth(rows, row), 2),
            _told(growth(rows, row, cpu=True), 2),
            *(_told(row.ratio(name), 1) for name in others),
        ]
        yield _line([row.kind, f"{row.size:.1f}", *cells])


def _of_small_runs(row: Row, count: int) -> Iterator[str]:
    yield _line(["small runs", "MB", "processes", "s", "runs a second", "times as fast as one"])
    yield _line(["---"] * 6)
    for jobs in row.runs:
        wall = row.wall(jobs)
        rate = None if not wall else count / wall
        yield _line(
            [str(count), f"{row.size:.1f}", jobs, _told(wall, 2), _told(rate, 0), _told(row.ratio("1", to=jobs), 2)]
        )


def limits(measured: Measured) -> list[Limit]:
    """The promises for sessions of Claude Code, for the start and for the use of two cores."""
    of = {row.asked: row for row in measured.rows if row.kind == "claude-code"}
    usual, huge = of.get(54), of.get(1024)
    return [
        Limit("54 MB, times the orjson loop", usual.ratio(AUDIT) if usual else None, 6),
        Limit("54 MB, peak MB", usual.peak(AUDIT) if usual else None, 250),
        *(
            Limit(f"{size} MB, time for a byte, times that at 10 MB", growth((of[10], of[size]), of[size]), 1.1)
            for size in (54, 200)
            if 10 in of and size in of
        ),
        Limit("1024 MB, times the orjson loop", huge.ratio(AUDIT) if huge else None, 8),
        Limit("1024 MB, peak MB", huge.peak(AUDIT) if huge else None, 1536),
        Limit("a trace of 5 KB, s", measured.smallest.wall(AUDIT) if measured.smallest else None, 0.5),
        Limit(
            "small runs, two processes, times as fast as one",
            measured.small.ratio("1", to="2") if measured.small else None,
            1.8,
            least=True,
        ),
    ]


def _of_limits(several: Iterable[Limit]) -> Iterator[str]:
    yield _line(["limit", "bound", "measured", "kept"])
    yield _line(["---"] * 4)
    for limit in several:
        bound = f"{'at least' if limit.least else 'at most'} {limit.bound:g}"
        kept = {True: "yes", False: "no", None: "not measured"}[limit.kept]
        yield _line([limit.says, bound, _told(limit.measured, 2), kept])


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _told(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _median(values: Iterable[float]) -> float | None:
    several = list(values)
    return median(several) if several else None
