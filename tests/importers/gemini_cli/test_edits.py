"""Compressions, cut results, rewinds: what left, what stands for it, what stayed."""

from __future__ import annotations

from pathlib import Path

from tests.importers.gemini_cli.session import ACKNOWLEDGED, SNAPSHOT, Session, message, response, used, user
from tests.importers.seen import calls, edits, evictions, rewrites, spans, truncations, windows

CONTEXT = "<session_context>Monday</session_context>"


def worked() -> Session:
    log = Session().all_are(user("c0", CONTEXT)).user("u1", "read the dam").model("g1", toolCalls=[used("c1", "dam 7")])
    return log.results("u2", response("c1", "dam 7")).model("g2", "It is dam 7.", 900)


def compressed(log: Session, text: str = "seven") -> Session:
    return log.all_are(
        user("n0", CONTEXT),
        user("n1", SNAPSHOT.format(text)),
        message("n2", "gemini", ACKNOWLEDGED),
        message("n3", "gemini", "It is dam 7."),
    )


def test_a_compression_is_one_rewrite_of_all_that_left(tmp_path: Path) -> None:
    trace = compressed(worked()).trace(tmp_path)
    (cut,) = edits(trace)
    assert cut == rewrites(trace)[0]
    assert rewrites(trace)[0].sources == ("u1", "g1", "u2")
    assert (rewrites(trace)[0].by, rewrites(trace)[0].basis) == ("host", "derived")
    assert windows(trace)[-1] == [CONTEXT, SNAPSHOT.format("seven"), ACKNOWLEDGED, "It is dam 7."]


def test_the_snapshot_is_tagged_and_its_tags_are_no_body(tmp_path: Path) -> None:
    told = rewrites(compressed(worked()).trace(tmp_path))[0].surrogate
    assert told.text[told.body_start : told.body_end] == "<facts>seven</facts>"
    assert (told.by, told.kind, told.lossy, told.provenance) == ("model", "summary", True, ("u1", "g1", "u2"))


def test_the_acknowledgement_is_the_host_s_and_no_call(tmp_path: Path) -> None:
    trace = compressed(worked()).trace(tmp_path)
    assert len(calls(trace)) == 2
    assert [span.by for span in spans(trace).values() if span.text == ACKNOWLEDGED] == ["host"]


def test_messages_that_are_written_one_by_one_before_the_list_are_copies(tmp_path: Path) -> None:
    log = worked().user("n1", SNAPSHOT.format("seven")).add(message("n2", "gemini", ACKNOWLEDGED))
    log.add(message("n3", "gemini", "It is dam 7."))
    trace = compressed(log).trace(tmp_path)
    assert len(calls(trace)) == 2
    assert trace.lines.not_context["message (again, before a list of all)"] == 3
    assert windows(trace)[-1] == windows(compressed(worked()).trace(tmp_path))[-1]


def test_a_counted_message_before_the_list_is_no_copy(tmp_path: Path) -> None:
    log = worked().user("u3", "and now?").model("g3", "Now 8.", 950)
    messages = [user("c0", CONTEXT), user("u1", "read the dam"), message("g3", "gemini", "Now 8.")]
    assert len(calls(log.all_are(*messages).trace(tmp_path))) == 3


def test_a_second_snapshot_takes_the_first_one(tmp_path: Path) -> None:
    log = compressed(worked()).user("u4", "on").model("g4", "Yes.")
    first, second = rewrites(compressed(log, "eight").trace(tmp_path))
    assert first.surrogate.id in second.sources


def test_the_list_counts_by_the_time_it_was_written(tmp_path: Path) -> None:
    assert rewrites(compressed(worked()).trace(tmp_path))[0].at == "2026-03-01T11:00:00.000Z"


def test_a_result_that_the_list_holds_masked_left_for_its_file(tmp_path: Path) -> None:
    text = (
        "<tool_output_masked>\nda\n\nOutput too large. Full output available at: /tmp/out/c1.txt\n</tool_output_masked>"
    )
    log = worked().all_are(
        user("c0", CONTEXT),
        user("u1", "read the dam"),
        message("g1", "gemini", "", toolCalls=[used("c1")]),
        message("u2", "user", [response("c1", text)]),
        message("g2", "gemini", "It is dam 7."),
    )
    trace = log.trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.spans, dict(gone.copies)) == ("external-copy", ("u2",), {"u2": "/tmp/out/c1.txt"})
    stub = spans(trace)["u2-stub"]
    assert (stub.by, stub.kind, stub.call_id, stub.external_copy) == ("host", "tool-result", "c1", "/tmp/out/c1.txt")
    assert windows(trace)[-1].index(text) == 3


