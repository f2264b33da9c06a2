"""Plain values of the command line arrive as typer itself would read them, and wrong ones are refused in its words."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand, TyperGroup
from typer.testing import CliRunner

from ctxaudit.cli.app import COMMANDS, application, application_for
from ctxaudit.cli.plain import PlainCommand, PlainGroup


def read_by(command: type[TyperCommand], group: type[TyperGroup], *arguments: str) -> tuple[int, str, Any]:
    """How a command line ends: the exit code, all that is printed, and what the command was called with."""
    made = typer.Typer(cls=group, rich_markup_mode=None, pretty_exceptions_enable=False)
    called: list[Any] = []

    @made.callback()
    def root(color: Annotated[str | None, typer.Option("--color")] = None) -> None:
        called.append(color)

    @made.command(cls=command)
    def look(
        path: Annotated[str, typer.Argument()],
        more: Annotated[list[str] | None, typer.Argument()] = None,
        word: Annotated[str | None, typer.Option("--word", "-w")] = None,
        filled: Annotated[str, typer.Option("--filled")] = "before",
        shout: Annotated[str | None, typer.Option("--shout", callback=lambda text: text and text.upper())] = None,
        words: Annotated[list[str] | None, typer.Option("--words")] = None,
        number: Annotated[int | None, typer.Option("--number", min=1)] = None,
        pair: Annotated[tuple[int, int] | None, typer.Option("--pair")] = None,
        flag: Annotated[bool, typer.Option("--flag")] = False,
        either: Annotated[bool | None, typer.Option("--either/--neither")] = None,
    ) -> None:
        called.append((path, more, word, filled, shout, words, number, pair, flag, either))

    @made.command(cls=command)
    def every(paths: Annotated[list[str], typer.Argument()]) -> None:
        called.append(paths)

    done = CliRunner().invoke(made, list(arguments))
    return done.exit_code, done.output, called


def commands_of(made: typer.Typer) -> dict[str, Any]:
    """By name; what typer makes of an application is a group of them."""
    found: dict[str, Any] = vars(typer.main.get_command(made))["commands"]
    return found


LINES = [
    (),
    ("look",),
    ("look", "a"),
    ("look", ""),
    ("look", "a", "b", "c"),
    ("look", "--", "-a"),
    ("--color", "red", "look", "a"),
    ("--color=", "look", "a"),
    ("look", "a", "--word", "x"),
    ("look", "a", "-wx"),
    ("look", "a", "--word="),
    ("look", "a", "--word"),
    ("look", "a", "--word", "x", "--word", "y"),
    ("look", "a", "--filled", "after", "--shout", "loud"),
    ("look", "a", "--words", "x"),
    ("look", "a", "--words", "x", "--words", ""),
    ("look", "a", "--number", "3"),
    ("look", "a", "--number", "0"),
    ("look", "a", "--number", "three"),
    ("look", "a", "--pair", "1", "2"),
    ("look", "a", "--pair", "1"),
    ("look", "a", "--flag", "--either"),
    ("look", "a", "--neither"),
    ("look", "a", "--no-such"),
    ("look", "a", "--help"),
    ("--help",),
    ("every",),
    ("every", "x"),
    ("every", "x", "y", "x"),
    ("nothing", "x"),
]


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_a_command_line_ends_as_typer_alone_would_end_it(line: tuple[str, ...]) -> None:
    assert read_by(PlainCommand, PlainGroup, *line) == read_by(TyperCommand, TyperGroup, *line)


@pytest.mark.parametrize("command", commands_of(application()).values(), ids=lambda one: str(one.name))
def test_every_command_of_ours_takes_plain_values(command: Any) -> None:
    assert isinstance(command, PlainCommand)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_alone_explains_itself_as_among_the_others(name: str) -> None:
    alone = application_for([name, "--help"])
    assert list(commands_of(alone)) == [name]
    assert help_of(alone, name) == help_of(application(), name)


@pytest.mark.parametrize("arguments", [(), ("--help",), ("--version",), ("audti",), ("--", "audit"), ("au",), ("",)])
def test_where_no_command_is_called_all_of_them_are_there(arguments: tuple[str, ...]) -> None:
    assert tuple(commands_of(application_for(arguments))) == COMMANDS


def test_a_shell_that_completes_is_offered_all_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CTXAUDIT_COMPLETE", "complete_bash")
    assert tuple(commands_of(application_for(["audit"]))) == COMMANDS


def help_of(made: typer.Typer, name: str) -> str:
    return CliRunner().invoke(made, [name, "--help"], prog_name="ctxaudit").output
