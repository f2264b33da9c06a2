"""The recorder writes what the reader reads, one line at a time, and refuses what is no event."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.errors import UsageError
from ctxaudit.importers import read_traces
from ctxaudit.model import Add, Call, Checkpoint, Cite, Decide, Evict, Pin, Rank, Restore, Rewrite, Truncate, Unpin
from ctxaudit.recording import Recorder
from ctxaudit.timeline import replay


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_header_stands_in_the_file_before_anything_happens(path: Path) -> None:
    Recorder(path, id="run-1", budget=900, labels={"policy": "pin"})
    assert lines(path) == [{"type": "trace", "version": 1, "id": "run-1", "budget": 900, "labels": {"policy": "pin"}}]


def test_every_kind_of_event_can_be_recorded_and_read_back(path: Path) -> None:
    with Recorder(path, id="run-1") as record:
        record.add("u1", "Mend the lock.", "user")
        record.add("r1", "bolt 14 is worn", "tool", kind="read")
        record.turn()
        record.pin(["u1"], tokens=["bolt 14"])
        record.unpin(tokens=["bolt 14"])
        record.rank(["r1", {"span": "u1", "score": 0.2}], cut=1)
        record.decide("d1", "a new bolt", rejected=[{"alternative": "oil", "reason": "it drips"}])
        record.rewrite(["r1"], "m1", "bolt 14 is worn", rejected_alternatives=["oil: it drips"])
        record.restore("r1", "external", {"id": "r1", "text": "bolt 14 is worn", "role": "tool"})
        record.cite("bolt 14", claim="u1")
        record.call(120)
        record.evict(["r1"], "external-copy", copies={"r1": "file:///lock.txt"})
        record.truncate(["m1"], budget=900)
        record.checkpoint(["u1"], tokens=5)
    [trace] = read_traces(str(path))
    kinds = [Add, Add, Pin, Unpin, Rank, Decide, Rewrite, Restore, Cite, Call, Evict, Truncate, Checkpoint]
    assert [type(event) for event in trace.events] == kinds
    assert (trace.problems, replay(trace).problems) == ((), [])


def test_a_rewrite_is_tagged_unless_told_otherwise(path: Path) -> None:
    with Recorder(path, id="run-1") as record:
        record.add("r1", "bolt 14 is worn", "tool")
        record.rewrite(["r1"], "m1", "a bolt is worn")
    surrogate = lines(path)[-1]["surrogate"]
    assert (surrogate["lossy"], surrogate["provenance"]) == (True, ["r1"])


def test_turns_count_up_and_never_go_back(path: Path) -> None:
    with Recorder(path, id="run-1") as record:
        assert [record.turn(), record.turn(), record.turn(9)] == [1, 2, 9]
        with pytest.raises(UsageError, match="turns never go back"):
            record.turn(3)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (lambda record: record.add("a", "text", "wizard"), "role"),
        (lambda record: record.add("a", "text", "tool", colour="red"), "colour"),
        (lambda record: record.add("a", "text", "tool", tokens=-1), "tokens"),
        (lambda record: record.evict(["a"], "boredom"), "boredom"),
        (lambda record: record.rewrite([], "m", "text"), "sources"),
        (lambda record: record.cite("x", action=object()), "JSON"),
        (lambda record: record.pin(), "spans"),
    ],
)
def test_what_is_no_event_is_refused_and_not_written(path: Path, wrong: Callable[[Recorder], None], named: str) -> None:
    with Recorder(path, id="run-1") as record:
        with pytest.raises(UsageError, match=named):
            wrong(record)
        assert len(lines(path)) == 1


def test_a_file_that_holds_a_trace_is_not_added_to(path: Path) -> None:
    Recorder(path, id="run-1").close()
    with pytest.raises(UsageError, match="holds a trace already"):
        Recorder(path, id="run-2")


def test_a_folder_that_is_not_there_is_a_clear_refusal(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot write"):
        Recorder(tmp_path / "nowhere" / "run.jsonl", id="run-1")


def test_nothing_can_be_recorded_after_the_end(path: Path) -> None:
    record = Recorder(path, id="run-1")
    record.close()
    record.close()
    with pytest.raises(UsageError, match="closed"):
        record.add("a", "text", "tool")


def test_text_of_every_kind_comes_back_as_it_was(path: Path) -> None:
    text = 'line one\nline two\u2028 "quoted" \x00 ünï 🚢'
    with Recorder(path, id="run-1", fsync=True) as record:
        record.add("a", text, "tool")
        record.sync()
    [trace] = read_traces(str(path))
    [event] = trace.events
    assert isinstance(event, Add)
    assert event.span.text == text


def test_a_killed_process_loses_nothing_that_was_recorded(path: Path) -> None:
    code = textwrap.dedent(f"""
        import os, signal
        from ctxaudit.recording import Recorder
        record = Recorder({str(path)!r}, id="run-1")
        for number in range(40):
            record.add(f"s{{number}}", "words", "tool")
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    done = subprocess.run([sys.executable, "-c", code], check=False, timeout=60, env=dict(os.environ))
    assert done.returncode == -signal.SIGKILL
    [trace] = read_traces(str(path))
    assert (len(trace.events), trace.problems) == (40, ())
