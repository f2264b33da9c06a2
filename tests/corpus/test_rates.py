"""Rates over many runs: counted by run, and shown with their intervals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ctxaudit.corpus.rates import MOST_VALUES, MOST_WORST, statistics
from ctxaudit.model import Finding, Report, RuleCard, Statistics
from tests.corpus.runs import fleet
from tests.fixtures import ROOT
from tests.reports.made import altered, finding, kept, report, trace, written
from tests.reports.poison import POISONS, poisoned
from tests.test_cli import ctxaudit


def cards(*slugs: str) -> tuple[RuleCard, ...]:
    return tuple(
        RuleCard(slug=slug, group="citations", severity="error", says=slug, page=slug, uri=slug) for slug in slugs
    )


def of(*runs: tuple[Finding, ...], **keys: Any) -> Statistics:
    traces = [trace(*found, path=f"run-{number}.jsonl", **keys) for number, found in enumerate(runs)]
    return statistics(report(*traces, rules=cards("altered-citation", "split-pair")))


def test_a_run_counts_once_however_many_findings_it_has() -> None:
    assert of((altered(1), altered(2), altered(3)), ()).wrong.hits == 1


def test_wrong_runs_are_those_with_an_altered_or_an_unsourced_citation() -> None:
    assert of((altered(),), (finding("unsourced-citation"),), (finding("split-pair"),)).wrong.hits == 2


def test_acted_on_counts_only_what_was_wrong() -> None:
    told = of((altered(acted=True),), (finding("faded-citation", acted=True),), (altered(acted=False),))
    assert (told.acted.hits, told.acted.runs) == (1, 3)


@pytest.mark.parametrize("keys", [{"suppressed": "known"}, {"confidence": "low"}])
def test_what_is_suppressed_or_unsure_counts_nowhere(keys: dict[str, Any]) -> None:
    told = of((altered(**keys),))
    assert (told.wrong.hits, told.rules[0].hits, told.worst) == (0, 0, ())


def test_every_rule_that_was_to_run_has_a_rate_and_says_where_it_could_judge() -> None:
    told = of((altered(),), (), verdicts={"altered-citation": "clean", "split-pair": "not-judged"})
    assert [(one.name, one.hits, one.judged) for one in told.rules] == [
        ("altered-citation", 1, 2),
        ("split-pair", 0, 0),
    ]


def test_runs_are_grouped_by_the_labels_of_their_headers() -> None:
    made = report(
        trace(altered(), path="a", labels={"policy": "old"}),
        trace(path="b", labels={"policy": "old", "task": "t"}),
        trace(path="c", labels={"policy": "new"}),
    )
    told = [(one.label, one.value, one.wrong.hits, one.wrong.runs) for one in statistics(made).labels]
    assert told == [("policy", "new", 0, 1), ("policy", "old", 1, 2), ("task", "t", 0, 1)]


def test_a_label_that_names_each_run_is_left_out_and_told() -> None:
    made = report(*(trace(path=str(n), labels={"run": str(n), "task": "t"}) for n in range(MOST_VALUES + 1)))
    told = statistics(made)
    assert ({one.label for one in told.labels}, told.labels_left_out) == ({"task"}, ("run",))


def test_retention_is_summed_over_all_rewrites() -> None:
    told = of((), (), retention=(kept(), kept())).retention
    assert (told.rewrites, told.kept, told.lost) == (4, 4 * kept().kept, 4 * kept().lost)


def test_the_worst_run_is_one_that_acted_on_a_wrong_claim() -> None:
    told = of((finding("split-pair", severity="error"),) * 5, (altered(acted=True),), ())
    assert [one.path for one in told.worst] == ["run-1.jsonl", "run-0.jsonl"]


def test_only_so_many_of_the_worst_are_listed() -> None:
    assert len(of(*[(altered(),)] * (MOST_WORST + 5)).worst) == MOST_WORST


def test_no_run_at_all_has_rates_of_nothing() -> None:
    told = of()
    assert (told.runs, told.wrong.share, told.wrong.high) == (0, 0.0, 1.0)


def with_rates(made: Report) -> Report:
    return replace(made, statistics=statistics(made))


@pytest.mark.parametrize("name", ["text", "terminal", "json", "jsonl"])
def test_a_report_without_rates_says_nothing_of_them(name: str) -> None:
    made = report(trace(altered()))
    assert written(made, name) != written(with_rates(made), name)
    assert [word for word in ("Rates of", "statistics") if word in written(made, name)] == []


def test_the_screen_shows_rate_interval_label_and_worst_run() -> None:
    made = report(*(trace(altered(), path=f"{n}.jsonl", labels={"policy": "old"}) for n in range(3)))
    shown = written(with_rates(replace(made, rules=cards("altered-citation", "split-pair"))), "text")
    for said in ("Rates of 3 runs", "100.0 %   43.9-100.0 %", "By policy", "Worst runs", "1 rule in no run"):
        assert said in shown


@pytest.mark.parametrize("poison", POISONS)
def test_hostile_labels_and_paths_are_dead_in_the_rates(poison: str) -> None:
    made = with_rates(poisoned(POISONS[poison]))
    assert written(made, "text") == written(made, "text").translate(dict.fromkeys((0, 27, 8238, 55296)))


def test_the_rates_hold_to_the_schema_of_the_report() -> None:
    schema = json.loads((ROOT / "schemas" / "report-v1.schema.json").read_text(encoding="utf-8"))
    made = with_rates(report(trace(altered(), labels={"task": "t"}), rules=cards("altered-citation")))
    value = json.loads(written(made, "json"))
    jsonschema.Draft202012Validator(schema).validate(value)
    assert "statistics" in schema["properties"]
    assert schema["properties"]["statistics"]["required"] == list(value["statistics"])


def test_the_command_adds_the_rates(tmp_path: Path) -> None:
    folder = str(fleet(tmp_path, 1, 3, policy="old"))
    told = json.loads(ctxaudit("audit", folder, "--statistics", "-f", "json").stdout)["statistics"]
    assert (told["wrong"]["hits"], told["wrong"]["runs"], told["labels"][0]["value"]) == (1, 4, "old")


def test_redacted_the_rates_show_no_label(tmp_path: Path) -> None:
    folder = str(fleet(tmp_path, 1, 1, policy="hushhush"))
    shown = ctxaudit("audit", folder, "--statistics", "--redact").stdout
    assert ("By policy" in shown, "hushhush" in shown) == (True, False)
