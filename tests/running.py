"""Runs the command in this process: fast enough to be tried with hundreds of command lines."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from unittest.mock import patch

from ctxaudit.cli import main


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


def ran(*words: str, stdin: bytes = b"") -> Ended:
    """A command that ends with anything but an exit code raises it."""
    given, out, err = (TextIOWrapper(BytesIO(content), "utf-8") for content in (stdin, b"", b""))
    with patch.multiple(sys, argv=["ctxaudit", *words], stdin=given, stdout=out, stderr=err):
        try:
            main()
            code: object = 0
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int | None)
    return Ended(code or 0, _written(out), _written(err))


def _written(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
