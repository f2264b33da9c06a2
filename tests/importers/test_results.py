"""Structured results are read without JSON's escapes; tools that only read are known by name or by their command."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.importers._results import looks_up, plain


def test_a_string_stands_without_escapes_and_without_its_key() -> None:
    assert plain({"output": "row one\nrow two"}) == "row one\nrow two"


def test_a_number_keeps_its_key() -> None:
    assert plain({"kiln": {"degrees": 940, "hold": 2.5}}) == "degrees: 940\nhold: 2.5"


def test_a_number_of_a_list_keeps_the_key_of_the_list() -> None:
    assert plain({"rows": [3, 4]}) == "rows: 3\nrows: 4"


def test_a_number_under_a_bare_key_stands_alone() -> None:
    assert plain({"returncode": 0, "size": 3}, bare=("returncode",)) == "0\nsize: 3"


def test_truth_and_nothing() -> None:
    assert plain([{"success": True, "stale": False, "error": None}]) == "true\nfalse"


def test_values_keep_their_order() -> None:
    assert plain([{"query": "a", "result": "b"}, {"query": "c", "result": "d"}]) == "a\nb\nc\nd"


def test_a_deep_value_ends() -> None:
    value: Any = "end"
    for _ in range(50_000):
        value = [value]
    assert plain(value) == "end"


@pytest.mark.parametrize(
    "tool", ["read_file", "list_files", "search_files", "ReadLog", "grep", "find_file", "codebase_search"]
)
def test_tools_that_read_by_their_name_look_up(tool: str) -> None:
    assert looks_up(tool, {})


@pytest.mark.parametrize(
    "tool", ["write_to_file", "readjust", "apply_diff", "submit", "listen_port", "", "thread_file"]
)
def test_other_tools_do_not(tool: str) -> None:
    assert not looks_up(tool, {})


@pytest.mark.parametrize(
    "arguments", [{"command": "cat a | wc -l"}, {"commands": ["ls", "git log"]}, {"cmd": "grep x y"}]
)
def test_a_shell_command_that_only_reads_looks_up(arguments: dict[str, Any]) -> None:
    assert looks_up("bash", arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"command": "rm a"},
        {"commands": ["ls", "rm a"]},
        {"commands": []},
        {"command": 7},
        {"commands": ["ls", 7]},
        {},
        None,
    ],
)
def test_another_command_does_not(arguments: Any) -> None:
    assert not looks_up("run_commands", arguments)
