"""Both forms of a log are read, sample by sample; what is damaged costs no more than itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.errors import InputError
from ctxaudit.importers.inspect_ai import read
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Event, Trace
from tests.importers.damage import mangled, spoilt
from tests.importers.inspect_ai.log import LEAD, TAIL, Sample, header, talk, written, zipped_log
from tests.importers.seen import hold
from tests.ingest.zips import zipped


def read_from(path: Path) -> list[Trace]:
    return read(open_source(str(path)))


def bare(event: Event) -> Event:
    return replace(event, origin=None)


def busy() -> Sample:
    sample = talk().say("ask", "user", "Summarise.").model("sys u1 a1 t1 a2 t2 ask", "sum", "Short.", tools=[])
    sample.compaction("summary").say("s9", "user", f"{LEAD}Short.{TAIL}", metadata={"summary": True})
    sample.model("sys u1 s9", "a3", "On.", ("c3", "probe")).result(
        "t3", "c3", [{"type": "text", "text": "ok"}], "probe"
    )
    sample.tool("c3", "t3").compaction("trim").model("sys u1 a3 t3", "a4", "Done.")
    return sample.begin("helper", "agent", "s1").say("h1", "user", "Find it.").model("h1", "b1", "Found.")


def test_a_zip_gives_what_the_document_gives(tmp_path: Path) -> None:
    plain, packed = read_from(written(tmp_path, busy())), read_from(zipped_log(tmp_path, busy()))
    assert [trace.header for trace in plain] == [trace.header for trace in packed]
    assert [list(map(bare, trace.events)) for trace in plain] == [list(map(bare, trace.events)) for trace in packed]


@pytest.mark.parametrize("write", [written, zipped_log])
def test_both_forms_are_known_by_their_content(tmp_path: Path, write: Any) -> None:
    assert sniff(open_source(str(write(tmp_path, talk())))) == "inspect-ai"


@pytest.mark.parametrize("write", [written, zipped_log])
def test_each_sample_is_a_trace_of_its_own(tmp_path: Path, write: Any) -> None:
    traces = read_from(write(tmp_path, Sample("one").task().model("u1", "a1", "x"), Sample("two").task()))
    assert [trace.header.id for trace in traces] == ["firing/one/1", "firing/two/1"]


def test_records_are_counted_within_a_sample(tmp_path: Path) -> None:
    traces = read_from(zipped_log(tmp_path, talk(), Sample("two").task().model("u1", "a1", "x")))
    assert [trace.lines.read for trace in traces] == [5, 1]
    assert traces[1].events[0].origin is not None
    assert traces[1].events[0].origin.file == "log.eval:samples/two_epoch_1.json"


def test_the_header_says_what_ran(tmp_path: Path) -> None:
    sample = talk()
    sample.more = {"scores": {"includes": {"value": "C"}}}
    found = sample.trace(tmp_path).header
    assert (found.agent, found.model, found.citations) == ("inspect 0.3.285", "potter/1", "implicit")
    assert found.labels == {"task": "firing", "outcome": "C"}
    assert found.started_at == "2026-03-01T09:59:00+00:00"


def test_the_policy_is_a_label(tmp_path: Path) -> None:
    plan = {"steps": [{"solver": "react", "params": {"compaction": {"type": "trim", "threshold": 5000}}}]}
    path = tmp_path / "log.json"
    path.write_text(json.dumps(header(plan=plan, samples=[talk().body])))
    assert read_from(path)[0].header.labels["policy"] == "trim"


def test_a_log_that_is_still_being_written_is_read_from_its_journal(tmp_path: Path) -> None:
    (trace,) = read_from(zipped_log(tmp_path, talk(), journal=True))
    assert trace.header.model == "potter/1"
    assert "the log was still being written: it has no header.json" in trace.notes


def test_a_log_without_samples_holds_nothing_and_says_so(tmp_path: Path) -> None:
    (trace,) = read_from(zipped_log(tmp_path))
    assert (trace.events, trace.notes) == ([], ("the log holds no sample",))


def test_a_sample_that_is_damaged_is_a_problem_and_the_others_are_read(tmp_path: Path) -> None:
    members = {"header.json": json.dumps(header()).encode(), "samples/a_epoch_1.json": b'{"events": ['}
    path = tmp_path / "log.eval"
    path.write_bytes(zipped(members | {"samples/b_epoch_1.json": json.dumps(talk().body).encode()}))
    broken, good = read_from(path)
    assert [problem.problem for problem in broken.problems] == ["malformed-line"]
    assert broken.problems[0].hole
    assert len(good.events) > 5


def test_a_torn_document_keeps_its_whole_samples(tmp_path: Path) -> None:
    path = written(tmp_path, talk(), Sample("two").task().model("u1", "a1", "x"))
    path.write_bytes(path.read_bytes()[:-40])
    first, lost = read_from(path)
    assert (first.problems, len(lost.problems), list(lost.events)) == ((), 1, [])


def test_a_zip_without_its_directory_is_refused(tmp_path: Path) -> None:
    path = zipped_log(tmp_path, talk())
    path.write_bytes(path.read_bytes()[:-60])
    with pytest.raises(InputError, match="zip archive"):
        read_from(path)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("write", [written, zipped_log])
def test_damage_is_survived(tmp_path: Path, seed: int, write: Any) -> None:
    dice = Random(seed)
    path: Path = write(tmp_path, busy())
    path.write_bytes(mangled(path.read_bytes(), dice))
    try:
        hold(read_from(path))
    except InputError as error:
        assert "archive" in str(error)  # noqa: PT017


@pytest.mark.parametrize("seed", range(80))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    more = [[[0, 9]], {"id": 3}, "attachment://"]
    path = tmp_path / "log.json"
    body = busy().body
    path.write_text(json.dumps(header(samples=[spoilt(body, dice, 0.03, more)])))
    hold(read_from(path))
