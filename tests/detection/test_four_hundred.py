"""The runs with a known truth: the audit says of each exactly what is true, and nothing in a run gives it away."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from benchmarks.detection.four_hundred import Row, lines, measured
from benchmarks.detection.runs import RUNS, WRONG, Policy, write_runs
from benchmarks.detection.words import SENTENCES

POLICIES: tuple[Policy, ...] = get_args(Policy)
FEW = 40


@dataclass(frozen=True)
class Written:
    """All runs of a policy as they stand on disk, and the truth about them."""

    folder: Path
    truth: dict[str, dict[str, Any]]
    runs: dict[str, list[dict[str, Any]]]

    @property
    def wrong(self) -> set[str]:
        return {run for run, told in self.truth.items() if told["wrong"]}

    def reads(self, run: str) -> str:
        spans = [event["span"] for event in self.runs[run] if event["type"] == "add"]
        return "\n".join(span["text"] for span in spans if span.get("kind") == "read")


@pytest.fixture(scope="module", params=POLICIES)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Written:
    folder = tmp_path_factory.mktemp("runs") / request.param
    truth = json.loads(write_runs(folder, request.param, 1).read_text(encoding="utf-8"))
    runs = {
        path.stem: [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
        for path in folder.iterdir()
    }
    return Written(folder, truth, runs)


@pytest.fixture(scope="module")
def row() -> Row:
    return measured("rewrite-then-rank", 5, FEW)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_audit_says_of_every_run_exactly_what_is_true(policy: Policy) -> None:
    row = measured(policy, 4, FEW)
    assert (row.named, row.false, row.acted) == (row.wrong, set(), row.acted_on)


def test_a_row_that_says_what_is_true_agrees(row: Row) -> None:
    assert row.agrees


def test_a_row_that_misses_a_run_does_not_agree(row: Row) -> None:
    assert not replace(row, named=set()).agrees


def test_a_row_that_blames_a_right_run_does_not_agree(row: Row) -> None:
    assert not replace(row, false={"some-run"}).agrees


def test_a_row_that_takes_a_run_for_one_that_did_not_act_does_not_agree(row: Row) -> None:
    assert not replace(row, acted=set()).agrees


def test_the_table_shows_a_line_for_every_row(row: Row) -> None:
    assert any(line.startswith("rewrite-then-rank     5  |    40      4") for line in lines([row]))


def test_a_policy_has_as_many_wrong_and_acted_runs_as_was_observed(written: Written) -> None:
    policy = next(policy for policy in POLICIES if written.folder.name == policy)
    acted = {run for run, told in written.truth.items() if told["acted"]}
    assert (len(written.runs), len(written.wrong), len(acted)) == (RUNS, *WRONG[policy])


def test_the_truth_lies_beside_the_folder_that_is_audited(written: Written) -> None:
    assert {path.suffix for path in written.folder.iterdir()} == {".jsonl"}


def test_a_wrong_token_stands_in_nothing_that_its_run_read(written: Written) -> None:
    assert [run for run in written.wrong if written.truth[run]["wrong"] in written.reads(run)] == []


def test_a_wrong_token_is_cited_by_its_run(written: Written) -> None:
    for run in written.wrong:
        cited = [event["token"] for event in written.runs[run] if event["type"] == "cite"]
        assert cited.count(written.truth[run]["wrong"]) == 1


def test_no_key_of_an_event_is_there_in_wrong_runs_only(written: Written) -> None:
    keys: dict[bool, set[tuple[str, str]]] = {True: set(), False: set()}
    for run, events in written.runs.items():
        for event in events:
            keys[run in written.wrong] |= {(event["type"], key) for key in (*event, *event.get("span", {}))}
    assert keys[True] <= keys[False]


def test_the_first_line_of_a_run_is_the_same_for_right_and_wrong_ones(written: Written) -> None:
    heads = {True: set[str](), False: set[str]()}
    for run, (header, *_) in written.runs.items():
        heads[run in written.wrong].add(json.dumps({**header, "id": ""}))
    assert heads[True] <= heads[False]


def test_no_two_runs_read_the_same(written: Written) -> None:
    assert len({written.reads(run) for run in written.runs}) == RUNS


def test_right_claims_are_made_in_every_class(written: Written) -> None:
    assert {told["kind"] for told in written.truth.values() if not told["wrong"]} == set(SENTENCES)


def test_right_identifiers_are_acted_on_as_well(written: Written) -> None:
    acting = {run for run, events in written.runs.items() if any("action" in event for event in events)}
    assert len(acting - written.wrong) > RUNS / 10


def test_wrong_identifiers_are_near_misses_and_inventions_of_many_classes(tmp_path: Path) -> None:
    truths = [
        json.loads(write_runs(tmp_path / str(seed), "rewrite-then-rank", seed).read_text(encoding="utf-8"))
        for seed in (1, 2, 3)
    ]
    told = Counter((run["how"], run["kind"]) for truth in truths for run in truth.values() if run["wrong"])
    assert {how for how, _ in told} == {"near", "invented"}
    assert {kind for _, kind in told} == set(SENTENCES)


def test_with_a_pinned_block_only_a_prose_number_goes_wrong(tmp_path: Path) -> None:
    truth = json.loads(write_runs(tmp_path / "runs", "rank-the-source", 2).read_text(encoding="utf-8"))
    assert {told["kind"] for told in truth.values() if told["wrong"]} == {"number"}


def test_the_same_seed_writes_the_same_runs(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        write_runs(tmp_path / name, "rewrite-then-rank", 9, FEW)
        texts.append(sorted(path.read_text(encoding="utf-8") for path in (tmp_path / name).iterdir()))
    assert texts[0] == texts[1]
