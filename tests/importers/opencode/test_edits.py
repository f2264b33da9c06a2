"""Compactions and cleared results: what left, what stands in its place, and when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ctxaudit.model import Checkpoint, Evict, Rewrite, Truncate
from tests.importers.opencode.log import Log, tool
from tests.importers.shown import cut_of, edits, hold, spans, texts, windows


def talk(**state: Any) -> Log:
    log = Log().user("m1", "which sieve?").model("m2", tool("c1", "sieve 4", **state)).model("m3", "Sieve 4.")
    return log.user("m4", "and the mesh?").model("m5", "80.")


def compacted(tail: str | None = None, *parts: Any, **keys: Any) -> Log:
    log = talk().asked("m6", tail, **keys).summary("m7", "m6", *(parts or ("## Goal\nmend sieve 4",)))
    more = {"type": "text", "text": "Continue if you have next steps", "synthetic": True}
    return log.user("m8", more).model("m9", "Mending.")


def test_a_compaction_without_a_tail_leaves_question_and_summary(tmp_path: Path) -> None:
    shown = texts(compacted().trace(tmp_path))[-2]
    assert shown == ["What did we do so far?", "## Goal\nmend sieve 4", "Continue if you have next steps"]


def test_the_kept_tail_stands_behind_the_summary(tmp_path: Path) -> None:
    shown = texts(compacted("m4").trace(tmp_path))[-2]
    assert shown[2:] == ["and the mesh?", "80.", "Continue if you have next steps"]


def test_one_rewrite_takes_all_that_left(tmp_path: Path) -> None:
    cut = cut_of(compacted("m4").trace(tmp_path))
    assert cut.sources == ("m1.p0", "m2.p1", "m2.p1-result", "m3.p1")


def test_a_compaction_is_no_truncation_beside_the_rewrite(tmp_path: Path) -> None:
    assert [type(edit) for edit in edits(compacted("m4").trace(tmp_path))] == [Rewrite]


def test_nothing_tells_the_model_that_it_reads_a_summary(tmp_path: Path) -> None:
    cut = cut_of(compacted().trace(tmp_path))
    found = cut.surrogate
    assert (found.role, found.by, found.kind, found.lossy, found.provenance) == (
        "assistant",
        "model",
        "summary",
        False,
        (),
    )
    assert (cut.by, cut.basis) == ("host", "derived")


def test_the_question_is_the_host_s(tmp_path: Path) -> None:
    assert spans(compacted().trace(tmp_path))["m6"].by == "host"


def test_what_the_harness_says_behind_the_summary_is_its_own(tmp_path: Path) -> None:
    assert spans(compacted().trace(tmp_path))["m8.p0"].by == "host"


def test_a_summary_is_no_model_call_of_the_session(tmp_path: Path) -> None:
    assert len(windows(compacted().trace(tmp_path))) == 5


def test_the_edit_belongs_to_the_turn_of_the_next_call(tmp_path: Path) -> None:
    assert cut_of(compacted().trace(tmp_path)).turn == 4


def test_every_record_of_a_compaction_is_counted(tmp_path: Path) -> None:
    log = compacted("m4")
    hold(log.traces(tmp_path), log.records)


def test_a_summary_in_two_parts_is_one_surrogate(tmp_path: Path) -> None:
    assert cut_of(compacted(None, "one", "two").trace(tmp_path)).surrogate.text == "one\ntwo"


def test_an_empty_summary_is_an_empty_surrogate(tmp_path: Path) -> None:
    found = cut_of(compacted(None, {"type": "text", "text": ""}).trace(tmp_path)).surrogate
    assert (found.text, found.complete, found.tags) == ("", True, ())


def test_a_summary_whose_parts_are_lost_cannot_be_read(tmp_path: Path) -> None:
    log = compacted()
    log.messages[6]["parts"] = []
    trace = log.trace(tmp_path)
    found = cut_of(trace).surrogate
    assert (found.text, found.complete, found.tags) == ("", False, ("opaque",))
    assert any("has lost the text of this summary" in note for note in trace.notes)


def test_a_summary_that_failed_cuts_nothing(tmp_path: Path) -> None:
    log = talk().asked("m6").summary("m7", "m6", "## Go", error={"name": "APIError"}).model("m8", "On.")
    trace = log.trace(tmp_path)
    assert edits(trace) == []
    assert texts(trace)[-1][-2:] == ["What did we do so far?", "On."]


def test_a_summary_that_was_not_finished_cuts_nothing(tmp_path: Path) -> None:
    assert edits(talk().asked("m6").summary("m7", "m6", "## Go", finish=None).trace(tmp_path)) == []


def test_the_diffs_of_a_user_message_are_no_summary(tmp_path: Path) -> None:
    log = Log().user("m1", "go", summary={"diffs": []}).model("m2", "Yes.")
    assert edits(log.trace(tmp_path)) == []


def test_a_second_compaction_takes_the_first_summary(tmp_path: Path) -> None:
    log = compacted().asked("n1").summary("n2", "n1", "## Goal\nmend it").model("n3", "On.")
    first, second = [edit for edit in edits(log.trace(tmp_path)) if isinstance(edit, Rewrite)]
    assert first.surrogate.id in second.sources
    assert texts(log.trace(tmp_path))[-1] == ["What did we do so far?", "## Goal\nmend it", "On."]


def test_a_first_kept_message_that_is_not_there_keeps_nothing(tmp_path: Path) -> None:
    trace = compacted("m0").trace(tmp_path)
    assert len(texts(trace)[-2]) == 3
    assert any("is not in the log" in note for note in trace.notes)


def test_a_message_that_came_while_it_was_summed_up_stays(tmp_path: Path) -> None:
    log = talk().asked("m6").user("m6b", "hurry").summary("m7", "m6", "## Goal").model("m8", "On.")
    assert texts(log.trace(tmp_path))[-1] == ["What did we do so far?", "## Goal", "hurry", "On."]


def test_a_result_is_cleared_at_the_first_call_after_its_time(tmp_path: Path) -> None:
    trace = talk(compacted=5500).trace(tmp_path)  # m4 came at 5000, m5 at 6000
    seen = [shown.count("sieve 4") for shown in texts(trace)]
    assert seen == [0, 1, 0, 0]
    assert texts(trace)[2][2] == "[Old tool result content cleared]"


def test_a_cleared_result_is_truncated_because_nobody_can_read_the_log_s_copy(tmp_path: Path) -> None:
    (edit,) = edits(talk(compacted=5500).trace(tmp_path))
    assert isinstance(edit, Truncate)
    assert (edit.spans, edit.basis, edit.turn) == (("m2.p1-result",), "recorded", 3)


def test_the_stub_stays_bound_to_the_call(tmp_path: Path) -> None:
    stub = spans(talk(compacted=5500).trace(tmp_path))["m2.p1-result-stub"]
    assert (stub.by, stub.call_id, stub.kind, stub.external_copy) == ("host", "c1", "tool-result", None)


def test_a_cleared_result_with_a_saved_file_is_evicted_to_it(tmp_path: Path) -> None:
    state: dict[str, Any] = {"compacted": 5500, "metadata": {"truncated": True, "outputPath": "/var/out/t"}}
    log = Log().user("m1", "go").model("m2", tool("c1", "Full output saved to: /var/out/t", **state))
    (edit,) = edits(log.user("m3", "on").user("m4", "on").model("m5", "Yes.").trace(tmp_path))
    assert isinstance(edit, Evict)
    assert (edit.reason, edit.copies) == ("external-copy", {"m2.p1-result": "/var/out/t"})


def test_results_that_are_cleared_together_leave_together(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "one", compacted=4100), tool("c2", "two", compacted=4101))
    (edit,) = edits(log.user("m3", "on").model("m4", "Yes.").trace(tmp_path))
    assert isinstance(edit, Truncate)
    assert edit.spans == ("m2.p1-result", "m2.p2-result")


def test_a_result_that_is_cleared_after_the_last_call_is_cleared_at_the_end(tmp_path: Path) -> None:
    trace = talk(compacted=99_000).trace(tmp_path)
    assert "sieve 4" in texts(trace)[-2]
    assert "sieve 4" not in texts(trace)[-1]


def test_a_result_that_a_compaction_took_cannot_be_cleared_again(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "one", compacted=90_000))
    log.asked("m3").summary("m4", "m3", "## Goal").model("m5", "On.")
    assert [type(edit) for edit in edits(log.trace(tmp_path))] == [Rewrite]


def test_a_cleared_result_goes_into_a_summary_as_its_stub(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "one", compacted=3500))
    log.asked("m3").summary("m4", "m3", "## Goal").model("m5", "On.")
    assert "m2.p1-result-stub" in cut_of(log.trace(tmp_path)).sources


def test_kept_messages_need_no_checkpoint(tmp_path: Path) -> None:
    assert not [edit for edit in edits(compacted("m4").trace(tmp_path)) if isinstance(edit, Checkpoint)]


def test_an_older_summary_that_nobody_asked_for_keeps_nothing(tmp_path: Path) -> None:
    log = talk().summary("m6", "m4", "## Goal").user("m7", "go on").model("m8", "On.")
    assert texts(log.trace(tmp_path))[-1] == ["## Goal", "go on", "On."]
