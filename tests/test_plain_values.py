"""Plain values of the command line arrive as typer itself would read them, and wrong ones are refused in its words."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand, TyperGroup
from typer.testing import CliRunner

from ctxaudit.cli.app import app
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


@pytest.mark.parametrize("command", typer.main.get_command(app).commands.values(), ids=lambda one: str(one.name))  # type: ignore[attr-defined]
def test_every_command_of_ours_takes_plain_values(command: Any) -> None:
    assert isinstance(command, PlainCommand)
