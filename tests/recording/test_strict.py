"""A strict recorder refuses what the seeds say to refuse, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.importers import read_traces
from ctxaudit.recording import Recorder, RefusedEditError

Deed = Callable[[Recorder], object]


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Recorder]:
    """A window with a request, a read, a reason for not doing something, and a summary of an older read."""
    with Recorder(tmp_path / "run.jsonl", id="run-1", strict=True) as recorder:
        recorder.add("u1", "Why does the kiln trip?", "user", tokens=6)
        recorder.add("old", "log of week 31: fuse FZ-2210 blew at 1180 C", "tool", kind="read", tokens=40)
        recorder.add("r1", "log of week 32: relay RL-7714 chatters for 4500 ms", "tool", kind="read", tokens=50)
        recorder.add("a1", "The larger fuse was rejected because it hides the fault.", "assistant", tokens=12)
        recorder.turn()
        recorder.rewrite(["old"], "m1", "A fuse blew.", tokens=4)
        yield recorder


WRONG: list[tuple[str, Deed]] = [
    ("untagged-surrogate", lambda r: r.rewrite(["r1"], "m2", "A relay chatters.", lossy=False)),
    ("untagged-surrogate", lambda r: r.rewrite(["r1"], "m2", "A relay chatters.", provenance=[])),
    ("grown-rewrite", lambda r: r.rewrite(["r1"], "m2", "A relay chatters. " * 30, tokens=90)),
    ("dropped-falsifier", lambda r: r.rewrite(["a1"], "m2", "The fuse stays.", tokens=4)),
    ("dropped-falsifier", lambda r: r.evict(["a1"], "dispensable")),
    ("dropped-falsifier", lambda r: r.truncate(["a1"])),
    ("reranked-derivative", lambda r: r.rank(["m1", "r1"])),
    ("unsourced-citation", lambda r: r.cite("QX-9054")),
    ("altered-citation", lambda r: r.cite("RL-7741")),
    ("faded-citation", lambda r: r.cite("FZ-2210")),
]
RIGHT: list[Deed] = [
    lambda r: r.rewrite(["r1"], "m2", "A relay chatters.", tokens=5),
    lambda r: r.rewrite(["r1"], "m2", "A relay chatters. " * 30, tokens=90, event={"refused": True}),
    lambda r: r.rewrite(["a1"], "m2", "The larger fuse was rejected because it hides the fault.", tokens=11),
    lambda r: r.rewrite(
        ["a1"],
        "m2",
        "The fuse stays.",
        tokens=4,
        rejected_alternatives=["The larger fuse was rejected because it hides the fault."],
    ),
    lambda r: r.evict(["a1"], "external-copy", copies={"a1": "file:///kiln/notes.md"}),
    lambda r: r.rank(["r1", "a1"]),
    lambda r: r.cite("RL-7714"),
    lambda r: r.cite("4.5 s"),
]


@pytest.mark.parametrize(("rule", "deed"), WRONG)
def test_what_breaks_an_invariant_is_refused_by_the_rule_that_finds_it(record: Recorder, rule: str, deed: Deed) -> None:
    with pytest.raises(RefusedEditError) as refused:
        deed(record)
    assert refused.value.finding.rule == rule
    assert str(refused.value).startswith(f"{rule}: ")


@pytest.mark.parametrize("deed", RIGHT)
def test_what_keeps_the_invariants_is_recorded(record: Recorder, deed: Deed) -> None:
    deed(record)


@pytest.mark.parametrize(("rule", "deed"), WRONG)
def test_what_was_refused_leaves_no_trace(record: Recorder, tmp_path: Path, rule: str, deed: Deed) -> None:
    with pytest.raises(RefusedEditError):
        deed(record)
    record.add("after", "still going", "tool")
    [trace] = read_traces(str(tmp_path / "run.jsonl"))
    assert rule not in {finding.rule for finding in audit_trace(trace).report.findings}


def test_a_refused_claim_is_told_where_its_token_stood(record: Recorder) -> None:
    with pytest.raises(RefusedEditError, match=r"FZ-2210 .* old held it until .* line 6") as refused:
        record.cite("FZ-2210")
    assert (3, "old") in [(step.line, step.span) for step in refused.value.finding.evidence]


def test_a_reason_kept_as_a_rejected_alternative_stands_for_later_edits(record: Recorder) -> None:
    said = "The larger fuse was rejected because it hides the fault."
    record.rewrite(["a1"], "m2", said, tokens=11, rejected_alternatives=[said])
    record.rewrite(["m2"], "m3", "The fuse stays.", tokens=4)


def test_a_pinned_token_may_be_cited_after_its_source_has_left(record: Recorder) -> None:
    record.pin(tokens=["RL-7714"])
    record.evict(["r1"], "dispensable")
    record.cite("RL-7714")


def test_a_recorder_that_is_not_strict_writes_all_of_it_down(tmp_path: Path) -> None:
    path = tmp_path / "lax.jsonl"
    with Recorder(path, id="run-1") as lax:
        lax.add("r1", "relay RL-7714", "tool")
        lax.rewrite(["r1"], "m1", "a relay", lossy=False, provenance=[])
        lax.rank(["m1", "r1"])
    [trace] = read_traces(str(path))
    assert "untagged-surrogate" in {finding.rule for finding in audit_trace(trace).report.findings}
