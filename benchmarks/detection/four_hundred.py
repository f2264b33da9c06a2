"""The second seed's table: 400 runs under each policy, audited, beside a naive partitioner; exits 1 when it differs.

usage: python -m benchmarks.detection.four_hundred [SEED ...]
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.detection.naive import flags
from benchmarks.detection.runs import RUNS, WRONG, Policy, write_runs
from ctxaudit._version import __version__
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.model import Finding, TraceReport

SEEDS = (1, 2, 3)
WRONG_RULES = frozenset({"unsourced-citation", "altered-citation"})
HEAD = (
    "                         |        audit: wrong        |  audit: acted   |  naive partitioner\n"
    "policy             seed  |  runs  truth  said  missed  false | truth  said  |  found  missed  false"
)


@dataclass(frozen=True, slots=True)
class Truth:
    """What the side file says of one run. `wrong`: the token that no source of the run holds, else empty."""

    wrong: str
    acted: bool
    kind: str
    how: str
    respelled: bool  # a right token of it is spelled otherwise than by the log


@dataclass(slots=True)
class Row:
    """What was said of the runs of one policy and seed. Sets hold ids of runs."""

    policy: Policy
    seed: int
    truth: dict[str, Truth]
    named: set[str] = field(default_factory=set)  # reported, and by the very token that is wrong
    false: set[str] = field(default_factory=set)  # reported for a token that is right
    acted: set[str] = field(default_factory=set)
    naive: set[str] = field(default_factory=set)
    unaudited: int = 0

    @property
    def wrong(self) -> set[str]:
        return {run for run, told in self.truth.items() if told.wrong}

    @property
    def acted_on(self) -> set[str]:
        return {run for run, told in self.truth.items() if told.acted}

    @property
    def agrees(self) -> bool:
        """The audit says of every run exactly what is true of it."""
        return (self.named, self.false, self.acted, self.unaudited) == (self.wrong, set(), self.acted_on, 0)


def measured(policy: Policy, seed: int, runs: int = RUNS) -> Row:
    """Writes the runs, audits the folder that holds nothing but traces, and only then reads the truth."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / policy
        truth_path = write_runs(folder, policy, seed, runs)
        report = audit_paths([str(folder)], Plan(), version=__version__)
        naive = {path.stem for path in folder.glob("*.jsonl") if _naive_flags(path)}
        truth = {run: Truth(**told) for run, told in json.loads(truth_path.read_text(encoding="utf-8")).items()}
    row = Row(policy, seed, truth, naive=naive, unaudited=len(report.unaudited) + runs - len(report.traces))
    for trace in report.traces:
        _count(row, trace)
    return row


def _count(row: Row, trace: TraceReport) -> None:
    said = list(_said_wrong(trace.findings))
    wrong = row.truth[trace.id].wrong
    row.named.update([trace.id] if any(wrong in finding.tokens for finding in said if wrong) else [])
    row.false.update([trace.id] if any(finding.tokens != (wrong,) for finding in said) else [])
    row.acted.update([trace.id] if any(finding.acted for finding in said) else [])


def _said_wrong(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Claims without a true source, as the report counts them: at medium confidence or more."""
    return (finding for finding in findings if finding.rule in WRONG_RULES and finding.confidence != "low")


def _naive_flags(path: Path) -> bool:
    """Whether the partitioner calls any claiming span of the run wrong."""
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    texts = {e["span"]["id"]: e["span"] for e in events if e["type"] == "add"}
    sources = [span["text"] for span in texts.values() if span.get("kind") == "read"]
    return any(flags(texts[event["in"]]["text"], sources) for event in events if event["type"] == "cite")


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """The table, and under it what the partitioner misses and what kinds of wrong claims there were."""
    yield HEAD
    told = list(rows)
    for row in told:
        yield (
            f"{row.policy:<18} {row.seed:>4}  | {len(row.truth):>5} {len(row.wrong):>6} "
            f"{len(row.named | row.false):>5} {len(row.wrong - row.named):>7} {len(row.false):>6} "
            f"| {len(row.acted_on):>5} {len(row.acted):>5}  "
            f"| {len(row.naive & row.wrong):>6} {len(row.wrong - row.naive):>7} {len(row.naive - row.wrong):>6}"
        )
    yield ""
    wrong = [(row, run) for row in told for run in row.wrong]
    missed = [row.truth[run].kind for row, run in wrong if run not in row.naive]
    yield f"wrong claims by class:      {_tallied(row.truth[run].kind for row, run in wrong)}"
    yield f"near misses and inventions: {_tallied(row.truth[run].how for row, run in wrong)}"
    yield f"missed by the partitioner:  {_tallied(missed)}"
    spurious = [row.truth[run].respelled for row in told for run in row.naive - row.wrong]
    yield f"its false alarms:           {len(spurious)}, of which {sum(spurious)} over a right one in another spelling"


def _tallied(kinds: Iterable[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(Counter(kinds).items())) or "none"


def table(seeds: Iterable[int]) -> bool:
    """Prints the table; whether every row says exactly what is true."""
    rows = [measured(policy, seed) for policy in WRONG for seed in seeds]
    for line in lines(rows):
        print(line)
    agree = all(row.agrees for row in rows)
    print("the audit agrees with the truth in every run" if agree else "the audit DIFFERS from the truth")
    return agree


if __name__ == "__main__":
    sys.exit(0 if table([int(argument) for argument in sys.argv[1:]] or SEEDS) else 1)
