"""`ctxaudit rules`: the list of rules."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def rules(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document instead of a table.")] = False,
) -> None:
    """List the rules with their severity and what each finds."""
    from ctxaudit.cli.output import width, write_out
    from ctxaudit.ruledocs import rules_json, rules_table

    write_out([rules_json() if as_json else rules_table(width(sys.stdout.isatty()))])
