"""The command line under hostile names, texts and streams: one dead sentence, the right exit code, no crash."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxaudit.cli.output import write_out
from ctxaudit.errors import UsageError
from ctxaudit.secrets import masked
from tests.fixtures import ROOT
from tests.test_cli import COMMAND, QUIET, ctxaudit, native

SECRET = "ghp_" + "Zz09" * 10
LIVE = "\x1b[31m\u202e"


@pytest.fixture
def quiet(tmp_path: Path) -> str:
    path = tmp_path / "still.jsonl"
    path.write_bytes(native(QUIET))
    return str(path)


def shell(line: str, trace: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", line.format(command=COMMAND, trace=trace)],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("command", [("replay",), ("convert",), ("validate",), ("why", "x"), ("audit",)])
def test_a_name_with_an_escape_code_is_refused_in_one_dead_line(command: tuple[str, ...]) -> None:
    first, *rest = command
    done = ctxaudit(first, f"no\nsuch{LIVE}", *rest)
    assert (done.returncode, "\x1b" in done.stderr + done.stdout, "\u202e" in done.stderr) == (3, False, False)


def test_an_error_is_one_line_even_when_a_name_has_two() -> None:
    assert len(ctxaudit("replay", "no\nsuch").stderr.splitlines()) == 1


def test_a_long_name_does_not_hide_why_it_is_refused() -> None:
    assert ": cannot be read: " in ctxaudit("replay", "x/" * 2500).stderr


def test_an_error_never_tells_a_credential(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(json.dumps({"type": SECRET}) + "\n")
    done = ctxaudit("replay", str(path), "--from", "native")
    assert (done.returncode, SECRET in done.stderr) == (3, False)


def test_convert_tells_the_id_of_a_trace_dead_and_masked(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(native([{"type": "trace", "version": 1, "id": f"{LIVE}{SECRET}"}]))
    told = ctxaudit("convert", str(path)).stderr
    assert ("\x1b" in told, SECRET in told, "\\x1b" in told) == (False, False, True)


def test_replay_tells_the_names_of_other_lanes_dead(tmp_path: Path) -> None:
    path = tmp_path / "lanes.jsonl"
    path.write_bytes(native([*QUIET, {"type": "trace", "version": 1, "id": "x", "lane": f"scout{LIVE}"}]))
    told = ctxaudit("replay", str(path)).stderr
    assert ("scout" in told, "\x1b" in told) == (True, False)


def test_baseline_tells_where_it_went_dead(quiet: str, tmp_path: Path) -> None:
    assert "\x1b" not in ctxaudit("baseline", quiet, "-o", str(tmp_path / f"b{LIVE}.json")).stdout


def test_a_key_of_the_configuration_is_refused_dead(quiet: str, tmp_path: Path) -> None:
    config = tmp_path / "odd.toml"
    config.write_text('"\\u001b[31mred" = 1\n')
    done = ctxaudit("audit", quiet, "--config", str(config))
    assert (done.returncode, "\x1b" in done.stderr) == (2, False)


def test_a_number_of_thousands_of_digits_in_the_configuration_is_refused(quiet: str, tmp_path: Path) -> None:
    config = tmp_path / "odd.toml"
    config.write_text(f"budget = {'9' * 5000}\n")
    assert ctxaudit("audit", quiet, "--config", str(config)).returncode == 2


def test_a_baseline_whose_name_holds_a_nul_is_refused(quiet: str, tmp_path: Path) -> None:
    config = tmp_path / "odd.toml"
    config.write_text('baseline = "a\\u0000b"\n')
    done = ctxaudit("audit", quiet, "--config", str(config))
    assert (done.returncode, "cannot read the baseline" in done.stderr) == (2, True)


def test_a_baseline_may_begin_with_a_byte_order_mark(quiet: str, tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_text('\ufeff{"version": 1, "findings": []}', encoding="utf-8")
    assert ctxaudit("audit", quiet, "--baseline", str(path)).returncode == 0


def test_a_report_with_a_name_that_is_too_long_is_wrong_usage(quiet: str, tmp_path: Path) -> None:
    done = ctxaudit("audit", quiet, "--output", f"json={tmp_path / ('x' * 300)}")
    assert (done.returncode, "cannot write" in done.stderr) == (2, True)


@pytest.mark.parametrize(("columns", "width"), [("9" * 5000, 160), ("0", 80), ("-5", 80), ("\u00b2", 80)])
def test_an_odd_number_of_columns_is_no_crash(quiet: str, columns: str, width: int) -> None:
    done = ctxaudit("audit", quiet, COLUMNS=columns)
    assert (done.returncode, max(map(len, done.stdout.splitlines())) <= width) == (0, True)


@pytest.mark.parametrize("command", ["audit {trace}", "rules", "convert {trace}", "validate {trace}"])
def test_a_full_device_behind_standard_output_is_told_in_one_sentence(quiet: str, command: str) -> None:
    done = shell("{command} " + command + " > /dev/full", quiet)
    assert (done.returncode, "cannot write to standard output" in done.stderr) == (2, True)
    assert "Exception ignored" not in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_do_not_change_the_exit_code(quiet: str, closed: str) -> None:
    assert shell(f"{{command}} audit {{trace}} {closed}", quiet).returncode == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("audit no-such-file", 3),
        ("audit --no-such-option", 2),
        ("audit", 2),
        ("audit {trace} --select no-such-rule", 2),
        ("convert {trace}", 0),
        ("validate no-such-file", 3),
        ("replay no-such-file", 3),
        ("explain no-such-rule", 2),
        ("--no-such-option", 2),
    ],
)
@pytest.mark.parametrize("stream", ["/dev/full", "/dev/null"])
def test_a_full_device_behind_standard_error_does_not_change_the_exit_code(
    quiet: str, command: str, code: int, stream: str
) -> None:
    done = shell("{command} " + command + f" 2> {stream}", quiet)
    assert (done.returncode, done.stderr) == (code, "")


def test_what_is_asked_for_is_printed_although_standard_error_is_full(quiet: str) -> None:
    done = shell("{command} audit no-such-file {trace} -f json 2> /dev/full", quiet)
    assert [trace["id"] for trace in json.loads(done.stdout)["traces"]] == ["still"]


@pytest.mark.parametrize(
    "command",
    [
        ("audit", "-o", ""),
        ("audit", "-o", "json="),
        ("convert", "-o", ""),
        ("baseline", "-o", ""),
    ],
)
def test_an_output_without_a_name_is_refused_as_that(quiet: str, command: tuple[str, ...]) -> None:
    first, *rest = command
    done = ctxaudit(first, quiet, *rest)
    assert (done.returncode, done.stdout) == (2, "")
    assert "names no file" in done.stderr


def test_a_report_is_written_through_no_file_that_could_be_foreseen(quiet: str, tmp_path: Path) -> None:
    """Neither a link that somebody put in the way is followed nor is anything left beside the report."""
    target, bait = tmp_path / "out" / "report.json", tmp_path / "bait"
    target.parent.mkdir()
    (target.parent / ".report.json.partial").symlink_to(bait)
    assert ctxaudit("audit", quiet, "-o", f"json={target}").returncode == 0
    assert (bait.exists(), sorted(path.name for path in target.parent.iterdir())) == (
        False, [".report.json.partial", "report.json"],
    )  # fmt: skip


def test_a_report_with_the_longest_name_there_is_can_be_written(quiet: str, tmp_path: Path) -> None:
    name = "r" * 250 + ".json"
    assert (ctxaudit("audit", quiet, "-o", f"json={tmp_path / name}").returncode, (tmp_path / name).exists()) == (
        0,
        True,
    )


def test_a_report_that_cannot_be_finished_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pieces() -> Iterator[str]:
        yield "half"
        raise KeyError("broke")

    with pytest.raises(KeyError):
        write_out(pieces(), str(tmp_path / "report.txt"))
    monkeypatch.setattr(os, "urandom", lambda size: b"\0" * size)
    taken = tmp_path / f".ctxaudit-{'00' * 8}.partial"
    taken.write_text("another's")
    with pytest.raises(UsageError, match="File exists"):
        write_out(["whole"], str(tmp_path / "report.txt"))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(taken.name, "another's")]


def test_closed_standard_input_holds_nothing(quiet: str) -> None:
    done = shell("{command} audit - <&-", quiet)
    assert (done.returncode, "is empty" in done.stderr) == (3, True)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_log_in_utf_16_is_told_to_be_one(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "wide.jsonl"
    mark = "\ufeff" if encoding.endswith("be") else ""
    path.write_bytes((mark + native(QUIET).decode()).encode(encoding))
    done = ctxaudit("audit", str(path))
    assert (done.returncode, "UTF-16" in done.stderr) == (3, True)


@pytest.fixture
def telling(tmp_path: Path) -> str:
    """A trace whose id and whose span's id are credentials."""
    path = tmp_path / "telling.jsonl"
    span = {"id": SECRET, "text": "The lock of gate 7.", "role": "tool"}
    path.write_bytes(native([{"type": "trace", "version": 1, "id": SECRET}, {"type": "add", "turn": 0, "span": span}]))
    return str(path)


