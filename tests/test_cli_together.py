"""Options that stand together in any order: what a report holds and how the command ends follow from each of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.model import CONFIDENCES, SEVERITIES
from ctxaudit.rules import load_rules
from tests.corpus.runs import RIGHT, WRONG, run, write_run
from tests.running import ran
from tests.test_cli import LOSSY, QUIET, native

Json = dict[str, Any]
CHOICES: tuple[tuple[tuple[str, ...], ...], ...] = (
    ((), ("--strict",), ("--no-strict",)),
    ((), ("--exit-zero",)),
    ((), ("--redact",)),
    ((), ("--statistics",)),
    ((), ("--verbose",), ("--quiet",)),
    ((), ("--all-conditions",), ("--no-all-conditions",)),
    ((), *(("--fail-on", one) for one in (*SEVERITIES, "never"))),
    ((), *(("--min-confidence", one) for one in CONFIDENCES)),
    ((), ("--select", "citations"), ("--select", "surrogates,protocol"), ("--select", "altered-citation")),
    ((), ("--ignore", "citations"), ("--ignore", "unsourced-citation", "--ignore", "ranking")),
    ((), ("--extend-select", "split-pair")),
    ((), ("--lane", "main"), ("--lane", "main", "--lane", "nobody")),
    ((), ("--budget", "20"), ("--budget", "200000")),
    ((), ("--from", "native")),
    ((), ("--jobs", "1"), ("--engine", "local")),
)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five runs: two with a wrong citation, one with a right one, one lossy, one still. One of the wrong is torn."""
    folder = tmp_path_factory.mktemp("runs")
    write_run(folder / "right.jsonl", run("right", RIGHT))
    write_run(folder / "wrong.jsonl", run("wrong", WRONG))
    torn = write_run(folder / "torn.jsonl", run("torn", WRONG))
    torn.write_bytes(torn.read_bytes() + b'{"type": "add", "tu')
    (folder / "lossy.jsonl").write_bytes(native(LOSSY))
    (folder / "still.jsonl").write_bytes(native(QUIET))
    return folder


def drawn(seed: int) -> list[tuple[str, ...]]:
    """Options, each with its value, in any order. They leave a rule to run."""
    dice = Random(seed)
    options = [dice.choice(choices) for choices in CHOICES]
    dice.shuffle(options)
    given = [option for option in options if option]
    return given if slugs(given) else [option for option in given if option[0] != "--ignore"]


def audited(runs: Path, options: list[tuple[str, ...]]) -> tuple[int, Json]:
    ended = ran("audit", *(word for option in options for word in option), "--format", "json", str(runs))
    return ended.code, json.loads(ended.out)


def findings(report: Json) -> Iterator[Json]:
    return (finding for trace in report["traces"] for finding in trace["findings"])


def value(options: list[tuple[str, ...]], name: str, default: str) -> str:
    return next((option[1] for option in options if option[0] == name), default)


def expected_code(report: Json, options: list[tuple[str, ...]]) -> int:
    """By the contract, from what the report holds."""
    if ("--strict",) in options and any(trace["problems"] for trace in report["traces"]):
        return 3
    least, fail_on = value(options, "--min-confidence", "medium"), value(options, "--fail-on", "error")
    sure = CONFIDENCES[: CONFIDENCES.index(least) + 1]
    grave = () if fail_on == "never" else SEVERITIES[: SEVERITIES.index(fail_on) + 1]
    counted = any(
        one["suppressed"] is None and one["confidence"] in sure and one["severity"] in grave for one in findings(report)
    )
    return int(counted and ("--exit-zero",) not in options)


@pytest.mark.parametrize("seed", range(80))
def test_the_exit_code_follows_from_the_report_and_the_options(runs: Path, seed: int) -> None:
    options = drawn(seed)
    code, report = audited(runs, options)
    assert len(report["traces"]) == 5
    assert code == expected_code(report, options)


@pytest.mark.parametrize("seed", range(40))
def test_the_order_of_options_changes_nothing(runs: Path, seed: int) -> None:
    options = drawn(seed)
    again = options[:]
    Random(seed + 1).shuffle(again)
    assert audited(runs, options) == audited(runs, again)


@pytest.mark.parametrize("seed", range(60))
def test_only_rules_that_were_chosen_find_anything_and_each_has_a_verdict(runs: Path, seed: int) -> None:
    options = drawn(seed)
    chosen = slugs(options)
    _, report = audited(runs, options)
    assert {one["rule"] for one in findings(report)} <= chosen
    assert all(set(trace["verdicts"]) == chosen for trace in report["traces"])


