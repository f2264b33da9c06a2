"""The profile by step: every step of an audit is there, and its report is the one that an audit gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.speed import stages
from benchmarks.speed.native import native_trace
from benchmarks.speed.stages import RULE, Clock, Step, lines, main, measured
from ctxaudit import auditing
from ctxaudit.case import Case
from ctxaudit.importers import read_traces
from ctxaudit.model import Rewrite
from ctxaudit.rules import load_rules
from ctxaudit.timeline import replay

ROOT = Path(__file__).parent.parent.parent
STEPS = [
    "imports", "reading the log", "replay", "tokens", "claims", "weighing rewrites", "falsifiers", "conditions",
    "retention", "report", "masking", "rendering",
]  # fmt: skip


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("speed") / "run.jsonl"
    native_trace(path, 40_000)
    return path


@pytest.fixture(scope="module")
def clock(trace: Path) -> Clock:
    return measured(str(trace))


def test_every_step_is_measured_in_the_order_of_the_pipeline(clock: Clock) -> None:
    assert [name for name in clock.steps if not name.startswith(RULE)] == STEPS
    assert all(step.cpu >= 0 and step.memory > 0 for step in clock.steps.values())


def test_every_rule_in_force_is_a_step(clock: Clock) -> None:
    rules = {name.removeprefix(RULE) for name in clock.steps if name.startswith(RULE)}
    assert rules <= load_rules().keys()
    assert rules >= {slug for slug, loaded in load_rules().items() if loaded.rule.condition is None}


def test_a_step_that_comes_again_is_the_same_step() -> None:
    clock = Clock()
    assert [clock.of("a", lambda: 1), clock.of("b", lambda: 2), clock.of("a", lambda: 3)] == [1, 2, 3]
    assert list(clock.steps) == ["a", "b"]


def test_the_report_put_together_from_the_steps_is_that_of_an_audit(trace: Path) -> None:
    (read,) = read_traces(str(trace))
    assert any(isinstance(event, Rewrite) for event in read.events)
    assert stages._audited(Clock(), read) == auditing.audit_case(Case(replay(read))).report


@pytest.mark.parametrize(
    "story", sorted((ROOT / "fixtures" / "traces" / "stories").glob("*.jsonl")), ids=lambda path: path.stem
)
def test_the_report_of_a_story_is_that_of_an_audit(story: Path) -> None:
    for read in read_traces(str(story)):
        assert stages._audited(Clock(), read) == auditing.audit_case(Case(replay(read))).report


def test_the_names_that_the_report_is_put_together_by_are_there() -> None:
    assert {"load_rules", "retention", "audit_case"} <= vars(auditing).keys()


def test_small_rules_are_one_line_and_all_shares_are_of_the_whole() -> None:
    clock = Clock(
        {"claims": Step(9.0, 50), f"{RULE}a": Step(0.9, 60), f"{RULE}b": Step(0.05, 60), f"{RULE}c": Step(0.05, 60)}
    )
    said = list(lines(clock))
    assert said[2:5] == [
        "| claims | 9.00 | 90% | 50 |",
        "| rule a | 0.90 | 9% | 60 |",
        "| 2 other rules | 0.10 | 1% | |",
    ]
    assert said[5].startswith("| **all** | 10.00 | 100% | peak ")


def test_the_command_prints_the_table(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(trace), "--format", "text"])
    printed = capsys.readouterr().out
    assert printed.startswith("| step | CPU s | share | MB after it |")
    assert "| rendering |" in printed


def test_where_the_system_does_not_tell_what_is_held_the_peak_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise OSError

    monkeypatch.setattr(Path, "read_text", refuse)
    assert stages.held_memory() == stages.peak_memory()
