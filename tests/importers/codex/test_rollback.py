"""Rollbacks: the last turns leave, taken back by the human, and compactions among them are undone."""

from __future__ import annotations

from pathlib import Path

from tests.importers.codex.rollout import LEAD, Rollout
from tests.importers.seen import evictions, windows

CONTEXT = "<environment_context><cwd>/srv/mill</cwd></environment_context>"


def turns(count: int) -> Rollout:
    log = Rollout().user(CONTEXT)
    for number in range(1, count + 1):
        log.user(f"ask {number}").model(f"Answer {number}.")
    return log


def test_the_last_turn_is_withdrawn_by_the_human(tmp_path: Path) -> None:
    trace = turns(2).rollback(1).trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.by, gone.basis) == ("withdrawn", "human", "derived")
    assert windows(trace)[-1] == [CONTEXT, "ask 1", "Answer 1."]


def test_several_turns_go_at_once(tmp_path: Path) -> None:
    assert windows(turns(3).rollback(2).trace(tmp_path))[-1] == [CONTEXT, "ask 1", "Answer 1."]


def test_more_turns_than_there_are_leave_what_stood_before_the_first(tmp_path: Path) -> None:
    trace = turns(2).rollback(5).trace(tmp_path)
    assert windows(trace)[-1] == [CONTEXT]
    assert any("5 turns were taken back, and the log shows 2" in note for note in trace.notes)


def test_settings_that_came_right_before_the_turn_go_with_it(tmp_path: Path) -> None:
    log = turns(1).developer("<collaboration_mode>plan</collaboration_mode>").user("ask 2").model("Answer 2.")
    assert windows(log.rollback(1).trace(tmp_path))[-1] == [CONTEXT, "ask 1", "Answer 1."]


def test_rollbacks_add_up(tmp_path: Path) -> None:
    log = turns(2).rollback(1).user("ask 3").model("Answer 3.").rollback(2)
    assert windows(log.trace(tmp_path))[-1] == [CONTEXT]


def test_a_compaction_among_the_turns_is_undone(tmp_path: Path) -> None:
    log = turns(2).user("ask 3").compacted(f"{LEAD}\nShort.").model("Answer 3.").rollback(1)
    assert windows(log.trace(tmp_path))[-1] == [CONTEXT, "ask 1", "Answer 1.", "ask 2", "Answer 2."]


def test_a_compaction_before_the_turn_stands(tmp_path: Path) -> None:
    log = turns(1).compacted(f"{LEAD}\nShort.").user("ask 2").model("Answer 2.").rollback(1)
    assert windows(log.trace(tmp_path))[-1] == [CONTEXT, "ask 1", f"{LEAD}\nShort."]


def test_another_agent_s_message_begins_a_turn(tmp_path: Path) -> None:
    log = turns(1).line("inter_agent_communication", author="a", content="dam is open").model("Thanks.").rollback(1)
    assert windows(log.trace(tmp_path))[-1] == [CONTEXT, "ask 1", "Answer 1."]


def test_a_rollback_of_nothing_changes_nothing(tmp_path: Path) -> None:
    trace = turns(1).rollback(0).trace(tmp_path)
    assert evictions(trace) == []
    assert trace.lines.not_context == {"event_msg/thread_rolled_back": 1}
