"""`ctxaudit explain RULE`: the rule's page."""

from __future__ import annotations

from typing import Annotated

import typer


def explain(rule: Annotated[str, typer.Argument(metavar="RULE", help="A rule's slug, as findings name it.")]) -> None:
    """Print a rule's page: what it finds, why it matters, how to fix it, when it is wrong."""
    from ctxaudit.cli.choose import suggestion
    from ctxaudit.cli.output import write_out
    from ctxaudit.errors import UsageError
    from ctxaudit.ruledocs import page
    from ctxaudit.rules import load_rules

    loaded = load_rules()
    if rule not in loaded:
        raise UsageError(f"there is no rule {rule!r}{suggestion(rule, loaded)}")
    write_out([page(loaded[rule])])
