"""Where the time of one audit goes: CPU seconds and memory by step of the pipeline, without a profiler's own cost.

usage: python -m benchmarks.speed.stages FILE [--format json]

The steps are those of `ctxaudit audit` in its order, each asked for by its public name. What several steps need is
worked out when the first of them asks, and counted there. Rules with less than a hundredth of the whole are one line.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from unittest.mock import patch

if TYPE_CHECKING:  # the import of the package is a step that is measured
    from ctxaudit.case import Case
    from ctxaudit.model import Report, Said, Trace, TraceReport
    from ctxaudit.rules import LoadedRule

_T = TypeVar("_T")
MB = 1 << 20
SMALL = 0.01  # of the whole; a rule below it has no line of its own
RULE = "rule "


@dataclass(slots=True)
class Step:
    cpu: float = 0.0  # seconds of both kinds
    memory: float = 0.0  # MB that the process holds after it, the last time


@dataclass(slots=True)
class Clock:
    """Adds up what each step costs; a step that comes again, for another trace, is the same step."""

    steps: dict[str, Step] = field(default_factory=dict)

    def of(self, name: str, work: Callable[[], _T]) -> _T:
        before = time.process_time()
        result = work()
        step = self.steps.setdefault(name, Step())
        step.cpu += time.process_time() - before
        step.memory = held_memory()
        return result


def held_memory() -> float:
    """MB that the process holds; where the system does not say it, the most that it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return peak_memory()
    return pages * resource.getpagesize() / MB


def peak_memory() -> float:
    unit = MB if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def measured(path: str, report_format: str = "json") -> Clock:
    """One audit of a file with all rules, step by step."""
    clock = Clock()
    clock.of("imports", _imported)
    from ctxaudit.importers import read_traces
    from ctxaudit.pauses import collection_paused

    with collection_paused():
        traces = clock.of("reading the log", lambda: read_traces(path))
        reports = [_audited(clock, trace) for trace in traces]
    _told(clock, reports, report_format)
    return clock


def _imported() -> None:
    """What the command imports before it opens a file."""
    for name in ("cli.app", "cli.audit", "corpus.local", "reports", "secrets"):
        import_module(f"ctxaudit.{name}")
    from ctxaudit.rules import load_rules

    load_rules()


def _audited(clock: Clock, trace: Trace) -> TraceReport:
    from ctxaudit.case import Case
    from ctxaudit.sourcing import retention
    from ctxaudit.timeline import replay

    timeline = clock.of("replay", lambda: replay(trace))
    case = Case(timeline)
    clock.of("tokens", lambda: [case.book.tokens(life) for life in timeline.lives])
    clock.of("claims", lambda: case.claims)
    clock.of("weighing rewrites", lambda: case.weighed)
    clock.of("falsifiers", lambda: [case.reasons.falsifiers(life) for step in timeline.edits for life in step.left])
    said = _rules(clock, case)
    rows = clock.of("retention", lambda: retention(case.weighed))
    return clock.of("report", lambda: _report(case, said, rows))


def _rules(clock: Clock, case: Case) -> dict[str, list[Said]]:
    """What each rule in force says."""
    from ctxaudit.conditions import out_of_force
    from ctxaudit.rules import load_rules

    closed = clock.of("conditions", lambda: out_of_force(case.timeline))
    said: dict[str, list[Said]] = {}
    for slug, loaded in load_rules().items():
        if loaded.rule.condition is None or loaded.rule.condition not in closed:
            said[slug] = clock.of(f"{RULE}{slug}", partial(_words, loaded, case))
    return said


def _words(rule: LoadedRule, case: Case) -> list[Said]:
    return list(rule.check(case))


def _report(case: Case, said: dict[str, list[Said]], rows: Any) -> TraceReport:
    """What an audit adds to the words of its rules and to the retention, both of which were worked out already."""
    from dataclasses import replace

    from ctxaudit import auditing
    from ctxaudit.rules import load_rules

    known = {slug: replace(rule, check=_saying(said.get(slug, ()))) for slug, rule in load_rules().items()}
    with patch.object(auditing, "load_rules", lambda: known), patch.object(auditing, "retention", lambda *_: rows):
        return auditing.audit_case(case).report


def _saying(words: Iterable[Said]) -> Callable[[Case], Iterator[Said]]:
    return lambda _: iter(words)


def _told(clock: Clock, reports: Iterable[TraceReport], report_format: str) -> None:
    from dataclasses import replace

    from ctxaudit.corpus.local import Plan, audit_paths
    from ctxaudit.reports import FORMATS, RenderOptions
    from ctxaudit.secrets import masked_report

    report: Report = replace(audit_paths([], Plan(), version="0"), traces=tuple(reports))
    masked = clock.of("masking", lambda: masked_report(report))
    clock.of("rendering", lambda: sum(len(piece.encode()) for piece in FORMATS[report_format](masked, RenderOptions())))


def lines(clock: Clock) -> Iterator[str]:
    """The table, as Markdown."""
    total = sum(step.cpu for step in clock.steps.values()) or 1.0
    small = [name for name, step in clock.steps.items() if name.startswith(RULE) and step.cpu < SMALL * total]
    yield "| step | CPU s | share | MB after it |"
    yield "|---|---|---|---|"
    for name, step in clock.steps.items():
        if name not in small:
            yield f"| {name} | {step.cpu:.2f} | {step.cpu / total:.0%} | {step.memory:.0f} |"
    if small:
        rest = sum(clock.steps[name].cpu for name in small)
        yield f"| {len(small)} other rules | {rest:.2f} | {rest / total:.0%} | |"
    yield f"| **all** | {total:.2f} | 100% | peak {peak_memory():.0f} |"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.stages")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--format", default="json", help="of the report")
    options = parser.parse_args(arguments)
    print("\n".join(lines(measured(options.file, options.format))))


if __name__ == "__main__":
    main(sys.argv[1:])