def test_a_cut_result_without_a_file_is_truncated(tmp_path: Path) -> None:
    log = worked().results("u2", response("c1", "Output too large. Gone."))
    trace = log.trace(tmp_path)
    assert [cut.spans for cut in truncations(trace)] == [("u2",)]
    assert windows(trace)[-1][3] == "Output too large. Gone."


def test_a_cut_result_beside_its_call_counts_alike(tmp_path: Path) -> None:
    text = "Output too large. For full output see: /tmp/out/c1.txt"
    trace = worked().model("g1", toolCalls=[used("c1", text)]).trace(tmp_path)
    assert [dict(gone.copies) for gone in evictions(trace)] == [{"u2": "/tmp/out/c1.txt"}]


def test_another_wording_beside_the_call_is_no_cut(tmp_path: Path) -> None:
    assert edits(worked().model("g1", toolCalls=[used("c1", "dam 7 (shown)")]).trace(tmp_path)) == []


def test_a_list_that_is_only_shorter_takes_a_turn_back(tmp_path: Path) -> None:
    log = worked().user("u3", "drain it")
    log.all_are(
        user("c0", CONTEXT),
        user("u1", "read the dam"),
        message("g1", "gemini", "", toolCalls=[used("c1")]),
        message("u2", "user", [response("c1", "dam 7")]),
        message("g2", "gemini", "It is dam 7."),
    )
    (gone,) = evictions(log.trace(tmp_path))
    assert (gone.reason, gone.by, gone.spans) == ("withdrawn", "human", ("u3",))


def test_what_a_list_lacks_without_a_summary_was_truncated(tmp_path: Path) -> None:
    trace = worked().all_are(user("c0", CONTEXT), message("g2", "gemini", "It is dam 7.")).trace(tmp_path)
    assert [cut.spans for cut in truncations(trace)] == [("u1", "g1", "u2")]
    assert any("nothing says why" in note for note in trace.notes)


def test_a_list_of_the_same_messages_is_no_edit(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("g1", "Yes.").all_are(user("a", "go"), message("b", "gemini", "Yes."))
    trace = log.trace(tmp_path)
    assert (edits(trace), trace.lines.not_context) == ([], {"$set (the same messages)": 1, "metadata": 1})


def test_results_beside_their_calls_stay_in_a_list(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("g1", toolCalls=[used("c1", "dam 7")]).model("g2", "Dam 7.")
    log.all_are(
        user("u1", "go"),
        message("g1", "gemini", "", toolCalls=[used("c1", "dam 7")]),
        message("g2", "gemini", "Dam 7."),
    )
    assert edits(log.trace(tmp_path)) == []


def test_a_rewind_withdraws_the_message_and_all_behind_it(tmp_path: Path) -> None:
    trace = worked().user("u3", "drain it").model("g3", "Drained.").back_to("u3").trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.by, gone.spans) == ("withdrawn", "human", ("u3", "g3"))


def test_a_rewind_reaches_into_a_list_by_its_new_ids(tmp_path: Path) -> None:
    trace = compressed(worked()).user("u4", "on").back_to("n2").trace(tmp_path)
    assert windows(trace)[-1] == [CONTEXT, SNAPSHOT.format("seven")]


def test_a_rewind_to_nowhere_takes_all(tmp_path: Path) -> None:
    assert windows(worked().back_to("zz").trace(tmp_path))[-1] == []


def test_a_rewind_of_nothing_is_no_edit(tmp_path: Path) -> None:
    trace = Session().back_to("zz").trace(tmp_path)
    assert (edits(trace), trace.lines.not_context) == ([], {"$rewindTo (nothing to take back)": 1, "metadata": 1})


def test_the_edit_belongs_to_the_turn_of_the_next_call(tmp_path: Path) -> None:
    trace = compressed(worked()).user("u4", "on").model("g4", "Yes.").trace(tmp_path)
    assert rewrites(trace)[0].turn == calls(trace)[-1].turn
