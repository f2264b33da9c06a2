"""Items become spans: who made them, of what kind they are, and what of them the log lacks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.model import Span
from tests.importers.codex.rollout import Rollout
from tests.importers.seen import calls, spans, texts, windows


def only(log: Rollout, folder: Path) -> Span:
    (span,) = spans(log.trace(folder)).values()
    return span


def test_the_thread_s_own_instructions_stand_first(tmp_path: Path) -> None:
    log = Rollout(base_instructions={"text": "Grind slowly."}).user("start")
    assert windows(log.trace(tmp_path)) == [["Grind slowly.", "start"]]


def test_each_part_of_a_message_is_a_span(tmp_path: Path) -> None:
    found = spans(Rollout().user("# AGENTS.md instructions for /srv/mill\nNo smoking.", "start").trace(tmp_path))
    assert [(span.id, span.by) for span in found.values()] == [("line-2.0", "host"), ("line-2.1", "human")]


@pytest.mark.parametrize(
    "text",
    ["<environment_context><cwd>/x</cwd></environment_context>", "<turn_aborted>\nby the user", "<INSTRUCTIONS>"],
)
def test_what_the_harness_puts_in_the_user_s_role_is_the_host_s(tmp_path: Path, text: str) -> None:
    span = only(Rollout().user(text), tmp_path)
    assert (span.role, span.by) == ("user", "host")


def test_a_human_may_quote_a_tag(tmp_path: Path) -> None:
    assert only(Rollout().user("why does <environment_context> say /x?"), tmp_path).by == "human"


def test_an_editor_s_context_is_parted_from_the_request(tmp_path: Path) -> None:
    log = Rollout().user(
        "# Context from my IDE setup:\n\n## Open tabs\n- sieve.c\n## My request for Codex:\nfix the sieve"
    )
    assert [(span.text.strip(), span.by) for span in spans(log.trace(tmp_path)).values()][1] == (
        "fix the sieve",
        "human",
    )


def test_a_developer_message_is_the_host_s(tmp_path: Path) -> None:
    span = only(Rollout().developer("be brief"), tmp_path)
    assert (span.role, span.by) == ("system", "host")


def test_another_agent_s_message_is_the_host_s(tmp_path: Path) -> None:
    span = only(Rollout().line("inter_agent_communication", author="a", recipient="b", content="dam is open"), tmp_path)
    assert (span.text, span.role, span.by, span.complete) == ("dam is open", "user", "host", True)


def test_an_encrypted_message_of_another_agent_is_incomplete(tmp_path: Path) -> None:
    content = [{"type": "encrypted_content", "encrypted_content": "gAAA"}]
    assert not only(Rollout().item("agent_message", author="a", content=content), tmp_path).complete


def test_a_subagent_is_spoken_to_by_the_harness(tmp_path: Path) -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "thread-0"}}}
    trace = Rollout(source=source, agent_nickname="Sieve").user("count the sacks").trace(tmp_path)
    assert [span.by for span in spans(trace).values()] == ["host"]
    assert (trace.header.parent, trace.header.lane) == ("thread-0", "Sieve")


def test_a_call_and_its_output_share_an_id(tmp_path: Path) -> None:
    call, output = spans(Rollout().call("c1").output("c1", "done").trace(tmp_path)).values()
    assert (call.kind, call.call_id, call.name, json.loads(call.text)) == (
        "tool-call",
        "c1",
        "exec_command",
        {"cmd": "make flour"},
    )
    assert (output.kind, output.call_id, output.name, output.by) == ("tool-result", "c1", "exec_command", "tool")


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("exec_command", {"cmd": "rg -n sack ledger.txt"}, "read"),
        ("shell", {"command": ["bash", "-lc", "cat ledger.txt"]}, "read"),
        ("shell", {"command": ["rm", "ledger.txt"]}, "tool-result"),
        ("exec_command", {"cmd": "cat a > b"}, "tool-result"),
        ("view_image", {"path": "a.png"}, "read"),
        ("write_stdin", {"chars": "cat a"}, "tool-result"),
    ],
)
def test_what_only_reads_gives_a_reading(tmp_path: Path, name: str, arguments: dict[str, Any], kind: str) -> None:
    log = Rollout().item("function_call", name=name, arguments=json.dumps(arguments), call_id="c1").output("c1", "x")
    assert list(spans(log.trace(tmp_path)).values())[1].kind == kind


def test_the_older_shell_call_is_a_call(tmp_path: Path) -> None:
    span = only(Rollout().item("local_shell_call", call_id="c1", action={"type": "exec", "command": ["ls"]}), tmp_path)
    assert (span.kind, span.name, json.loads(span.text)["command"]) == ("tool-call", "shell", ["ls"])


def test_a_free_form_call_s_input_is_kept_as_json(tmp_path: Path) -> None:
    span = only(Rollout().item("custom_tool_call", name="apply_patch", input="*** Begin", call_id="c1"), tmp_path)
    assert json.loads(span.text) == {"input": "*** Begin"}


@pytest.mark.parametrize(
    ("output", "failed"),
    [
        ("Chunk ID: 1\nWall time: 1 seconds\nProcess exited with code 2\nOutput:\nno sacks", True),
        ("Chunk ID: 1\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\nExit code: 3", False),
        ("Exit code: 1\nOutput:\nno", True),
        ('{"output": "no", "metadata": {"exit_code": 1}}', True),
        ('{"output": "yes", "metadata": {"exit_code": 0}}', False),
        ("{no json", False),
        ("apply_patch verification failed: no such line", True),
        ("error: no such tool", True),
        ("Errors are counted below", False),
        ({"content": "no", "success": False}, True),
        ({"content": "yes", "success": True}, False),
    ],
)
def test_a_result_says_whether_it_failed(tmp_path: Path, output: Any, failed: bool) -> None:
    span = only(Rollout().output("c1", output), tmp_path)
    assert span.tags == (("error",) if failed else ())


def test_the_texts_of_an_output_that_is_a_list_are_joined(tmp_path: Path) -> None:
    output = [{"type": "input_text", "text": "one"}, {"type": "input_text", "text": "two"}]
    assert only(Rollout().output("c1", output), tmp_path).text == "one\ntwo"


def test_a_picture_in_an_output_leaves_it_incomplete(tmp_path: Path) -> None:
    output = [{"type": "input_text", "text": "see"}, {"type": "input_image", "image_url": "data:x"}]
    assert not only(Rollout().output("c1", output), tmp_path).complete


def test_a_picture_of_the_human_s_is_incomplete(tmp_path: Path) -> None:
    content = [{"type": "input_image", "image_url": "data:x"}]
    span = only(Rollout().item("message", role="user", content=content), tmp_path)
    assert (span.text, span.by, span.complete) == ("[image]", "human", False)


def test_encrypted_reasoning_is_left_out_and_said(tmp_path: Path) -> None:
    trace = Rollout().user("go").item("reasoning", summary=[], encrypted_content="gAAA").model("Yes.").trace(tmp_path)
    assert texts(trace) == ["go", "Yes."]
    assert "1 pieces of encrypted reasoning are left out" in trace.notes


def test_reasoning_that_can_be_read_is_a_scratchpad(tmp_path: Path) -> None:
    content = [{"type": "reasoning_text", "text": "the sieve first"}]
    span = only(Rollout().item("reasoning", summary=[], content=content), tmp_path)
    assert (span.role, span.by, span.text) == ("scratchpad", "model", "the sieve first")


def test_what_a_web_search_found_is_incomplete(tmp_path: Path) -> None:
    asked, found = spans(Rollout().item("web_search_call", action={"query": "sieves"}).trace(tmp_path)).values()
    assert (asked.kind, found.kind, found.text, found.complete) == ("tool-call", "read", "", False)
    assert asked.call_id == found.call_id


def test_undo_data_is_no_context(tmp_path: Path) -> None:
    trace = Rollout().item("ghost_snapshot", ghost_commit={"id": "a"}).trace(tmp_path)
    assert trace.lines.not_context == {"response_item/ghost_snapshot": 1}


def test_an_item_of_an_unknown_kind_is_counted_and_said(tmp_path: Path) -> None:
    trace = Rollout().item("hologram", text="x").trace(tmp_path)
    assert trace.lines.not_context == {"response_item/hologram": 1}
    assert any("'hologram'" in note for note in trace.notes)


def test_events_mirror_items_and_are_no_context(tmp_path: Path) -> None:
    trace = Rollout().user("go").event("user_message", message="go").trace(tmp_path)
    assert texts(trace) == ["go"]
    assert trace.lines.not_context == {"event_msg/user_message": 1}


def test_the_oldest_logs_have_bare_items(tmp_path: Path) -> None:
    log = Rollout()
    log.lines = ['{"id": "old", "timestamp": "2025-05-01T10:00:00Z", "instructions": "Grind.", "git": null}']
    log.raw('{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}')
    log.raw('{"record_type": "state"}')
    trace = log.trace(tmp_path)
    assert (trace.header.id, texts(trace), trace.lines.not_context) == ("old", ["Grind.", "go"], {"state": 1})


def test_the_header_names_the_run(tmp_path: Path) -> None:
    log = Rollout().limit(100).event("task_started", model_context_window=9000).user("go").model("Yes.")
    header = log.trace(tmp_path).header
    assert (header.id, header.agent, header.model, header.cwd) == ("thread-1", "codex 0.98.0", "gpt-test", "/srv/mill")
    assert (header.budget, header.citations) == (9000, "implicit")


def test_a_fork_names_its_origin_and_the_copied_meta_is_no_context(tmp_path: Path) -> None:
    trace = Rollout(forked_from_id="thread-0").line("session_meta", id="thread-0").user("go").trace(tmp_path)
    assert (trace.header.id, trace.header.labels) == ("thread-1", {"forked_from": "thread-0"})
    assert trace.lines.not_context == {"session_meta": 1}


def test_a_fork_whose_past_is_elsewhere_says_so(tmp_path: Path) -> None:
    trace = Rollout(history_base={"thread_id": "thread-0", "end_ordinal_exclusive": 9}).user("go").trace(tmp_path)
    first = next(iter(spans(trace).values()))
    assert (first.tags, first.complete) == (("lost",), False)
    assert any("thread-0" in note for note in trace.notes)


def test_a_compressed_rollout_is_read_alike(tmp_path: Path) -> None:
    import zstandard

    log = Rollout().user("go").model("Yes.")
    plain = log.trace(tmp_path)
    raw = log.content
    log.lines = []
    path = tmp_path / "rollout-1.jsonl.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress(raw))
    from ctxaudit.importers.codex import read
    from ctxaudit.ingest.source import open_source

    (packed,) = read(open_source(str(path)))
    assert (texts(packed), len(calls(packed)), packed.header.id) == (texts(plain), 1, "thread-1")
