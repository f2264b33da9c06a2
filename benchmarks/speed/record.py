"""Measurements as a file, so that those of two commits can be set beside each other."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from benchmarks.speed.table import Measured, Row
from benchmarks.speed.timing import Timing

VERSION = 1


def write(path: Path, measured: Measured) -> None:
    where = {"python": platform.python_version(), "cores": os.cpu_count()}
    told = {"version": VERSION, **where, **asdict(measured)}
    path.write_bytes(orjson.dumps(told, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def read(path: Path) -> Measured:
    told = orjson.loads(path.read_bytes())
    if not isinstance(told, dict) or told.get("version") != VERSION:
        raise ValueError(f"{path} holds no measurements of version {VERSION}")
    return Measured(
        rows=[_row(row) for row in told["rows"]],
        smallest=_row(told["smallest"]) if told["smallest"] else None,
        small=_row(told["small"]) if told["small"] else None,
        bare=_row(told["bare"]) if told.get("bare") else None,
        count=told["count"],
    )


def _row(told: dict[str, Any]) -> Row:
    runs = {tool: [Timing(**timing) for timing in timings] for tool, timings in told["runs"].items()}
    return Row(told["kind"], told["size"], runs, told["asked"])
