"""A session of the SDK: the transcript, and the last compaction beside it when it was made of this transcript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers.cline.sidecar import prefix_hash
from ctxaudit.importers.cline.wording import sent_input, shown_input
from tests.importers.cline.log import Log, result, talk, text, use
from tests.importers.seen import calls, edits, hold, rewrites, spans, truncations, windows

SUMMARY = {
    "role": "user",
    "content": [text("Context summary:\n\nWeld W-7 is cracked.")],
    "metadata": {"kind": "compaction_summary"},
}


def compacted(**keys: Any) -> Log:
    """The first message and the first pair are gone; the second pair stays."""
    log = talk()
    log.body()
    kept = [dict(message) for message in log.messages[3:5]]
    return log.compacted(5, SUMMARY, *kept, **keys).model("So it is the weld.")


def notice(words: str) -> dict[str, Any]:
    return text(f"<SYSTEM_NOTICE>\nEarlier context was compacted. Summary of your actions:\n{words}</SYSTEM_NOTICE>")


def basic() -> Log:
    log = talk().model("It is the weld.").user("And the pump?").model("Look.", use("c5")).user(result("c5", "P2 fine"))
    log.model("The pump is fine.").body()
    first, last = log.messages[0], log.messages[6]
    kept = [
        first | {"content": [*first["content"], notice("Files read:\nsurvey.txt")], "metadata": {"kind": "compaction"}},
        log.messages[5] | {"metadata": {"compaction": "preserved"}},
        last | {"content": [*last["content"], notice("Commands ran:\nmake hull")]},
        log.messages[9] | {"metadata": {"compaction": "preserved"}},
    ]
    return log.compacted(10, *kept)


def test_the_summary_stands_for_all_that_is_not_kept(tmp_path: Path) -> None:
    trace = compacted().session(tmp_path)
    (cut,) = rewrites(trace)
    assert cut.sources == ("msg0", "msg1.0", "msg1.1", "msg2")
    assert (cut.turn, cut.basis, cut.at, len(edits(trace))) == (3, "recorded", "2026-03-01T10:00:00.000Z", 1)


def test_the_window_behind_it_is_the_compacted_one(tmp_path: Path) -> None:
    assert windows(compacted().session(tmp_path))[2] == [
        "Context summary:\n\nWeld W-7 is cracked.",
        "Now the pumps.",
        '{"command":"make hull"}',
        "pump P2 runs at 400 rpm",
    ]


def test_the_summary_s_own_words_are_known(tmp_path: Path) -> None:
    made = rewrites(compacted().session(tmp_path))[0].surrogate
    assert (made.text[made.body_start :], made.lossy, made.by) == ("Weld W-7 is cracked.", True, "model")


def test_a_hash_that_holds_is_said(tmp_path: Path) -> None:
    assert any("its hash of the transcript holds" in note for note in compacted().session(tmp_path).notes)


def test_a_hash_that_does_not_hold_makes_the_edit_derived(tmp_path: Path) -> None:
    (cut,) = rewrites(compacted(source_prefix_hash="sha256:00").session(tmp_path))
    assert cut.basis == "derived"


def test_a_file_of_another_transcript_is_left_out_and_that_is_said(tmp_path: Path) -> None:
    trace = compacted(source_prefix_hash="sha256:00", source_last_message_key="id:other").session(tmp_path)
    assert edits(trace) == []
    assert any("made of another transcript" in note for note in trace.notes)


def test_an_older_file_without_hash_and_count_is_placed_by_what_it_kept(tmp_path: Path) -> None:
    log = compacted()
    for key in ("source_message_count", "source_prefix_hash", "source_last_message_key"):
        log.beside["s1.compaction.json"].pop(key)
    (cut,) = rewrites(log.session(tmp_path))
    assert (cut.sources, cut.basis) == (("msg0", "msg1.0", "msg1.1", "msg2"), "derived")


def test_an_older_file_that_keeps_unknown_messages_is_left_out(tmp_path: Path) -> None:
    log = compacted()
    made = log.beside["s1.compaction.json"]
    for key in ("source_message_count", "source_prefix_hash", "source_last_message_key"):
        made.pop(key)
    made["messages"][1]["id"] = "stranger"
    assert edits(log.session(tmp_path)) == []


def test_a_torn_transcript_needs_a_hash_that_holds(tmp_path: Path) -> None:
    log = compacted(source_prefix_hash="sha256:00")
    whole = json.dumps(log.body())
    (tmp_path / "s1.compaction.json").write_text(json.dumps(log.beside["s1.compaction.json"]))
    (tmp_path / "s1.messages.json").write_text(whole[: whole.index("So it is")])
    from ctxaudit.importers.cline import read
    from ctxaudit.ingest.source import open_source

    (trace,) = read(open_source(str(tmp_path / "s1.messages.json")))
    assert edits(trace) == []
    assert [problem.hole for problem in trace.problems] == [True]


def test_a_compaction_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    trace = talk().side("s1.compaction.json", "{torn").session(tmp_path)
    assert any("cannot be read" in note for note in trace.notes)


def test_without_a_compaction_nothing_leaves(tmp_path: Path) -> None:
    assert edits(talk().model("So.").session(tmp_path)) == []


def test_a_basic_compaction_is_one_rewrite_for_each_gap(tmp_path: Path) -> None:
    trace = basic().session(tmp_path)
    assert [cut.sources for cut in rewrites(trace)] == [
        ("msg1.0", "msg1.1", "msg2", "msg3.0", "msg3.1", "msg4"),
        ("msg7.0", "msg7.1", "msg8"),
    ]
    assert truncations(trace) == []


def test_a_notice_is_made_by_code(tmp_path: Path) -> None:
    made = [cut.surrogate for cut in rewrites(basic().session(tmp_path))]
    assert [(span.by, span.lossy) for span in made] == [("host", True), ("host", True)]


def test_the_window_behind_a_basic_compaction_keeps_what_was_typed(tmp_path: Path) -> None:
    shown = windows(basic().session(tmp_path))[-1]
    assert [words[:16] for words in shown] == [
        "<task>\nWhy does ",
        "<SYSTEM_NOTICE>\n",
        "It is the weld.",
        "And the pump?",
        "<SYSTEM_NOTICE>\n",
        "The pump is fine",
    ]


def test_the_system_prompt_stays(tmp_path: Path) -> None:
    assert windows(compacted().session(tmp_path, system_prompt="You mend hulls."))[2][0] == "You mend hulls."


def test_the_size_of_a_call_is_its_answer_s(tmp_path: Path) -> None:
    log = Log().user("Why?").model("Because.", metrics={"inputTokens": 812, "outputTokens": 3})
    assert [call.tokens for call in calls(log.session(tmp_path))] == [812]


def test_the_wrapper_of_the_user_s_words_is_not_sent(tmp_path: Path) -> None:
    trace = Log().user('<user_input mode="act">Why?</user_input>').model("Because.").session(tmp_path)
    assert (windows(trace)[0], spans(trace)["msg0"].by) == (["Why?"], "human")


def test_structured_results_are_read_decoded(tmp_path: Path) -> None:
    rows = [{"query": "cat log", "result": "row one\nrow two", "success": True}]
    log = Log().user("Why?").model(use("c1", "run_commands", commands=["cat log"])).user(result("c1", rows))
    made = spans(log.session(tmp_path))["msg2"]
    assert (made.text, made.kind) == ("cat log\nrow one\nrow two\ntrue", "read")


def test_so_are_those_that_are_spelled_as_json(tmp_path: Path) -> None:
    log = Log().user("Why?").model(use("c1", "editor", path="a"))
    log.user(result("c1", '{"query":"edit:a","result":"Edited\\na","success":true}'))
    assert spans(log.session(tmp_path))["msg2"].text == "edit:a\nEdited\na\ntrue"


def test_json_that_a_tool_gave_back_stays_json(tmp_path: Path) -> None:
    log = Log().user("Why?").model(use("c1", "editor", path="a")).user(result("c1", '{"name": "hull"}'))
    assert spans(log.session(tmp_path))["msg2"].text == '{"name": "hull"}'


def test_a_result_that_failed_is_tagged(tmp_path: Path) -> None:
    rows = [{"query": "make", "result": "no rule", "success": False}]
    log = Log().user("Why?").model(use("c1", "run_commands", commands=["make"])).user(result("c1", rows))
    assert spans(log.session(tmp_path))["msg2"].tags == ("error",)


def test_a_file_that_came_along_is_the_host_s_reading(tmp_path: Path) -> None:
    log = Log().user("Why?", {"type": "file", "path": "a.txt", "content": "weld W-7"}).model("So.")
    made = spans(log.session(tmp_path))["msg0.1"]
    assert (made.kind, made.by, "weld W-7" in made.text) == ("read", "host", True)


def test_the_header_comes_from_the_manifest(tmp_path: Path) -> None:
    manifest = {"session_id": "s1", "model": "shipwright-1", "cwd": "/dock", "started_at": "2026-03-01T09:00:00Z"}
    log = talk().side("s1.json", manifest)
    header = log.session(tmp_path, origin={"version": "3.0.65"}).header
    assert (header.agent, header.model, header.cwd) == ("cline 3.0.65", "shipwright-1", "/dock")


def test_a_teammate_is_a_lane(tmp_path: Path) -> None:
    assert talk().session(tmp_path, agent="scout").header.lane == "scout"


@pytest.mark.parametrize("log", [compacted, basic])
def test_every_message_is_accounted_for(tmp_path: Path, log: Any) -> None:
    made: Log = log()
    hold([made.session(tmp_path)], len(made.messages))


@pytest.mark.parametrize(
    ("stored", "sent", "shown"),
    [
        ('<user_input mode="plan">go</user_input>', "go", "go"),
        ("<mode_notice>act</mode_notice><user_input>go</user_input>", "<mode_notice>act</mode_notice>go", "go"),
        ("  plain  ", "plain", "plain"),
        ("a <user_inputs> b", "a <user_inputs> b", "a <user_inputs> b"),
        ("<user_command slash='x'>go</user_command>", "go", "go"),
        ("", "", ""),
    ],
)
def test_user_texts_are_unwrapped(stored: str, sent: str, shown: str) -> None:
    assert (sent_input(stored), shown_input(stored)) == (sent, shown)


def test_the_hash_knows_neither_ids_nor_times() -> None:
    one, other = {"role": "user", "content": "go", "id": "a", "ts": 1}, {"role": "user", "content": "go", "id": "b"}
    assert prefix_hash([one]) == prefix_hash([other])


def test_the_hash_knows_what_was_said() -> None:
    assert prefix_hash([{"role": "user", "content": "go"}]) != prefix_hash([{"role": "user", "content": "stop"}])
