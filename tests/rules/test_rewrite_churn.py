"""rewrite-churn: three ever shorter rewrites of one text within five turns."""

from __future__ import annotations

import pytest

from ctxaudit.rules import rewrite_churn as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def churned(turns: tuple[int, ...] = (1, 2, 5), lengths: tuple[int, ...] = (40, 30, 20, 10)) -> Build:
    """`m0` is added, then each next note rewrites the one before; the first rewrite is line 3."""
    build = Build().add("m0", "x" * lengths[0])
    for number, (turn, length) in enumerate(zip(turns, lengths[1:], strict=True), 1):
        build.turn(turn).compact([f"m{number - 1}"], f"m{number}", "y" * length)
    return build


def test_three_in_five_turns_fire_at_the_third() -> None:
    assert keys(rule, churned()) == [(5, ("m1", "m2", "m3"), ())]


def test_three_in_one_turn_fire() -> None:
    assert len(findings(rule, churned((2, 2, 2)))) == 1


def test_three_in_six_turns_are_quiet() -> None:
    assert verdict(rule, churned((1, 2, 6))) == "clean"


def test_two_rewrites_are_quiet() -> None:
    assert verdict(rule, churned((1, 2), (40, 30, 20))) == "clean"


@pytest.mark.parametrize("lengths", [(40, 40, 20, 10), (40, 30, 30, 10), (40, 30, 20, 20), (40, 30, 35, 10)])
def test_each_must_be_shorter_than_what_it_replaced(lengths: tuple[int, ...]) -> None:
    assert findings(rule, churned(lengths=lengths)) == []


def test_a_fourth_rewrite_of_the_lineage_is_not_told_again() -> None:
    assert len(findings(rule, churned((1, 2, 3, 4), (50, 40, 30, 20, 10)))) == 1


def test_a_lineage_that_was_told_stays_told_after_a_pause() -> None:
    build = churned((1, 2, 3, 50, 51, 52), (70, 60, 50, 40, 30, 20, 10))
    assert [finding.line for finding in findings(rule, build)] == [5]


def test_a_slow_first_step_is_left_out_of_the_three() -> None:
    build = churned((1, 20, 21, 22), (50, 40, 30, 20, 10))
    assert keys(rule, build) == [(6, ("m2", "m3", "m4"), ())]


def test_two_lineages_are_told_apart() -> None:
    build = churned()
    build.add("k0", "x" * 40)
    for number, length in enumerate((30, 20, 10), 1):
        build.compact([f"k{number - 1}"], f"k{number}", "y" * length)
    assert [finding.spans for finding in findings(rule, build)] == [("m1", "m2", "m3"), ("k1", "k2", "k3")]


@pytest.mark.parametrize("step", [2, 3])
def test_new_material_in_the_second_or_third_rewrite_is_no_churn(step: int) -> None:
    build = Build().add("m0", "x" * 40).add("new", "z" * 10)
    for number, length in enumerate((30, 20, 10), 1):
        sources = [f"m{number - 1}", *(["new"] if number == step else [])]
        build.compact(sources, f"m{number}", "y" * length)
    assert findings(rule, build) == []


def test_new_material_in_the_first_rewrite_does_not_matter() -> None:
    build = Build().add("m0", "x" * 40).add("new", "z" * 40).compact(["m0", "new"], "m1", "y" * 30)
    assert len(findings(rule, build.compact(["m1"], "m2", "y" * 20).compact(["m2"], "m3", "y" * 10))) == 1


def test_an_older_summary_beside_it_is_no_new_material() -> None:
    build = Build().add("m0", "x" * 40).add("k0", "x" * 40).compact(["k0"], "k1", "y" * 5)
    build.compact(["m0"], "m1", "y" * 30).compact(["m1", "k1"], "m2", "y" * 20).compact(["m2"], "m3", "y" * 10)
    assert keys(rule, build) == [(7, ("m1", "m2", "m3"), ())]


def test_a_restore_by_the_model_is_no_rewrite() -> None:
    build = Build().add("m0", "x" * 40).evict("m0").restore("m0", span("r", "z" * 30), "model")
    assert findings(rule, build.compact(["r"], "m1", "y" * 20).compact(["m1"], "m2", "y" * 10)) == []


def test_a_refused_rewrite_does_not_count() -> None:
    build = churned((1, 2), (40, 30, 20)).compact(["m2"], "m3", "y" * 10, refused=True)
    assert findings(rule, build) == []


def test_rewrites_of_evidence_alone_are_not_looked_at() -> None:
    assert verdict(rule, Build().add("a", "x" * 40).compact(["a"], "m", "y")) == "not-judged"


def test_it_is_a_warning_with_the_lengths_in_the_message() -> None:
    finding = only(rule, churned())
    assert finding.severity == "warning"
    assert finding.message == "three rewrites of one text in 5 turns, each shorter: 40 → 30 → 20 → 10 characters"


def test_the_evidence_says_what_each_step_lost() -> None:
    build = (
        Build().add("a", "tag PMP-771 on the pump, tag FAN-902 on the fan").compact(["a"], "m", "PMP-771 pump, a fan")
    )
    build.compact(["m"], "n", "a pump, a fan").compact(["n"], "o", "pump")
    shows = [step.shows for step in only(rule, build).evidence]
    assert shows == [
        "47 characters became 19, without FAN-902",
        "19 characters became 13, without PMP-771",
        "13 characters became 4",
    ]


def test_confidence_is_that_of_the_weakest_of_the_three() -> None:
    build = Build().add("m0", "x" * 40).compact(["m0"], "m1", "y" * 30, basis="derived")
    assert only(rule, build.compact(["m1"], "m2", "y" * 20).compact(["m2"], "m3", "y")).confidence == "medium"
