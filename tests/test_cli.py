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


@pytest.mark.parametrize("command", ["audit", "explain", "rules", "validate", "convert", "schema"])
def test_each_command_explains_itself(command: str) -> None:
    done = ctxaudit(command, "-h")
    assert (done.returncode, "Usage" in done.stdout) == (0, True)


def test_the_list_of_rules_names_each_once() -> None:
    rows = json.loads(ctxaudit("rules", "--json").stdout)
    listed = ctxaudit("rules").stdout
    assert len({row["rule"] for row in rows}) == len(rows) > 0
    assert [row["rule"] for row in rows if f"  {row['rule']} " not in listed] == []


def test_explain_refuses_a_rule_that_does_not_exist() -> None:
    done = ctxaudit("explain", "grown-rewrit")
    assert (done.returncode, "did you mean 'grown-rewrite'?" in done.stderr) == (2, True)


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
