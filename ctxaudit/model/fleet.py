"""What is said of many runs together: rates with their intervals, sums, the worst runs, and two fleets side by side."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """In how many of the runs something holds, with the Wilson 95 % interval of the share.

    `judged`: in how many of the runs it could have been said at all, where that is known.
    """

    name: str
    hits: int
    runs: int
    low: float
    high: float
    judged: int | None = None

    @property
    def share(self) -> float:
        return self.hits / self.runs if self.runs else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRates:
    """The runs whose header has this label. `wrong` and `acted` as for the whole fleet."""

    label: str
    value: str
    wrong: Rate
    acted: Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionSums:
    """Over all rewrites of all runs; counts of distinct tokens a rewrite."""

    rewrites: int = 0
    tokens_in_sources: int = 0
    kept: int = 0
    pinned: int = 0
    lost: int = 0
    needed_later: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstRun:
    path: str
    id: str
    errors: int
    warnings: int
    wrong: bool
    acted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """`wrong`: runs with a claim that no source bears out; `acted`: with such a claim that something was done on.

    `rules`: runs with a finding of each rule that was to run. `labels_left_out`: labels with too many values to list.
    """

    runs: int
    wrong: Rate
    acted: Rate
    rules: tuple[Rate, ...]
    labels: tuple[LabelRates, ...]
    labels_left_out: tuple[str, ...]
    retention: RetentionSums
    worst: tuple[WorstRun, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One rate on both sides. `low` and `high` bound the difference of the shares, first less second.

    `p`: Fisher's exact test, two-sided. `adjusted`: by Holm over all rules, or `p` itself where nothing was adjusted.
    """

    first: Rate
    second: Rate
    low: float
    high: float
    p: float
    adjusted: float

    @property
    def name(self) -> str:
        return self.first.name

    @property
    def share(self) -> float:
        return self.first.share - self.second.share

    @property
    def more_than_noise(self) -> bool:
        return self.adjusted < 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One set of runs. `unaudited`: inputs that gave no report."""

    path: str
    runs: int
    unaudited: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """`rules` holds those with a finding on either side."""

    first: Side
    second: Side
    wrong: Difference
    acted: Difference
    rules: tuple[Difference, ...]
