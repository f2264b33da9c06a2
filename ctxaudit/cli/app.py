"""Puts the commands together. Importing this module imports no analysis: every command does that when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from ctxaudit._version import __version__
from ctxaudit.cli.audit import audit
from ctxaudit.cli.baseline import baseline
from ctxaudit.cli.compare import compare
from ctxaudit.cli.convert import convert
from ctxaudit.cli.explain import explain
from ctxaudit.cli.plain import PlainCommand, PlainGroup
from ctxaudit.cli.replay import replay
from ctxaudit.cli.rules import rules
from ctxaudit.cli.schema import schema
from ctxaudit.cli.validate import validate
from ctxaudit.cli.why import why

app = typer.Typer(
    name="ctxaudit",
    cls=PlainGroup,
    help="Audits recorded agent sessions: what left the context window, what replaced it, what was done with it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ctxaudit {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version and stop.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Options that come before any command."""


for command in (audit, why, replay, explain, rules, validate, convert, compare, baseline, schema):
    app.command(cls=PlainCommand)(command)
