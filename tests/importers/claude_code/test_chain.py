"""The window is the parent chain of the newest record, widened by its families; what hangs elsewhere is a rewind."""

from __future__ import annotations

from pathlib import Path

from ctxaudit.model import Call, Evict, Restore
from tests.importers.claude_code.log import Log, call, edits, evictions, rewrites, spans, windows


def parallel(log: Log) -> Log:
    """Three calls of one answer; each result hangs on its own call, the next answer on the last result."""
    log.user("u1", "build all three").model("a1", "m1", call("t1")).model("a2", "m1", call("t2")).model(
        "a3", "m1", call("t3")
    )
    log.on("a1").result("r1", "t1", "one built").on("a2").result("r2", "t2", "two built")
    return log.on("a3").result("r3", "t3", "three built").model("b1", "m2", "All three stand.")


def test_parallel_calls_and_their_results_are_all_in_the_window(tmp_path: Path) -> None:
    trace = parallel(Log()).trace(tmp_path)
    assert windows(trace)[1] == ["u1", "a1", "a2", "a3", "r1", "r2", "r3"]


def test_parallel_calls_are_no_rewind(tmp_path: Path) -> None:
    assert edits(parallel(Log()).trace(tmp_path)) == []


def test_a_result_that_is_written_after_the_next_answer_is_no_rewind(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", call("t1")).model("a2", "m1", call("t2"))
    log.on("a1").result("r1", "t1", "first").model("b1", "m2", "Going on.").on("a2").result("r2", "t2", "second")
    assert edits(log.on("b1").user("u2", "and?").model("c1", "m3", "Done.").trace(tmp_path)) == []


def test_lines_of_one_answer_are_one_call_with_the_recorded_size(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "Looking.", tokens=900).model("a2", "m1", call("t1"), tokens=900)
    calls = [event for event in log.trace(tmp_path).events if isinstance(event, Call)]
    assert [(event.tokens, event.line, event.turn, event.id) for event in calls] == [(900, 2, 1, "a1")]


def test_the_size_of_a_call_is_all_that_was_sent_cached_or_not(tmp_path: Path) -> None:
    usage = {"input_tokens": 5, "cache_read_input_tokens": 700, "cache_creation_input_tokens": 95, "output_tokens": 3}
    trace = Log().user("u1", "go").model("a1", "m1", "Yes.", more={"usage": usage}).trace(tmp_path)
    assert [event.tokens for event in trace.events if isinstance(event, Call)] == [800]


def test_a_call_without_a_recorded_size_has_none(tmp_path: Path) -> None:
    trace = Log().user("u1", "go").model("a1", "m1", "Yes.", more={"usage": None}).trace(tmp_path)
    assert [event.tokens for event in trace.events if isinstance(event, Call)] == [None]


def test_each_call_begins_a_turn(tmp_path: Path) -> None:
    trace = parallel(Log()).trace(tmp_path)
    assert [event.turn for event in trace.events] == [0, 1, 1, 1, 1, 1, 1, 1, 2, 2]


def rewound(log: Log) -> Log:
    log.user("u1", "plan it").model("a1", "m1", "Plan A.").user("u2", "do plan A").model("a2", "m2", "Doing A.")
    return log.on("a1").user("u3", "no, plan B").model("a3", "m3", "Doing B.")


def test_a_rewind_withdraws_the_branch_by_the_human(tmp_path: Path) -> None:
    (gone,) = evictions(rewound(Log()).trace(tmp_path))
    assert (gone.spans, gone.reason, gone.by, gone.basis) == (("u2", "a2"), "withdrawn", "human", "derived")


def test_a_rewind_belongs_to_the_turn_of_the_next_call(tmp_path: Path) -> None:
    (gone,) = evictions(rewound(Log()).trace(tmp_path))
    assert (gone.turn, gone.line) == (3, 5)


def test_after_a_rewind_the_window_is_the_new_branch(tmp_path: Path) -> None:
    assert windows(rewound(Log()).trace(tmp_path))[-1] == ["u1", "a1", "u3", "a3"]


def test_a_rewind_is_told_in_the_notes(tmp_path: Path) -> None:
    assert any("rewind" in note and "line 5" in note for note in rewound(Log()).trace(tmp_path).notes)


def test_an_edited_first_prompt_withdraws_everything(tmp_path: Path) -> None:
    log = Log().user("u1", "plan it").model("a1", "m1", "Plan A.").on(None).user("u2", "plan something else")
    assert evictions(log.model("a2", "m2", "Plan Z.").trace(tmp_path))[0].spans == ("u1", "a1")


def test_a_prompt_without_a_parent_is_no_new_start_when_the_window_did_not_shrink(tmp_path: Path) -> None:
    log = Log().user("u1", "plan it").model("a1", "m1", "Plan A.", tokens=5000).on(None).user("u2", "go on")
    assert evictions(log.model("a2", "m2", "Going on.", tokens=5100).trace(tmp_path)) == []


def test_a_prompt_that_no_call_ever_saw_is_a_draft(tmp_path: Path) -> None:
    log = Log().user("u1", "plan it").model("a1", "m1", "Plan A.").user("u2", "do plan A").on("a1").user("u3", "plan B")
    trace = log.model("a3", "m3", "Doing B.").trace(tmp_path)
    assert "u2" not in spans(trace)
    assert trace.lines.not_context == {"draft that was never sent": 1}


def test_going_back_to_a_branch_that_was_left_brings_it_back(tmp_path: Path) -> None:
    log = rewound(Log()).on("a2").user("u4", "A after all").model("a4", "m4", "Back on A.")
    trace = log.trace(tmp_path)
    assert sorted(windows(trace)[-1]) == ["a1", "a2", "a4", "u1", "u2", "u4"]
    assert [event.of for event in trace.events if isinstance(event, Restore)] == ["u2", "a2"]


def test_an_answer_that_the_harness_asked_for_again_is_withdrawn_by_the_host(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "Half an ans").on("u1").model("a2", "m2", "A whole answer.")
    (gone,) = evictions(log.trace(tmp_path))
    assert (gone.spans, gone.by) == (("a1",), "host")


def test_records_of_other_kinds_are_stepped_through(tmp_path: Path) -> None:
    log = Log().user("u1", "go").record("progress", "p1", data={"type": "hook_progress"})
    log.record("system", "s1", subtype="turn_duration").model("a1", "m1", "Gone.")
    trace = log.trace(tmp_path)
    assert windows(trace)[0] == ["u1"]
    assert trace.lines.not_context == {"progress": 1, "system/turn_duration": 1}


def test_an_orphan_is_joined_to_the_record_before_it(tmp_path: Path) -> None:
    log = (
        Log().user("u1", "go").model("a1", "m1", "One.").on("lost-record").user("u2", "more").model("a2", "m2", "Two.")
    )
    trace = log.trace(tmp_path)
    assert windows(trace)[1] == ["u1", "a1", "u2"]
    assert edits(trace) == []


def test_an_orphan_is_said_and_derived(tmp_path: Path) -> None:
    trace = Log().user("u1", "go").model("a1", "m1", "One.").on("lost-record").user("u2", "more").trace(tmp_path)
    assert [event.basis for event in trace.events] == ["recorded", "recorded", "recorded", "derived"]
    assert any("1 record names a parent that is not in the log (line 3)" in note for note in trace.notes)


def test_a_cut_above_which_a_record_was_joined_is_derived(tmp_path: Path) -> None:
    log = (
        Log().user("u1", "go").model("a1", "m1", "One.").on("lost-record").user("u2", "more").model("a2", "m2", "Two.")
    )
    log.boundary("c1").summary("s1", "This session is being continued from a previous conversation. Two things.")
    assert [event.basis for event in rewrites(log.trace(tmp_path))] == ["derived"]


def test_a_repeated_uuid_counts_once_and_its_last_text_holds(tmp_path: Path) -> None:
    log = Log().user("u1", "first wording").on(None).user("u1", "second wording").model("a1", "m1", "Yes.")
    trace = log.trace(tmp_path)
    assert spans(trace)["u1"].text == "second wording"
    assert trace.lines.not_context == {"repeated uuid": 1}


def test_a_log_without_uuids_is_read_in_file_order(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "One.").user("u2", "more").model("a2", "m2", "Two.")
    for number, line in enumerate(log.lines):
        keys = ('"uuid"', '"parentUuid"', '"was"', '"hung"')
        log.lines[number] = line.replace(keys[0], keys[2]).replace(keys[1], keys[3])
    assert windows(log.trace(tmp_path))[1] == ["line-1", "line-2", "line-3"]


def test_a_record_that_hangs_on_itself_does_no_harm(tmp_path: Path) -> None:
    log = Log().user("u1", "go").on("a1").model("a1", "m1", "Loop.").user("u2", "on")
    assert windows(log.trace(tmp_path))[-1] == ["u1", "a1", "u2"]


def test_a_late_result_of_a_call_that_was_rewound_stays_outside(tmp_path: Path) -> None:
    log = Log().user("u1", "plan").model("a1", "m1", "Plan.").user("u2", "do A").model("a2", "m2", call("t1"))
    log.on("a1").user("u3", "do B").model("a3", "m3", "Doing B.").on("a2").result("r1", "t1", "A is built")
    trace = log.trace(tmp_path)
    assert windows(trace)[-1] == ["u1", "a1", "u3", "a3"]
    assert trace.lines.not_context == {"record of a branch that was left": 1}


def test_no_rewind_gives_an_eviction_without_spans(tmp_path: Path) -> None:
    trace = rewound(Log()).trace(tmp_path)
    assert all(event.spans for event in trace.events if isinstance(event, Evict))
