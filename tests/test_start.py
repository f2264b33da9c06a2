"""What a command loads: a small audit loads no library that only other runs need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_cli import LOSSY, native

MAIN = (
    "import json, sys\n"
    "from ctxaudit.cli import main\n"
    "try:\n    main()\n"
    "finally:\n    print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
)
HEAVY = {
    "polars", "jsonschema", "fsspec", "zstandard", "sqlite3", "concurrent.futures", "jinja2", "markupsafe", "rich",
    "pydantic", "importlib.metadata", "tomllib",
}  # fmt: skip
UNASKED = {
    "ctxaudit.picture", "ctxaudit.model.picture", "ctxaudit.model.fleet", "ctxaudit.redact", "ctxaudit.recording",
    "ctxaudit.reports.html", "ctxaudit.reports.sarif", "ctxaudit.reports.junit", "ctxaudit.reports.github",
    "ctxaudit.reports.table", "ctxaudit.importers.claude_code", "ctxaudit.importers.codex", "ctxaudit.baseline",
}  # fmt: skip


def loaded(folder: Path, *arguments: str) -> set[str]:
    """The modules that there are when the command has ended, in a folder without a configuration."""
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *arguments], capture_output=True, timeout=120, cwd=folder, check=False
    )
    assert done.returncode in (0, 1), done.stderr.decode()
    modules: list[str] = json.loads(done.stderr.decode().splitlines()[-1])
    return set(modules)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("start")
    (made / "ferry.jsonl").write_bytes(native(LOSSY))
    return made


@pytest.mark.parametrize("name", ["json", "jsonl", "text", "terminal"])
def test_the_audit_of_a_small_trace_loads_nothing_that_is_not_asked_for(folder: Path, name: str) -> None:
    modules = loaded(folder, "audit", "ferry.jsonl", "--format", name)
    assert "ctxaudit.rules.unpinned_loss" in modules
    assert modules & (HEAVY | UNASKED) == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules",),
        ("explain", "unpinned-loss"),
        ("validate", "ferry.jsonl"),
        ("why", "ferry.jsonl", "t1"),
        ("replay", "ferry.jsonl"),
        ("schema", "report-v1"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_other_commands_load_nothing_heavy(folder: Path, arguments: tuple[str, ...]) -> None:
    assert loaded(folder, *arguments) & (HEAVY | UNASKED) == set()


def test_a_command_loads_no_other_command(folder: Path) -> None:
    commands = {name for name in loaded(folder, "schema", "config") if name.startswith("ctxaudit.cli.")}
    assert {"ctxaudit.cli.audit", "ctxaudit.cli.why", "ctxaudit.cli.options"} & commands == set()


def test_validate_and_schema_load_no_rule(folder: Path) -> None:
    for arguments in (("validate", "ferry.jsonl"), ("schema", "config")):
        assert not any(name.startswith("ctxaudit.rules.") for name in loaded(folder, *arguments))


def test_the_version_loads_no_parser_and_no_model(folder: Path) -> None:
    assert loaded(folder, "--version") & {"typer", "ctxaudit.model", "ctxaudit.cli.app", "re"} <= {"re"}


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (("--format", "html"), "ctxaudit.picture"),
        (("--format", "sarif"), "ctxaudit.reports.sarif"),
        (("--redact",), "ctxaudit.redact"),
        (("--statistics",), "ctxaudit.model.fleet"),
    ],
)
def test_what_is_asked_for_is_loaded(folder: Path, arguments: tuple[str, ...], needed: str) -> None:
    assert needed in loaded(folder, "audit", "ferry.jsonl", *arguments)
