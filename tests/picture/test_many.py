"""Of many traces only the worst keep their pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.ingest.native import write
from ctxaudit.model import Report
from tests.build import Build, span


def audited(paths: list[Path], *, pictures: bool) -> Report:
    return audit_paths(map(str, paths), Plan(pictures=pictures), version="0")


def stored(path: Path, built: Build) -> Path:
    path.write_bytes(b"".join(write(built.trace())))
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Fifty-five quiet traces and a bad one, which is read last."""
    made = tmp_path_factory.mktemp("many")
    quiet = [stored(made / f"a{number:02}.jsonl", Build(id=f"q{number}").add("a", tokens=1)) for number in range(55)]
    bad = Build(id="bad").add("a", "port 8081", tokens=50).rewrite(["a"], span("m", "a port", tokens=5))
    return [*quiet, stored(made / "z.jsonl", bad)]


def test_no_picture_is_made_unless_it_was_asked_for(folder: list[Path]) -> None:
    assert {trace.picture for trace in audited(folder[-3:], pictures=False).traces} == {None}


def test_fifty_keep_their_pictures_and_the_worst_is_among_them(folder: list[Path]) -> None:
    traces = audited(folder, pictures=True).traces
    assert sum(trace.picture is not None for trace in traces) == 50
    assert traces[-1].picture is not None


def test_no_trace_is_left_out_for_want_of_a_picture(folder: list[Path]) -> None:
    assert len(audited(folder, pictures=True).traces) == 56
