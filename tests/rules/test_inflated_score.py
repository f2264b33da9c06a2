"""inflated-score: a score that rises with each of two rewrites."""

from __future__ import annotations

import pytest

from ctxaudit.rules import inflated_score as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def risen(*scores: float | None) -> Build:
    """`s0` is added and scored; each next one rewrites the one before and is scored in its own ranking."""
    build = Build().add("s0", "the clock gains three minutes")
    for number, score in enumerate(scores):
        if number:
            build.compact([f"s{number - 1}"], f"s{number}", "clock gains"[: 12 - number])
        if score is not None:
            build.rank((f"s{number}", score))
    return build


def test_two_rises_running_fire_at_the_second_ranking() -> None:
    assert keys(rule, risen(0.2, 0.4, 0.6)) == [(7, ("s1", "s2"), ())]


@pytest.mark.parametrize("scores", [(0.2, 0.4, 0.4), (0.2, 0.4, 0.3), (0.2, 0.2, 0.6), (0.5, 0.4, 0.6)])
def test_one_rise_is_quiet(scores: tuple[float, ...]) -> None:
    assert verdict(rule, risen(*scores)) == "clean"


def test_a_rise_over_a_source_without_score_is_none() -> None:
    assert findings(rule, risen(None, 0.4, 0.6)) == []


def test_one_rewrite_is_quiet() -> None:
    assert verdict(rule, risen(0.2, 0.4)) == "clean"


def test_a_third_rise_of_the_lineage_is_not_told_again() -> None:
    assert [finding.line for finding in findings(rule, risen(0.2, 0.4, 0.6, 0.8))] == [7]


def test_the_rises_need_not_come_first() -> None:
    assert keys(rule, risen(0.5, 0.4, 0.6, 0.8)) == [(9, ("s2", "s3"), ())]


def test_the_last_score_counts() -> None:
    build = Build().add("s0", "the clock gains").rank(("s0", 0.1)).rank(("s0", 0.9)).compact(["s0"], "s1", "clock")
    assert findings(rule, build.rank(("s1", 0.5)).compact(["s1"], "s2", "c").rank(("s2", 0.8))) == []


def test_a_source_is_measured_by_its_score_before_the_rewrite() -> None:
    build = Build().add("s0", "the clock gains").rank(("s0", 0.2)).compact(["s0"], "s1", "clock")
    build.rank(("s1", 0.4), ("s0", 0.9)).compact(["s1"], "s2", "c").rank(("s2", 0.6))
    assert len(findings(rule, build)) == 1


def test_it_must_beat_all_of_its_scored_sources() -> None:
    build = Build().add("s0", "the clock gains").add("t", "it is old").rank(("s0", 0.2), ("t", 0.5))
    build.compact(["s0", "t"], "s1", "clock").rank(("s1", 0.4)).compact(["s1"], "s2", "c").rank(("s2", 0.6))
    assert findings(rule, build) == []


def test_unscored_sources_beside_a_scored_one_do_not_matter() -> None:
    build = Build().add("s0", "the clock gains").add("t", "it is old").rank(("s0", 0.2))
    build.compact(["s0", "t"], "s1", "clock").rank(("s1", 0.4)).compact(["s1"], "s2", "c").rank(("s2", 0.6))
    assert len(findings(rule, build)) == 1


def test_an_entry_without_a_score_changes_nothing() -> None:
    assert len(findings(rule, risen(0.2, 0.4).rank("s1").compact(["s1"], "s2", "c").rank(("s2", 0.6)))) == 1


def test_the_older_one_may_be_scored_last() -> None:
    build = Build().add("s0", "the clock gains").rank(("s0", 0.2)).compact(["s0"], "s1", "clock").rank(("s1", 0.1))
    build.compact(["s1"], "s2", "c").rank(("s2", 0.6)).rank(("s1", 0.3))
    assert keys(rule, build) == [(8, ("s1", "s2"), ())]


def test_two_lineages_are_told_apart() -> None:
    build = Build().add("a", "one text").add("b", "two texts").rank(("a", 0.1), ("b", 0.1))
    build.compact(["a"], "a1", "one").compact(["b"], "b1", "two").rank(("a1", 0.2), ("b1", 0.2))
    build.compact(["a1"], "a2", "1").compact(["b1"], "b2", "2").rank(("a2", 0.3), ("b2", 0.3))
    assert [finding.spans for finding in findings(rule, build)] == [("a1", "a2"), ("b1", "b2")]


def test_a_lossless_join_is_no_surrogate_here() -> None:
    build = Build().add("s0", "clock").rank(("s0", 0.2)).compact(["s0"], "j", "the clock").rank(("j", 0.4))
    assert findings(rule, build.compact(["j"], "s2", "c").rank(("s2", 0.6))) == []


def test_a_restore_by_the_model_is_no_rewrite() -> None:
    build = Build().add("s0", "clock").rank(("s0", 0.2)).evict("s0").restore("s0", span("r", "klock"), "model")
    assert findings(rule, build.rank(("r", 0.4)).compact(["r"], "s2", "c").rank(("s2", 0.6))) == []


def test_rankings_of_sources_alone_are_not_looked_at() -> None:
    assert verdict(rule, Build().add("a").rank(("a", 0.5))) == "not-judged"


def test_it_is_a_warning_that_tells_the_scores() -> None:
    finding = only(rule, risen(0.2, 0.4, 0.6))
    assert finding.severity == "warning"
    assert finding.message == "scores rose with each rewrite: 0.2, then 0.4 for s1, then 0.6 for s2"


def test_the_evidence_goes_from_score_to_rewrite_to_score() -> None:
    assert [step.line for step in only(rule, risen(0.2, 0.4, 0.6)).evidence] == [5, 6, 7]


def test_confidence_is_that_of_the_weakest_event() -> None:
    build = risen(0.2, 0.4).compact(["s1"], "s2", "c", basis="inferred").rank(("s2", 0.6))
    assert only(rule, build).confidence == "low"
