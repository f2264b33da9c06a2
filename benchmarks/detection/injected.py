"""Precision and recall of each rule on sessions with one known fault, and on their harmless twins.

A fault is found when its rule gives a finding with the very key that the injector names: line, spans and tokens. Any
finding that is neither that nor of a rule which the fault implies is a false alarm of the rule that gave it, be it in
a faulty session, in a twin, or in a session that nobody touched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ctxaudit.auditing import audit_trace
from ctxaudit.model import Finding, Trace
from tests.inject import INJECTORS, planted, twin
from tests.simulate import session

HEAD = "rule                      kinds  faults  found  missed  twins  alarms  strays  precision  recall"


@dataclass(slots=True)
class Score:
    """The counts of one rule. `alarms`: findings in its own twins; `strays`: unexpected ones anywhere else."""

    rule: str
    kinds: int
    faults: int = 0
    found: int = 0
    twins: int = 0
    alarms: int = 0
    strays: int = 0

    @property
    def precision(self) -> float:
        said = self.found + self.alarms + self.strays
        return self.found / said if said else 0.0

    @property
    def recall(self) -> float:
        return self.found / self.faults if self.faults else 0.0

    @property
    def perfect(self) -> bool:
        return self.found == self.faults and not self.alarms and not self.strays

    def line(self) -> str:
        return (
            f"{self.rule:<24} {self.kinds:>6} {self.faults:>7} {self.found:>6} {self.faults - self.found:>7} "
            f"{self.twins:>6} {self.alarms:>7} {self.strays:>7} {self.precision:>10.3f} {self.recall:>7.3f}"
        )


def scores(seeds: Iterable[int], rules: Collection[str] = tuple(INJECTORS)) -> list[Score]:
    """A fault and a twin of each of these rules for each seed, and each session as it was before. All rules judge."""
    told = {rule: Score(rule, len(injectors)) for rule, injectors in INJECTORS.items()}
    for seed in seeds:
        for finding in _findings(session(seed).trace()):
            told[finding.rule].strays += 1
        for rule in rules:
            _count_fault(told, told[rule], seed)
            _count_twin(told, told[rule], seed)
    return list(told.values())


def _count_fault(told: dict[str, Score], score: Score, seed: int) -> None:
    fault = planted(score.rule, seed)
    findings = list(_findings(fault.trace))
    named = [finding for finding in findings if finding.rule == score.rule and _key(finding) == fault.expected.key]
    score.faults += 1
    score.found += bool(named)
    for finding in findings:
        if finding not in named[:1] and finding.rule not in fault.expected.implied:
            told[finding.rule].strays += 1


def _count_twin(told: dict[str, Score], score: Score, seed: int) -> None:
    score.twins += 1
    for finding in _findings(twin(score.rule, seed)):
        if finding.rule == score.rule:
            score.alarms += 1
        else:
            told[finding.rule].strays += 1


def _findings(trace: Trace) -> tuple[Finding, ...]:
    return audit_trace(trace).report.findings


def _key(finding: Finding) -> tuple[int, frozenset[str], frozenset[str]]:
    return finding.line, frozenset(finding.spans), frozenset(finding.tokens)


def lines(told: Iterable[Score]) -> Iterator[str]:
    yield HEAD
    rows = list(told)
    for score in rows:
        yield score.line()
    total = Score("all", sum(s.kinds for s in rows))
    for score in rows:
        total.faults += score.faults
        total.found += score.found
        total.twins += score.twins
        total.alarms += score.alarms
        total.strays += score.strays
    yield total.line()


def table(seeds: Iterable[int]) -> bool:
    """Prints the table; whether every fault was found and nothing else was said."""
    told = scores(seeds)
    for line in lines(told):
        print(line)
    return all(score.perfect for score in told)
