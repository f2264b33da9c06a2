"""What a span holds: kinds, names, errors, what the log lacks, attachments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers.claude_code.lookups import looks_up
from ctxaudit.model import Span
from tests.importers.claude_code.log import Log, call, spans, windows


def result(tmp_path: Path, tool: dict[str, Any], content: Any = "ok", **keys: Any) -> Span:
    return spans(Log().model("a1", "m1", tool).result("r1", "t1", content, **keys).trace(tmp_path))["r1"]


def test_a_call_is_its_arguments_as_json(tmp_path: Path) -> None:
    span = spans(Log().model("a1", "m1", call("t1", "Edit", path="a.py", old="é")).trace(tmp_path))["a1"]
    assert (span.text, span.kind, span.name, span.call_id) == ('{"path":"a.py","old":"é"}', "tool-call", "Edit", "t1")


def test_a_result_carries_its_call_and_the_tool_s_name(tmp_path: Path) -> None:
    span = result(tmp_path, call("t1"))
    assert (span.kind, span.name, span.call_id, span.tags) == ("tool-result", "Bash", "t1", ())


def test_a_failed_result_is_tagged(tmp_path: Path) -> None:
    assert result(tmp_path, call("t1"), failed=True).tags == ("error",)


@pytest.mark.parametrize("tool", ["Read", "Grep", "Glob", "LS", "WebFetch"])
def test_a_reading_tool_s_result_is_a_read(tmp_path: Path, tool: str) -> None:
    assert result(tmp_path, call("t1", tool, path="x")).kind == "read"


@pytest.mark.parametrize(
    "command",
    [
        "cat app.toml",
        "sed -n 1,40p app.py",
        "grep -rn 'a > b' src | head -5",
        "git show HEAD:app.py",
        "git -C /srv/app log --oneline",
        "cd /srv && ls -la 2>/dev/null",
        "LC_ALL=C sort names.txt | uniq -c",
        "find . -name '*.py'",
        "cat a.txt; wc -l b.txt 2>&1",
    ],
)
def test_a_shell_command_that_only_reads_is_a_lookup(command: str) -> None:
    assert looks_up("Bash", {"command": command})


@pytest.mark.parametrize(
    "command",
    [
        "make test",
        "sed -i s/a/b/ app.py",
        "cat a > b",
        "grep x $(cat list)",
        "git commit -m show",
        "git checkout main",
        "find . -delete",
        "cat a | xargs rm",
        "cd /srv",
        "ls && npm install",
        "sort -o out.txt in.txt",
        "",
    ],
)
def test_a_shell_command_that_may_write_is_no_lookup(command: str) -> None:
    assert not looks_up("Bash", {"command": command})


@pytest.mark.parametrize("arguments", [None, [], {"command": 7}, {"command": "cat " * 2000}, {}])
def test_odd_arguments_are_no_lookup(arguments: Any) -> None:
    assert not looks_up("Bash", arguments)


def test_a_writing_tool_s_result_is_no_read(tmp_path: Path) -> None:
    assert result(tmp_path, call("t1", "Write", path="x")).kind == "tool-result"


def test_the_texts_of_a_result_are_joined(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
    assert result(tmp_path, call("t1"), parts).text == "one\ntwo"


def test_an_image_in_a_result_makes_it_incomplete(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "one"}, {"type": "image", "source": {"data": "AAAA"}}]
    span = result(tmp_path, call("t1"), parts)
    assert (span.text, span.complete) == ("one\n[image]", False)


def test_a_reference_to_a_tool_is_complete(tmp_path: Path) -> None:
    span = result(tmp_path, call("t1"), [{"type": "tool_reference", "tool_name": "Monitor"}])
    assert (span.text, span.complete) == ("[Monitor]", True)


def test_an_empty_result_still_answers_its_call(tmp_path: Path) -> None:
    assert result(tmp_path, call("t1"), "").call_id == "t1"


def test_the_screen_s_copy_of_a_result_is_not_what_the_model_saw(tmp_path: Path) -> None:
    log = Log().model("a1", "m1", call("t1")).result("r1", "t1", "short", toolUseResult={"stdout": "much longer text"})
    assert spans(log.trace(tmp_path))["r1"].text == "short"


def test_an_image_of_the_human_s_is_a_placeholder(tmp_path: Path) -> None:
    content = [{"type": "image", "source": {"data": "AAAA"}}, {"type": "text", "text": "what is this?"}]
    found = spans(Log().user("u1", content).trace(tmp_path))
    assert (found["u1.0"].text, found["u1.0"].complete, found["u1.0"].by) == ("[image]", False, "human")
    assert found["u1.1"].complete


def test_recorded_thinking_is_a_note_of_the_model_s(tmp_path: Path) -> None:
    trace = Log().model("a1", "m1", {"type": "thinking", "thinking": "the port may be 5433"}).trace(tmp_path)
    assert (spans(trace)["a1"].role, spans(trace)["a1"].by) == ("scratchpad", "model")


def test_thinking_that_is_empty_on_disk_is_counted_and_left_out(tmp_path: Path) -> None:
    thought = {"type": "thinking", "thinking": "", "signature": "s"}
    trace = Log().user("u1", "go").model("a1", "m1", thought).model("a2", "m1", "Yes.").trace(tmp_path)
    assert set(spans(trace)) == {"u1", "a2"}
    assert any("1 thinking blocks are empty on disk" in note for note in trace.notes)


def test_span_ids_are_short_and_stay_apart(tmp_path: Path) -> None:
    one, two = "0badcafe-0000-4000-8000-000000000001", "0badcafe-0000-4000-8000-000000000002"
    assert list(spans(Log().user(one, "a").user(two, "b").trace(tmp_path))) == ["0badcafe", "0badcafe-2"]


def attached(tmp_path: Path, **attachment: Any) -> list[Span]:
    return list(spans(Log().record("attachment", "at1", attachment=attachment).trace(tmp_path)).values())


def test_an_attached_file_is_read_text(tmp_path: Path) -> None:
    inner = {"type": "text", "file": {"filePath": "/a.py", "content": "PORT = 5433", "numLines": 1}}
    (span,) = attached(tmp_path, type="file", filename="/a.py", content=inner)
    assert (span.text, span.kind, span.by, span.complete) == ("/a.py\nPORT = 5433", "read", "host", True)


def test_an_attached_file_without_its_text_is_incomplete(tmp_path: Path) -> None:
    (span,) = attached(tmp_path, type="file", filename="/a.png", content={"type": "image"})
    assert not span.complete


def test_a_memory_file_is_memory(tmp_path: Path) -> None:
    (span,) = attached(tmp_path, type="nested_memory", path="/CLAUDE.md", content={"content": "never use 5432"})
    assert (span.role, span.text) == ("memory", "/CLAUDE.md\nnever use 5432")


def test_what_varies_in_a_reminder_is_its_text(tmp_path: Path) -> None:
    items = [{"content": "fix the port", "status": "pending"}]
    (span,) = attached(tmp_path, type="todo_reminder", content=items, itemCount=1)
    assert span.text == "fix the port\npending"


def test_a_queued_prompt_is_the_human_s(tmp_path: Path) -> None:
    (span,) = attached(tmp_path, type="queued_command", prompt="use 5433", commandMode="prompt")
    assert (span.by, span.text) == ("human", "use 5433")


def test_a_queued_image_is_incomplete(tmp_path: Path) -> None:
    prompt = [{"type": "image", "source": {}}, {"type": "text", "text": "see"}]
    assert [span.complete for span in attached(tmp_path, type="queued_command", prompt=prompt)] == [False, True]


@pytest.mark.parametrize("event", ["PostToolUse", "Stop"])
def test_a_hook_that_went_well_says_nothing_to_the_model(tmp_path: Path, event: str) -> None:
    assert attached(tmp_path, type="hook_success", hookEvent=event, content="fine") == []


def test_a_hook_s_output_at_the_start_is_fed_back(tmp_path: Path) -> None:
    (span,) = attached(tmp_path, type="hook_success", hookEvent="SessionStart", content="use 5433", command="x.sh")
    assert span.text == "use 5433"


def test_an_attachment_that_says_nothing_is_no_context(tmp_path: Path) -> None:
    trace = Log().user("u1", "go").record("attachment", "at1", attachment={"type": "auto_mode"}).trace(tmp_path)
    assert trace.lines.not_context == {"attachment/auto_mode": 1}


def test_attachments_are_no_rewind(tmp_path: Path) -> None:
    log = Log().user("u1", "go").record("attachment", "at1", attachment={"type": "directory", "content": "a"})
    log.on("u1").record("attachment", "at2", attachment={"type": "directory", "content": "b"})
    assert windows(log.on("u1").model("a1", "m1", "Yes.").trace(tmp_path))[-1][0] == "u1"
