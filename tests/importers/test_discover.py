"""`--last` finds the newest session of each agent, and nothing but sessions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxaudit.errors import InputError, UsageError
from ctxaudit.importers import FORMATS, importer
from ctxaudit.importers.discover import newest_sessions
from tests.importers.claude_code.log import Log

NAMES = ["11111111-0000-4000-8000-000000000001.jsonl", "aaaaaaaa-0000-4000-8000-000000000002.jsonl"]
CODEX = '{"timestamp":"t","type":"session_meta","payload":{"id":"x","cwd":"/w"}}\n'


def claude(home: Path, name: str, changed: float) -> Path:
    path = Log().user("u1", "go").model("a1", "m1", "Yes.").write(home / ".claude" / "projects" / "w", name)
    os.utime(path, (changed, changed))
    return path


def codex(home: Path, changed: float) -> Path:
    path = home / ".codex" / "sessions" / "2026" / "05" / "04" / "rollout-2026-05-04T08-00-00-1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(CODEX)
    os.utime(path, (changed, changed))
    return path


def test_the_newest_session_of_each_agent_comes_by_name(tmp_path: Path) -> None:
    claude(tmp_path, NAMES[0], 100)
    newest, other = claude(tmp_path, NAMES[1], 200), codex(tmp_path, 300)
    found = newest_sessions(tmp_path)
    assert [(session.agent, session.path) for session in found] == [
        ("claude-code", str(newest)),
        ("codex", str(other)),
    ]
    assert [session.changed for session in found] == [200, 300]


def test_one_agent_may_be_asked_for(tmp_path: Path) -> None:
    claude(tmp_path, NAMES[0], 100)
    codex(tmp_path, 300)
    assert [session.agent for session in newest_sessions(tmp_path, "claude-code")] == ["claude-code"]


def test_an_empty_home_has_no_sessions(tmp_path: Path) -> None:
    assert newest_sessions(tmp_path) == []


def test_a_newer_file_that_is_no_session_is_passed_over(tmp_path: Path) -> None:
    session = claude(tmp_path, NAMES[0], 100)
    for content in ("", "notes\n", CODEX):
        (session.parent / NAMES[1]).write_text(content)
        assert [found.path for found in newest_sessions(tmp_path)] == [str(session)]


def test_a_subagents_log_is_no_session(tmp_path: Path) -> None:
    session = claude(tmp_path, NAMES[0], 100)
    claude(tmp_path, "agent-1a2b3c4d.jsonl", 200)
    assert [found.path for found in newest_sessions(tmp_path)] == [str(session)]


def test_a_folder_where_a_log_should_be_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "projects" / "w" / NAMES[0]).mkdir(parents=True)
    assert newest_sessions(tmp_path) == []


@pytest.mark.parametrize(("asked", "meant"), [("claude", "claude-code"), ("codx", "codex"), ("opencod", "opencode")])
def test_a_wrong_name_suggests_the_near_one(tmp_path: Path, asked: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"{asked}.*did you mean '{meant}'"):
        newest_sessions(tmp_path, asked)


def test_a_name_like_no_other_gets_the_list(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there are: claude-code"):
        newest_sessions(tmp_path, "zzz")


def test_a_format_without_a_place_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="otel is no agent that leaves its logs"):
        newest_sessions(tmp_path, "otel")


@pytest.mark.parametrize("name", FORMATS)
def test_the_places_of_an_agent_lie_below_the_home_directory(name: str) -> None:
    places = getattr(importer(name), "WHERE", ())
    assert isinstance(places, tuple)
    assert not any(place.startswith(("/", "~")) or ".." in place for place in places)


def test_no_session_at_all_is_refused_by_the_command(tmp_path: Path) -> None:
    from ctxaudit.cli.last import last_sessions

    with pytest.raises(InputError, match="no session of codex was found"):
        last_sessions(["codex"], tmp_path)


def test_the_command_says_which_sessions_it_took(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from ctxaudit.cli.last import last_sessions

    path = claude(tmp_path, NAMES[0], 100)
    assert last_sessions([], tmp_path) == last_sessions(["claude-code", "claude-code"], tmp_path) == [str(path)]
    assert capsys.readouterr().err.count(f"last session of claude-code: {path}") == 3
