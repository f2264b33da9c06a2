"""Results that left for a file: said by a record, told by files and sizes, or cut before the model ever saw them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.model import Add, Evict, Truncate
from tests.importers.claude_code.log import SESSION, Log, call, edits, evictions, spans, windows

PREVIEW = (
    "<persisted-output>\nOutput too large (90KB). Full output saved to: /p/tool-results/t1.txt\n\nPreview:\nrow 1\n"
)


def built(text: str = "row 1\nrow 2", tokens: int = 0) -> Log:
    log = Log().user("u1", "list them").model("a1", "m1", call("t1"), tokens=tokens).result("r1", "t1", text)
    return log.model("a2", "m2", call("t2"), tokens=tokens).result("r2", "t2", "short")


def sidecar(folder: Path, *calls: str) -> None:
    for name in calls:
        path = folder / SESSION / "tool-results" / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("the whole text")


def cleared(folder: Path, *calls: str) -> Log:
    sidecar(folder, *calls)
    return built().clearing("mc", "t1", "t2").model("a3", "m3", "Yes.")


def test_a_cleared_result_is_evicted_with_the_file_as_its_copy(tmp_path: Path) -> None:
    (gone,) = evictions(cleared(tmp_path, "t1", "t2").trace(tmp_path))
    assert (gone.reason, gone.basis, gone.by) == ("external-copy", "recorded", "host")
    assert gone.copies == {"r1": f"{SESSION}/tool-results/t1.txt", "r2": f"{SESSION}/tool-results/t2.txt"}


def test_a_stub_stands_in_the_place_of_a_cleared_result(tmp_path: Path) -> None:
    trace = cleared(tmp_path, "t1", "t2").trace(tmp_path)
    assert windows(trace)[-1] == ["u1", "a1", "r1-stub", "a2", "r2-stub", "a3"]


def test_a_stub_is_the_host_s_and_answers_the_same_call(tmp_path: Path) -> None:
    stub = spans(cleared(tmp_path, "t1").trace(tmp_path))["r1-stub"]
    assert (stub.by, stub.kind, stub.call_id, stub.name) == ("host", "tool-result", "t1", "Bash")
    assert stub.external_copy == f"{SESSION}/tool-results/t1.txt"
    assert stub.provenance == ()


def test_a_cleared_result_without_a_file_is_truncated(tmp_path: Path) -> None:
    (gone,) = edits(cleared(tmp_path).trace(tmp_path))
    assert isinstance(gone, Truncate)
    assert gone.spans == ("r1", "r2")


def test_each_cleared_result_is_judged_by_its_own_file(tmp_path: Path) -> None:
    kinds = [
        (type(event), event.spans)
        for event in edits(cleared(tmp_path, "t2").trace(tmp_path))
        if hasattr(event, "spans")
    ]
    assert kinds == [(Evict, ("r2",)), (Truncate, ("r1",))]


def test_a_clearing_that_names_unknown_calls_changes_nothing_and_is_said(tmp_path: Path) -> None:
    trace = built().clearing("mc", "t9").model("a3", "m3", "Yes.").trace(tmp_path)
    assert edits(trace) == []
    assert any("cleared results that are not in the window" in note for note in trace.notes)


def test_a_clearing_does_not_cut_the_chain(tmp_path: Path) -> None:
    assert "u1" in windows(cleared(tmp_path, "t1").trace(tmp_path))[-1]


def test_a_cleared_attachment_leaves_with_no_reason(tmp_path: Path) -> None:
    log = Log().user("u1", "go").record("attachment", "at1", attachment={"type": "directory", "content": "a b c"})
    metadata = {"compactedToolIds": [], "clearedAttachmentUUIDs": ["at1"]}
    log.model("a1", "m1", "Yes.").record("system", "mc", subtype="microcompact_boundary", microcompactMetadata=metadata)
    (gone,) = edits(log.model("a2", "m2", "Yes.").trace(tmp_path))
    assert isinstance(gone, Truncate)
    assert gone.spans == ("at1",)


def test_a_preview_is_the_text_that_the_model_saw_with_its_copy(tmp_path: Path) -> None:
    trace = built(PREVIEW).trace(tmp_path)
    assert (spans(trace)["r1"].text, spans(trace)["r1"].external_copy) == (PREVIEW, "/p/tool-results/t1.txt")
    assert edits(trace) == []


@pytest.mark.parametrize("text", [f"     1→{PREVIEW}", f"the log says {PREVIEW}", "[Old tool result content cleared]"])
def test_a_marker_that_is_only_mentioned_is_no_copy_and_no_edit(tmp_path: Path, text: str) -> None:
    trace = built(text).trace(tmp_path)
    assert spans(trace)["r1"].external_copy is None
    assert edits(trace) == []


def test_an_overflow_that_names_its_file_has_a_copy(tmp_path: Path) -> None:
    text = "Error: result (90,000 characters) exceeds maximum allowed tokens. Output has been saved to /tmp/out.txt."
    assert spans(built(text).trace(tmp_path))["r1"].external_copy == "/tmp/out.txt"


def test_a_plan_that_was_saved_is_no_copy_of_a_result(tmp_path: Path) -> None:
    assert spans(built("Your plan has been saved to /tmp/plan.md").trace(tmp_path))["r1"].external_copy is None


def test_a_result_cut_at_birth_is_no_edit(tmp_path: Path) -> None:
    trace = built("row 1\n\n... [42 lines truncated] ...").trace(tmp_path)
    assert spans(trace)["r1"].complete
    assert edits(trace) == []


def shrinking(*, first: int, second: int) -> Log:
    log = Log().user("u1", "list them").model("a1", "m1", call("t1"), tokens=20_000).result("r1", "t1", "row " * 9000)
    log.model("a2", "m2", call("t2"), tokens=first).result("r2", "t2", "ok").model("a3", "m3", "Yes.", tokens=second)
    return log


def test_a_fall_of_the_size_and_a_file_give_a_silent_offload_away(tmp_path: Path) -> None:
    sidecar(tmp_path, "t1")
    trace = shrinking(first=29_000, second=20_500).trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.spans, gone.basis, gone.line, gone.turn) == (("r1",), "inferred", 6, 3)
    assert any("inferred" in note for note in trace.notes)


def test_a_file_without_a_fall_proves_nothing(tmp_path: Path) -> None:
    sidecar(tmp_path, "t1")
    assert edits(shrinking(first=29_000, second=29_100).trace(tmp_path)) == []


def test_a_fall_without_a_file_is_left_to_the_sizes(tmp_path: Path) -> None:
    trace = shrinking(first=29_000, second=20_500).trace(tmp_path)
    assert edits(trace) == []
    assert any("shrank by more than the log shows at line 6" in note for note in trace.notes)


def test_a_fall_after_a_compaction_is_explained(tmp_path: Path) -> None:
    sidecar(tmp_path, "t1", "t2")
    log = Log().user("u1", "go").model("a1", "m1", call("t1"), tokens=40_000).result("r1", "t1", "ok")
    log.boundary("c1").summary("s1", "This session is being continued from a previous conversation. Ok.")
    assert evictions(log.model("a2", "m2", "Yes.", tokens=20_000).trace(tmp_path)) == []


def test_of_two_falls_the_first_takes_the_oldest(tmp_path: Path) -> None:
    sidecar(tmp_path, "t1", "t2")
    log = Log().user("u1", "go").model("a1", "m1", call("t1"), tokens=10_000).result("r1", "t1", "a " * 10_000)
    log.model("a2", "m2", call("t2"), tokens=15_000).result("r2", "t2", "b " * 10_000)
    log.model("a3", "m3", call("t3"), tokens=20_000).result("r3", "t3", "c")
    log.model("a4", "m4", call("t4"), tokens=15_000).result("r4", "t4", "d").model("a5", "m5", "Yes.", tokens=10_000)
    assert [event.spans for event in evictions(log.trace(tmp_path))] == [("r1",), ("r2",)]


def applied(**edit: object) -> dict[str, object]:
    return {"context_management": {"applied_edits": [edit]}}


def test_results_cleared_by_the_provider_are_the_oldest_and_inferred(tmp_path: Path) -> None:
    log = built().model("a3", "m3", "Yes.", more=applied(type="clear_tool_uses_20250919", cleared_tool_uses=1))
    (gone,) = edits(log.trace(tmp_path))
    assert isinstance(gone, Truncate)
    assert (gone.spans, gone.basis) == (("r1",), "inferred")


def test_a_count_that_stays_clears_nothing_again(tmp_path: Path) -> None:
    more = applied(type="clear_tool_uses_20250919", cleared_tool_uses=1)
    log = built().model("a3", "m3", "Yes.", more=more).user("u2", "on").model("a4", "m4", "On.", more=more)
    assert len(edits(log.trace(tmp_path))) == 1


def test_thinking_cleared_by_the_provider_is_dispensable(tmp_path: Path) -> None:
    thought = {"type": "thinking", "thinking": "perhaps row 2"}
    log = Log().user("u1", "go").model("a1", "m1", thought).user("u2", "on")
    log.model("a2", "m2", "Yes.", more=applied(type="clear_thinking_20251015", cleared_thinking_turns=1))
    (gone,) = evictions(log.trace(tmp_path))
    assert (gone.spans, gone.reason, gone.basis) == (("a1",), "dispensable", "inferred")


def test_an_empty_list_of_applied_edits_is_no_edit(tmp_path: Path) -> None:
    log = built().model("a3", "m3", "Yes.", more={"context_management": {"applied_edits": []}})
    assert edits(log.trace(tmp_path)) == []


def test_a_read_of_the_moved_file_comes_from_the_external_store(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", call("t1", "Read", file_path="/p/s/tool-results/t0.txt"))
    trace = log.result("r1", "t1", "row 1").trace(tmp_path)
    assert [event.span.external_source for event in trace.events if isinstance(event, Add)] == [False, False, True]
