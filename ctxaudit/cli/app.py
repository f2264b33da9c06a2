"""Puts the commands together. Importing this module imports no command, and no command imports the analysis at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated

import typer

from ctxaudit._version import __version__
from ctxaudit.cli.plain import PlainCommand, PlainGroup

# Each is a function of the module of its name.
COMMANDS = ("audit", "why", "replay", "explain", "rules", "validate", "convert", "compare", "baseline", "schema")
_COMPLETING = "_CTXAUDIT_COMPLETE"  # a shell that wants completions says so there


def application_for(arguments: Sequence[str]) -> typer.Typer:
    """With the command that is called alone, which starts faster; with all of them where it is none of ours."""
    called = [name for name in COMMANDS if name in arguments[:1]]
    return application(called if called and _COMPLETING not in os.environ else COMMANDS)


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    made = typer.Typer(
        name="ctxaudit",
        cls=PlainGroup,
        help="Audits recorded agent sessions: what left the context window, what replaced it, what was done with it.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_root)
    for name in names:
        made.command(cls=PlainCommand)(getattr(import_module(f"ctxaudit.cli.{name}"), name))
    return made


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ctxaudit {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version and stop.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Options that come before any command."""
