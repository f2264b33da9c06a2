"""Findings are read in groups: by edit, by claim, the worst first."""

from __future__ import annotations

from ctxaudit.reports.grouping import by_edit, shelve
from ctxaudit.reports.options import RenderOptions
from tests.reports.made import altered, finding


def test_what_was_acted_on_and_contradicts_its_source_comes_first() -> None:
    acted = altered(40)
    others = [
        finding(severity="warning", acted=True),
        finding("split-pair", severity="error"),
        finding("unsourced-citation", severity="error", acted=True),
        altered(10, acted=False),
    ]
    assert shelve([*others, acted], RenderOptions()).listed[0] is acted


def test_an_error_comes_before_a_warning_that_was_acted_on() -> None:
    error = finding("split-pair", 90, severity="error")
    assert shelve([finding(acted=True), error], RenderOptions()).listed[0] is error


def test_findings_of_one_edit_are_one_group() -> None:
    groups = by_edit([finding(line=30, edit=20), finding("split-pair", 20, edit=20), finding(line=50, edit=40)])
    assert [(group.line, len(group.findings)) for group in groups] == [(20, 2), (40, 1)]


def test_findings_without_an_edit_have_a_group_of_their_own() -> None:
    assert [group.line for group in by_edit([finding(edit=None)])] == [None]


def test_the_group_with_the_worst_finding_comes_first() -> None:
    groups = by_edit([finding(line=30, edit=20), altered(50, edit=40)])
    assert [group.line for group in groups] == [40, 20]


def test_citations_of_one_span_are_one_claim_whatever_their_rule() -> None:
    found = [
        altered(30, spans=("a4",)),
        finding(line=30, edit=20, spans=("a4",)),
        finding(line=31, edit=20, spans=("a5",)),
    ]
    (group,) = by_edit(found)
    assert [len(claim.findings) for claim in group.claims] == [2, 1]


def test_a_claim_that_rests_on_two_edits_stands_in_both_groups() -> None:
    groups = by_edit([altered(30, edit=20, spans=("a4",)), altered(30, edit=25, spans=("a4",))])
    assert [group.line for group in groups] == [20, 25]


def test_finds_of_one_rule_at_one_event_are_one_claim() -> None:
    found = [finding("invented-in-surrogate", 20, edit=20, tokens=(token,)) for token in ("a1", "b2")]
    (group,) = by_edit([*found, finding("unpinned-loss", 20, edit=20)])
    assert [len(claim.findings) for claim in group.claims] == [2, 1]


def test_each_finding_is_on_one_shelf() -> None:
    found = [
        finding(),
        finding(severity="note"),
        finding(confidence="low"),
        finding(severity="note", confidence="low"),
        finding(confidence="low", suppressed="known"),
    ]
    shelves = shelve(found, RenderOptions())
    assert [len(shelf) for shelf in (shelves.listed, shelves.notes, shelves.low, shelves.suppressed)] == [1, 1, 2, 1]


def test_low_confidence_is_listed_when_asked_for() -> None:
    assert len(shelve([finding(confidence="low")], RenderOptions(min_confidence="low")).listed) == 1


def test_notes_are_listed_when_they_fail_the_run() -> None:
    assert len(shelve([finding(severity="note")], RenderOptions(fail_on="note")).listed) == 1


def test_the_order_given_changes_nothing() -> None:
    found = [altered(30), finding(line=30, edit=20), finding("split-pair", 20, edit=20), finding(line=50, edit=40)]
    assert by_edit(found) == by_edit(found[::-1])
