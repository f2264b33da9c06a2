"""What a person sees of many traces."""

from __future__ import annotations

from textwrap import dedent

from ctxaudit.model import Unaudited
from tests.reports.made import altered, finding, kept, problem, report, trace, written

FEW = """\
    4 traces
      Read         160 lines: 120 events, 36 not context (28 progress, 8 snapshot),
                   4 blank, 0 unread
      Window       24 turns, 72 spans, 20 calls; 3 rewrites
      Not judged   4 of 8 verdicts: nothing is pinned (4)

    == a.jsonl (native, 6 turns, 1 rewrite): 1 error (acted on)
    Rewrite at line 20, turn 2: lost 29 of 44 verbatim tokens, 2 needed later: 4500,
      pool_size
      error    the call at line 30 passes 3000, but its source at line 8 said 4500
               [altered-citation, acted on, line 30, turn 3]
               1. line 8, turn 1, r1: the source: "retry_delay = 4500"
               2. line 20, turn 2, m1: the rewrite that took it: "a delay of some
                  seconds"
               => the tool refused the value at line 31

    3 traces without findings that count, 1 of them without any edit, 1 with notes,
      less sure or suppressed findings

      Ledger       3,600 tokens = 2,000 live + 1,600 rewritten
      Rules on     evictions and rewrites in force in 4 of 4 traces
      Retention    1 rewrite: kept 12 of 44, pinned 3, lost 29, 2 needed later
      By rule      1 altered-citation in 1 trace
      Never judged 1 rule: demoted-pin

    Not audited
      gone.jsonl: there is no such file

    4 of 5 inputs, 120 events, 33 rules: 1 error, 0 warnings, 1 note; 4 not judged,
      0 suppressed
"""


def test_traces_with_findings_have_a_block_and_the_others_a_count() -> None:
    made = report(
        trace(altered(), path="a.jsonl", retention=(kept(),)),
        trace(path="b.jsonl"),
        trace(path="c.jsonl", edits={}),
        trace(finding(severity="note"), path="d.jsonl"),
        unaudited=(Unaudited(path="gone.jsonl", why="there is no such file"),),
    )
    assert written(made) == dedent(FEW)


def test_the_trace_with_the_worst_finding_comes_first() -> None:
    shown = written(report(trace(finding(), path="a.jsonl"), trace(altered(), path="b.jsonl")))
    assert shown.index("== b.jsonl") < shown.index("== a.jsonl")


def test_three_thousand_traces_are_thirty_blocks_and_a_count() -> None:
    made = report(*(trace(altered(), path=f"{n}.jsonl") for n in range(3000)))
    shown = written(made)
    assert (shown.count("== "), "And 2,970 more traces with findings: 2,970 errors (all acted on)" in shown) == (
        30,
        True,
    )


def test_three_thousand_clean_traces_fit_a_screen() -> None:
    made = report(*(trace(path=f"{n}.jsonl", problems=(problem(),)) for n in range(3000)))
    assert written(made).count("\n") < 25


def test_max_findings_is_shared_between_the_traces() -> None:
    made = report(*(trace(altered(30), altered(31, spans=("a5",)), path=f"{n}.jsonl") for n in range(9)))
    shown = written(made, max_findings=3)
    assert (shown.count("[altered-citation"), shown.count("== "), "And 6 more traces" in shown) == (3, 3, True)


def test_verbose_gives_every_trace_its_block() -> None:
    made = report(*(trace(altered(), path=f"{n}.jsonl") for n in range(50)))
    assert written(made, verbose=True).count("== ") == 50


def test_what_is_folded_in_a_trace_is_named_in_its_block() -> None:
    made = report(trace(altered(), finding(confidence="low"), path="a.jsonl"), trace(path="b.jsonl"))
    assert "  also 1 below medium confidence\n" in written(made)


def test_a_problem_of_many_traces_is_one_line_with_its_first_place() -> None:
    made = report(*(trace(path=f"{n}.jsonl", problems=(problem(),)) for n in range(3)))
    assert "3 unknown-key, first 0.jsonl:7: `colour` is no key of add" in written(made)


def test_quiet_leaves_the_blocks_the_count_and_the_closing_line() -> None:
    shown = written(report(trace(altered(), path="a.jsonl"), trace(path="b.jsonl")), quiet=True)
    assert (shown.startswith("== a.jsonl"), "Ledger" in shown, "\n2 traces, 60 events" in shown) == (True, False, True)
