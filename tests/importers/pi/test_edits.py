"""Compactions, edits of single entries and summaries of branches: what left and what stands in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.importers.pi.messages import branched, compacted
from ctxaudit.model import Checkpoint, Evict, Rewrite, Truncate
from tests.importers.pi.log import Log, call
from tests.importers.shown import cut_of, edits, hold, spans, texts, windows


def talk(log: Log | None = None) -> Log:
    log = (log or Log()).user("u1", "which sieve?").model("a1", call("c1")).result("r1", "c1", "sieve 4")
    return log.model("a2", "Sieve 4.").user("u2", "and the mesh?").model("a3", "80.")


def compaction(kept: str | None = "u2", summary: str = "## Goal\nmend sieve 4") -> Log:
    return talk().compaction("k", kept, summary, tokensBefore=5000).user("u3", "go on").model("a4", "Mending.")


def test_kept_entries_stand_behind_the_summary(tmp_path: Path) -> None:
    assert windows(compaction().trace(tmp_path))[-1] == ["k", "u2", "a3", "u3", "a4"]


def test_one_rewrite_takes_all_that_left(tmp_path: Path) -> None:
    trace = compaction().trace(tmp_path)
    cut = cut_of(trace)
    assert (cut.sources, cut.by, cut.basis) == (("u1", "a1", "r1", "a2"), "host", "recorded")
    assert edits(trace) == [cut]


def test_the_sentence_around_a_summary_makes_it_a_tagged_surrogate(tmp_path: Path) -> None:
    found = cut_of(compaction().trace(tmp_path)).surrogate
    assert (found.role, found.by, found.kind, found.lossy) == ("user", "model", "summary", True)
    assert found.provenance == ("u1", "a1", "r1", "a2")
    assert found.text[found.body_start : found.body_end] == "## Goal\nmend sieve 4"


def test_the_program_s_count_of_the_whole_window_is_no_count_of_the_sources(tmp_path: Path) -> None:
    trace = compaction().trace(tmp_path)
    assert cut_of(trace).tokens_before is None
    assert any("5,000 tokens by the program's own count" in note for note in trace.notes)


@pytest.mark.parametrize("kept", [None, "k"])
def test_a_compaction_may_keep_nothing(tmp_path: Path, kept: str | None) -> None:
    assert windows(compaction(kept).trace(tmp_path))[-1] == ["k", "u3", "a4"]


def test_a_first_kept_entry_that_is_lost_keeps_nothing_and_is_said(tmp_path: Path) -> None:
    trace = compaction("gone").trace(tmp_path)
    assert windows(trace)[-1] == ["k", "u3", "a4"]
    assert cut_of(trace).basis == "derived"
    assert any("the first entry that was kept is not in the log" in note for note in trace.notes)


def test_a_second_compaction_takes_the_first_summary(tmp_path: Path) -> None:
    trace = compaction().compaction("k2", "u3", "## Goal").model("a5", "On.").trace(tmp_path)
    last = [edit for edit in edits(trace) if isinstance(edit, Rewrite)][-1]
    assert last.sources == ("k", "u2", "a3")
    assert windows(trace)[-1] == ["k2", "u3", "a4", "a5"]


def test_an_older_summary_among_the_kept_entries_adds_nothing(tmp_path: Path) -> None:
    trace = compaction().compaction("k2", "a3", "## Goal").model("a5", "On.").trace(tmp_path)
    assert windows(trace)[-1] == ["k2", "a3", "u3", "a4", "a5"]


def test_a_lost_summary_cannot_be_read(tmp_path: Path) -> None:
    trace = talk().compaction("k", "u2", None).model("a4", "On.").trace(tmp_path)
    found = cut_of(trace).surrogate
    assert (found.text, found.complete, found.tags) == ("", False, ("opaque",))


def test_the_system_message_stays(tmp_path: Path) -> None:
    log = talk(Log().message("s", "system", "Mend.")).compaction("k", "u2").model("a4", "On.")
    assert windows(log.trace(tmp_path))[-1] == ["s-system", "k", "u2", "a3", "a4"]


def test_a_compaction_may_bring_a_new_system_message(tmp_path: Path) -> None:
    log = talk(Log().message("s", "system", "Mend."))
    trace = log.compaction("k", "u2", systemMessage={"role": "system", "content": "Mend well."}).trace(tmp_path)
    assert texts(trace)[-1][0] == "Mend well."
    assert len(windows(trace)[-1]) == 4


def test_in_the_first_version_the_index_of_the_first_kept_entry_counts_the_header(tmp_path: Path) -> None:
    log = Log(None).user("", "one").model("", "1.").user("", "two").model("", "2.")
    trace = (
        log.entry("", "compaction", summary="## Goal", firstKeptEntryIndex=3, tokensBefore=1)
        .user("", "on")
        .trace(tmp_path)
    )
    assert windows(trace)[-1] == ["line-6", "line-4", "line-5", "line-7"]


def test_lists_of_files_are_no_part_of_the_summary_proper() -> None:
    frame = compacted("## Goal\n\n<read-files>\na\n</read-files>\n\n<modified-files>\nb\n</modified-files>")
    assert frame.text[frame.start : frame.end] == "## Goal"


def test_a_summary_without_lists_is_whole() -> None:
    frame = branched("## Goal\nmend <files>")
    assert frame.text[frame.start : frame.end] == "## Goal\nmend <files>"
    assert frame.text.endswith("<files></summary>")


def test_a_removed_entry_is_truncated_because_the_log_gives_no_reason(tmp_path: Path) -> None:
    trace = talk().edit("e", "r1", None).model("a4", "On.").trace(tmp_path)
    (edit,) = edits(trace)
    assert isinstance(edit, Truncate)
    assert (edit.spans, edit.basis, edit.turn) == (("r1",), "recorded", 4)


def test_a_replaced_content_is_a_rewrite_in_its_place(tmp_path: Path) -> None:
    trace = talk().edit("e", "r1", "4").model("a4", "On.").trace(tmp_path)
    cut = cut_of(trace)
    assert (cut.sources, cut.basis, cut.by) == (("r1",), "derived", "host")
    assert (cut.surrogate.text, cut.surrogate.kind, cut.surrogate.call_id) == ("4", "tool-result", "c1")
    assert windows(trace)[-1] == ["u1", "a1", "r1-edit", "a2", "u2", "a3", "a4"]


def test_a_replacement_is_the_host_s(tmp_path: Path) -> None:
    assert cut_of(talk().edit("e", "a2", "Number 4.").trace(tmp_path)).surrogate.by == "host"


def test_the_last_edit_of_an_entry_holds(tmp_path: Path) -> None:
    trace = talk().edit("e1", "r1", "4").edit("e2", "r1", "four").trace(tmp_path)
    assert texts(trace)[-1][2] == "four"


def test_blocks_that_are_the_same_stay(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "A long thought.", call("c1")).result("r1", "c1", "x")
    trace = log.edit("e", "a1", [{"type": "text", "text": "Short."}, call("c1")]).trace(tmp_path)
    assert cut_of(trace).sources == ("a1.0",)
    assert windows(trace)[-1] == ["u1", "a1-edit", "a1.1", "r1"]


def test_a_replacement_by_the_same_is_nothing(tmp_path: Path) -> None:
    assert edits(talk().edit("e", "r1", "sieve 4").trace(tmp_path)) == []


@pytest.mark.parametrize("target", ["nowhere", "u1"])
def test_an_edit_of_what_is_not_in_the_window_is_counted(tmp_path: Path, target: str) -> None:
    trace = talk().compaction("k", "u2").edit("e", target, None).trace(tmp_path)
    assert trace.lines.not_context == {"context_edit of what is not in the window": 1}


def test_going_back_behind_an_edit_undoes_it(tmp_path: Path) -> None:
    trace = talk().edit("e", "r1", None).model("a4", "On.").on("a3").user("u3", "not so").trace(tmp_path)
    assert texts(trace)[-1][-1] == "not so"
    assert "On." not in texts(trace)[-1]


def left(log: Log | None = None) -> Log:
    """The human leaves the branch from u2 on."""
    log = (log or talk()).on("a2")
    return (
        log.entry("b", "branch_summary", fromId="a3", summary="asked for the mesh: 80")
        .user("v3", "on")
        .model("v4", "On.")
    )


def test_a_summary_stands_for_the_branch_that_was_left(tmp_path: Path) -> None:
    trace = left().trace(tmp_path)
    cut = cut_of(trace)
    assert (cut.sources, cut.by, cut.basis) == (("u2", "a3"), "human", "derived")
    assert windows(trace)[-1] == ["u1", "a1", "r1", "a2", "b", "v3", "v4"]


def test_a_branch_with_a_summary_is_not_withdrawn_beside_it(tmp_path: Path) -> None:
    assert not [edit for edit in edits(left().trace(tmp_path)) if isinstance(edit, Evict)]


def test_the_summary_of_a_branch_is_tagged(tmp_path: Path) -> None:
    found = cut_of(left().trace(tmp_path)).surrogate
    assert (found.lossy, found.provenance) == (True, ("u2", "a3"))
    assert found.text[found.body_start : found.body_end] == "asked for the mesh: 80"


def test_a_branch_left_without_a_summary_is_withdrawn(tmp_path: Path) -> None:
    log = talk().on("a2").entry("b", "branch_summary", fromId="a3", summary="").user("v3", "on")
    (edit,) = edits(log.trace(tmp_path))
    assert isinstance(edit, Evict)
    assert edit.spans == ("u2", "a3")


def test_a_summary_that_left_nothing_is_a_plain_span(tmp_path: Path) -> None:
    trace = talk().entry("b", "branch_summary", fromId="x", summary="nothing much").trace(tmp_path)
    assert (edits(trace), windows(trace)[-1][-1]) == ([], "b")


def test_going_back_behind_a_compaction_brings_the_old_window_back(tmp_path: Path) -> None:
    trace = compaction().on("a3").user("u4", "not so").trace(tmp_path)
    assert windows(trace)[-1] == ["u1", "a1", "r1", "a2", "u2", "a3", "u4"]


def test_a_branch_that_held_a_compaction_is_left_for_its_summary(tmp_path: Path) -> None:
    trace = left(compaction()).trace(tmp_path)
    assert texts(trace)[-1][:4] == ["which sieve?", '{"command":"make"}', "sieve 4", "Sieve 4."]
    assert sorted(windows(trace)[-1][4:]) == ["b", "v3", "v4"]


def test_every_line_is_counted(tmp_path: Path) -> None:
    hold(left(compaction().edit("e", "u3", "halt")).traces(tmp_path), 14)


def test_kept_entries_need_no_checkpoint(tmp_path: Path) -> None:
    assert not [edit for edit in edits(compaction().trace(tmp_path)) if isinstance(edit, Checkpoint)]


def test_the_edited_text_is_what_a_later_compaction_takes(tmp_path: Path) -> None:
    trace = talk().edit("e", "r1", "4").compaction("k", "u2").trace(tmp_path)
    last = [edit for edit in edits(trace) if isinstance(edit, Rewrite)][-1]
    assert "r1-edit" in last.sources
    assert spans(trace)["r1-edit"].text == "4"
