"""The generated session: the same for the same seed, a log that the importer reads whole, as dense as recorded ones."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from benchmarks.speed.claude_code import claude_code_session
from benchmarks.speed.densities import Figures, figures
from benchmarks.speed.tree import FILES_KEPT, Tree
from ctxaudit.importers import read_traces
from ctxaudit.model import Rewrite, Trace
from tests.speed.recorded import RANGES

MB = 1 << 20
SIZE = int(2.5 * MB)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("speed") / "session.jsonl"
    claude_code_session(path, SIZE, seed=1)
    return path


@pytest.fixture(scope="module")
def trace(log: Path) -> Trace:
    (trace,) = read_traces(str(log))
    return trace


@pytest.fixture(scope="module")
def counted(log: Path) -> Figures:
    return figures(log)


def _records(log: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in log.read_bytes().splitlines()]


def test_a_seed_makes_the_same_bytes_every_time(tmp_path: Path) -> None:
    for name in ("one", "other"):
        claude_code_session(tmp_path / name, MB // 4, seed=5)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_another_seed_makes_another_session(tmp_path: Path) -> None:
    for seed in (5, 6):
        claude_code_session(tmp_path / str(seed), MB // 4, seed=seed)
    assert (tmp_path / "5").read_bytes() != (tmp_path / "6").read_bytes()


def test_a_longer_session_begins_as_the_shorter_one(tmp_path: Path, log: Path) -> None:
    claude_code_session(tmp_path / "short", MB // 4, seed=1)
    short = (tmp_path / "short").read_bytes()
    assert log.read_bytes()[: len(short)] == short


def test_the_log_has_the_size_asked_for_give_or_take_a_record(log: Path) -> None:
    assert SIZE <= log.stat().st_size < SIZE + MB // 4


def test_the_log_is_told_to_be_claude_code_s_and_read_without_a_problem(trace: Trace) -> None:
    assert trace.format == "claude-code"
    assert trace.problems == ()
    assert trace.lines.problems == 0


def test_every_record_names_the_one_before_it_but_after_a_compaction(log: Path) -> None:
    chain = [record for record in _records(log) if "uuid" in record]
    assert len({record["uuid"] for record in chain}) == len(chain)
    for before, record in pairwise(chain):
        compacted = record.get("subtype") == "compact_boundary"
        assert record["logicalParentUuid" if compacted else "parentUuid"] == before["uuid"]


def test_time_never_goes_back(log: Path) -> None:
    stamps = [
        record["timestamp"] for line in log.read_bytes().splitlines() if "timestamp" in (record := orjson.loads(line))
    ]
    assert stamps == sorted(stamps)


def test_every_call_of_a_tool_has_its_result_right_behind(log: Path) -> None:
    for record, after in pairwise(_records(log)):
        blocks = record["message"]["content"] if record["type"] == "assistant" else []
        for block in blocks:
            if block["type"] == "tool_use":
                assert after["message"]["content"][0]["tool_use_id"] == block["id"]


def test_each_compaction_takes_the_whole_window_and_leaves_a_summary(trace: Trace) -> None:
    rewrites = [event for event in trace.events if isinstance(event, Rewrite)]
    assert len(rewrites) == 3
    assert all(rewrite.surrogate is not None for rewrite in rewrites)


@pytest.mark.parametrize("figure", sorted(RANGES))
def test_a_figure_lies_within_the_range_of_recorded_sessions(figure: str, counted: Figures) -> None:
    least, greatest = RANGES[figure]
    assert least <= counted[figure] <= greatest


def test_the_model_names_what_is_there_and_now_and_then_what_is_not(counted: Figures) -> None:
    assert counted["sourced, of those judged %"] > 65
    assert all(counted[f"{verdict}, of those judged %"] > 0 for verdict in ("coined", "faded", "derivative", "altered"))


def test_the_vocabulary_grows_with_the_session(counted: Figures) -> None:
    assert 0.7 < counted["power of the text with which tokens grow"] < 1


def test_a_tree_keeps_no_more_files_however_many_are_read() -> None:
    tree = Tree(Random(1))
    read = {tree.listing(path) for path in tree.list_files(4 * FILES_KEPT)}
    assert len(read) > FILES_KEPT
    assert len(tree._files) == len(tree._names) == FILES_KEPT
