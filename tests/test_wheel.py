"""The wheel: built, installed in an empty environment, and run there."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.fixtures import ROOT, TRACES


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a fresh environment that holds the wheel and what it asks for, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    built = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(built, check=True, capture_output=True, timeout=300)
    [wheel] = folder.glob("*.whl")
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True, timeout=600)
    return environment / "bin" / "ctxaudit"


def run(command: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(command), *arguments], capture_output=True, text=True, timeout=120, cwd=command.parent, check=False
    )


def test_the_installed_command_says_its_version(installed: Path) -> None:
    assert run(installed, "--version").stdout.startswith("ctxaudit ")


def test_the_installed_command_audits_a_story(installed: Path) -> None:
    story = next((TRACES / "stories").glob("*.jsonl"))
    audited = run(installed, "audit", str(story))
    assert (audited.returncode, audited.stderr) == (1, "")
    assert "error" in audited.stdout


def test_the_wheel_carries_the_schemas(installed: Path) -> None:
    printed = run(installed, "schema", "trace-v1")
    assert printed.stdout == (ROOT / "schemas" / "trace-v1.schema.json").read_text(encoding="utf-8")


def test_the_wheel_carries_every_rule_page(installed: Path) -> None:
    explained = run(installed, "explain", "untagged-surrogate")
    assert (explained.returncode, "How to fix" in explained.stdout) == (0, True)
