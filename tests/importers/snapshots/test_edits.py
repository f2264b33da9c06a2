"""What left between two prompts is found, with its reason, and says on what that rests."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.model import Call
from tests.importers.snapshots.log import (
    Log,
    Said,
    edits,
    evictions,
    notes,
    rewrites,
    spans,
    texts_of,
    truncations,
    windows,
)

ASK: Said = ("user", "Which shelf holds the atlas of 1887?")
LOOK: Said = ("call", "c1", "bash", {"command": "grep atlas index.txt"})
FOUND: Said = ("result", "c1", "atlas 1887: shelf 14, row 3, lent to the harbour office until Friday " * 4)
SAY: Said = ("assistant", "It stands on shelf 14, row 3.")
MORE: Said = ("user", "And the almanac?")
SEEK: Said = ("call", "c2", "bash", {"command": "grep almanac index.txt"})
HELD: Said = ("result", "c2", "almanac 1901: shelf 9, row 1, never lent " * 4)
SUMMARY = "The atlas of 1887 is on shelf 14; the almanac was asked for next."


def looked(tokens: int = 0) -> Log:
    """Two calls: the atlas was looked up and told."""
    return Log().call([ASK], LOOK, tokens=tokens and 40).call([ASK, LOOK, FOUND], SAY, tokens=tokens)


def test_a_prompt_that_grows_is_no_edit(tmp_path: Path) -> None:
    trace = looked().call([ASK, LOOK, FOUND, SAY, MORE], ("assistant", "On shelf 9.")).trace(tmp_path)
    assert edits(trace) == []
    assert windows(trace)[2] == [ASK[1], '{"command":"grep atlas index.txt"}', FOUND[2], SAY[1], MORE[1]]


def test_each_call_begins_a_turn_and_carries_its_recorded_size(tmp_path: Path) -> None:
    trace = looked(tokens=130).trace(tmp_path)
    calls = [event for event in trace.events if isinstance(event, Call)]
    assert [(call.turn, call.tokens, call.id) for call in calls] == [(1, 40, "0x0001"), (2, 130, "0x0002")]


def test_the_text_that_a_summariser_answered_stands_for_all_that_left(tmp_path: Path) -> None:
    request: Said = ("user", "Summarize the conversation above for whoever goes on.")
    log = looked().call([ASK, LOOK, FOUND, SAY, request], ("assistant", SUMMARY))
    trace = log.call([("user", SUMMARY), MORE], SEEK).trace(tmp_path)
    (rewrite,) = rewrites(trace)
    assert texts_of(trace, rewrite.sources) == [ASK[1], '{"command":"grep atlas index.txt"}', FOUND[2], SAY[1]]
    assert (rewrite.basis, rewrite.by, rewrite.turn, rewrite.surrogate.text) == ("derived", "host", 3, SUMMARY)
    assert trace.lines.not_context == {"summariser call": 1}


def test_a_fixed_lead_says_that_a_text_is_a_summary(tmp_path: Path) -> None:
    lead = "Here is a summary of the conversation to date:"
    trace = looked().call([("user", f"{lead}\n\n{SUMMARY}"), MORE], SEEK).trace(tmp_path)
    (rewrite,) = rewrites(trace)
    surrogate = rewrite.surrogate
    assert surrogate.text[surrogate.body_start :] == SUMMARY
    assert (rewrite.basis, surrogate.lossy, surrogate.provenance) == ("derived", True, rewrite.sources)


def test_a_summary_without_a_lead_wears_no_tag(tmp_path: Path) -> None:
    trace = looked().mark().call([("assistant", SUMMARY), MORE], SEEK).trace(tmp_path)
    (rewrite,) = rewrites(trace)
    assert (rewrite.surrogate.lossy, rewrite.surrogate.provenance, rewrite.basis) == (False, (), "derived")


def test_a_compaction_part_is_a_surrogate_and_an_empty_one_is_opaque(tmp_path: Path) -> None:
    told = looked().call([("compaction", SUMMARY), MORE], SEEK).trace(tmp_path)
    hidden = looked().call([("compaction", ""), MORE], SEEK).trace(tmp_path)
    assert [rewrites(trace)[0].surrogate.tags for trace in (told, hidden)] == [(), ("opaque",)]
    assert [rewrites(trace)[0].surrogate.complete for trace in (told, hidden)] == [True, False]


def test_an_equal_summary_of_a_second_compaction_replaces_the_first(tmp_path: Path) -> None:
    log = looked().mark().call([("assistant", SUMMARY), MORE], SEEK)
    trace = log.mark().call([("assistant", SUMMARY), SEEK, HELD], ("assistant", "Shelf 9.")).trace(tmp_path)
    first, second = rewrites(trace)
    assert first.surrogate.id in second.sources
    assert (second.surrogate.text, MORE[1] in texts_of(trace, second.sources)) == (SUMMARY, True)


def test_a_text_in_the_midst_that_replaces_a_run_is_an_inferred_summary(tmp_path: Path) -> None:
    log = looked().call([ASK, LOOK, FOUND, SAY, MORE], SEEK)
    short: Said = ("assistant", "Looked up the atlas, it is lent out.")
    trace = log.call([ASK, short, MORE, SEEK, HELD], ("assistant", "Shelf 9.")).trace(tmp_path)
    (rewrite,) = rewrites(trace)
    assert (rewrite.basis, rewrite.surrogate.text) == ("inferred", short[1])
    assert texts_of(trace, rewrite.sources) == ['{"command":"grep atlas index.txt"}', FOUND[2], SAY[1]]


def test_what_is_new_at_the_end_came_in_before_the_summary(tmp_path: Path) -> None:
    trace = looked().mark().call([("assistant", SUMMARY), MORE], SEEK).trace(tmp_path)
    (rewrite,) = rewrites(trace)
    place = trace.events.index(rewrite)
    assert spans(trace)[-3].text == MORE[1]
    assert any(event.turn < rewrite.turn for event in trace.events[place - 1 : place])
    assert windows(trace)[-1] == [SUMMARY, MORE[1]]


@pytest.mark.parametrize(
    "placeholder",
    [
        "[cleared]",
        "(Tool result removed)",
        "[Old tool result content cleared]",
        "Old environment output: (9 lines omitted)",
    ],
)
def test_a_placeholder_stands_where_a_result_was(tmp_path: Path, placeholder: str) -> None:
    trace = looked().call([ASK, LOOK, ("result", "c1", placeholder), SAY, MORE], SEEK).trace(tmp_path)
    (cut,) = truncations(trace)
    stub = spans(trace)[-3]
    assert (texts_of(trace, cut.spans), cut.basis) == ([FOUND[2]], "derived")
    assert (stub.text, stub.by, stub.call_id, stub.provenance) == (placeholder, "host", "c1", ())
    assert windows(trace)[2][2] == placeholder


def test_a_placeholder_that_names_a_copy_is_an_eviction_to_it(tmp_path: Path) -> None:
    stub = "<persisted-output>Full output saved to: /var/kept/c1.txt</persisted-output>"
    trace = looked().call([ASK, LOOK, ("result", "c1", stub), SAY, MORE], SEEK).trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, list(gone.copies.values())) == ("external-copy", ["/var/kept/c1.txt"])
    assert spans(trace)[-3].external_copy == "/var/kept/c1.txt"


def test_a_superseded_reading_is_dispensable(tmp_path: Path) -> None:
    stub = "[outdated - see the latest file content]"
    trace = looked().call([ASK, LOOK, ("result", "c1", stub), SAY, MORE], SEEK).trace(tmp_path)
    assert [gone.reason for gone in evictions(trace)] == ["dispensable"]


def test_a_result_that_is_told_shorter_is_rewritten(tmp_path: Path) -> None:
    short = "shelf 14, row 3, lent until Friday"
    trace = looked().call([ASK, LOOK, ("result", "c1", short), SAY, MORE], SEEK).trace(tmp_path)
    (rewrite,) = rewrites(trace)
    assert (texts_of(trace, rewrite.sources), rewrite.surrogate.text, rewrite.basis) == ([FOUND[2]], short, "inferred")


def test_a_result_cut_with_a_frameworks_mark_leaves_for_what_is_left_of_it(tmp_path: Path) -> None:
    cut = FOUND[2][:80] + "... [truncated: 180 chars removed] ..." + FOUND[2][-40:]
    trace = looked().call([ASK, LOOK, ("result", "c1", cut), SAY, MORE], SEEK).trace(tmp_path)
    assert [(texts_of(trace, event.spans), event.basis) for event in truncations(trace)] == [([FOUND[2]], "derived")]


def test_a_notice_of_dropped_messages_explains_them(tmp_path: Path) -> None:
    notice: Said = ("user", "[Sliding window truncation: 3 messages hidden to reduce context]")
    trace = looked().call([ASK, notice, MORE], SEEK).trace(tmp_path)
    (cut,) = truncations(trace)
    assert (cut.basis, len(cut.spans)) == ("derived", 3)
    assert [span.by for span in spans(trace) if span.text == notice[1]] == ["host"]


def test_messages_that_vanish_while_the_size_falls_were_truncated(tmp_path: Path) -> None:
    log = looked(tokens=130).call([ASK, LOOK, FOUND, SAY, MORE], SEEK, tokens=150)
    trace = log.call([MORE, SEEK, HELD], ("assistant", "Shelf 9."), tokens=70).trace(tmp_path)
    (cut,) = truncations(trace)
    assert (cut.basis, len(cut.spans)) == ("inferred", 4)


def test_a_text_that_the_next_prompt_continues_stays_and_the_rest_enters(tmp_path: Path) -> None:
    grown: Said = ("user", f"{ASK[1]}\n<system-reminder>Be brief.</system-reminder>")
    trace = Log().call([ASK], LOOK).call([grown, LOOK, FOUND], SAY).trace(tmp_path)
    assert edits(trace) == []
    assert [(span.text.strip(), span.by) for span in spans(trace)][-3:-1] == [
        ("<system-reminder>Be brief.</system-reminder>", "host"),
        (FOUND[2].strip(), "tool"),
    ]


def test_a_step_back_is_withdrawn_by_the_human(tmp_path: Path) -> None:
    log = looked().call([ASK, LOOK, FOUND, SAY, MORE], ("assistant", "On shelf 9."))
    trace = log.call([ASK, LOOK, FOUND, SAY, ("user", "Forget that. Who has it?")], SEEK).trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.by, texts_of(trace, gone.spans)) == ("withdrawn", "human", [MORE[1], "On shelf 9."])
    assert "went back" in notes(trace)


def test_an_answer_that_was_thrown_away_is_withdrawn_by_the_host(tmp_path: Path) -> None:
    trace = Log().call([ASK], ("assistant", "Row 99.")).call([ASK], LOOK).trace(tmp_path)
    assert [(gone.reason, gone.by) for gone in evictions(trace)] == [("withdrawn", "host")]


def test_thinking_that_is_not_sent_again_is_dispensable(tmp_path: Path) -> None:
    trace = Log().call([ASK], ("thinking", "Index first."), LOOK).call([ASK, LOOK, FOUND], SAY).trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.basis, texts_of(trace, gone.spans)) == ("dispensable", "inferred", ["Index first."])


def test_a_renewed_system_prompt_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    log = Log(system="Keep the shelves of the harbour library in order. Today is Monday.").call([ASK], LOOK)
    log.system = "Keep the shelves of the harbour library in order. Today is Tuesday."
    trace = log.call([ASK, LOOK, FOUND], SAY).trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.basis) == ("dispensable", "inferred")
    assert [span.text[-8:] for span in spans(trace) if span.role == "system"] == [" Monday.", "Tuesday."]


def test_answers_without_ids_are_known_by_what_they_say(tmp_path: Path) -> None:
    bare: Said = ("call", None, "bash", {"command": "grep atlas index.txt"})
    trace = Log().call([ASK], LOOK).call([ASK, bare, ("result", None, FOUND[2])], SAY).trace(tmp_path)
    assert edits(trace) == []


def test_an_edit_is_never_recorded(tmp_path: Path) -> None:
    log = looked(tokens=130).call([ASK, LOOK, ("result", "c1", "[cleared]"), SAY, MORE], SEEK, tokens=90)
    trace = log.mark().call([("assistant", SUMMARY), MORE], SAY, tokens=50).trace(tmp_path)
    assert {event.basis for event in edits(trace)} <= {"derived", "inferred"}
    assert len(edits(trace)) == 2
