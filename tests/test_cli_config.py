"""The configuration as users of the command line meet it: which one counts, what it sets, what is refused."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.test_cli import COMMAND, LOSSY, QUIET, ctxaudit, native


def configured(
    folder: Path, text: str, *arguments: str, name: str = "ctxaudit.toml"
) -> subprocess.CompletedProcess[str]:
    """Audits the lossy trace from inside a folder with this configuration."""
    (folder / name).write_text(text)
    (folder / "ferry.jsonl").write_bytes(native(LOSSY))
    (folder / "below").mkdir(exist_ok=True)
    return subprocess.run(
        [str(COMMAND), "audit", "../ferry.jsonl", "--format", "json", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder / "below",
        check=False,
    )


ALLOWED = '[[allow]]\nrules = [{}]\ntrace = "ferry"\nreason = "the timetable hangs on the wall"\n'.format(
    ", ".join(f'"{rule}"' for rule in ("untagged-surrogate", "unpinned-loss"))
)


def test_the_nearest_configuration_upwards_counts(tmp_path: Path) -> None:
    done = configured(tmp_path, 'select = ["hollow-surrogate"]')
    assert list(json.loads(done.stdout)["traces"][0]["verdicts"]) == ["hollow-surrogate"]


def test_a_pyproject_with_a_section_counts_and_one_without_is_passed_by(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    done = configured(tmp_path, '[tool.ctxaudit]\nselect = ["hollow-surrogate"]', name="pyproject.toml")
    assert list(json.loads(done.stdout)["traces"][0]["verdicts"]) == ["hollow-surrogate"]


def test_the_own_file_wins_over_a_pyproject_beside_it(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.ctxaudit]\nselect = ["split-pair"]')
    done = configured(tmp_path, 'select = ["hollow-surrogate"]')
    assert list(json.loads(done.stdout)["traces"][0]["verdicts"]) == ["hollow-surrogate"]


def test_the_command_line_wins_over_the_configuration(tmp_path: Path) -> None:
    text = 'select = ["hollow-surrogate"]\nfail-on = "never"\n'
    done = configured(tmp_path, text, "--select", "untagged-surrogate", "--fail-on", "error")
    assert list(json.loads(done.stdout)["traces"][0]["verdicts"]) == ["untagged-surrogate"]
    assert done.returncode == 1


def test_fail_on_of_the_configuration_sets_the_exit_code(tmp_path: Path) -> None:
    assert configured(tmp_path, 'fail-on = "never"').returncode == 0


def test_strict_of_the_configuration_can_be_taken_back(tmp_path: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(native(QUIET) + b'{"type": "add", "turn')
    config = tmp_path / "c.toml"
    config.write_text("strict = true")
    strict = ("audit", str(torn), "--config", str(config))
    assert [ctxaudit(*strict).returncode, ctxaudit(*strict, "--no-strict").returncode] == [3, 0]


def test_what_the_configuration_allows_does_not_fail(tmp_path: Path) -> None:
    done = configured(tmp_path, ALLOWED)
    report = json.loads(done.stdout)
    assert (done.returncode, report["notes"]) == (0, [])
    assert {one["suppressed"] for one in report["traces"][0]["findings"]} == {"the timetable hangs on the wall"}


def test_an_expired_allowance_fails_again_and_is_noted(tmp_path: Path) -> None:
    done = configured(tmp_path, ALLOWED + "expires = 2001-01-01")
    [note] = json.loads(done.stdout)["notes"]
    assert (done.returncode, note.startswith("../ctxaudit.toml: allow[1] (untagged-surrogate")) == (1, True)


def test_a_note_of_the_run_reaches_the_person(tmp_path: Path) -> None:
    lossy, config = tmp_path / "ferry.jsonl", tmp_path / "c.toml"
    lossy.write_bytes(native(LOSSY))
    config.write_text('[[allow]]\nrule = "hollow-surrogate"\nreason = "it was hollow once"\n')
    shown = ctxaudit("audit", str(lossy), "--config", str(config)).stdout
    assert "it was hollow once) matched no finding of this run" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('fail_on = "error"', "ctxaudit.toml: fail_on is no key of the configuration; did you mean 'fail-on'?"),
        ("budget = -1", "ctxaudit.toml: budget must be a whole number of tokens, 1 or more, not -1"),
        (
            'ignore = ["split-pear"]',
            "ctxaudit.toml: ignore names 'split-pear', which is no rule; did you mean 'split-pair'?",
        ),
        ("budget", "ctxaudit.toml is no TOML"),
        ("[tool.ctxaudit]\nbudget = 9", "ctxaudit.toml: a [tool.ctxaudit] table is read from a pyproject.toml alone"),
        ("[tool.other]\nctxaudit = 9", "ctxaudit.toml: tool is no key of the configuration"),
    ],
)
def test_a_wrong_configuration_ends_with_two_and_names_file_and_key(tmp_path: Path, text: str, why: str) -> None:
    done = configured(tmp_path, text)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"../{why}" in done.stderr


def test_a_named_configuration_must_be_there() -> None:
    done = ctxaudit("audit", "-", "--config", "no-such.toml", stdin=native(QUIET))
    assert (done.returncode, "no-such.toml" in done.stderr) == (2, True)


def test_the_schema_of_the_configuration_is_printed() -> None:
    assert json.loads(ctxaudit("schema", "config").stdout)["title"] == "ctxaudit configuration"
