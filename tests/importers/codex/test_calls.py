"""Calls: where they begin, and which count is theirs."""

from __future__ import annotations

from pathlib import Path

from tests.importers.codex.rollout import Rollout
from tests.importers.seen import calls, windows


def test_a_call_stands_before_all_that_it_answered(tmp_path: Path) -> None:
    log = Rollout().user("go").item("reasoning", encrypted_content="g").model("First.").call("c1").count(900)
    trace = log.output("c1", "done").model("Done.").count(950).trace(tmp_path)
    assert [window[-1] for window in windows(trace)] == ["go", "done", "Done."]
    assert [call.tokens for call in calls(trace)] == [900, 950]


def test_a_count_between_two_answers_parts_them(tmp_path: Path) -> None:
    trace = Rollout().user("go").model("One.").count(900).model("Two.").count(950).trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [900, 950]


def test_a_repeated_count_is_old_news(tmp_path: Path) -> None:
    log = Rollout().user("go").model("One.").count(900).user("more").count(900, again=True).model("Two.")
    trace = log.count(900, again=True).call("c1").count(990).trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [900, 990]


def test_a_count_of_nothing_is_none(tmp_path: Path) -> None:
    log = Rollout().user("go").model("One.").event("token_count", info=None)
    assert [call.tokens for call in calls(log.trace(tmp_path))] == [None]


def test_an_estimate_is_no_count(tmp_path: Path) -> None:
    log = Rollout().user("go").model("One.").count(0, total_tokens=52_000)
    assert [call.tokens for call in calls(log.trace(tmp_path))] == [None]


def test_a_count_that_comes_after_the_turn_is_not_the_call_s(tmp_path: Path) -> None:
    log = Rollout().user("go").model("One.").event("turn_aborted", reason="interrupted").count(900)
    assert [call.tokens for call in calls(log.trace(tmp_path))] == [None]


def test_a_size_that_counts_a_search_is_left_out_and_said(tmp_path: Path) -> None:
    log = Rollout().user("go").item("web_search_call", action={"query": "x"}).model("Found.").count(9000)
    trace = log.user("more").model("Yes.").count(950).trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [None, 950]
    assert any(note.startswith("1 recorded sizes are left out") for note in trace.notes)


def test_a_window_that_grew_unseen_is_told_in_the_call(tmp_path: Path) -> None:
    log = Rollout()
    for number, size in enumerate([9000, 9100, 9200, 9300, 29_400]):
        log.user(f"{number}" + "grain " * 60).model("Yes.").count(size)
    assert [call.unseen > 15_000 for call in calls(log.trace(tmp_path))] == [False, False, False, False, True]


def test_a_log_without_counts_has_calls_all_the_same(tmp_path: Path) -> None:
    trace = Rollout().user("go").model("One.").user("more").model("Two.").trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [None, None]
