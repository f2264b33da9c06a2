"""Coverage says what was read and what was not, whatever the trace holds."""

from __future__ import annotations

import pytest

from ctxaudit.model import Lines, Problem, TraceReport, Unaudited
from ctxaudit.reports.layout import coverage
from ctxaudit.reports.options import RenderOptions
from tests.reports.made import problem, report, trace

OPTIONS = RenderOptions(width=140)
VERBOSE = RenderOptions(width=140, verbose=True)


def said(*traces: TraceReport, options: RenderOptions = OPTIONS) -> dict[str, str]:
    """Each label with its text; the rows below it are part of it."""
    panel: dict[str, str] = {}
    label = ""
    for row in coverage.coverage(traces, options):
        text = row.text()
        label = text[: coverage.HANG].strip() or label
        panel[label] = f"{panel[label]} | {text.strip()}" if label in panel else text[coverage.HANG :].strip()
    return panel


def test_every_line_read_is_in_the_account() -> None:
    lines = Lines(read=100, events=60, blank=8, problems=2, not_context={"ping": 20, "title": 10})
    shown = "100 lines: 60 events, 30 not context (20 ping, 10 title), 8 blank, 2 unread"
    assert said(trace(lines=lines))["Read"] == shown


def test_a_trace_that_is_all_events_says_no_more() -> None:
    assert said(trace(lines=Lines(read=3, events=3)))["Read"] == "3 lines: 3 events, 0 unread"


def test_kinds_that_are_not_context_are_cut_and_counted() -> None:
    lines = Lines(read=10, not_context={"a": 4, "b": 3, "c": 2, "d": 1})
    assert "10 not context (4 a, 3 b and 3 of 2 other kinds)" in said(trace(lines=lines))["Read"]


def test_verbose_names_every_kind() -> None:
    lines = Lines(read=10, not_context={"a": 4, "b": 3, "c": 2, "d": 1})
    assert "(4 a, 3 b, 2 c, 1 d)" in said(trace(lines=lines), options=VERBOSE)["Read"]


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({}, "no edit"),
        ({"rewrite": 0}, "no edit"),
        ({"truncate": 1, "evict": 2}, "2 evictions, 1 truncation"),
        ({"rank": 3}, "3 rankings"),
    ],
)
def test_edits_are_counted_by_kind(edits: dict[str, int], words: str) -> None:
    assert said(trace(edits=edits))["Window"] == f"6 turns, 18 spans, 5 calls; {words}"


@pytest.mark.parametrize(("edits", "edited"), [({"rank": 2}, False), ({}, False), ({"evict": 1}, True)])
def test_a_ranking_takes_nothing_from_the_window(edits: dict[str, int], edited: bool) -> None:
    assert coverage.was_edited(trace(edits=edits)) is edited


def test_problems_of_one_kind_are_one_row_with_the_first_place() -> None:
    shown = said(trace(problems=(problem(line=7), problem(line=9))))["Problems"]
    assert shown == "2 unknown-key, first line 7: `colour` is no key of add"


def test_a_problem_that_came_once_has_its_line() -> None:
    assert said(trace(problems=(problem(),)))["Problems"] == "1 unknown-key, line 7: `colour` is no key of add"


def test_many_kinds_of_problems_are_counted_after_the_third() -> None:
    kinds = tuple(Problem(f"kind-{n}", n, "x") for n in range(1, 7))
    assert said(trace(problems=kinds))["Problems"].endswith("| and 3 of 3 more kinds")


def test_a_trace_without_problems_has_no_row_for_them() -> None:
    assert "Problems" not in said(trace())


def test_reasons_for_not_judging_are_folded_and_counted() -> None:
    made = trace(
        verdicts={"a": "not-judged", "b": "not-judged", "c": "not-judged", "d": "clean"},
        verdict_notes={"a": "no ranking", "b": "no ranking"},
    )
    assert said(made)["Not judged"] == "3 of 4 rules: no ranking (2), no reason on record (1)"


def test_why_a_rule_of_one_trace_was_not_judged_is_told_whole() -> None:
    why = (
        f"78 removed spans that may give a reason, none could be judged: {'the text is not in English, ' * 2}and so on"
    )
    unread = trace(verdicts={"dropped-falsifier": "not-judged"}, verdict_notes={"dropped-falsifier": why})
    assert f"{why} (1)".replace(" ", "") in said(unread)["Not judged"].replace(" | ", "").replace(" ", "")
    assert "…[+" in said(unread, unread)["Not judged"]


def test_when_every_rule_was_judged_the_panel_says_so() -> None:
    assert said(trace(verdicts={"a": "clean", "b": "findings"}))["Judged"] == "every rule that is in force"


def test_a_trace_on_which_no_rule_ran_claims_nothing() -> None:
    assert {"Judged", "Not judged"}.isdisjoint(said(trace(verdicts={})))


def test_notes_beyond_the_second_are_counted() -> None:
    shown = said(trace(notes=("one", "two", "three", "four")))["Note"]
    assert shown.endswith("| and 2 more notes")


def test_the_same_note_of_many_traces_stands_once() -> None:
    assert said(trace(notes=("one",)), trace(notes=("one",)))["Note"] == "one"


def test_the_lines_of_many_traces_are_added_up() -> None:
    shown = said(trace(), trace())["Read"]
    assert shown == "80 lines: 60 events, 18 not context (14 progress, 4 snapshot), 2 blank, 0 unread"


def test_faults_of_ours_stand_before_what_the_user_named() -> None:
    named = Unaudited(path="gone.jsonl", why="missing")
    broken = Unaudited(path="run.jsonl", why="rule split-pair", broke=True)
    rows = [row.text() for row in coverage.unaudited(report(unaudited=(named, broken)), OPTIONS)]
    assert rows == ["Not audited", "  run.jsonl: ctxaudit broke: rule split-pair", "  gone.jsonl: missing"]


def test_inputs_not_audited_are_cut_and_counted() -> None:
    refused = tuple(Unaudited(path=f"{n}.jsonl", why="missing") for n in range(30))
    rows = [row.text() for row in coverage.unaudited(report(unaudited=refused), OPTIONS)]
    assert (len(rows), rows[-1]) == (12, "  and 20 more inputs")


def test_when_all_was_audited_there_is_no_such_panel() -> None:
    assert coverage.unaudited(report(trace()), OPTIONS) == []
