"""Cline's extension: the deleted range as of each call, and texts that stand for others from their time on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.cline.log import Log, result, talk, text, use
from tests.importers.seen import calls, evictions, hold, rewrites, spans, truncations, windows

GONE = "[[NOTE] This file read has been removed to save space in the context window."
NOTICE = "[NOTE] Some previous conversation history with the user has been removed."


def row(index: int, cut: list[int] | None = None, ts: int = 0, say: str = "text", **keys: Any) -> dict[str, Any]:
    found = {"ts": ts or 1000 * index, "say": say, "conversationHistoryIndex": index}
    return found | ({"conversationHistoryDeletedRange": cut} if cut else {}) | keys


def request(index: int, tokens: int, ts: int) -> dict[str, Any]:
    return row(index, ts=ts, say="api_req_started", text=f'{{"tokensIn": {tokens}}}')


def update(index: int, block: int, ts: int, words: str) -> list[Any]:
    return [index, [2, [[block, [[ts, "text", [words], []]]]]]]


def long() -> Log:
    """Nine messages; the fourth call is made with a range, when the interface says so."""
    log = talk(Log(timed=False)).model("And the bilge.", use("c3")).user(result("c3", "bilge dry"))
    return log.model("All seen.").user("<feedback>\nSure?\n</feedback>")


def cut() -> Log:
    rows = [row(0), row(2), row(4), row(6, [2, 3]), request(-1, 100, 1), request(5, 900, 2)]
    return long().side("ui_messages.json", rows)


def test_the_range_is_a_truncation_before_the_call(tmp_path: Path) -> None:
    (removed,) = truncations(cut().trace(tmp_path))
    assert (removed.spans, removed.turn, removed.line) == (("m2", "m3.0", "m3.1", "m4"), 4, 8)


def test_a_result_behind_the_range_whose_call_left_is_not_sent(tmp_path: Path) -> None:
    assert "pump P2 runs at 400 rpm" not in windows(cut().trace(tmp_path))[3]


def test_the_first_two_messages_stay(tmp_path: Path) -> None:
    assert windows(cut().trace(tmp_path))[3][:2] == [
        "<task>\nWhy does the hull leak at frame 31?\n</task>",
        "The survey first.",
    ]


def test_earlier_calls_saw_all(tmp_path: Path) -> None:
    assert "frame 31: weld W-7 cracked" in windows(cut().trace(tmp_path))[2]


def test_the_size_of_a_call_is_known_by_its_place(tmp_path: Path) -> None:
    trace = cut().trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [100, None, None, 900]


def test_without_the_interface_s_record_nothing_leaves_and_that_is_said(tmp_path: Path) -> None:
    trace = long().trace(tmp_path)
    assert truncations(trace) == []
    assert any("ui_messages.json is not beside" in note for note in trace.notes)


def test_a_range_that_grows_takes_only_what_is_new(tmp_path: Path) -> None:
    log = cut()
    log.beside["ui_messages.json"] += [row(8, [2, 5])]
    trace = log.model("Sure.").trace(tmp_path)
    assert [event.spans for event in truncations(trace)][1] == ("m5.0", "m5.1", "m6")


def test_a_text_that_stands_for_another_is_the_host_s(tmp_path: Path) -> None:
    log = cut().side("context_history.json", [update(1, 0, 1, NOTICE)])
    trace = log.trace(tmp_path)
    stub = next(span for span in spans(trace).values() if span.text == NOTICE)
    assert (stub.by, stub.role) == ("host", "assistant")
    assert windows(trace)[3][1] == NOTICE


def test_it_holds_only_for_requests_that_began_later(tmp_path: Path) -> None:
    log = cut().side("context_history.json", [update(1, 0, 2, NOTICE)])
    assert NOTICE not in windows(log.trace(tmp_path))[3]


def test_without_requests_the_times_of_answers_tell(tmp_path: Path) -> None:
    log = talk().model("And the bilge.").side("context_history.json", [update(1, 0, 3500, NOTICE)])
    shown = windows(log.trace(tmp_path))
    assert (NOTICE in shown[1], NOTICE in shown[2]) == (False, True)


def test_a_text_that_no_call_saw_is_said(tmp_path: Path) -> None:
    trace = long().side("context_history.json", [update(1, 0, 1, NOTICE)]).trace(tmp_path)
    assert any("1 replaced texts" in note for note in trace.notes)


def test_a_read_that_a_later_one_made_out_of_date_is_dispensable(tmp_path: Path) -> None:
    log = long()
    log.messages[2]["content"] = [text("[read_file for 'survey.txt'] Result:"), text("weld W-7 cracked")]
    log.side("ui_messages.json", [request(5, 900, 9)]).side("context_history.json", [update(2, 1, 5, GONE)])
    trace = log.trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.spans) == ("dispensable", ("m2.1",))
    assert GONE in windows(trace)[3]


def test_a_summary_that_the_user_s_message_carries_stands_for_the_range(tmp_path: Path) -> None:
    lead = "This session is being continued from a previous conversation that ran out of context."
    log = long()
    log.messages[6]["content"] = [text(f"{lead} The conversation is summarized below:\nWeld W-7.")]
    trace = log.side("ui_messages.json", [row(6, [2, 5]), request(5, 900, 9)]).trace(tmp_path)
    (made,) = rewrites(trace)
    assert made.sources == ("m2", "m3.0", "m3.1", "m4", "m5.0", "m5.1")
    assert made.surrogate.text[made.surrogate.body_start :] == "Weld W-7."
    assert truncations(trace) == []


def test_every_message_is_accounted_for(tmp_path: Path) -> None:
    log = cut().side("context_history.json", [update(1, 0, 1, NOTICE)])
    hold([log.trace(tmp_path)], len(log.messages))


def test_odd_files_beside_the_history_are_passed_over(tmp_path: Path) -> None:
    log = (
        long().side("ui_messages.json", "{torn").side("context_history.json", [[1], ["x", 2], [0, [1, [[9, "y"]]]], 7])
    )
    hold([log.trace(tmp_path)], len(log.messages))
