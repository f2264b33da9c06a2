"""The small exports under fixtures: what their names say is what their traces show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxaudit.importers import read_traces
from ctxaudit.model import Trace, Truncate
from tests.importers.shown import cut_of, edits, hold, texts

FOLDER = Path(__file__).parents[3] / "fixtures" / "traces" / "importers" / "opencode"


def trace(name: str) -> Trace:
    (found,) = read_traces(str(FOLDER / name))
    assert found.format == "opencode"
    return found


@pytest.mark.parametrize("name", ["compaction-keeps-a-tail.json", "result-cleared-later.json"])
def test_every_record_of_a_fixture_is_accounted_for(name: str) -> None:
    messages = json.loads((FOLDER / name).read_bytes())["messages"]
    hold([trace(name)], 1 + sum(1 + len(message["parts"]) for message in messages))


def test_the_tail_is_kept_and_the_ban_on_the_relay_is_gone() -> None:
    found = trace("compaction-keeps-a-tail.json")
    last = texts(found)[-2]
    assert last[0] == "What did we do so far?"
    assert last[2:5] == ["Then look at the wiring list.", "Looking it up.", '{"pattern":"probe"}']
    assert not any("relay" in text for text in last)
    assert len(cut_of(found).sources) == 7


def test_the_stock_is_seen_by_two_calls_and_cleared_for_the_third() -> None:
    found = trace("result-cleared-later.json")
    assert [any("412 kg\n" in text for text in shown) for shown in texts(found)] == [False, True, False, False]
    assert [type(edit) for edit in edits(found)] == [Truncate]