def test_a_baseline_tells_no_credential_and_still_knows_what_it_accepted(telling: str, tmp_path: Path) -> None:
    path, accepted = Path(telling), tmp_path / "accepted.json"
    events = [json.loads(line) for line in path.read_text().splitlines()]
    note = {"id": "m1", "text": "A gate.", "role": "memory"}
    path.write_bytes(native([*events, {"type": "rewrite", "turn": 1, "sources": [SECRET], "surrogate": note}]))
    assert ctxaudit("audit", telling).returncode == 1
    assert ctxaudit("baseline", telling, "-o", str(accepted)).returncode == 0
    assert ("ghp_*" in accepted.read_text(), SECRET in accepted.read_text()) == (True, False)
    assert ctxaudit("audit", telling, "--baseline", str(accepted)).returncode == 0


@pytest.mark.parametrize("named", [SECRET, "ghp_*"])
def test_an_entry_of_a_trace_with_such_an_id_is_stale_when_its_finding_is_gone(
    telling: str, tmp_path: Path, named: str
) -> None:
    """Baselines of before hold the id as it is."""
    accepted = tmp_path / "accepted.json"
    trace = named if named == SECRET else masked(SECRET)
    entry = {"fingerprint": "0" * 24, "rule": "split-pair", "trace": trace, "spans": []}
    accepted.write_text(json.dumps({"version": 1, "findings": [entry]}))
    shown = ctxaudit("audit", telling, "--baseline", str(accepted), "-f", "json").stdout
    [note] = json.loads(shown)["notes"]
    assert ("1 entry of the baseline is stale (split-pair in ghp_*" in note, SECRET in note) == (True, False)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("command", [("replay",), ("replay", "--turn", "0"), ("why", "gate 7")])
