"""What a person sees of one trace."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from ctxaudit.model import Evidence, Finding, Ledger, Lines, Problem, Regime, Unaudited
from ctxaudit.reports.layout.rows import cells
from tests.reports.made import altered, finding, kept, lines, problem, report, trace, written

WHOLE = """\
    run.jsonl (native, id run-1)
      Read         40 lines: 30 events, 9 not context (7 progress, 2 snapshot), 1
                   blank, 0 unread
      Window       6 turns, 18 spans, 5 calls; 1 rewrite
      Problems     1 unknown-key, line 7: `colour` is no key of add
      Not judged   1 of 2 rules: nothing is pinned (1)

    Findings: 1 error (acted on), 3 warnings, from 1 edit; worst first
    Rewrite at line 20, turn 2: lost 29 of 44 verbatim tokens, 2 needed later: 4500,
      pool_size
      error    the call at line 30 passes 3000, but its source at line 8 said 4500
               [altered-citation, acted on, line 30, turn 3]
               1. line 8, turn 1, r1: the source: "retry_delay = 4500"
               2. line 20, turn 2, m1: the rewrite that took it: "a delay of some
                  seconds"
               => the tool refused the value at line 31
               and here: 1 faded-citation (pool_size)
      warning  the rewrite at line 20 lost 29 tokens [unpinned-loss, line 20, turn
               2]

    Not tied to an edit
      warning  turn 1 ends over its budget [over-budget-window, line 12, turn 1]

      1 note: 1 derivative-citation
      1 below medium confidence: 1 faded-citation
      1 suppressed: "the host sends it again"

      Ledger       900 tokens = 500 live + 400 rewritten
      Rules on     evictions and rewrites in force: r1 was restored at line 25
      Retention    line 20: kept 12 of 44, pinned 3, lost 29, 2 needed later
      Clean        1 rule looked at: 1 edit (split-pair)

    1 trace, 30 events, 33 rules: 1 error, 3 warnings, 1 note; 1 not judged, 1
      suppressed, 1 below medium confidence, 1 problem
"""
CLEAN = """\
    run.jsonl (native, id run-1)
      Read         40 lines: 30 events, 9 not context (7 progress, 2 snapshot), 1
                   blank, 0 unread
      Window       6 turns, 18 spans, 5 calls; 1 rewrite
      Not judged   1 of 2 rules: nothing is pinned (1)

    No findings: of 2 rules 1 clean, 1 not judged

      Ledger       900 tokens = 500 live + 400 rewritten
      Rules on     evictions and rewrites in force: r1 was restored at line 25
      Clean        1 rule looked at: 1 edit (split-pair)
      Not judged   1 rule: nothing is pinned (demoted-pin)

    1 trace, 30 events, 33 rules: 0 errors, 0 warnings, 0 notes; 1 not judged, 0
      suppressed
"""
EMPTY = """\
    Nothing was audited

    Not audited
      gone.jsonl: there is no such file
      2 files passed over: not a log of a known format

    0 of 1 input, 0 events, 33 rules: 0 errors, 0 warnings, 0 notes; 0 not judged, 0
      suppressed
