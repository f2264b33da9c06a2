"""`ctxaudit audit --last` as its users meet it."""

from __future__ import annotations

from pathlib import Path

from tests.importers.claude_code.log import Log
from tests.test_cli import ctxaudit


def test_the_last_session_is_audited(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "Yes.")
    path = log.write(tmp_path / ".claude" / "projects" / "w")
    done = ctxaudit("audit", "--last", HOME=str(tmp_path))
    assert (done.returncode, path.name in done.stdout, path.name in done.stderr) == (0, True, True)


def test_an_agent_without_a_session_ends_with_three(tmp_path: Path) -> None:
    assert ctxaudit("audit", "--last", "claude-code", HOME=str(tmp_path)).returncode == 3


def test_an_agent_that_does_not_exist_ends_with_two_and_a_hint(tmp_path: Path) -> None:
    done = ctxaudit("audit", "--last", "claude", HOME=str(tmp_path))
    assert (done.returncode, "did you mean 'claude-code'" in done.stderr) == (2, True)


def test_nothing_to_audit_ends_with_two_and_names_both_ways() -> None:
    done = ctxaudit("audit")
    assert (done.returncode, "name a path, or use --last" in done.stderr) == (2, True)
