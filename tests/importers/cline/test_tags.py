"""Roo's tags: a summary or a marker stands for the messages that name it, from the call on before which it was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.cline.log import Log, result, talk, text, use
from tests.importers.seen import calls, edits, hold, rewrites, spans, truncations, windows

SUMMARY = "## Conversation Summary\nWeld W-7 is cracked."


def condensed(**keys: object) -> Log:
    log = talk().tag("condenseParent", "k1", 0, 1, 2, 3, 4)
    return log.user(SUMMARY, isSummary=True, condenseId="k1", **keys).model("So it is the weld.")


def truncated() -> Log:
    """Eight visible messages before the fourth call, of which the rule hides the two behind the first."""
    log = talk().model("And the bilge.", use("c3")).user(result("c3", "bilge dry")).model("Bilge is dry.", use("c4"))
    log.messages.insert(3, {"role": "user", "content": "[2 messages hidden]", "ts": 3999})
    log.tag("isTruncationMarker", "x", 3).tag("truncationParent", "t1", 1, 2)
    log.messages[3] |= {"isTruncationMarker": True, "truncationId": "t1"}
    return log


def test_a_condensation_is_one_rewrite_of_all_that_names_it(tmp_path: Path) -> None:
    trace = condensed().trace(tmp_path)
    (cut,) = rewrites(trace)
    assert cut.sources == ("m0", "m1.0", "m1.1", "m2", "m3.0", "m3.1", "m4")
    assert (len(edits(trace)), cut.line, cut.by, cut.basis) == (1, 6, "host", "recorded")


def test_the_window_behind_it_is_the_summary(tmp_path: Path) -> None:
    assert windows(condensed().trace(tmp_path))[2] == [SUMMARY]


def test_earlier_calls_saw_the_messages_themselves(tmp_path: Path) -> None:
    assert len(windows(condensed().trace(tmp_path))[1]) == 4


def test_the_summary_says_what_it_is(tmp_path: Path) -> None:
    made = rewrites(condensed().trace(tmp_path))[0].surrogate
    assert (made.lossy, made.by, made.kind, len(made.provenance)) == (True, "model", "summary", 7)
    assert made.text[made.body_start :] == "Weld W-7 is cracked."


def test_other_blocks_of_the_summary_are_the_host_s(tmp_path: Path) -> None:
    log = condensed()
    log.messages[5]["content"] = [text(SUMMARY), text("<system-reminder>rules</system-reminder>")]
    trace = log.trace(tmp_path)
    assert spans(trace)["m5.1"].by == "host"
    assert windows(trace)[2] == [SUMMARY, "<system-reminder>rules</system-reminder>"]


def test_a_second_summary_takes_the_first_one_along(tmp_path: Path) -> None:
    log = condensed().tag("condenseParent", "k2", 5, 6)
    log.user("## Conversation Summary\nThe weld.", isSummary=True, condenseId="k2").model("Still the weld.")
    assert rewrites(log.trace(tmp_path))[1].sources == ("m5", "m6")


def test_a_tag_that_names_nothing_is_void(tmp_path: Path) -> None:
    trace = talk().tag("condenseParent", "gone", 0, 1, 2).model("So.").trace(tmp_path)
    assert edits(trace) == []


def old_summary() -> Log:
    """The summary stands where it cuts; three messages behind it are older than it."""
    log = talk().model("And the bilge.", use("c3")).user(result("c3", "dry"))
    summary = {"role": "assistant", "content": "The weld.", "isSummary": True, "condenseId": "k1", "ts": 4500}
    log.messages.insert(4, summary)
    return log.tag("condenseParent", "k1", 1, 2, 3).model("So.")


def test_a_summary_that_is_the_assistant_s_came_behind_three_kept_messages(tmp_path: Path) -> None:
    trace = old_summary().trace(tmp_path)
    (cut,) = rewrites(trace)
    assert cut.sources == ("m1.0", "m1.1", "m2", "m3.0", "m3.1", "m5")
    assert (len(calls(trace)), cut.turn, cut.basis) == (4, 4, "derived")


def test_a_result_whose_call_left_leaves_with_it(tmp_path: Path) -> None:
    shown = windows(old_summary().trace(tmp_path))
    assert ("pump P2 runs at 400 rpm" in shown[2], "pump P2 runs at 400 rpm" in shown[3]) == (True, False)


def test_a_summary_that_wrote_over_its_sources_stands_for_a_lost_span(tmp_path: Path) -> None:
    log = Log().user("<task>\nWhy?\n</task>")
    log.add("assistant", "The weld, by the survey.", isSummary=True).user("go on").model("Yes.").user("more")
    trace = log.model("So.").trace(tmp_path)
    (cut,) = rewrites(trace)
    assert [spans(trace)[name].tags for name in cut.sources] == [("lost",)]
    assert any("wrote over" in note for note in trace.notes)


def test_a_truncation_takes_what_names_the_marker_and_puts_the_marker_in(tmp_path: Path) -> None:
    trace = truncated().trace(tmp_path)
    (cut,) = truncations(trace)
    assert cut.spans == ("m1.0", "m1.1", "m2")
    assert windows(trace)[-1][1] == "[2 messages hidden]"
    assert spans(trace)["m3"].by == "host"


def test_a_truncation_is_dated_by_the_rule_when_nothing_else_tells(tmp_path: Path) -> None:
    trace = truncated().trace(tmp_path)
    (cut,) = truncations(trace)
    assert (cut.turn, cut.basis) == (3, "derived")
    assert any("from the harness's rule" in note for note in trace.notes)


def test_the_interface_s_record_dates_a_truncation(tmp_path: Path) -> None:
    row = {"ts": 6500, "say": "sliding_window_truncation", "contextTruncation": {"truncationId": "t1"}}
    (cut,) = truncations(truncated().side("ui_messages.json", [row]).trace(tmp_path))
    assert (cut.turn, cut.basis) == (4, "recorded")


def test_kept_messages_behind_a_marker_are_older_than_it(tmp_path: Path) -> None:
    shown = windows(truncated().trace(tmp_path))
    assert "frame 31: weld W-7 cracked" in shown[1]


def test_the_size_of_a_call_is_the_interface_s(tmp_path: Path) -> None:
    rows = [
        {"ts": 1500, "say": "api_req_started", "text": '{"tokensIn": 10, "cacheWrites": 2000, "cacheReads": 300}'},
        {"ts": 3500, "say": "api_req_started", "text": '{"tokensIn": 2400, "cacheReads": 9, "apiProtocol": "openai"}'},
    ]
    trace = talk().side("ui_messages.json", rows).trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [2310, 2400]


@pytest.mark.parametrize("log", [condensed, truncated])
def test_every_message_is_accounted_for(tmp_path: Path, log: object) -> None:
    made: Log = log()  # type: ignore[operator]
    hold([made.trace(tmp_path)], len(made.messages))


def test_the_agent_is_told_by_the_tags(tmp_path: Path) -> None:
    header = condensed().trace(tmp_path).header
    assert (header.agent, header.id) == ("roo-code", "17")


def test_without_tags_it_is_cline(tmp_path: Path) -> None:
    assert talk().trace(tmp_path).header.agent == "cline"
