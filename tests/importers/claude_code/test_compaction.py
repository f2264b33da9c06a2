"""A compaction is one rewrite: what left, the summary in its place, what was kept behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.importers.claude_code.summaries import frame_of
from ctxaudit.model import Call, Checkpoint, Evict, Truncate
from tests.importers.claude_code.log import LEAD, Log, call, edits, rewrites, spans, windows

BODY = "Summary:\n1. The port is 5433.\n"
POINTER = "If you need specific details from before compaction, read the full transcript at: /home/x/p/s.jsonl"
CLOSING = "\nPlease continue the conversation from where we left it off without asking the user any further questions."


def talk(log: Log | None = None) -> Log:
    log = log or Log()
    log.user("u1", "the port is refused").model("a1", "m1", call("t1")).result("r1", "t1", "port 5433 is open")
    return log.model("a2", "m2", "The port is 5433.")


def compacted(summary: str = f"{LEAD} The conversation is summarized below:\n{BODY}{CLOSING}") -> Log:
    log = talk().boundary("c1").summary("s1", summary)
    return log.user("u2", "go on").model("a3", "m3", "Going on.")


def test_one_rewrite_takes_all_that_left(tmp_path: Path) -> None:
    (cut,) = rewrites(compacted().trace(tmp_path))
    assert (cut.sources, cut.surrogate.id, cut.by, cut.basis) == (("u1", "a1", "r1", "a2"), "s1", "host", "recorded")


def test_a_compaction_is_no_eviction_beside_the_rewrite(tmp_path: Path) -> None:
    assert len(edits(compacted().trace(tmp_path))) == 1


def test_the_rewrite_stands_at_the_boundary_in_the_turn_of_the_next_call(tmp_path: Path) -> None:
    (cut,) = rewrites(compacted().trace(tmp_path))
    assert (cut.line, cut.turn, cut.origin and cut.origin.id) == (5, 3, "c1")


def test_the_window_after_is_the_summary_and_what_came_later(tmp_path: Path) -> None:
    assert windows(compacted().trace(tmp_path))[-1] == ["s1", "u2", "a3"]


def test_the_summary_is_a_tagged_surrogate(tmp_path: Path) -> None:
    surrogate = spans(compacted().trace(tmp_path))["s1"]
    assert surrogate.lossy
    assert surrogate.provenance == ("u1", "a1", "r1", "a2")


def test_a_summary_that_does_not_say_what_it_is_is_untagged(tmp_path: Path) -> None:
    surrogate = spans(compacted("The port is 5433.").trace(tmp_path))["s1"]
    assert not surrogate.lossy
    assert surrogate.provenance == ()


def test_the_harness_s_counts_of_the_whole_window_are_no_counts_of_the_sources(tmp_path: Path) -> None:
    trace = compacted().trace(tmp_path)
    assert rewrites(trace)[0].tokens_before is None
    assert any("9,000 tokens" in note for note in trace.notes)


@pytest.mark.parametrize("lead", [LEAD, f"{LEAD} The conversation is summarized below:", f"\n{LEAD} "])
def test_the_body_lies_between_the_lead_and_the_closing(lead: str) -> None:
    text = f"{lead}\n{BODY}\n{POINTER}{CLOSING}"
    frame = frame_of(text)
    assert text[frame.start : frame.end].strip() == BODY.strip()


def test_a_newer_lead_is_no_part_of_the_body() -> None:
    text = f"{LEAD} The summary below covers the earlier portion of the conversation.\n\n{BODY}"
    assert text[frame_of(text).start :] == BODY


def test_a_summary_in_one_line_keeps_its_own_words() -> None:
    text = f"{LEAD} Summary: the port is 5433."
    assert text[frame_of(text).start :] == "Summary: the port is 5433."


def test_a_closing_that_is_quoted_early_in_the_summary_ends_nothing() -> None:
    text = f"{LEAD}\nThe user said: Please continue the conversation from where we left it.\n" + "More facts. " * 300
    assert frame_of(text).end is None


def test_a_named_transcript_is_a_tag(tmp_path: Path) -> None:
    assert spans(compacted(f"{LEAD}\n{BODY}\n{POINTER}").trace(tmp_path))["s1"].tags == ("transcript-pointer",)


def test_no_named_transcript_no_tag(tmp_path: Path) -> None:
    assert spans(compacted().trace(tmp_path))["s1"].tags == ()


def test_results_that_no_call_saw_leave_with_the_rest(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", call("t1")).result("r1", "t1", "late")
    (cut,) = rewrites(log.boundary("c1").summary("s1", LEAD).trace(tmp_path))
    assert cut.sources == ("u1", "a1", "r1")


def kept(**metadata: object) -> Log:
    log = talk().boundary("c1", **metadata).summary("s1", f"{LEAD}\n{BODY}")
    return log.on("a2").user("u2", "go on").model("a3", "m3", "Going on.")


def test_listed_messages_stay_behind_the_summary(tmp_path: Path) -> None:
    trace = kept(preservedMessages={"anchorUuid": "s1", "uuids": ["r1", "a2"]}).trace(tmp_path)
    assert rewrites(trace)[0].sources == ("u1", "a1")
    assert windows(trace)[-1] == ["s1", "r1", "a2", "u2", "a3"]


def test_kept_messages_need_no_checkpoint(tmp_path: Path) -> None:
    trace = kept(preservedMessages={"anchorUuid": "s1", "uuids": ["r1", "a2"]}).trace(tmp_path)
    assert not [event for event in trace.events if isinstance(event, Checkpoint)]


def test_a_kept_head_that_moves_behind_the_summary_is_a_checkpoint(tmp_path: Path) -> None:
    trace = kept(preservedMessages={"anchorUuid": "s1", "uuids": ["u1"]}).trace(tmp_path)
    assert windows(trace)[-1] == ["s1", "u1", "u2", "a3"]


def test_a_run_of_kept_messages_goes_from_head_to_tail(tmp_path: Path) -> None:
    segment = {"headUuid": "a1", "anchorUuid": "s1", "tailUuid": "a2"}
    assert windows(kept(preservedSegment=segment).trace(tmp_path))[-1] == ["s1", "a1", "r1", "a2", "u2", "a3"]


def test_a_list_wins_over_a_run(tmp_path: Path) -> None:
    keys = {"preservedSegment": {"headUuid": "u1", "tailUuid": "a2"}, "preservedMessages": {"uuids": ["a2"]}}
    assert windows(kept(**keys).trace(tmp_path))[-1] == ["s1", "a2", "u2", "a3"]


def test_kept_uuids_that_are_not_in_the_window_are_passed_over(tmp_path: Path) -> None:
    trace = kept(preservedMessages={"uuids": ["never-was", "a2"]}).trace(tmp_path)
    assert windows(trace)[-1] == ["s1", "a2", "u2", "a3"]


def test_what_hangs_on_the_summary_comes_behind_what_was_kept(tmp_path: Path) -> None:
    log = talk().boundary("c1", preservedMessages={"uuids": ["a2"]}).summary("s1", LEAD).user("u2", "next")
    trace = log.model("a3", "m3", "Yes.").trace(tmp_path)
    assert windows(trace)[-1] == ["s1", "a2", "u2", "a3"]


def test_a_kept_record_that_is_written_again_stays_one_span(tmp_path: Path) -> None:
    log = talk().boundary("c1", preservedMessages={"uuids": ["a2"]}).summary("s1", LEAD)
    log.model("a2", "m2", "The port is 5433.").user("u2", "next").model("a3", "m3", "Yes.")
    assert windows(log.trace(tmp_path))[-1] == ["s1", "a2", "u2", "a3"]


def test_a_lost_summary_is_an_opaque_surrogate(tmp_path: Path) -> None:
    log = talk().boundary("c1").on("lost-summary").model("a3", "m3", "Going on.")
    (cut,) = rewrites(log.trace(tmp_path))
    assert (cut.surrogate.text, cut.surrogate.complete, cut.surrogate.tags) == ("", False, ("opaque",))


def test_a_lost_summary_is_said_with_its_line(tmp_path: Path) -> None:
    notes = talk().boundary("c1").on("lost-summary").model("a3", "m3", "Going on.").trace(tmp_path).notes
    assert any("line 5: the summary record of this compaction is missing" in note for note in notes)


def test_a_boundary_at_the_very_end_of_the_log_is_a_lost_summary(tmp_path: Path) -> None:
    assert rewrites(talk().boundary("c1").trace(tmp_path))[0].surrogate.tags == ("opaque",)


def test_an_older_summary_without_its_flag_is_known_by_its_opening(tmp_path: Path) -> None:
    log = talk().boundary("c1").user("s1", f"{LEAD}\n{BODY}").model("a3", "m3", "Going on.")
    assert rewrites(log.trace(tmp_path))[0].surrogate.id == "s1"


def test_a_summary_without_its_boundary_replaces_what_stands_before_it(tmp_path: Path) -> None:
    (cut,) = rewrites(talk().summary("s1", LEAD).trace(tmp_path))
    assert (len(cut.sources), cut.basis) == (4, "derived")


def test_a_lost_last_record_is_a_source_that_cannot_be_judged(tmp_path: Path) -> None:
    log = talk()
    log.on("lost-tip").boundary("c1").summary("s1", LEAD)
    trace = log.trace(tmp_path)
    (cut,) = rewrites(trace)
    assert spans(trace)[cut.sources[-1]].tags == ("lost",)
    assert cut.basis == "derived"


def test_a_known_last_record_adds_no_source(tmp_path: Path) -> None:
    assert all("lost" not in span.tags for span in spans(compacted().trace(tmp_path)).values())


def test_a_second_compaction_takes_the_first_summary(tmp_path: Path) -> None:
    log = compacted().boundary("c2").summary("s2", f"{LEAD}\nYou've hit your limit.")
    assert rewrites(log.trace(tmp_path))[1].sources == ("s1", "u2", "a3")


def test_command_echoes_below_the_summary_are_in_the_window(tmp_path: Path) -> None:
    log = talk().boundary("c1", trigger="manual").summary("s1", LEAD)
    trace = log.user("e1", "<command-name>/compact</command-name>").model("a3", "m3", "Yes.").trace(tmp_path)
    assert windows(trace)[-1] == ["s1", "e1", "a3"]


def test_a_rewind_behind_a_compaction_brings_the_old_window_back(tmp_path: Path) -> None:
    log = compacted().on("a2").user("u3", "not so").model("a4", "m4", "Then otherwise.")
    assert sorted(windows(log.trace(tmp_path))[-1]) == ["a1", "a2", "a4", "r1", "u1", "u3"]


def test_nothing_to_compact_makes_the_summary_a_plain_span(tmp_path: Path) -> None:
    trace = Log().boundary("c1").summary("s1", LEAD).user("u1", "go").model("a1", "m1", "Yes.").trace(tmp_path)
    assert rewrites(trace) == []
    assert windows(trace)[0] == ["s1", "u1"]


def test_no_compaction_is_truncated_or_evicted(tmp_path: Path) -> None:
    trace = compacted().trace(tmp_path)
    assert not [event for event in trace.events if isinstance(event, Evict | Truncate)]


def test_tokens_that_come_back_unseen_are_said_at_the_calls_that_held_them(tmp_path: Path) -> None:
    log = Log()
    log.user("u1", "start").model("a1", "m1", call("t1"), tokens=10_000)
    for number in range(1, 6):
        log.result(f"r{number}", f"t{number}", "x" * 8000)
        log.model(f"b{number}", f"n{number}", call(f"t{number + 1}"), tokens=10_000 + 2000 * number)
    log.boundary("c1").summary("s1", f"{LEAD}\n{BODY}").model("z1", "last", "Yes.", tokens=18_000)
    unseen = [event.unseen for event in log.trace(tmp_path).events if isinstance(event, Call)]
    assert unseen[:-1] == [0] * 6
    assert 7_500 < unseen[-1] < 8_500
