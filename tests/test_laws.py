"""The laws that hold for every trace, on every fixture."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.corpus.local import Plan, audit_paths, read_paths
from ctxaudit.errors import InputError
from ctxaudit.importers import read_traces
from ctxaudit.ingest.native import write
from ctxaudit.model import Finding, Problem, Report, Trace, Unaudited
from ctxaudit.reports import FORMATS
from ctxaudit.reports.options import RenderOptions
from ctxaudit.timeline import replay
from tests.fixtures import TRACES, readable, shown

FILES = readable()
ANY_FILE = sorted(path for path in TRACES.rglob("*") if path.is_file() and ".jsonl" in path.name)


@pytest.mark.parametrize("path", ANY_FILE, ids=shown)
def test_every_line_read_is_an_event_a_problem_blank_or_declared_not_context(path: Path) -> None:
    try:
        traces = read_traces(str(path))
    except InputError:
        return
    for trace in traces:
        lines = trace.lines
        assert lines.read == lines.events + lines.blank + lines.problems + sum(lines.not_context.values())


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_tokens_are_conserved(path: Path) -> None:
    for trace in read_traces(str(path)):
        ledger = replay(trace).ledger()
        gone = ledger.evicted_external + ledger.evicted_dispensable + ledger.withdrawn + ledger.rewritten
        assert ledger.entered == ledger.live + gone + ledger.truncated + ledger.unattributed


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_every_absent_span_has_one_attribution_or_is_in_a_finding(path: Path) -> None:
    for trace in read_traces(str(path)):
        timeline = replay(trace)
        named = {
            (finding.line, span)
            for finding in audit_trace(trace, all_conditions=True).report.findings
            for span in finding.spans
        }
        for life in timeline.lives:
            step = timeline.left_by(life)
            if step is None or life.attribution != "unattributed":
                continue
            exempt = life.derivative and all(source.dispensable or source.has_copy for source in life.originals())
            assert (step.line, life.id) in named or exempt


@pytest.mark.parametrize("path", FILES, ids=shown)
@pytest.mark.parametrize("format_name", sorted(FORMATS))
def test_the_same_input_gives_the_same_bytes_wherever_it_lies(path: Path, format_name: str, tmp_path: Path) -> None:
    def rendered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
        folder.mkdir()
        shutil.copy(path, folder / path.name)
        monkeypatch.chdir(folder)
        report = audit_paths([path.name], Plan(), version="0")
        return "".join(FORMATS[format_name](report, RenderOptions()))

    with pytest.MonkeyPatch.context() as monkeypatch:
        first = rendered(tmp_path / "first", monkeypatch)
        assert rendered(tmp_path / "second-place", monkeypatch) == first


def comparable(finding: Finding) -> tuple[object, ...]:
    """All but the line, which is the native file's after a conversion; an imported event is known by its origin."""
    origin = finding.origin
    place = None if origin is None else (origin.line, origin.record, origin.id)
    return finding.rule, finding.severity, finding.confidence, finding.spans, finding.tokens, place


@pytest.mark.parametrize("path", FILES, ids=shown)
def test_convert_then_audit_is_audit(path: Path, tmp_path: Path) -> None:
    original = [item for item in read_paths([str(path)]) if isinstance(item, Trace)]
    converted = tmp_path / "converted.jsonl"
    converted.write_bytes(b"".join(line for trace in original for line in write(trace)))
    again = read_traces(str(converted))
    assert [trace.header.id for trace in again] == [trace.header.id for trace in original]
    for before, after in zip(original, again, strict=True):
        first, second = (
            Counter(comparable(finding) for finding in audit_trace(trace).report.findings) for trace in (before, after)
        )
        assert first == second


def test_one_unreadable_file_never_stops_the_rest(tmp_path: Path) -> None:
    good = TRACES / "clean"
    bad = tmp_path / "not-a-log.jsonl"
    bad.write_bytes(b"\x00\xff not json\n")
    report: Report = audit_paths([str(bad), str(good)], Plan(), version="0")
    assert [unaudited.path for unaudited in report.unaudited] == [str(bad)]
    assert len(report.traces) >= 1


def test_what_a_directory_search_passes_over_is_counted_and_not_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"theme": "dark"}')
    report = audit_paths([str(tmp_path)], Plan(), version="0")
    assert (report.passed_over, report.unaudited) == (1, ())


def test_a_problem_is_never_lost_between_reader_and_report() -> None:
    for path in ANY_FILE:
        for item in read_paths([str(path)]):
            if isinstance(item, Unaudited):
                continue
            kept: set[Problem] = set(audit_trace(item).report.problems)
            assert set(item.problems) <= kept
