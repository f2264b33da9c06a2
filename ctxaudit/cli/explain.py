"""`ctxaudit explain RULE`: the rule's page, or the list of a group's rules."""

from __future__ import annotations

import sys
from typing import Annotated

import typer


def explain(
    rule: Annotated[str, typer.Argument(metavar="RULE|GROUP", help="A rule's slug, as findings name it, or a group.")],
) -> None:
    """Print a rule's page: what it finds, why it matters, how to fix it, when it is wrong; or list a group's rules."""
    from ctxaudit.cli.choose import suggestion
    from ctxaudit.cli.output import width, write_out
    from ctxaudit.errors import UsageError
    from ctxaudit.model import GROUPS
    from ctxaudit.ruledocs import page, rules_table
    from ctxaudit.rules import load_rules

    loaded = load_rules()
    if rule in loaded:
        write_out([page(loaded[rule])])
    elif rule in GROUPS:
        write_out([rules_table(width(sys.stdout.isatty()), {rule})])
    else:
        raise UsageError(f"there is no rule or group {rule!r}{suggestion(rule, [*loaded, *GROUPS])}")
