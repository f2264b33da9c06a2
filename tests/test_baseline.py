"""Accepted findings stay accepted, new ones are seen, stale entries are told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.baseline import REASON, applied, read, written
from ctxaudit.errors import InputError
from ctxaudit.model import Report
from tests.build import Build, span
from tests.test_cli import ctxaudit


def lossy(edits: int = 1) -> Build:
    """A run with one untagged rewrite for each edit."""
    build = Build(id="ferry")
    for number in range(edits):
        build.turn(number).add(f"t{number}", f"The ferry leaves berth {40 + number} at noon.")
        build.rewrite([f"t{number}"], span(f"m{number}", "It leaves.", "memory"))
    return build


def report(*builds: Build) -> Report:
    traces = tuple(audit_trace(build.trace()).report for build in builds)
    return Report(version=1, tool_version="0", traces=traces)


def open_findings(given: Report) -> list[tuple[str, tuple[str, ...]]]:
    return [(f.rule, f.spans) for trace in given.traces for f in trace.findings if f.suppressed is None]


def entries(text: str) -> dict[str, object]:
    return dict(read("accepted.json", text))


def test_what_was_accepted_does_not_count_again() -> None:
    accepted = applied(report(lossy()), read("b", written(report(lossy()))))
    assert open_findings(accepted) == []
    assert {finding.suppressed for finding in accepted.traces[0].findings} == {REASON}


def test_a_new_finding_in_an_old_trace_is_seen() -> None:
    accepted = applied(report(lossy(2)), read("b", written(report(lossy(1)))))
    assert ("untagged-surrogate", ("m1",)) in open_findings(accepted)
    assert ("untagged-surrogate", ("m0",)) not in open_findings(accepted)


def test_lines_put_in_above_change_nothing() -> None:
    moved = Build(id="ferry").add("u1", "Good morning.", "user")
    moved.add("t0", "The ferry leaves berth 40 at noon.").rewrite(["t0"], span("m0", "It leaves.", "memory"))
    assert open_findings(applied(report(moved), read("b", written(report(lossy()))))) == []


def test_the_same_finding_in_another_trace_is_another_finding() -> None:
    other = lossy()
    other.header = replace(other.header, id="barge")
    assert open_findings(applied(report(other), read("b", written(report(lossy()))))) != []


def test_a_finding_that_is_gone_leaves_a_stale_entry() -> None:
    mended = Build(id="ferry").add("t0", "The ferry leaves.").compact(["t0"], "m0", "The ferry leaves.")
    [note] = applied(report(mended), read("b", written(report(lossy())))).notes
    assert "stale" in note
    assert "untagged-surrogate in ferry" in note


def test_a_trace_that_was_not_audited_leaves_no_stale_entry() -> None:
    other = Build(id="barge").add("t0", "The barge leaves.")
    assert applied(report(other), read("b", written(report(lossy())))).notes == ()


def test_a_finding_that_the_trace_allows_is_not_written_down() -> None:
    allowed = lossy().allow("untagged-surrogate", "unpinned-loss", "grown-rewrite")
    assert entries(written(report(allowed))) == {}


def test_a_reason_of_the_trace_itself_is_kept() -> None:
    allowed = lossy().allow("untagged-surrogate", reason="known")
    given = applied(report(allowed), read("b", written(report(lossy()))))
    assert "known" in {finding.suppressed for finding in given.traces[0].findings}


def test_a_baseline_is_the_same_bytes_whatever_the_order() -> None:
    barge = lossy()
    barge.header = replace(barge.header, id="barge")
    assert written(report(lossy(), barge)) == written(report(barge, lossy()))


def test_a_baseline_holds_no_words_of_the_trace() -> None:
    assert "berth" not in written(report(lossy()))


@pytest.mark.parametrize(
    "text",
    ["", "not json", "[]", '{"version": 2, "findings": []}', '{"version": true, "findings": []}',
     '{"version": 1}', '{"version": 1, "findings": [7]}',
     '{"version": 1, "findings": [{"fingerprint": 1, "rule": "a", "trace": "b"}]}', "[" * 100_000],
)  # fmt: skip
def test_what_is_no_baseline_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"accepted\.json: is no baseline"):
        read("accepted.json", text)


# --- on the command line ---

EVENTS = [
    {"type": "trace", "version": 1, "id": "ferry"},
    *(
        event
        for number in range(250)
        for event in (
            {"type": "add", "turn": number, "span": {"id": f"t{number}", "role": "tool", "text": f"berth {number}"}},
            {"type": "rewrite", "turn": number, "sources": [f"t{number}"],
             "surrogate": {"id": f"m{number}", "text": "x", "role": "memory"}},
        )
    ),
]  # fmt: skip
NEW = [
    {"type": "add", "turn": 900, "span": {"id": "late", "text": "berth 7", "role": "tool"}},
    {"type": "rewrite", "turn": 900, "sources": ["late"], "surrogate": {"id": "late-m", "text": "x", "role": "memory"}},
]


def test_a_project_with_hundreds_of_findings_adopts_the_gate_in_two_commands(tmp_path: Path) -> None:
    trace, accepted = tmp_path / "ferry.jsonl", tmp_path / "accepted.json"
    trace.write_text("".join(json.dumps(event) + "\n" for event in EVENTS), encoding="utf-8")
    assert ctxaudit("audit", str(trace)).returncode == 1
    assert ctxaudit("baseline", str(trace), "-o", str(accepted)).returncode == 0
    assert ctxaudit("audit", str(trace), "--baseline", str(accepted)).returncode == 0
    with trace.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(event) + "\n" for event in NEW)
    again = ctxaudit("audit", str(trace), "--baseline", str(accepted), "--format", "json")
    open_now = [f for f in json.loads(again.stdout)["traces"][0]["findings"] if f["suppressed"] is None]
    assert again.returncode == 1
    assert {tuple(finding["spans"]) for finding in open_now} == {("late-m",)}


def test_a_baseline_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    trace = tmp_path / "ferry.jsonl"
    trace.write_text(json.dumps(EVENTS[0]) + "\n", encoding="utf-8")
    done = ctxaudit("audit", str(trace), "--baseline", str(tmp_path / "none.json"))
    assert (done.returncode, "cannot read the baseline" in done.stderr) == (2, True)
