"""Files for the tests of reading: native lines from keyword arguments, and sources over bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.ingest.native import read
from ctxaudit.ingest.source import Source, open_source
from ctxaudit.model.trace import Problem, Trace

BROKEN = Path(__file__).parents[2] / "fixtures" / "traces" / "broken"


def line(kind: str, **keys: Any) -> bytes:
    """One native line. A key that Python keeps for itself is written with a trailing underscore."""
    value = {"type": kind} | ({} if kind == "trace" else {"turn": 1})
    return json.dumps(value | {key.rstrip("_"): keys[key] for key in keys}).encode() + b"\n"


def header(**keys: Any) -> bytes:
    return line("trace", **{"version": 1, "id": "run"} | keys)


def span(name: str = "s1", **keys: Any) -> dict[str, Any]:
    return {"id": name, "text": "the queue drained at noon", "role": "tool"} | keys


def source(folder: Path, *parts: bytes, name: str = "run.jsonl") -> Source:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(parts))
    return open_source(str(path))


def traces(folder: Path, *parts: bytes) -> list[Trace]:
    return read(source(folder, *parts))


def trace(folder: Path, *parts: bytes) -> Trace:
    """The one trace of a file that begins with a plain header."""
    (found,) = traces(folder, header(), *parts)
    return found


def told(found: Trace) -> list[tuple[str, int]]:
    return [(problem.problem, problem.line) for problem in found.problems]


def only(found: Trace) -> Problem:
    (problem,) = found.problems
    return problem


def jsonl(folder: Path, *records: dict[str, Any], name: str = "log.jsonl") -> str:
    """The path of a file with one record a line."""
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)