def test_an_id_that_is_a_credential_is_never_printed(telling: str, command: tuple[str, ...], form: str) -> None:
    first, *rest = command
    done = ctxaudit(first, telling, *rest, "-f", form)
    assert (done.returncode, "ghp_*" in done.stdout, SECRET in done.stdout) == (0, True, False)


def test_a_masked_key_that_goes_over_strings_leaves_the_converted_line_whole(tmp_path: Path) -> None:
    tags = ["-----BEGIN PRIVATE KEY-----", "A" * 32, "late"]
    path = tmp_path / "key.jsonl"
    added = {"type": "add", "turn": 0, "span": {"id": "t1", "text": "x", "role": "tool", "tags": tags}}
    path.write_bytes(native([*QUIET, added]))
    lines = ctxaudit("convert", str(path)).stdout.splitlines()
    assert (len(lines), json.loads(lines[2])["span"]["tags"][2]) == (3, "late")


def test_a_converted_line_holds_no_raw_character_that_turns_the_direction(tmp_path: Path) -> None:
    path = tmp_path / "bidi.jsonl"
    added = {"type": "add", "turn": 0, "span": {"id": "t1", "text": "a\u202eb", "role": "tool"}}
    path.write_bytes(native([*QUIET, added]))
    printed = ctxaudit("convert", str(path)).stdout
    assert ("\u202e" in printed, json.loads(printed.splitlines()[2])["span"]["text"]) == (False, "a\u202eb")


def test_an_empty_path_is_no_folder() -> None:
    done = ctxaudit("audit", "")
    assert (done.returncode, done.stdout.count("\n") < 20) == (3, True)


def test_a_path_that_is_too_long_for_the_file_system_is_refused() -> None:
    assert ctxaudit("audit", f"{'x' * 300}.jsonl").returncode == 3
