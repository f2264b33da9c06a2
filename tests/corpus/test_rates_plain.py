"""Rates and comparisons held to plain loops, over reports that dice made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest

from ctxaudit.corpus.compare import compared
from ctxaudit.corpus.rates import MOST_VALUES, MOST_WORST, WRONG_RULES, statistics
from ctxaudit.model import CONFIDENCES, SEVERITIES, Confidence, Difference, Finding, Report, TraceReport
from tests.corpus.test_rates import cards
from tests.reports.made import finding, kept, report, trace

RULES = ("altered-citation", "unsourced-citation", "faded-citation", "split-pair")
VERDICTS = ("findings", "clean", "not-in-force", "not-judged")
SEEDS = range(25)


def drawn(seed: int, most: int = 40) -> Report:
    """Runs with findings of every kind, labels of few and of many values, and rewrites."""
    dice = Random(seed)
    runs = [run(dice, number) for number in range(dice.randint(0, most))]
    return report(*runs, rules=cards(*dice.sample(RULES, len(RULES))))


def run(dice: Random, number: int) -> TraceReport:
    found = [
        finding(
            dice.choice(RULES),
            acted=dice.random() < 0.3,
            severity=dice.choice(SEVERITIES),
            confidence=dice.choice(CONFIDENCES),
            suppressed=dice.choice([None, None, None, "known"]),
        )
        for _ in range(dice.choice([0, 0, 1, 2, 5]))
    ]
    labels = {"policy": dice.choice("abc"), "name": f"run {number}", "task": dice.choice(["x", "y"])}
    return trace(
        *found,
        path=f"run-{number}.jsonl",
        id=f"id-{number}",
        labels={label: value for label, value in labels.items() if dice.random() < 0.8},
        verdicts={rule: dice.choice(VERDICTS) for rule in RULES if dice.random() < 0.9},
        retention=tuple(kept(kept=dice.randint(0, 9), lost=dice.randint(0, 9)) for _ in range(dice.randint(0, 2))),
    )


def counting(one: TraceReport, least: Confidence) -> Iterator[Finding]:
    for found in one.findings:
        if found.suppressed is None and CONFIDENCES.index(found.confidence) <= CONFIDENCES.index(least):
            yield found


def is_wrong(one: TraceReport, least: Confidence, *, acted: bool = False) -> bool:
    claims = [found for found in counting(one, least) if found.rule in WRONG_RULES]
    return any(found.acted for found in claims) if acted else bool(claims)


@pytest.mark.parametrize("least", CONFIDENCES)
@pytest.mark.parametrize("seed", SEEDS)
def test_runs_are_counted_by_rule_as_a_plain_loop_counts_them(seed: int, least: Confidence) -> None:
    made = drawn(seed)
    told = statistics(made, least)
    for rate in told.rules:
        hits = sum(any(found.rule == rate.name for found in counting(one, least)) for one in made.traces)
        judged = sum(one.verdicts.get(rate.name) in ("findings", "clean") for one in made.traces)
        assert (rate.hits, rate.runs, rate.judged) == (hits, len(made.traces), judged)
    assert [rate.name for rate in told.rules] == [card.slug for card in made.rules]
    assert told.wrong.hits == sum(is_wrong(one, least) for one in made.traces)
    assert told.acted.hits == sum(is_wrong(one, least, acted=True) for one in made.traces)


@pytest.mark.parametrize("least", CONFIDENCES)
@pytest.mark.parametrize("seed", SEEDS)
def test_labels_are_grouped_as_a_plain_loop_groups_them(seed: int, least: Confidence) -> None:
    made = drawn(seed)
    told = statistics(made, least)
    groups: dict[str, dict[str, list[TraceReport]]] = defaultdict(lambda: defaultdict(list))
    for one in made.traces:
        for label, value in one.labels.items():
            groups[label][value].append(one)
    expected = [
        (label, value, len(runs), sum(is_wrong(one, least) for one in runs))
        for label, values in sorted(groups.items())
        if len(values) <= MOST_VALUES
        for value, runs in sorted(values.items())
    ]
    assert [(one.label, one.value, one.wrong.runs, one.wrong.hits) for one in told.labels] == expected
    assert list(told.labels_left_out) == sorted(label for label, values in groups.items() if len(values) > MOST_VALUES)


@pytest.mark.parametrize("least", CONFIDENCES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_worst_runs_are_those_that_a_plain_sort_puts_first(seed: int, least: Confidence) -> None:
    made = drawn(seed)
    ranked = []
    for number, one in enumerate(made.traces):
        severities = [found.severity for found in counting(one, least)]
        errors, warnings = severities.count("error"), severities.count("warning")
        if errors or warnings:
            ranked.append((not is_wrong(one, least, acted=True), -errors, -warnings, number))
    told = [(one.path, one.errors, one.warnings) for one in statistics(made, least).worst]
    assert (
        told
        == [(f"run-{number}.jsonl", -errors, -warnings) for _, errors, warnings, number in sorted(ranked)][:MOST_WORST]
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_retention_is_the_sum_over_all_rewrites(seed: int) -> None:
    made = drawn(seed)
    told = statistics(made).retention
    every = [one for run in made.traces for one in run.retention]
    assert (told.rewrites, told.kept, told.lost) == (
        len(every), sum(one.kept for one in every), sum(one.lost for one in every),
    )  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_an_interval_holds_its_share_and_is_wider_for_fewer_runs(seed: int) -> None:
    made = drawn(seed)
    twice = report(*made.traces, *made.traces, rules=made.rules)
    for one, two in zip(statistics(made).rules, statistics(twice).rules, strict=True):
        assert 0 <= one.low <= one.high <= 1
        if one.runs:
            assert one.low <= one.hits / one.runs <= one.high
            assert two.high - two.low < one.high - one.low


def mirrored(one: Difference) -> tuple[object, ...]:
    return one.second.hits, one.first.hits, round(-one.high, 9), round(-one.low, 9), round(one.p, 9)


def plain(one: Difference) -> tuple[object, ...]:
    return one.first.hits, one.second.hits, round(one.low, 9), round(one.high, 9), round(one.p, 9)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparison_the_other_way_round_is_its_mirror(seed: int) -> None:
    first, second = ("a", drawn(seed)), ("b", drawn(seed + 1000))
    there, back = compared(first, second), compared(second, first)
    assert (plain(there.wrong), plain(there.acted)) == (mirrored(back.wrong), mirrored(back.acted))
    names = {one.first.name: plain(one) for one in there.rules}
    assert names == {one.first.name: mirrored(one) for one in back.rules}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_compared_with_itself_is_noise(seed: int) -> None:
    made = drawn(seed)
    told = compared(("a", made), ("a", made))
    for one in (told.wrong, told.acted, *told.rules):
        assert [one.p, one.adjusted] == pytest.approx([1, 1])
        assert one.low == pytest.approx(-one.high)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rule_is_compared_when_it_found_something_on_a_side_and_never_else(seed: int) -> None:
    one, two = drawn(seed), drawn(seed + 1000)
    found = {
        hit.rule for made in (one, two) for each in made.traces for hit in counting(each, "medium")
    }  # fmt: skip
    told = compared(("a", one), ("b", two))
    assert {rule.first.name for rule in told.rules} == found
    assert all(rule.adjusted >= rule.p for rule in told.rules)