"""


LEDGER = Ledger(
    entered=2100,
    live=100,
    evicted_external=200,
    evicted_dispensable=300,
    withdrawn=400,
    rewritten=500,
    truncated=600,
    estimated=True,
)


def every_kind() -> list[Finding]:
    return [
        altered(),
        finding(line=30, edit=20, spans=("a4",), tokens=("pool_size",)),
        finding("unpinned-loss", 20, edit=20, message="the rewrite at line 20 lost 29 tokens"),
        finding("over-budget-window", 12, message="turn 1 ends over its budget"),
        finding("derivative-citation", severity="note"),
        finding(confidence="low"),
        finding(suppressed="the host sends it again"),
    ]


def many(number: int, edits: int = 3) -> list[Finding]:
    """Findings of a long session: each with a span, a token and its proof, spread over some edits."""
    steps = tuple(
        Evidence(line=8 * n, turn=n, span=f"r{n}", shows="it stood here", excerpt="word " * 60) for n in (1, 2, 3)
    )
    found: list[Finding] = []
    for n in range(number):
        edit = 100 * (n % edits + 1)
        claim = f"the call at line {edit + n} passes {n:04d}, but its source at line 8 said 4500 and no other"
        rule, severity = (("altered-citation", "error"), ("faded-citation", "warning"))[n % 2]
        keys: dict[str, Any] = {"severity": severity, "edit": edit, "spans": (f"a{n // 3}",), "tokens": (f"{n:04d}",)}
        found.append(
            finding(rule, edit + n, message=claim, evidence=steps, acted=n % 5 == 0, follows="it failed", **keys)
        )
    return found


def long_session(number: int) -> str:
    verdicts = {f"rule-{n}": ("clean", "not-judged", "not-in-force")[n % 3] for n in range(33)}
    made = trace(
        *many(number),
        lines=Lines(read=9000, events=5000, blank=3, problems=2, not_context={f"kind-{n}": 300 + n for n in range(13)}),
        ledger=LEDGER,
        retention=tuple(kept(100 * n, needed_later=n) for n in range(1, 9)),
        regime=tuple(Regime(seed=n, in_force=True, because="something was read again " * 9) for n in range(3)),
        verdicts=verdicts,
        verdict_notes={rule: f"{n % 7} things of a kind that is looked at" for n, rule in enumerate(verdicts)},
        problems=tuple(Problem(f"kind-{n % 9}", n, "something is wrong with this line " * 9) for n in range(1, 40)),
        notes=tuple(f"note {n} says something of some length about this recording " * 3 for n in range(6)),
    )
    return written(report(made))


def test_a_report_is_coverage_findings_panels_and_a_closing_line() -> None:
    made = trace(*every_kind(), problems=(problem(),), retention=(kept(),))
    assert written(report(made)) == dedent(WHOLE)


def test_a_clean_run_says_what_was_checked() -> None:
    assert written(report(trace())) == dedent(CLEAN)


def test_an_empty_report_says_that_nothing_was_audited() -> None:
    refused = (Unaudited(path="gone.jsonl", why="there is no such file"),)
    assert written(report(unaudited=refused, passed_over=2)) == dedent(EMPTY)


def test_a_trace_without_edits_is_not_called_checked() -> None:
    assert "No edit is on record: most rules" in written(report(trace(edits={"rank": 2})))


@pytest.mark.parametrize("number", [1, 40, 300, 2000])
def test_one_session_fits_sixty_lines_of_eighty_columns(number: int) -> None:
    rows = long_session(number).splitlines()
    assert (len(rows) <= 60, max(map(len, rows)) <= 80) == (True, True)


def test_the_worst_finding_of_a_long_session_keeps_its_proof() -> None:
    shown = long_session(300)
    places = [shown.index(part) for part in ("\n  error ", "\n           1. line 8", "=> it failed")]
    assert places == sorted(places)


def test_every_listed_finding_of_a_long_session_is_shown_or_counted() -> None:
    shown = long_session(40)
    assert "Findings: 20 errors (4 acted on), 20 warnings (4 acted on), from 3 edits" in shown


@pytest.mark.parametrize("width", [40, 80, 140])
def test_no_line_is_wider_than_asked_for(width: int) -> None:
    made = report(trace(*many(30), *every_kind(), problems=(problem(),), retention=(kept(),)))
    assert max(cells(line) for line in lines(made, width=width)) <= width


def test_a_width_too_small_to_read_is_forty() -> None:
    made = report(trace(altered()))
    assert written(made, width=5) == written(made, width=40)


def test_verbose_writes_every_finding_out() -> None:
    shown = written(report(trace(*many(40))), verbose=True)
    assert shown.count("[altered-citation") + shown.count("[faded-citation") == 40


def test_verbose_names_each_suppressed_finding() -> None:
    shown = written(report(trace(*every_kind())), verbose=True)
    assert 'suppressed faded-citation, line 30: "the host sends it again"' in shown


def test_verbose_lists_every_problem() -> None:
    made = trace(problems=tuple(problem(line=n) for n in range(20, 32)))
    assert written(report(made), verbose=True).count("unknown-key, line ") == 12


def test_max_findings_writes_out_that_many_and_counts_the_rest() -> None:
    shown = written(report(trace(*many(40))), max_findings=2)
    assert (
        shown.count("[altered-citation"),
        "  and 18 errors (2 acted on), 20 warnings (4 acted on) more" in shown,
    ) == (
        2,
        True,
    )


def test_max_findings_0_only_counts() -> None:
    shown = written(report(trace(altered())), max_findings=0)
    assert ("[altered-citation" in shown, "and 1 error (acted on) more" in shown) == (False, True)


def test_quiet_leaves_findings_and_the_closing_line() -> None:
    shown = lines(report(trace(altered())), quiet=True)
    assert (shown[0], shown[-2].split(":")[0]) == (
        "Findings: 1 error (acted on), from 1 edit",
        "1 trace, 30 events, 33 rules",
    )


def test_low_confidence_is_listed_when_asked_for() -> None:
    shown = written(report(trace(finding(confidence="low"))), min_confidence="low")
    assert "[faded-citation, line 30, turn 3, low confidence]" in " ".join(shown.split())


def test_only_folded_findings_are_not_called_none() -> None:
    shown = written(report(trace(finding(confidence="low"))))
    assert ("No findings" in shown, "No error and no warning that counts" in shown) == (False, True)


def test_an_edit_that_is_no_rewrite_has_its_line_and_turn() -> None:
    assert "\nEdit at line 20, turn 2\n" in written(report(trace(altered())))


def test_rewrites_where_nothing_needed_was_lost_are_added_up() -> None:
    made = trace(retention=tuple(kept(10 * n, needed_later=0) for n in range(1, 6)))
    assert "  Retention    5 rewrites lost 145 of 220 verbatim tokens, none of them named\n" in written(report(made))


def test_every_way_out_of_the_window_is_in_the_ledger() -> None:
    shown = written(report(trace(ledger=LEDGER, budget=1000)), width=140)
    said = (
        "100 live + 500 rewritten + 200 evicted (copy kept) + 300 dispensable + 400 withdrawn + 600 truncated; budget"
    )
    assert f"2,100 tokens (estimated) = {said}" in " ".join(shown.split())


def test_a_fault_of_ours_says_so() -> None:
    broken = Unaudited(path="run.jsonl", why="rule split-pair: KeyError", broke=True)
    assert "  run.jsonl: ctxaudit broke: rule split-pair: KeyError\n" in written(report(trace(), unaudited=(broken,)))
