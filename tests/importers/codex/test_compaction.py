"""Compactions of all kinds: what left, what stands for it, what stayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ctxaudit.importers.codex.compaction import KEPT_TOKENS
from tests.importers.codex.rollout import LEAD, Rollout, message
from tests.importers.seen import calls, edits, evictions, rewrites, spans, truncations, windows

CONTEXT = "<environment_context><cwd>/srv/mill</cwd></environment_context>"
SEALED: dict[str, Any] = {"type": "compaction", "encrypted_content": "gAAA"}


def worked(**meta: Any) -> Rollout:
    log = Rollout(**meta).user(CONTEXT).user("mill the rye").call("c1").output("c1", "sieve 14 is torn")
    return log.model("Sieve 14 is torn.")


def test_the_old_kind_keeps_context_and_the_human_s_words(tmp_path: Path) -> None:
    trace = worked(base_instructions={"text": "Grind."}).compacted(f"{LEAD}\nA sieve.").user("on").trace(tmp_path)
    assert windows(trace)[-1] == ["Grind.", CONTEXT, "mill the rye", f"{LEAD}\nA sieve.", "on"]


def test_one_rewrite_by_the_host_tells_all_that_left(tmp_path: Path) -> None:
    trace = worked().compacted(f"{LEAD}\nA sieve.").trace(tmp_path)
    (cut,) = edits(trace)
    assert cut == rewrites(trace)[0]
    assert rewrites(trace)[0].sources == ("line-4", "line-5", "line-6")
    assert (rewrites(trace)[0].by, rewrites(trace)[0].basis) == ("host", "derived")


def test_the_summary_is_tagged_and_its_lead_is_no_body(tmp_path: Path) -> None:
    (cut,) = rewrites(worked().compacted(f"{LEAD}\nA sieve.").trace(tmp_path))
    told = cut.surrogate
    assert (told.by, told.kind, told.lossy, told.provenance) == ("model", "summary", True, cut.sources)
    assert told.text[told.body_start :] == "A sieve."


def test_the_whole_fixed_lead_is_no_body(tmp_path: Path) -> None:
    lead = f"{LEAD} You can use it. Use the information in this summary to  assist with your own analysis:"
    lead = lead.replace("Use the", "use the")
    (cut,) = rewrites(worked().compacted(f"{lead}\nA sieve.").trace(tmp_path))
    assert cut.surrogate.text[cut.surrogate.body_start :] == "A sieve."


def test_a_summary_without_a_lead_is_body_from_its_start(tmp_path: Path) -> None:
    (cut,) = rewrites(worked().compacted("A sieve.").trace(tmp_path))
    assert (cut.surrogate.body_start, cut.surrogate.lossy) == (0, True)


def test_no_summary_at_all_has_an_empty_body(tmp_path: Path) -> None:
    (cut,) = rewrites(worked().compacted("").trace(tmp_path))
    assert cut.surrogate.text == "(no summary available)"
    assert cut.surrogate.body_start == len(cut.surrogate.text)


def test_the_old_kind_keeps_the_newest_messages_up_to_a_share(tmp_path: Path) -> None:
    old, new = "old " * 10_000, "new " * (KEPT_TOKENS - 100)
    log = Rollout().user("oldest").user(old).user(new).model("Yes.").compacted("Short.")
    window = windows(log.trace(tmp_path))[-1]
    assert window[1:] == [new, "Short."]
    assert window[0].startswith("old old")
    assert "tokens truncated" in window[0]


def test_a_listed_window_is_taken_word_by_word(tmp_path: Path) -> None:
    items = [message("user", "mill the rye"), message("user", f"{LEAD}\nA sieve.")]
    trace = worked().compacted(f"{LEAD}\nA sieve.", items).user("on").trace(tmp_path)
    assert windows(trace)[-1] == ["mill the rye", f"{LEAD}\nA sieve.", "on"]
    assert rewrites(trace)[0].sources == ("line-2", "line-4", "line-5", "line-6")


def test_of_equal_messages_the_newest_stay(tmp_path: Path) -> None:
    log = Rollout().user("go on").model("One.").user("go on").model("Two.")
    (cut,) = rewrites(log.compacted("S", [message("user", "go on"), message("user", "S")]).trace(tmp_path))
    assert cut.sources == ("line-2", "line-3", "line-5")


def test_a_message_that_was_cut_on_the_way_is_a_new_span(tmp_path: Path) -> None:
    items = [message("user", "mill…9 tokens truncated…rye"), message("user", "S")]
    trace = Rollout().user("mill the whole rye").model("Yes.").compacted("S", items).trace(tmp_path)
    assert rewrites(trace)[0].sources == ("line-2", "line-3")
    assert windows(trace)[-1] == ["mill…9 tokens truncated…rye", "S"]


def test_an_encrypted_summary_is_opaque(tmp_path: Path) -> None:
    items = [message("user", "mill the rye"), message("assistant", "Sieve 14 is torn."), SEALED]
    trace = worked().compacted("", items).user("on").trace(tmp_path)
    (cut,) = rewrites(trace)
    assert (cut.surrogate.text, cut.surrogate.complete, cut.surrogate.tags) == ("", False, ("opaque",))
    assert (cut.surrogate.lossy, cut.surrogate.provenance) == (True, ("line-2", "line-4", "line-5"))
    assert windows(trace)[-1] == ["mill the rye", "Sieve 14 is torn.", "", "on"]
    assert any("encrypted" in note for note in trace.notes)


def test_an_older_encrypted_summary_that_stays_is_not_the_new_one(tmp_path: Path) -> None:
    newer = {**SEALED, "encrypted_content": "gBBB"}
    log = worked().compacted("", [SEALED]).model("Yes.").compacted("", [SEALED, newer])
    first, second = rewrites(log.trace(tmp_path))
    assert first.surrogate.id not in second.sources
    assert len(second.sources) == 1


def test_a_new_window_without_a_summary_is_a_truncation(tmp_path: Path) -> None:
    trace = worked().compacted("", [message("user", CONTEXT)]).user("anew").trace(tmp_path)
    assert rewrites(trace) == []
    assert [cut.spans for cut in truncations(trace)] == [("line-3", "line-4", "line-5", "line-6")]
    assert windows(trace)[-1] == [CONTEXT, "anew"]


def test_an_empty_new_window_takes_all(tmp_path: Path) -> None:
    assert windows(worked().compacted("", []).trace(tmp_path))[-1] == []


def test_context_that_is_written_again_had_stayed(tmp_path: Path) -> None:
    items = [message("user", "mill the rye"), SEALED]
    log = worked().compacted("", items).user(CONTEXT).user("on").model("Yes.")
    trace = log.trace(tmp_path)
    assert "line-2" not in rewrites(trace)[0].sources
    assert windows(trace)[-1] == ["mill the rye", "", CONTEXT, "on", "Yes."]


def test_context_that_is_new_stands_where_it_is_written(tmp_path: Path) -> None:
    log = worked().compacted("", [SEALED]).developer("be brief").user(CONTEXT).user("on").model("Yes.")
    assert windows(log.trace(tmp_path))[-1] == ["", "be brief", CONTEXT, "on", "Yes."]


def test_the_human_s_repeated_words_behind_it_are_new(tmp_path: Path) -> None:
    log = worked().compacted("", [SEALED]).user("mill the rye").model("Yes.")
    trace = log.trace(tmp_path)
    assert "line-3" in rewrites(trace)[0].sources
    assert spans(trace)["line-8"].text == "mill the rye"


def test_the_edit_belongs_to_the_turn_of_the_next_call(tmp_path: Path) -> None:
    trace = worked().compacted("S").model("Yes.").trace(tmp_path)
    assert rewrites(trace)[0].turn == calls(trace)[-1].turn


def test_a_summariser_s_answer_is_no_call(tmp_path: Path) -> None:
    trace = worked().model("A sieve.").compacted(f"{LEAD}\nA sieve.").trace(tmp_path)
    assert trace.lines.not_context == {"summariser's answer": 1}
    assert rewrites(trace)[0].sources == ("line-4", "line-5", "line-6")


def test_the_sizes_around_it_are_told(tmp_path: Path) -> None:
    log = worked().count(9000).compacted("", [SEALED]).count(0, total_tokens=2000)
    notes = log.trace(tmp_path).notes
    assert any("from 9,000 tokens to about 2,000" in note for note in notes)


def test_a_second_compaction_takes_the_first_summary(tmp_path: Path) -> None:
    log = worked().compacted(f"{LEAD}\nOne.").user("on").model("Yes.").compacted(f"{LEAD}\nTwo.")
    first, second = rewrites(log.trace(tmp_path))
    assert second.sources == (first.surrogate.id, "line-9")


def test_entries_that_are_written_out_are_a_list_too(tmp_path: Path) -> None:
    entries = [{"type": "inline", "item": message("user", "S")}, {"type": "reference", "item_id": "x"}]
    log = worked().line("compacted", message="S", replacement_history_entries=entries)
    assert windows(log.trace(tmp_path))[-1] == ["S"]


def test_a_compaction_of_nothing_is_no_rewrite(tmp_path: Path) -> None:
    trace = Rollout().compacted("S").trace(tmp_path)
    assert (rewrites(trace), evictions(trace), windows(trace)[-1]) == ([], [], ["S"])
