"""Damaged logs and odd values are read as far as they go; every message is accounted for, nothing is raised."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.cline import read
from ctxaudit.ingest.source import open_source
from tests.importers.cline.log import Log
from tests.importers.cline.test_ranges import cut
from tests.importers.cline.test_session import basic, compacted
from tests.importers.cline.test_tags import condensed, truncated
from tests.importers.damage import mangled, spoilt
from tests.importers.seen import hold

TASKS = [condensed, truncated, cut]
SESSIONS = [compacted, basic]
MORE = ([{"type": "tool_result"}], "k1")


def content_of(log: Log, *, session: bool) -> str:
    return json.dumps(log.body() if session else log.messages)


def put(folder: Path, log: Log, content: bytes, *, session: bool) -> str:
    for name, value in log.beside.items():
        (folder / name).write_text(value if isinstance(value, str) else json.dumps(value))
    path = folder / ("s1.messages.json" if session else "api_conversation_history.json")
    path.write_bytes(content)
    return str(path)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("log", [*TASKS, *SESSIONS])
def test_cuts_splices_and_nuls_are_survived(tmp_path: Path, seed: int, log: Any) -> None:
    dice = Random(seed)
    session = log in SESSIONS
    made: Log = log()
    content = mangled(content_of(made, session=session).encode(), dice)
    hold(read(open_source(put(tmp_path, made, content, session=session))))


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("log", [*TASKS, *SESSIONS])
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int, log: Any) -> None:
    dice = Random(seed)
    session = log in SESSIONS
    made: Log = log()
    made.beside = {name: spoilt(value, dice, more=MORE) for name, value in made.beside.items()}
    value = made.body() if session else made.messages
    if isinstance(value, dict):
        value["messages"] = spoilt(value["messages"], dice, more=MORE)
    else:
        value = spoilt(value, dice, more=MORE) or [{}]
    hold(read(open_source(put(tmp_path, made, json.dumps(value).encode(), session=session))))


@pytest.mark.parametrize("seed", range(20))
def test_messages_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    made = dice.choice(TASKS)()
    made.messages = [message for message in made.messages if dice.random() > 0.25] or made.messages
    dice.shuffle(made.messages)
    hold([made.trace(tmp_path)], len(made.messages))


def test_many_summaries_end(tmp_path: Path) -> None:
    log = Log().user("<task>\nWhy?\n</task>")
    for number in range(120):
        log.model(f"step {number}").tag("condenseParent", f"k{number}", -1, -2)
        log.user(f"## Conversation Summary\n{number}", isSummary=True, condenseId=f"k{number}")
    hold([log.model("Done.").trace(tmp_path)], len(log.messages))
