"""The trace's own `allow` events, to the letter: what matches, what counts as used, what is stale."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.model import Allow, Finding, TraceReport
from ctxaudit.suppress import allowed, suppressed
from ctxaudit.timeline import replay
from tests.build import Build, span

RULE = "untagged-surrogate"


def found(**keys: Any) -> Finding:
    whole: dict[str, Any] = {"spans": ("m",), "tokens": (), **keys}
    return Finding(rule=RULE, severity="error", confidence="high", line=3, turn=1, message="it is untagged", **whole)


def lossy() -> Build:
    """One finding: a rewrite without a tag."""
    return Build().add("a", "The bells of FR-2207 ring at noon.").rewrite(["a"], span("m", "Bells ring.", "memory"))


def audited(built: Build, **keys: Any) -> TraceReport:
    return audit_trace(built.trace(), **{"rules": {RULE, "hollow-surrogate"}, **keys}).report


def reasons(report: TraceReport) -> list[str | None]:
    return [finding.suppressed for finding in report.findings]


# --- what an allow matches ---


@pytest.mark.parametrize(
    ("spans", "tokens", "finding", "matches"),
    [
        (None, None, found(), True),
        (None, None, found(spans=()), True),
        (("m",), None, found(), True),
        (("m", "n"), None, found(), True),
        (("n",), None, found(), False),
        (("m",), None, found(spans=("m", "n")), False),
        (("m",), None, found(spans=()), False),
        ((), None, found(), False),
        (None, ("FR-2207",), found(tokens=("FR-2207",)), True),
        (None, ("FR-2207", "16:45"), found(tokens=("FR-2207",)), True),
        (None, ("FR-2207",), found(tokens=("FR-2207", "FR-2208")), False),
        (None, ("FR-2207",), found(tokens=()), False),
        (None, (), found(tokens=("FR-2207",)), False),
        (("m",), ("FR-2207",), found(tokens=("FR-2207",)), True),
        (("n",), ("FR-2207",), found(tokens=("FR-2207",)), False),
        (("m",), ("FR-2208",), found(tokens=("FR-2207",)), False),
    ],
)
def test_all_spans_and_all_tokens_of_the_finding_must_be_named(
    spans: tuple[str, ...] | None, tokens: tuple[str, ...] | None, finding: Finding, matches: bool
) -> None:
    assert allowed(finding, (RULE,), spans, tokens) is matches


@pytest.mark.parametrize("token", ["src/app.py", "./src/app.py"])
def test_a_token_is_allowed_however_it_is_spelled(token: str) -> None:
    assert allowed(found(tokens=("src/app.py",)), (RULE,), None, (token,))


def test_a_token_that_is_no_token_is_allowed_by_its_spelling_alone() -> None:
    assert allowed(found(tokens=("a few words",)), (RULE,), None, ("a few words",))
    assert not allowed(found(tokens=("a few words",)), (RULE,), None, ("a few  words",))


def test_another_token_is_not_allowed() -> None:
    assert not allowed(found(tokens=("src/app.py",)), (RULE,), None, ("src/api.py",))


def test_a_rule_that_is_not_named_is_not_allowed() -> None:
    assert not allowed(found(), ("hollow-surrogate",), None, None)


# --- what the audit makes of it ---


def test_an_allowed_finding_stays_with_the_reason() -> None:
    report = audited(lossy().allow(RULE, reason="the bells are known"))
    assert reasons(report) == ["the bells are known"]


def test_without_an_allow_nothing_is_suppressed() -> None:
    assert reasons(audited(lossy())) == [None]


@pytest.mark.parametrize("first", [True, False])
def test_the_order_of_lines_does_not_matter(first: bool) -> None:
    before = Build().allow(RULE).add("a", "Bells at noon.").rewrite(["a"], span("m", "Bells.", "memory"))
    assert reasons(audited(before if first else lossy().allow(RULE))) == ["known and accepted"]


def test_the_verdict_stays_findings() -> None:
    assert audited(lossy().allow(RULE)).verdicts[RULE] == "findings"


def test_the_first_of_two_matching_allows_gives_the_reason() -> None:
    report = audited(lossy().allow(RULE, reason="first").allow(RULE, reason="second"))
    assert (reasons(report), report.notes) == (["first"], ())


def test_an_unknown_rule_is_a_problem_of_the_line() -> None:
    report = audited(lossy().allow("untaged-surrogate"))
    assert [(problem.problem, problem.line) for problem in report.problems] == [("unknown-key", 4)]


def test_an_unknown_rule_beside_a_known_one_does_not_weaken_it() -> None:
    report = audited(lossy().allow("untaged-surrogate", RULE))
    assert (reasons(report), len(report.problems)) == (["known and accepted"], 1)


# --- stale allows ---


def test_an_allow_that_matched_nothing_is_noted_with_line_and_reason() -> None:
    [note] = audited(lossy().allow("hollow-surrogate", reason="it was hollow once")).notes
    assert "line 4" in note
    assert "hollow-surrogate" in note
    assert "it was hollow once" in note


def test_an_allow_that_matched_something_is_not_noted() -> None:
    assert audited(lossy().allow(RULE, spans=("m",))).notes == ()


def test_an_allow_of_other_spans_is_noted() -> None:
    assert len(audited(lossy().allow(RULE, spans=("n",))).notes) == 1


def test_an_allow_of_a_rule_that_was_not_run_is_not_noted() -> None:
    assert audited(lossy().allow("split-pair")).notes == ()


def test_an_allow_of_a_rule_that_is_not_in_force_is_not_noted() -> None:
    built = Build(conditions={"verifier": True}).add("a", "x").allow("reranked-derivative")
    report = audit_trace(built.trace()).report
    assert (report.verdicts["reranked-derivative"], report.notes) == ("not-in-force", ())


def test_an_allow_of_an_unknown_rule_is_a_problem_and_no_note() -> None:
    assert audited(lossy().allow("untaged-surrogate")).notes == ()


def test_the_notes_of_the_reader_come_first() -> None:
    from dataclasses import replace

    trace = replace(lossy().allow("hollow-surrogate").trace(), notes=("read with care",))
    notes = audit_trace(trace, rules={"hollow-surrogate"}).report.notes
    assert (notes[0], len(notes)) == ("read with care", 2)


# --- many allows and many findings ---


def plainly(findings: Sequence[Finding], allows: Sequence[Allow]) -> tuple[list[str | None], set[int]]:
    """The reason of each finding and the places of the allows that matched one, each asked of each."""
    reasons: list[str | None] = []
    used: set[int] = set()
    for one in findings:
        matching = [at for at, allow in enumerate(allows) if allowed(one, allow.rules, allow.spans, allow.tokens)]
        reasons.append(allows[matching[0]].reason if matching else None)
        used.update(matching)
    return reasons, used


@pytest.mark.parametrize("seed", range(12))
def test_many_allows_match_as_each_of_them_does(seed: int) -> None:
    rng = random.Random(seed)
    rules, spans, tokens = ["hollow-surrogate", RULE, "deep-rewrite"], list("abcd"), ["FR-2207", "FR-2208", "10 ms"]
    build = Build()
    for number in range(30):
        narrow: dict[str, Any] = {}
        if rng.random() < 0.6:
            narrow["spans"] = tuple(rng.sample(spans, rng.randint(0, 3)))
        if rng.random() < 0.4:
            narrow["tokens"] = tuple(rng.sample(tokens, rng.randint(0, 2)))
        build.allow(*rng.choices(rules[:2], k=rng.randint(1, 2)), reason=f"reason {number}", **narrow)
    findings = [
        replace(
            found(spans=rng.sample(spans, rng.randint(0, 2)), tokens=rng.sample(tokens, rng.randint(0, 2))),
            rule=rng.choice(rules),
        )
        for _ in range(rng.randint(0, 20))
    ]
    timeline = replay(build.trace())
    allows = [allow for _, allow in timeline.of(Allow)]
    given = suppressed(findings, timeline, slugs=rules, judged=rules)
    reasons, used = plainly(findings, allows)
    assert [one.suppressed for one in given.findings] == reasons
    assert len(given.notes) == len(allows) - len(used)
