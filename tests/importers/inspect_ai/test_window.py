"""The window at each call is the recorded prompt; each edit is the difference of two prompts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxaudit.model import Trace
from tests.importers.inspect_ai.log import LEAD, TAIL, Sample, talk
from tests.importers.seen import calls, edits, hold, rewrites, spans, texts, truncations, windows

PLACEHOLDER = "(Tool result removed)"


def cleared() -> Sample:
    sample = talk().compaction("edit").result("x1", "c1", PLACEHOLDER, final=False)
    return sample.model("sys u1 a1 x1 a2 t2", "a3", "It is relay K4.")


def trimmed() -> Sample:
    return talk().compaction("trim").model("sys u1 a2 t2", "a3", "It is relay K4.")


def summarised(text: str = f"{LEAD}\nRelay K4 sticks.\n{TAIL}", **keys: Any) -> Sample:
    sample = talk().say("ask", "user", "Summarise what happened.")
    sample.model("sys u1 a1 t1 a2 t2 ask", "sum", "<summary>Relay K4 sticks.</summary>", tools=[])
    keys.setdefault("metadata", {"summary": True})
    sample.compaction("summary").say("s9", "user", text, **keys)
    return sample.model("sys u1 s9", "a3", "It is relay K4.")


@pytest.mark.parametrize("pooled", [True, False])
def test_the_window_at_each_call_is_its_prompt(tmp_path: Path, pooled: bool) -> None:
    sample = talk(pooled=pooled).model("sys u1 a1 t1 a2 t2", "a3", "It is relay K4.")
    task = ["You mend kilns.", "Why does the kiln stop at 940 degrees?"]
    first = ["The log first.", '{"at":"c1"}', "fault F-31 at 940"]
    second = ["And the wiring.", '{"at":"c2"}', "relay K4 sticks"]
    answer = ["It is relay K4."]
    assert windows(sample.trace(tmp_path)) == [
        task,
        task + first,
        task + first + second,
        task + first + second + answer,
    ]


def test_a_run_without_a_compaction_has_no_edit(tmp_path: Path) -> None:
    assert edits(talk().model("sys u1 a1 t1 a2 t2", "a3", "Done.").trace(tmp_path)) == []


def test_each_call_has_the_recorded_size(tmp_path: Path) -> None:
    sample = (
        Sample().task().model("u1", "a1", "Yes.", usage={"input_tokens": 40, "total_tokens": 95, "output_tokens": 5})
    )
    assert [call.tokens for call in calls(sample.trace(tmp_path))] == [90]


def test_the_context_that_the_provider_counted_wins(tmp_path: Path) -> None:
    sample = Sample().task().model("u1", "a1", "Yes.")
    sample.events[-1]["output"]["input_context_tokens"] = 77
    assert [call.tokens for call in calls(sample.trace(tmp_path))] == [77]


def test_a_summary_is_one_rewrite_of_all_that_left(tmp_path: Path) -> None:
    trace = summarised().trace(tmp_path)
    (cut,) = rewrites(trace)
    assert cut.sources == ("a1.0", "a1.1", "t1", "a2.0", "a2.1", "t2")
    assert len(edits(trace)) == 1
    assert (cut.line, cut.by, cut.basis) == (7, "host", "recorded")


def test_the_window_behind_a_summary_is_the_next_prompt(tmp_path: Path) -> None:
    shown = windows(summarised().trace(tmp_path))
    assert [text[:20] for text in shown[2]] == ["You mend kilns.", "Why does the kiln st", LEAD[:20]]


def test_the_summary_is_tagged_and_its_frame_is_known(tmp_path: Path) -> None:
    (cut,) = rewrites(summarised().trace(tmp_path))
    made = cut.surrogate
    assert (made.lossy, made.provenance, made.by) == (True, cut.sources, "model")
    assert made.text[made.body_start : made.body_end].strip() == "Relay K4 sticks."


def test_a_summary_that_does_not_say_so_is_untagged(tmp_path: Path) -> None:
    (cut,) = rewrites(summarised("Relay K4 sticks.").trace(tmp_path))
    assert (cut.surrogate.lossy, cut.surrogate.provenance) == (False, ())


def test_a_summary_that_says_just_what_a_message_said_has_an_id_of_its_own(tmp_path: Path) -> None:
    sample = talk().compaction("summary").say("s9", "assistant", "The log first.", metadata={"summary": True})
    trace = sample.model("sys u1 s9", "a3", "Yes.").trace(tmp_path)
    (cut,) = rewrites(trace)
    assert (cut.surrogate.id, cut.surrogate.kind) == ("a1.0-2", "summary")
    assert "a1.0" in cut.sources
    assert windows(trace)[2] == ["You mend kilns.", "Why does the kiln stop at 940 degrees?", "The log first."]


def test_a_message_that_is_sent_again_under_a_new_id_is_no_summary(tmp_path: Path) -> None:
    sample = talk().compaction("summary").say("again", "user", "Why does the kiln stop at 940 degrees?")
    sample.say("s9", "user", "Relay K4 sticks.")
    trace = sample.model("sys again s9", "a3", "Yes.").trace(tmp_path)
    (cut,) = rewrites(trace)
    assert (cut.surrogate.text, cut.sources[0]) == ("Relay K4 sticks.", "a1.0")
    assert [text[:6] for text in windows(trace)[2]] == ["You me", "Why do", "Relay "]


def test_without_new_words_what_left_was_truncated(tmp_path: Path) -> None:
    sample = talk().compaction("summary").say("again", "assistant", "The log first.")
    trace = sample.model("sys u1 again", "a3", "Yes.").trace(tmp_path)
    assert rewrites(trace) == []
    (cut,) = truncations(trace)
    assert "a1.0" not in cut.spans


def test_a_provider_s_own_compaction_is_opaque(tmp_path: Path) -> None:
    sample = talk().compaction("summary").say("s9", "user", [{"type": "data", "data": {"encrypted": "x"}}])
    (cut,) = rewrites(sample.model("sys u1 s9", "a3", "Yes.").trace(tmp_path))
    assert (cut.surrogate.text, cut.surrogate.complete, cut.surrogate.tags) == ("", False, ("opaque",))


def test_the_summariser_s_call_is_none_of_the_agent_s(tmp_path: Path) -> None:
    trace = summarised().trace(tmp_path)
    assert len(calls(trace)) == 3
    assert trace.lines.not_context["model (summariser)"] == 1
    assert "Summarise what happened." not in texts(trace)


def test_one_prompt_for_a_summary_may_be_asked_twice(tmp_path: Path) -> None:
    sample = summarised().result("t3", "c3", "fuse is whole")
    sample.messages["a3"]["tool_calls"] = [{"id": "c3", "function": "probe", "arguments": {}}]
    sample.tool("c3", "t3").model("sys u1 s9 a3 t3 ask", "sum2", "<summary>Fuse is whole.</summary>", tools=[])
    sample.compaction("summary").say("s10", "user", f"{LEAD}Fuse is whole.{TAIL}", metadata={"summary": True})
    trace = sample.model("sys u1 s10", "a4", "So it is.").trace(tmp_path)
    assert trace.lines.not_context["model (summariser)"] == 2
    assert rewrites(trace)[1].sources[0] == "s9"


def test_what_left_before_a_call_saw_it_is_said(tmp_path: Path) -> None:
    notes = summarised().trace(tmp_path).notes
    assert "record 7: evicted before any call of the agent saw it: the result of probe (record 5)" in notes


def test_what_every_call_saw_is_not_said_to_be_unseen(tmp_path: Path) -> None:
    assert not [note for note in trimmed().trace(tmp_path).notes if "evicted before" in note]


def test_what_only_the_summariser_was_shown_is_a_source(tmp_path: Path) -> None:
    sample = talk().say("warn", "user", "Save what you need now.").say("ask", "user", "Summarise.")
    sample.model("sys u1 a1 t1 a2 t2 warn ask", "sum", "Short.", tools=[]).compaction("summary")
    sample.say("s9", "user", f"{LEAD}Short.{TAIL}", metadata={"summary": True})
    (cut,) = rewrites(sample.model("sys u1 s9", "a3", "Yes.").trace(tmp_path))
    assert cut.sources[-1] == "warn"


def test_a_cleared_result_is_truncated_with_a_stub_in_its_place(tmp_path: Path) -> None:
    trace = cleared().trace(tmp_path)
    (cut,) = truncations(trace)
    stub = spans(trace)["x1"]
    assert cut.spans == ("t1",)
    assert (stub.by, stub.kind, stub.call_id, stub.provenance) == ("host", "tool-result", "c1", ())
    assert windows(trace)[2][4] == PLACEHOLDER


def test_a_call_whose_arguments_were_removed_keeps_its_words(tmp_path: Path) -> None:
    sample = talk().compaction("edit")
    sample.say("x2", "assistant", "The log first.").say(
        "x1", "tool", PLACEHOLDER, tool_call_id="c1", function="read_log"
    )
    trace = sample.model("sys u1 x2 x1 a2 t2", "a3", "Done.").trace(tmp_path)
    assert truncations(trace)[0].spans == ("a1.1", "t1")
    assert windows(trace)[2][2] == "The log first."


def test_a_trim_is_a_truncation(tmp_path: Path) -> None:
    (cut,) = truncations(trimmed().trace(tmp_path))
    assert (cut.spans, cut.line) == (("a1.0", "a1.1", "t1"), 6)


def test_messages_that_vanish_without_a_compaction_are_a_truncation(tmp_path: Path) -> None:
    (cut,) = truncations(talk().model("sys u1 a2 t2", "a3", "Done.").trace(tmp_path))
    assert (cut.spans, cut.line, cut.basis) == (("a1.0", "a1.1", "t1"), 6, "recorded")


def test_a_compaction_that_changed_nothing_is_no_edit(tmp_path: Path) -> None:
    trace = talk().compaction("trim").model("sys u1 a1 t1 a2 t2", "a3", "Done.").trace(tmp_path)
    assert edits(trace) == []
    assert trace.lines.not_context["compaction (changed nothing by itself)"] == 1


def test_a_compaction_that_no_call_followed_is_no_edit(tmp_path: Path) -> None:
    trace = talk().compaction("trim").trace(tmp_path)
    assert edits(trace) == []
    assert trace.lines.not_context["compaction (no call came after it)"] == 1


def test_the_harness_s_own_sizes_are_told_and_are_no_counts_of_the_sources(tmp_path: Path) -> None:
    trace = summarised().trace(tmp_path)
    assert rewrites(trace)[0].tokens_before is None
    assert any("9,000 tokens to 800" in note for note in trace.notes)


def test_without_ids_messages_are_known_by_what_they_say(tmp_path: Path) -> None:
    sample = talk(pooled=False).model("sys u1 a2 t2", "a3", "Done.")
    for message in sample.messages.values():
        message.pop("id")
    (cut,) = truncations(sample.trace(tmp_path))
    assert (len(cut.spans), cut.basis) == (3, "derived")


def test_a_message_with_a_new_id_that_says_the_same_is_the_same(tmp_path: Path) -> None:
    sample = talk().say("t1again", "tool", "fault F-31 at 940", tool_call_id="c1", function="read_log")
    assert edits(sample.model("sys u1 a1 t1again a2 t2", "a3", "Done.").trace(tmp_path)) == []


def test_two_messages_that_say_the_same_are_two_spans(tmp_path: Path) -> None:
    sample = talk().model("sys u1 a1 t1 a2 t2 u1", "a3", "Done.")
    trace = sample.trace(tmp_path)
    assert windows(trace)[2].count("Why does the kiln stop at 940 degrees?") == 2


def test_an_answer_that_no_later_prompt_holds_was_thrown_away(tmp_path: Path) -> None:
    sample = Sample().task().model("u1", "a1", "I will not.").model("u1", "a2", "It is relay K4.")
    trace = sample.trace(tmp_path)
    assert texts(trace) == ["Why does the kiln stop at 940 degrees?", "It is relay K4."]
    assert any("kept out of every later prompt: records 1" in note for note in trace.notes)


def test_the_last_answer_is_in_the_window(tmp_path: Path) -> None:
    assert windows(Sample().task().model("u1", "a1", "Yes.").trace(tmp_path))[-1][-1] == "Yes."


def test_a_message_that_comes_back_is_restored(tmp_path: Path) -> None:
    sample = trimmed().model("sys u1 a1 t1 a2 t2 a3", "a4", "Sure.")
    trace = sample.trace(tmp_path)
    hold([trace], 8)
    assert "fault F-31 at 940" in windows(trace)[3]


@pytest.mark.parametrize("sample", [summarised, cleared, trimmed])
def test_every_record_is_accounted_for(tmp_path: Path, sample: Any) -> None:
    made: Sample = sample()
    trace: Trace = made.trace(tmp_path)
    hold([trace], len(made.events))


def test_events_come_from_the_sample_s_records(tmp_path: Path) -> None:
    trace = summarised().trace(tmp_path)
    (cut,) = rewrites(trace)
    assert cut.origin is not None
    assert (cut.origin.file, cut.origin.record, cut.origin.id) == ("log.json:samples[0]", 7, "uuid7")
