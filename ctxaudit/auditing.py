"""The one orchestrator: replays a trace, runs each rule behind a fence, settles verdicts, suppresses, sorts.

Traces come in as values and reports go out as values; nothing here opens a file, prints or knows a report format.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from ctxaudit.case import Case
from ctxaudit.conditions import out_of_force, regimes
from ctxaudit.fingerprints import with_fingerprints
from ctxaudit.model import (
    Call,
    Condition,
    Evict,
    Finding,
    Looked,
    NotJudged,
    Problem,
    Rank,
    Restore,
    Rewrite,
    Trace,
    TraceReport,
    Truncate,
    Verdict,
)
from ctxaudit.pauses import collection_paused
from ctxaudit.rules import LoadedRule, load_rules
from ctxaudit.sourcing import retention
from ctxaudit.suppress import suppressed
from ctxaudit.timeline import replay

_KINDS = re.compile(", | and ")  # what stands between the kinds of things that a rule looks at
_EDITS = {"evict": Evict, "rewrite": Rewrite, "truncate": Truncate, "rank": Rank, "restore": Restore}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one rule said of one trace. `fault` says that the rule broke: then nothing of what it said is kept."""

    verdict: Verdict
    note: str
    findings: tuple[Finding, ...] = ()
    fault: str | None = None

    @property
    def judged(self) -> bool:
        """The rule was in force and ran to its end."""
        return self.fault is None and self.verdict != "not-in-force"


@dataclass(frozen=True, slots=True)
class Audited:
    report: TraceReport
    faults: tuple[str, ...] = ()  # one sentence for each rule that broke


@collection_paused()
def audit_trace(
    trace: Trace, *, rules: Collection[str] | None = None, all_conditions: bool = False, pictures: bool = False
) -> Audited:
    """The report of one trace. `rules`: the slugs to run, default all. `all_conditions` runs what is out of force.

    `pictures` draws it too, for the formats that show a drawing.
    """
    return audit_case(Case(replay(trace)), rules=rules, all_conditions=all_conditions, pictures=pictures)


@collection_paused()
def audit_case(
    case: Case, *, rules: Collection[str] | None = None, all_conditions: bool = False, pictures: bool = False
) -> Audited:
    """The same of a trace that is replayed already, so that others can go on asking its case."""
    timeline, trace = case.timeline, case.timeline.trace
    closed = {} if all_conditions else out_of_force(timeline)
    loaded = load_rules()
    outcomes = {slug: _outcome(rule, case, closed) for slug, rule in loaded.items() if rules is None or slug in rules}
    applied = suppressed(
        (finding for outcome in outcomes.values() for finding in outcome.findings),
        timeline,
        slugs=loaded.keys(),
        judged={slug for slug, outcome in outcomes.items() if outcome.judged},
    )
    problems = sorted((*trace.problems, *timeline.problems, *applied.problems), key=_problem_place)
    report = TraceReport(
        path=trace.path,
        id=trace.header.id,
        format=trace.format,
        lane=trace.header.lane,
        lines=trace.lines,
        turns=timeline.turn_count,
        spans=len(timeline.lives),
        calls=sum(1 for _ in timeline.of(Call)),
        edits={name: sum(1 for _ in timeline.of(kind)) for name, kind in _EDITS.items()},
        ledger=timeline.ledger(),
        regime=regimes(timeline),
        retention=retention(case.weighed),
        verdicts={slug: outcome.verdict for slug, outcome in outcomes.items()},
        verdict_notes={slug: outcome.note for slug, outcome in outcomes.items()},
        findings=tuple(with_fingerprints(sorted(applied.findings, key=_place), trace.header.id)),
        problems=tuple(problems),
        notes=(*trace.notes, *applied.notes),
        labels=dict(trace.header.labels),
        budget=trace.header.budget,
    )
    if pictures:
        from ctxaudit.picture import picture_of  # the drawing is large, and few formats show one

        report = replace(report, picture=picture_of(case, report.findings, report.retention))
    return Audited(report, tuple(outcome.fault for outcome in outcomes.values() if outcome.fault))


def _outcome(loaded: LoadedRule, case: Case, closed: Mapping[Condition, str]) -> Outcome:
    rule = loaded.rule
    if rule.condition is not None and rule.condition in closed:
        return Outcome("not-in-force", closed[rule.condition])
    try:
        said = list(loaded.check(case))
    except Exception as error:  # noqa: BLE001 - the fence: one broken rule must not take the other verdicts with it
        fault = f"rule {rule.slug} broke on {case.timeline.trace.path}: {type(error).__name__}: {error}"
        return Outcome("not-judged", "the rule broke; this is a fault of ctxaudit", fault=fault)
    findings = tuple(word for word in said if isinstance(word, Finding))
    looked = sum(word.count for word in said if isinstance(word, Looked))
    unjudged = [word for word in said if isinstance(word, NotJudged)]
    return Outcome(*_verdict(rule.looks_at, findings, looked, unjudged), findings)


def _verdict(
    looks_at: str, findings: Collection[Finding], looked: int, unjudged: list[NotJudged]
) -> tuple[Verdict, str]:
    """Clean is said only where something was looked at and judged."""
    left_out = f"; {len(unjudged)} not judged: {_reasons(unjudged)}" if unjudged else ""
    if findings:
        return "findings", f"{len(findings)} in {_amount(looked, looks_at)}{left_out}"
    if looked == 0:
        return "not-judged", f"nothing to look at: no {looks_at}"
    if len(unjudged) >= looked:
        return "not-judged", f"{_amount(looked, looks_at)}, none could be judged: {_reasons(unjudged)}"
    return "clean", f"looked at {_amount(looked, looks_at)}{left_out}"


def _amount(number: int, plural: str) -> str:
    """`1 rewrite over a derivative`: of one thing the first plural word loses its ending, of several kinds each.

    One thing is of one kind alone: `1 rewrite, checkpoint or evict`.
    """
    if number != 1:
        return f"{number} {plural}"
    kinds = _KINDS.split(plural)
    if len(kinds) == 1:
        return f"1 {_one(plural)}"
    return f"1 {', '.join(map(_one, kinds[:-1]))} or {_one(kinds[-1])}"


def _one(plural: str) -> str:
    words = plural.split(" ")
    at = next((place for place, word in enumerate(words) if word.endswith("s")), None)
    if at is not None:
        words[at] = f"{words[at][:-3]}y" if words[at].endswith("ies") else words[at][:-1]
    return " ".join(words)


def _reasons(unjudged: Iterable[NotJudged]) -> str:
    """Each reason once, with the first lines that it holds for."""
    lines: dict[str, list[int]] = {}
    for word in unjudged:
        lines.setdefault(word.why, []).append(word.line)
    return "; ".join(f"{why} ({_some(dict.fromkeys(places))})" for why, places in lines.items())


def _some(lines: Iterable[int], most: int = 3) -> str:
    known = list(lines)
    named = ", ".join(map(str, known[:most]))
    more = f" and {len(known) - most:,} more" if len(known) > most else ""
    return f"line{'s' if len(known) > 1 else ''} {named}{more}"


def _place(finding: Finding) -> tuple[int, str, tuple[str, ...], tuple[str, ...]]:
    return finding.line, finding.rule, finding.spans, finding.tokens


def _problem_place(problem: Problem) -> tuple[int, str, str]:
    return problem.line, problem.problem, problem.detail
