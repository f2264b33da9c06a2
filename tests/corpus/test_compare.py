"""Two sets of runs side by side."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks.detection.runs import main as write_both
from ctxaudit.corpus.compare import compared
from ctxaudit.model import Comparison, Finding
from ctxaudit.reports.compare import FORMATS
from ctxaudit.reports.options import RenderOptions
from tests.corpus.runs import fleet
from tests.corpus.test_rates import cards
from tests.fixtures import ROOT
from tests.reports.made import altered, finding, report, trace
from tests.reports.poison import POISONS
from tests.test_cli import ctxaudit


def sides(first: int, second: int, runs: int = 40, found: Finding | None = None) -> Comparison:
    """So many of the runs of either side have the finding."""
    rules = cards("altered-citation", "split-pair", "deep-rewrite")
    made = [
        report(
            *(trace(*([found or altered()] if n < hits else []), path=f"{n}.jsonl") for n in range(runs)), rules=rules
        )
        for hits in (first, second)
    ]
    return compared(("old", made[0]), ("new", made[1]))


def shown(told: Comparison, name: str = "text") -> str:
    return "".join(FORMATS[name](told, RenderOptions()))


def test_a_large_difference_is_more_than_noise() -> None:
    told = sides(31, 2).wrong
    assert (told.more_than_noise, told.low > 0, told.first.hits, told.second.hits) == (True, True, 31, 2)


@pytest.mark.parametrize(("first", "second"), [(3, 2), (0, 0), (40, 40), (4, 0)])
def test_a_small_difference_is_noise(first: int, second: int) -> None:
    told = sides(first, second).wrong
    assert (told.more_than_noise, told.low <= 0 <= told.high) == (False, True)


def test_a_side_that_became_worse_has_a_negative_difference() -> None:
    told = sides(1, 30).wrong
    assert (told.share < 0, told.high < 0, told.more_than_noise) == (True, True, True)


def test_only_rules_with_a_finding_on_either_side_are_compared() -> None:
    assert [one.name for one in sides(0, 3, found=finding("split-pair")).rules] == ["split-pair"]


def test_rules_are_adjusted_for_how_many_they_are_and_the_two_questions_are_not() -> None:
    rules = cards("altered-citation", "split-pair")
    both = [trace(altered(), finding("split-pair"), path=f"{n}.jsonl") for n in range(5)]
    none = [trace(path=f"none-{n}.jsonl") for n in range(15)]
    told = compared(("a", report(*both, *none, rules=rules)), ("b", report(*none, *none[:5], rules=rules)))
    assert told.wrong.adjusted == told.wrong.p
    assert [round(one.adjusted / one.p, 9) for one in told.rules] == [2.0, 2.0]


def test_a_rule_that_only_one_side_ran_is_compared_with_none() -> None:
    one = report(trace(altered()), rules=cards("altered-citation"))
    [told] = compared(("a", one), ("b", report(trace()))).rules
    assert (told.first.hits, told.second.hits, told.second.runs) == (1, 0, 1)


def test_nothing_against_nothing_is_noise() -> None:
    told = sides(0, 0, runs=0)
    assert told.wrong.p == pytest.approx(1.0)
    assert (told.rules, "No rule has a finding" in shown(told)) == ((), True)


def test_the_json_has_both_sides_and_the_difference() -> None:
    told = json.loads(shown(sides(31, 2), "json"))
    assert [side["path"] for side in told["sides"]] == ["old", "new"]
    assert told["wrong"]["first"]["hits"] - told["wrong"]["second"]["hits"] == 29
    assert told["rules"]["altered-citation"]["more_than_noise"] is True


def test_the_table_fits_eighty_columns() -> None:
    assert max(map(len, shown(sides(31, 2)).split("\n"))) <= 80


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("poison", POISONS)
def test_a_hostile_path_is_dead(name: str, poison: str) -> None:
    told = compared((POISONS[poison], report()), (POISONS[poison], report()))
    assert {"\0", "\x1b", "\u202e", "\u200b", "\ud800"} & set(shown(told, name)) == set()


def test_the_command_compares_two_folders(tmp_path: Path) -> None:
    first, second = fleet(tmp_path / "a", 6, 0), fleet(tmp_path / "b", 0, 6)
    done = ctxaudit("compare", str(first), str(second), "--format", "json")
    told = json.loads(done.stdout)["wrong"]
    assert (done.returncode, told["first"]["hits"], told["second"]["hits"], told["more_than_noise"]) == (0, 6, 0, True)


def test_a_side_without_runs_ends_with_three_and_is_named(tmp_path: Path) -> None:
    done = ctxaudit("compare", str(fleet(tmp_path / "a", 1, 1)), str(tmp_path / "gone"))
    assert (done.returncode, "gone" in done.stderr, "A: " in done.stdout) == (3, True, True)


@pytest.mark.parametrize("arguments", [(".",), (".", ".", "--format", "sarif"), (".", ".", "--min-confidence", "huge")])
def test_wrong_usage_ends_with_two(arguments: tuple[str, ...]) -> None:
    assert ctxaudit("compare", *arguments).returncode == 2


def test_the_example_of_the_page_is_what_the_command_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "fleet.md").read_text(encoding="utf-8")
    example = re.search(r"\$ ctxaudit compare runs/\S+ runs/\S+\n(.*?)```", page, re.DOTALL)
    assert example is not None
    write_both(str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    from ctxaudit.corpus.local import Plan, audit_paths

    paths = ("runs/rewrite-then-rank", "runs/rank-the-source")
    made = [audit_paths([path], Plan(), version="0", jobs=None) for path in paths]
    assert example[1] == shown(compared((paths[0], made[0]), (paths[1], made[1])))
