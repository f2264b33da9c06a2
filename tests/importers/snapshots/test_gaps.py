"""What a tracer may have left out is never held against the agent: it stays in the window and nothing is said of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.model import Trace
from tests.importers.snapshots.log import Log, Said, edits, notes, rewrites, spans, windows

ASK: Said = ("user", "How deep is the harbour at pier 7?")
LOOK: Said = ("call", "c1", "bash", {"command": "cat soundings.txt"})
FOUND: Said = ("result", "c1", "pier 7: 11.4 m at low water, sounded on 3 May by the Gannet " * 5)
SAY: Said = ("assistant", "It is 11.4 m deep at low water.")
MORE: Said = ("user", "May the Albatros moor there?")
ANSWER: Said = ("assistant", "Yes, she draws 9 m.")


def accused(trace: Trace) -> set[str]:
    return {finding.rule for finding in audit_trace(trace, all_conditions=True).report.findings}


def grown(tokens: int = 0) -> Log:
    log = Log().call([ASK], LOOK, tokens=tokens and 40).call([ASK, LOOK, FOUND], SAY, tokens=tokens)
    return log.call([ASK, LOOK, FOUND, SAY, MORE], ANSWER, tokens=tokens and tokens + 20)


def test_messages_that_vanish_without_a_recorded_size_are_not_judged(tmp_path: Path) -> None:
    trace = grown().call([MORE, ANSWER, ("user", "Tell the pilot.")], ("assistant", "Done.")).trace(tmp_path)
    assert (edits(trace), accused(trace)) == ([], set())
    assert FOUND[2] in windows(trace)[-1]
    assert "the tracer may have done it" in notes(trace)


def test_messages_that_vanish_while_the_recorded_size_grows_are_not_judged(tmp_path: Path) -> None:
    log = grown(tokens=160).call([MORE, ANSWER, ("user", "Tell the pilot.")], ("assistant", "Done."), tokens=195)
    trace = log.trace(tmp_path)
    assert (edits(trace), accused(trace)) == ([], set())


def test_a_message_that_the_tracer_shows_again_never_left(tmp_path: Path) -> None:
    last: Said = ("user", "Tell the pilot.")
    log = grown().call([MORE, ANSWER, last], ("assistant", "Done."))
    trace = log.call([ASK, LOOK, FOUND, SAY, MORE, ANSWER, last, ("assistant", "Done."), ASK], SAY).trace(tmp_path)
    assert not any(event.basis == "recorded" and "spans" in dir(event) for event in edits(trace)[:-1])
    assert len([span for span in spans(trace) if span.text == FOUND[2]]) == 1


def test_a_text_that_is_shorter_without_a_mark_is_the_tracers_doing(tmp_path: Path) -> None:
    short: Said = ("result", "c1", FOUND[2][:60])
    trace = (
        grown().call([ASK, LOOK, short, SAY, MORE, ANSWER, ("user", "Good.")], ("assistant", "Bye.")).trace(tmp_path)
    )
    assert edits(trace) == []
    assert FOUND[2] in windows(trace)[-1]


@pytest.mark.parametrize("mask", ["__REDACTED__", "<truncated due to size exceeding limit>", "[REDACTED]"])
def test_a_masked_text_is_no_edit(tmp_path: Path, mask: str) -> None:
    masked: Said = ("result", "c1", mask)
    trace = (
        grown().call([ASK, LOOK, masked, SAY, MORE, ANSWER, ("user", "Good.")], ("assistant", "Bye.")).trace(tmp_path)
    )
    assert edits(trace) == []


def test_a_masked_text_is_incomplete_where_it_enters(tmp_path: Path) -> None:
    trace = Log().call([ASK], LOOK).call([ASK, LOOK, ("result", "c1", "__REDACTED__")], SAY).trace(tmp_path)
    assert [span.complete for span in spans(trace) if span.role == "tool"] == [False]


def test_a_prompt_that_was_cut_off_takes_nothing_from_the_window(tmp_path: Path) -> None:
    log = grown().call([ASK, LOOK, FOUND, SAY, MORE, ANSWER, ("user", "Good.")], ("assistant", "Bye."))
    span = json.loads(log.lines[-1])
    span["attributes"]["gen_ai.input.messages"] = span["attributes"]["gen_ai.input.messages"][:200]
    log.lines[-1] = json.dumps(span)
    trace = log.trace(tmp_path)
    assert (edits(trace), accused(trace)) == ([], set())
    assert FOUND[2] in windows(trace)[-1]
    assert "only a part of the prompt" in notes(trace)


def test_a_span_that_says_it_dropped_attributes_takes_nothing_from_the_window(tmp_path: Path) -> None:
    log = grown(tokens=400).call(
        [ANSWER, ("user", "Good.")], ("assistant", "Bye."), tokens=60, dropped_attributes_count=3
    )
    assert edits(log.trace(tmp_path)) == []


def test_calls_without_messages_are_calls_of_an_unknown_window(tmp_path: Path) -> None:
    log = Log()
    for _ in range(3):
        log.call([ASK], SAY)
        span = json.loads(log.lines[-1])
        del span["attributes"]["gen_ai.input.messages"], span["attributes"]["gen_ai.output.messages"]
        del span["attributes"]["gen_ai.system_instructions"]
        log.lines[-1] = json.dumps(span)
    trace = log.traces(tmp_path)[0]
    assert (spans(trace), accused(trace)) == ([], set())


def test_a_summary_behind_calls_that_were_not_traced_has_a_lost_source(tmp_path: Path) -> None:
    unseen: list[Said] = [("call", "c9", "bash", {"command": "cat tides.txt"}), ("result", "c9", "springs on 5 May")]
    summary: Said = ("user", "Summary of the conversation so far: springs on 5 May, pier 7 is 11.4 m deep.")
    trace = grown().call([summary, *unseen], ("assistant", "Noted.")).trace(tmp_path)
    (rewrite,) = rewrites(trace)
    lost = [span for span in spans(trace) if "lost" in span.tags]
    assert (len(lost), lost[0].complete, lost[0].id in rewrite.sources) == (1, False, True)
    assert "invented-in-surrogate" not in accused(trace)
    assert "sampled out" in notes(trace)


def test_a_summary_of_a_result_that_no_prompt_showed_has_a_lost_source(tmp_path: Path) -> None:
    log = Log().call([ASK], SAY).call([ASK, SAY, MORE], LOOK)
    trace = log.call([("user", "Summary of the conversation: pier 7 was sounded on 3 May.")], ANSWER).trace(tmp_path)
    assert [span.tags for span in spans(trace) if "lost" in span.tags] == [("lost",)]


def test_a_summary_of_whole_prompts_has_no_lost_source(tmp_path: Path) -> None:
    trace = grown().call([("user", "Summary of the conversation: pier 7 is deep."), MORE], ANSWER).trace(tmp_path)
    assert len(rewrites(trace)) == 1
    assert not any("lost" in span.tags for span in spans(trace))


def test_a_summary_in_a_damaged_file_has_a_lost_source(tmp_path: Path) -> None:
    log = grown().call([("user", "Summary of the conversation: pier 7 is deep."), MORE], ANSWER)
    log.lines.insert(1, log.lines[1][:90])
    assert any("lost" in span.tags for span in spans(log.trace(tmp_path)))


def test_texts_of_one_length_are_cut_and_say_so(tmp_path: Path) -> None:
    results: list[Said] = [("result", f"c{n}", f"{n} fathoms at buoy {n} ".ljust(400, "x")[:300]) for n in range(4)]
    calls: list[Said] = [("call", f"c{n}", "bash", {"command": f"cat {n}"}) for n in range(4)]
    prompt: list[Said] = [ASK]
    log = Log()
    for one, result in zip(calls, results, strict=True):
        log.call(list(prompt), one)
        prompt += [one, result]
    trace = log.call(prompt, SAY).trace(tmp_path)
    assert [span.complete for span in spans(trace) if span.role == "tool"] == [False] * 4


def test_two_texts_of_one_length_are_no_sign_of_a_cut(tmp_path: Path) -> None:
    one: Said = ("result", "c1", "a" * 300)
    other: Said = ("result", "c2", "b" * 300)
    trace = Log().call([ASK], LOOK).call([ASK, LOOK, one, SAY, other], SAY).trace(tmp_path)
    assert all(span.complete for span in spans(trace))
