"""The command line as its users meet it: exit codes, refusals, selections, files and pipes."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ctxaudit._version import __version__
from tests.fixtures import ROOT, TRACES

COMMAND = Path(sys.executable).with_name("ctxaudit")
LOSSY = [
    {"type": "trace", "version": 1, "id": "ferry"},
    {"type": "add", "turn": 0, "span": {"id": "t1", "text": "The ferry leaves berth 14 at noon.", "role": "tool"}},
    {"type": "rewrite", "turn": 1, "sources": ["t1"],
     "surrogate": {"id": "m1", "text": "The ferry leaves at noon.", "role": "memory"}},
]  # fmt: skip
QUIET = [
    {"type": "trace", "version": 1, "id": "still"},
    {"type": "add", "turn": 0, "span": {"id": "u1", "text": "Good morning.", "role": "user"}},
]


def ctxaudit(*arguments: str, stdin: bytes | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(COMMAND), *arguments],
        input=stdin,
        capture_output=True,
        timeout=120,
        cwd=ROOT,
        check=False,
        env={**os.environ, "COLUMNS": "", **environment},
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def native(events: list[dict[str, object]]) -> bytes:
    return b"".join(json.dumps(event).encode() + b"\n" for event in events)


@pytest.fixture
def lossy(tmp_path: Path) -> Path:
    path = tmp_path / "ferry.jsonl"
    path.write_bytes(native(LOSSY))
    return path


@pytest.fixture
def quiet(tmp_path: Path) -> Path:
    path = tmp_path / "still.jsonl"
    path.write_bytes(native(QUIET))
    return path


def test_a_trace_with_an_error_ends_with_one(lossy: Path) -> None:
    assert ctxaudit("audit", str(lossy)).returncode == 1


def test_a_trace_without_findings_ends_with_zero(quiet: Path) -> None:
    assert ctxaudit("audit", str(quiet)).returncode == 0


def test_exit_zero_forgives_findings(lossy: Path) -> None:
    assert ctxaudit("audit", str(lossy), "--exit-zero").returncode == 0


def test_exit_zero_does_not_forgive_a_file_that_is_not_there() -> None:
    assert ctxaudit("audit", "no-such-file.jsonl", "--exit-zero").returncode == 3


def test_fail_on_never_ends_with_zero(lossy: Path) -> None:
    assert ctxaudit("audit", str(lossy), "--fail-on", "never").returncode == 0


def test_a_missing_file_is_named_on_standard_error() -> None:
    done = ctxaudit("audit", "no-such-file.jsonl")
    assert (done.returncode, "no-such-file.jsonl" in done.stderr) == (3, True)


def test_a_missing_file_does_not_stop_the_audit_of_the_others(lossy: Path) -> None:
    done = ctxaudit("audit", "no-such-file.jsonl", str(lossy), "--format", "json")
    assert (done.returncode, [trace["id"] for trace in json.loads(done.stdout)["traces"]]) == (3, ["ferry"])


def test_a_folder_without_a_log_ends_with_three(tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text("{}")
    done = ctxaudit("audit", str(tmp_path))
    assert (done.returncode, "no session log" in done.stderr) == (3, True)


def test_a_problem_counts_only_when_strict(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(native(QUIET) + b'{"type": "add", "turn')
    assert [ctxaudit("audit", str(path)).returncode, ctxaudit("audit", str(path), "--strict").returncode] == [0, 3]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--select", "no-such-rule"),
        ("--ignore", "citation"),
        ("--fail-on", "sometimes"),
        ("--min-confidence", "huge"),
        ("--format", "papyrus"),
        ("--output", "papyrus=report.txt"),
        ("--from", "papyrus"),
        ("--budget", "0"),
        ("--no-such-option",),
    ],
)
def test_wrong_usage_ends_with_two_and_says_what_is_wrong(quiet: Path, arguments: tuple[str, ...]) -> None:
    done = ctxaudit("audit", str(quiet), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert any(word.split("=")[0] in done.stderr for word in arguments)


def test_a_near_name_is_suggested(quiet: Path) -> None:
    assert "did you mean 'untagged-surrogate'?" in ctxaudit("audit", str(quiet), "--select", "untaged-surrogate").stderr


def test_a_selection_runs_only_what_it_names(lossy: Path) -> None:
    done = ctxaudit("audit", str(lossy), "--select", "hollow-surrogate", "--format", "json")
    [trace] = json.loads(done.stdout)["traces"]
    assert list(trace["verdicts"]) == ["hollow-surrogate"]


def test_a_group_selects_its_rules_and_ignore_takes_one_away(lossy: Path) -> None:
    done = ctxaudit("audit", str(lossy), "--select", "surrogates", "--ignore", "untagged-surrogate", "-f", "json")
    [trace] = json.loads(done.stdout)["traces"]
    assert "untagged-surrogate" not in trace["verdicts"]
    assert "hollow-surrogate" in trace["verdicts"]


def test_a_selection_that_leaves_nothing_is_refused(quiet: Path) -> None:
    done = ctxaudit("audit", str(quiet), "--select", "hollow-surrogate", "--ignore", "surrogates")
    assert (done.returncode, "no rule to run" in done.stderr) == (2, True)


def test_standard_input_is_audited() -> None:
    done = ctxaudit("audit", "-", "--format", "json", stdin=native(LOSSY))
    assert [trace["id"] for trace in json.loads(done.stdout)["traces"]] == ["ferry"]


def test_standard_input_may_be_compressed() -> None:
    done = ctxaudit("audit", "-", "--format", "json", stdin=gzip.compress(native(LOSSY)))
    assert [trace["id"] for trace in json.loads(done.stdout)["traces"]] == ["ferry"]


def test_one_run_writes_several_reports(lossy: Path, tmp_path: Path) -> None:
    done = ctxaudit("audit", str(lossy), "-o", f"json={tmp_path / 'r.json'}", "-o", f"text={tmp_path / 'r.txt'}")
    assert (done.returncode, done.stdout) == (1, "")
    assert json.loads((tmp_path / "r.json").read_text())["traces"][0]["id"] == "ferry"
    assert "ferry" in (tmp_path / "r.txt").read_text()


def test_a_report_that_cannot_be_written_is_wrong_usage(lossy: Path, tmp_path: Path) -> None:
    done = ctxaudit("audit", str(lossy), "--output", str(tmp_path / "no-such-folder" / "r.txt"))
    assert (done.returncode, "cannot write" in done.stderr) == (2, True)


def test_a_report_goes_through_a_link_and_leaves_it_a_link(lossy: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "real.txt")
    ctxaudit("audit", str(lossy), "--output", f"text={link}")
    assert (link.is_symlink(), "ferry" in (tmp_path / "real.txt").read_text()) == (True, True)


def test_a_report_can_go_to_a_device(lossy: Path, tmp_path: Path) -> None:
    link = tmp_path / "nowhere"
    link.symlink_to(os.devnull)
    done = ctxaudit("audit", str(lossy), "--output", f"text={link}")
    assert (done.returncode, link.is_symlink(), done.stderr) == (1, True, "")


def test_colour_is_off_in_a_pipe_and_on_when_forced(lossy: Path) -> None:
    plain = ctxaudit("audit", str(lossy), "--format", "terminal", NO_COLOR="1", FORCE_COLOR="1").stdout
    forced = ctxaudit("audit", str(lossy), "--format", "terminal", NO_COLOR="", FORCE_COLOR="1").stdout
    assert ("\x1b[" in plain, "\x1b[" in forced) == (False, True)


def test_a_reader_that_goes_away_is_no_crash(lossy: Path) -> None:
    done = subprocess.run(
        f"'{COMMAND}' audit '{lossy}' --format json | head -c 1",
        shell=True,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", [("--version",), ("-V",)])
def test_the_version_is_printed(arguments: tuple[str, ...]) -> None:
    assert ctxaudit(*arguments).stdout == f"ctxaudit {__version__}\n"


@pytest.mark.parametrize(
    "command", ["audit", "why", "replay", "explain", "rules", "validate", "convert", "compare", "schema"]
)
def test_each_command_explains_itself(command: str) -> None:
    done = ctxaudit(command, "-h")
    assert (done.returncode, "Usage" in done.stdout) == (0, True)


def test_the_list_of_rules_names_each_once() -> None:
    rows = json.loads(ctxaudit("rules", "--json").stdout)
    listed = ctxaudit("rules").stdout
    assert len({row["rule"] for row in rows}) == len(rows) > 0
    assert [row["rule"] for row in rows if f"  {row['rule']} " not in listed] == []


@pytest.mark.parametrize("group", ["citations", "protocol"])
def test_explain_lists_the_rules_of_a_group(group: str) -> None:
    rows = json.loads(ctxaudit("rules", "--json").stdout)
    done = ctxaudit("explain", group)
    own = [row["rule"] for row in rows if row["group"] == group]
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, group)
    assert [row["rule"] for row in rows if f"  {row['rule']} " in done.stdout] == own
    assert f"{len(own)} rules; " in done.stdout


def test_explain_refuses_a_rule_that_does_not_exist() -> None:
    done = ctxaudit("explain", "grown-rewrit")
    assert (done.returncode, "did you mean 'grown-rewrite'?" in done.stderr) == (2, True)
    assert "did you mean 'citations'?" in ctxaudit("explain", "citation").stderr


def test_validate_accounts_for_each_line(lossy: Path) -> None:
    done = ctxaudit("validate", str(lossy))
    assert (done.returncode, "3 lines = 3 with events" in done.stdout) == (0, True)


def test_validate_names_file_line_and_kind_of_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(native([*QUIET, {"type": "evict", "turn": 0, "spans": ["u9"], "reason": "dispensable"}]))
    done = ctxaudit("validate", str(path))
    assert (done.returncode, f"{path}:3: unknown-span:" in done.stdout) == (1, True)


def test_validate_refuses_what_is_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("hello\n")
    assert ctxaudit("validate", str(path)).returncode == 3


@pytest.mark.parametrize("command", [("audit",), ("validate",), ("convert",), ("replay",), ("why", "noon")])
def test_a_file_in_which_nothing_is_of_the_format_that_was_named_is_refused(
    lossy: Path, command: tuple[str, ...]
) -> None:
    first, *rest = command
    done = ctxaudit(first, str(lossy), *rest, "--from", "codex")
    told = "nothing in it could be read as codex; it looks like a native ctxaudit trace"
    assert (done.returncode, told in done.stderr + done.stdout) == (3, True)


def test_a_file_of_no_known_format_is_refused_as_such_when_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text("no log\nat all\n")
    assert "it looks like no log that is known" in ctxaudit("audit", str(path), "--from", "claude-code").stderr


def test_a_log_without_an_event_is_audited_when_it_is_of_the_format_that_was_named(tmp_path: Path) -> None:
    path = tmp_path / "rollout-2031.jsonl"
    meta = {"id": "r1", "timestamp": "2031-05-14T09:00:00Z", "cwd": "/x", "originator": "codex", "cli_version": "1"}
    path.write_text(json.dumps({"timestamp": meta["timestamp"], "type": "session_meta", "payload": meta}) + "\n")
    codes = [ctxaudit("audit", str(path), *named).returncode for named in ((), ("--from", "codex"))]
    assert codes == [0, 0]


def test_convert_gives_the_same_trace_back(lossy: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    done = ctxaudit("convert", str(lossy), "-o", str(out))
    assert (done.returncode, "3 lines" in done.stderr) == (0, True)
    assert ctxaudit("audit", str(out), "--format", "json").returncode == 1


def test_a_crash_ends_with_seventy_and_says_that_it_is_ours() -> None:
    code = (
        "import sys; sys.argv = ['ctxaudit', 'rules']\n"
        "import ctxaudit.ruledocs as docs\n"
        "docs.rules_table = lambda width: 1 / 0\n"
        "from ctxaudit.cli import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, "fault of ctxaudit" in done.stderr) == (70, True)


def test_no_report_holds_a_path_that_the_user_did_not_type() -> None:
    story = next((TRACES / "stories").glob("*.jsonl")).relative_to(ROOT)
    assert str(ROOT) not in ctxaudit("audit", str(story), "--format", "json").stdout


# --- why ---


def test_why_tells_a_span_and_ends_with_zero(lossy: Path) -> None:
    done = ctxaudit("why", str(lossy), "t1")
    assert (done.returncode, "rewritten-with-surrogate" in done.stdout) == (0, True)


def test_why_finds_a_phrase(lossy: Path) -> None:
    done = ctxaudit("why", str(lossy), "berth 14 at noon")
    assert (done.returncode, "phrase of trace ferry" in done.stdout) == (0, True)


def test_why_ends_with_one_where_it_never_stood_and_names_the_nearest(lossy: Path) -> None:
    done = ctxaudit("why", str(lossy), "tt1")
    assert (done.returncode, "never stood" in done.stdout, "id, in t1 (line 2, gone)" in done.stdout) == (1, True, True)


def test_why_reads_standard_input_and_writes_json() -> None:
    done = ctxaudit("why", "-", "t1", "--format", "json", stdin=native(LOSSY))
    assert (done.returncode, json.loads(done.stdout)["found"]) == (0, True)


@pytest.mark.parametrize("arguments", [("",), ("  ",), ("t1", "--format", "sarif"), ("t1", "--lane", "sub"), ()])
def test_why_refuses_wrong_usage(lossy: Path, arguments: tuple[str, ...]) -> None:
    done = ctxaudit("why", str(lossy), *arguments)
    assert (done.returncode, done.stdout, done.stderr != "") == (2, "", True)


@pytest.mark.parametrize("command", [("why", "gone.jsonl", "t1"), ("replay", "gone.jsonl")])
def test_a_trace_that_cannot_be_read_ends_with_three(command: tuple[str, ...]) -> None:
    done = ctxaudit(*command)
    assert (done.returncode, "gone.jsonl" in done.stderr) == (3, True)


def test_why_takes_a_trace_of_the_file_by_its_id(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_bytes(native([*LOSSY, *QUIET]))
    done = ctxaudit("why", str(path), "t1", "--lane", "still")
    assert (done.returncode, "trace still" in done.stdout) == (1, True)
    assert ctxaudit("why", str(path), "t1").returncode == 0


# --- replay ---


def test_replay_draws_a_row_for_each_turn_and_its_edits(lossy: Path) -> None:
    done = ctxaudit("replay", str(lossy))
    assert (done.returncode, done.stdout.count("  ["), done.stdout.count("^ rewrite")) == (0, 2, 1)


def test_replay_shows_one_turn_and_the_difference_of_two(lossy: Path) -> None:
    assert "m1" in ctxaudit("replay", str(lossy), "--turn", "1").stdout
    assert "Left: 1 span" in ctxaudit("replay", str(lossy), "--diff", "0", "1").stdout


def test_replay_takes_the_budget_of_the_command_line_and_of_the_configuration(lossy: Path, tmp_path: Path) -> None:
    config = tmp_path / "ctxaudit.toml"
    config.write_text("budget = 1234")
    assert "budget 1,234" in ctxaudit("replay", str(lossy), "--config", str(config)).stdout
    assert "budget 77" in ctxaudit("replay", str(lossy), "--config", str(config), "--budget", "77").stdout


@pytest.mark.parametrize(
    "arguments",
    [("--turn", "9"), ("--diff", "1", "0"), ("--diff", "1"), ("--turn", "x"), ("--turn", "1", "--diff", "0", "1")],
)
def test_replay_refuses_wrong_usage(lossy: Path, arguments: tuple[str, ...]) -> None:
    done = ctxaudit("replay", str(lossy), *arguments)
    assert (done.returncode, done.stdout, done.stderr != "") == (2, "", True)


def test_replay_says_which_of_several_traces_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_bytes(native([*LOSSY, *QUIET]))
    done = ctxaudit("replay", str(path))
    assert (done.stdout.startswith("ferry"), "holds 2 traces" in done.stderr) == (True, True)
    assert ctxaudit("replay", str(path), "--lane", "still").stdout.startswith("still")


def test_the_package_runs_as_a_module_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ctxaudit", "--version"], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, f"ctxaudit {__version__}\n")
