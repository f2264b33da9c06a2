"""`ctxaudit schema NAME`: prints a published schema."""

from __future__ import annotations

from typing import Annotated

import typer

NAMES = ("trace-v1", "report-v1", "config")


def schema(name: Annotated[str, typer.Argument(metavar="NAME", help="trace-v1, report-v1 or config.")]) -> None:
    """Print a JSON Schema: of the native trace, the JSON report, or the configuration."""
    from ctxaudit.cli.output import write_out
    from ctxaudit.errors import UsageError
    from ctxaudit.ingest.locate import schema_path

    if name not in NAMES:
        raise UsageError(f"there is no schema {name!r}; there are: {', '.join(NAMES)}")
    write_out([schema_path(name).read_bytes()])