def slugs(options: list[tuple[str, ...]]) -> set[str]:
    """The rules that are to run, told from the options one by one."""
    rules = {slug: loaded.rule.group for slug, loaded in load_rules().items()}

    def named(option: str) -> set[str]:
        words = [word for given in options if given[0] == option for word in given[1::2]]
        names = {name for word in words for name in word.split(",")}
        return {slug for slug, group in rules.items() if {slug, group} & names}

    return ((named("--select") or set(rules)) | named("--extend-select")) - named("--ignore")


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("form", ["text", "markdown", "sarif", "csv"])
def test_what_is_redacted_holds_no_word_of_a_run_in_any_format(runs: Path, seed: int, form: str) -> None:
    options = [*(option for option in drawn(seed) if option != ("--redact",)), ("--redact",)]
    ended = ran("audit", *(word for option in options for word in option), "--format", form, str(runs))
    said = ended.out + ended.err
    assert not [word for word in ("valve_41", "valve_14", "berth 14", "ferry leaves", "Which pump") if word in said]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("form", ["text", "terminal", "junit", "github", "html", "jsonl"])
def test_a_format_has_no_part_in_the_exit_code(runs: Path, seed: int, form: str) -> None:
    options = drawn(seed)
    words = [word for option in options for word in option]
    assert ran("audit", *words, "--format", form, str(runs)).code == audited(runs, options)[0]


@pytest.mark.parametrize("seed", range(30))
def test_a_limit_of_findings_shortens_the_report_and_not_the_judgement(runs: Path, seed: int) -> None:
    options = drawn(seed)
    code, whole = audited(runs, options)
    short_code, short = audited(runs, [*options, ("--max-findings", "1")])
    assert (short_code, short["totals"]) == (code, whole["totals"])
    assert len([*findings(short)]) <= len([*findings(whole)])


@pytest.mark.parametrize("seed", range(30))
def test_several_reports_of_one_run_are_those_of_several_runs(runs: Path, tmp_path: Path, seed: int) -> None:
    words = [word for option in drawn(seed) for word in option]
    forms = ("json", "sarif", "markdown", "csv")
    outputs = [word for form in forms for word in ("--output", f"{form}={tmp_path / form}")]
    together = ran("audit", *words, *outputs, str(runs))
    alone = [ran("audit", *words, "--format", form, str(runs)) for form in forms]
    assert {together.code} == {one.code for one in alone}
    assert [(tmp_path / form).read_text(encoding="utf-8") for form in forms] == [one.out for one in alone]
    assert together.out == ""


WRONG_VALUES = (
    ("--fail-on", "grave"), ("--min-confidence", "sure"), ("--max-findings", "0"), ("--budget", "-1"), ("--jobs", "x"),
    ("--select", "no-such-rule"), ("--from", "cobol"), ("--format", "pdf"), ("--engine", "steam"), ("--output", ""),
    ("--config", "no-such.toml"), ("--baseline", "no-such.json"), ("--no-such-option",),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_one_wrong_value_among_right_ones_is_wrong_usage_and_nothing_is_printed(runs: Path, seed: int) -> None:
    dice = Random(seed)
    wrong = WRONG_VALUES[seed % len(WRONG_VALUES)]
    options = [option for option in drawn(seed) if option[0] != wrong[0]]
    options.insert(dice.randint(0, len(options)), wrong)
    ended = ran("audit", *(word for option in options for word in option), str(runs))
    assert (ended.code, ended.out) == (2, "")
    assert len(ended.err.strip()) > 10


@pytest.mark.parametrize("seed", range(20))
def test_an_option_after_the_paths_or_before_them_is_the_same(runs: Path, seed: int) -> None:
    words = [word for option in drawn(seed) for word in option]
    before, after = ran("audit", *words, str(runs)), ran("audit", str(runs), *words)
    assert before == after


@pytest.mark.parametrize("seed", range(20))
def test_what_a_baseline_accepted_fails_no_run_whatever_the_options(runs: Path, tmp_path: Path, seed: int) -> None:
    """Options that choose what is judged another way than the baseline was made with are left out."""
    known = tmp_path / "known.json"
    assert ran("baseline", str(runs), "-o", str(known)).code == 0
    left = ("--strict", "--budget", "--all-conditions")
    options = [option for option in drawn(seed) if option[0] not in left]
    code, report = audited(runs, [*options, ("--baseline", str(known))])
    assert (code, [one["rule"] for one in findings(report) if one["suppressed"] is None]) == (0, [])
