"""Small runs for the tests of many traces, and functions that stand in for the audit of a file in another process."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.one import audit_file
from ctxaudit.corpus.plan import FileAudit, Plan
from ctxaudit.errors import UsageError

Events = list[dict[str, Any]]


def run(name: str, said: str = "berth 14", **labels: str) -> Events:
    """A run that reads of `pump-14.example:8014`, forgets it for a summary, and cites a token of its own."""
    return [
        {"type": "trace", "version": 1, "id": name, "citations": "explicit", "labels": labels},
        {"type": "add", "turn": 0, "span": {"id": "u1", "text": "Which pump is it?", "role": "user"}},
        {
            "type": "add",
            "turn": 1,
            "span": {
                "id": "r1",
                "text": "The log names pumps/north/valve_14.conf:233.",
                "role": "tool",
                "kind": "read",
            },
        },
        {"type": "add", "turn": 2, "span": {"id": "a1", "text": f"It is {said}.", "role": "assistant"}},
        {"type": "cite", "turn": 2, "token": said, "in": "a1", "span": "r1"},
    ]


RIGHT = "pumps/north/valve_14.conf:233"
WRONG = "pumps/north/valve_41.conf:233"


def write_run(path: Path, events: Events) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    return path


def fleet(folder: Path, wrong: int, right: int, **labels: str) -> Path:
    """So many runs with a wrong citation and so many without."""
    for number in range(wrong + right):
        said = WRONG if number < wrong else RIGHT
        write_run(folder / f"run-{number:03}.jsonl", run(f"run-{number:03}", said, **labels))
    return folder


def dies_of_poison(wanted: Wanted, plan: Plan) -> FileAudit:
    if "poison" in wanted.path:
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_file(wanted, plan)


def leaves_at_poison(wanted: Wanted, plan: Plan) -> FileAudit:
    if "poison" in wanted.path:
        os._exit(5)
    return audit_file(wanted, plan)


def dies_once_at_frail(wanted: Wanted, plan: Plan) -> FileAudit:
    died = Path(f"{wanted.path}.died")
    if "frail" in wanted.path and not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_file(wanted, plan)


def cannot_begin(*_: object) -> None:
    os._exit(1)


def tells_surroundings(*_: object) -> FileAudit:
    from fsspec.config import conf  # type: ignore[import-untyped]

    names = ("AWS_ENDPOINT_URL", "UNRELATED", "POLARS_MAX_THREADS")
    return FileAudit(read=(json.dumps({**{name: os.environ.get(name) for name in names}, "depot": conf.get("depot")}),))


def refuses(wanted: Wanted, plan: Plan) -> FileAudit:
    raise UsageError(f"{wanted.path} is not wanted with {plan.format}")
