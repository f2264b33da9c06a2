"""The panels below the findings add up, fold and leave out what is nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ctxaudit.model import Ledger, Regime
from ctxaudit.reports.layout import panels
from ctxaudit.reports.layout.rows import Row
from ctxaudit.reports.options import RenderOptions
from tests.reports.made import altered, finding, kept, trace

OPTIONS = RenderOptions(width=140)
VERBOSE = RenderOptions(width=140, verbose=True)


def texts(rows: Sequence[Row]) -> list[str]:
    return [" ".join(row.text().split()) for row in rows]


def test_ways_out_that_nothing_took_are_left_out() -> None:
    shown = texts(panels.ledger([trace(ledger=Ledger(entered=10, live=4, truncated=6))], OPTIONS))
    assert shown == ["Ledger 10 tokens = 4 live + 6 truncated"]


def test_one_estimated_count_makes_the_sum_estimated() -> None:
    made = [trace(ledger=Ledger(entered=1, live=1)), trace(ledger=Ledger(entered=2, live=2, estimated=True))]
    assert texts(panels.ledger(made, OPTIONS)) == ["Ledger 3 tokens (estimated) = 3 live"]


def test_the_budget_of_one_trace_stands_beside_its_tokens() -> None:
    shown = texts(panels.ledger([trace(budget=2000)], OPTIONS))
    assert shown == ["Ledger 900 tokens = 500 live + 400 rewritten; budget 2,000"]


def test_the_regime_says_why_for_each_group_of_rules() -> None:
    conditions = (
        Regime(seed=0, in_force=True, because="r1 was read again"),
        Regime(seed=1, in_force=False, because="retention is readable"),
    )
    shown = texts(panels.regime([trace(regime=conditions)], OPTIONS))
    assert shown == [
        "Rules on evictions and rewrites in force: r1 was read again",
        "rejected options not in force: retention is readable",
    ]


def test_a_long_reason_is_one_row_and_whole_when_verbose() -> None:
    made = [trace(regime=(Regime(seed=0, in_force=True, because="again and " * 40),))]
    assert len(panels.regime(made, OPTIONS)) == 1
    assert " ".join(texts(panels.regime(made, VERBOSE))).count("again") == 40


def test_the_regime_of_many_is_a_count() -> None:
    held = trace(regime=(Regime(seed=1, in_force=True, because="x"),))
    free = trace(regime=(Regime(seed=1, in_force=False, because="x"),))
    shown = texts(panels.regime([held, free, free], OPTIONS))
    assert shown == ["Rules on rejected options in force in 1 of 3 traces"]


def test_a_trace_without_rewrites_has_no_panel_of_retention() -> None:
    assert panels.retention([trace()], OPTIONS) == []


def test_the_rewrite_that_lost_most_of_what_was_needed_comes_first() -> None:
    made = trace(retention=(kept(10, needed_later=1), kept(20, needed_later=0), kept(30, needed_later=4)))
    assert texts(panels.retention([made], OPTIONS)) == [
        "Retention line 30: kept 12 of 44, pinned 3, lost 29, 4 needed later",
        "line 10: kept 12 of 44, pinned 3, lost 29, 1 needed later",
        "1 rewrite lost 29 of 44 verbatim tokens, none of them named again later",
    ]


def test_only_a_rewrite_that_lost_nothing_is_said_to_have_lost_nothing() -> None:
    made = trace(retention=(kept(10, lost=0, needed_later=0),))
    assert texts(panels.retention([made], OPTIONS)) == ["Retention 1 rewrite lost nothing"]


def test_rewrites_beyond_the_third_are_added_up() -> None:
    made = trace(retention=tuple(kept(10 * n, pinned=0) for n in range(1, 6)))
    shown = texts(panels.retention([made], OPTIONS))
    assert shown[3:] == ["and 2 more rewrites: kept 24 of 88, lost 58, 4 needed later"]


def test_verbose_gives_each_rewrite_its_tokens() -> None:
    made = trace(retention=(kept(10), kept(20, needed_later=0, needed_tokens=())))
    shown = texts(panels.retention([made], VERBOSE))
    assert (len(shown), shown[0].endswith("2 needed later: 4500, pool_size")) == (2, True)


def test_rules_with_the_same_ground_stand_together() -> None:
    made = trace(
        verdicts={"a": "clean", "b": "clean", "c": "clean", "d": "not-in-force", "e": "not-judged"},
        verdict_notes={"a": "3 edits", "b": "3 edits", "c": "9 turns", "d": "declared so", "e": "no ranking"},
    )
    assert texts(panels.verdicts(made, OPTIONS, names=True)) == [
        "Clean 3 rules looked at: 3 edits (a and b), 9 turns (c)",
        "Not in force 1 rule: declared so (d)",
        "Not judged 1 rule: no ranking (e)",
    ]


def test_without_names_larger_groups_are_counted() -> None:
    made = trace(verdicts={"a": "clean", "b": "clean"}, verdict_notes={"a": "3 edits", "b": "3 edits"})
    assert texts(panels.verdicts(made, OPTIONS, names=False)) == ["Clean 2 rules looked at: 3 edits (2 rules)"]


def test_rules_with_findings_are_not_called_clean() -> None:
    assert panels.verdicts(trace(verdicts={"a": "findings"}), OPTIONS, names=True) == []


def test_rules_of_many_are_counted_by_finding_and_by_trace() -> None:
    made = trace(verdicts={})
    shown = texts(panels.rules_of_many([(made, [altered(), altered(31), finding()]), (made, [altered()])], OPTIONS))
    assert shown == ["By rule 3 altered-citation in 2 traces, 1 faded-citation in 1 trace"]


def test_a_rule_is_never_judged_when_no_trace_let_it() -> None:
    one = trace(verdicts={"a": "not-judged", "b": "not-judged"})
    other = trace(verdicts={"a": "not-in-force", "b": "clean"})
    assert texts(panels.rules_of_many([(one, []), (other, [])], OPTIONS)) == ["Never judged 1 rule: a"]
