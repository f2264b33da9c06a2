"""Annotations are workflow commands of ours alone: no text of a trace begins one, ends one, or adds a property."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ctxaudit.model import Unaudited
from tests.reports.made import altered, finding, report, trace, written
from tests.reports.poison import POISONS, poisoned, twice
from tests.reports.whole import WHOLE

COMMAND = re.compile(r"::(?P<level>error|warning|notice) (?P<properties>[^\n]*?)::(?P<message>[^\n]*)")
UNESCAPED = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))


def unescaped(text: str) -> str:
    for code, character in UNESCAPED:
        text = text.replace(code, character)
    return text


def commands(made: Any = WHOLE, **options: Any) -> list[dict[str, str]]:
    """The commands as the runner reads them."""
    read = []
    for line in written(made, "github", **options).splitlines():
        match = COMMAND.fullmatch(line)
        if match:
            pairs = dict(pair.split("=", 1) for pair in match["properties"].split(","))
            values = {key: unescaped(value) for key, value in pairs.items()}
            read.append({"level": match["level"], "message": unescaped(match["message"]), **values})
    return read


def test_severities_are_levels_and_the_worst_come_first() -> None:
    assert [one["level"] for one in commands(report(*WHOLE.traces))] == ["error", "warning", "notice"]


def test_an_annotation_has_its_file_its_line_and_its_rule() -> None:
    (first, *_) = commands(report(*WHOLE.traces))
    assert (first["file"], first["line"], first["title"]) == ("run.jsonl", "30", "altered-citation")


def test_an_annotation_holds_the_claim_its_proof_and_what_to_do() -> None:
    (first, *_) = commands(report(*WHOLE.traces, rules=WHOLE.rules))
    assert first["message"].splitlines() == [
        "the call at line 30 passes 3000, but its source at line 8 said 4500 (line 30, turn 3, acted on)",
        '1. line 8, turn 1, r1: the source: "retry_delay = 4500"',
        '2. line 20, turn 2, m1: the rewrite that took it: "a delay of some seconds"',
        "=> the tool refused the value at line 31",
        "To fix: Pin it.",
    ]


def test_an_annotation_of_a_rule_without_a_remedy_ends_with_the_proof() -> None:
    (first, *_) = commands(report(trace(altered())))
    assert first["message"].splitlines()[-1] == "=> the tool refused the value at line 31"


def test_the_file_is_told_from_the_root() -> None:
    made = report(trace(altered(), path="/home/x/logs/a,b:c.jsonl"))
    assert commands(made, root="/home/x")[0]["file"] == "logs/a,b:c.jsonl"


def test_inputs_without_a_report_are_errors_before_all_else() -> None:
    made = report(
        trace(altered()),
        unaudited=(Unaudited(path="gone.jsonl", why="missing"), Unaudited(path="b.jsonl", why="KeyError", broke=True)),
    )
    assert [(one["level"], one["title"], one["file"]) for one in commands(made)[:2]] == [
        ("error", "ctxaudit broke", "b.jsonl"),
        ("error", "not audited", "gone.jsonl"),
    ]


def test_suppressed_and_unsure_findings_are_no_annotations() -> None:
    made = report(trace(finding(suppressed="known"), finding(confidence="low")))
    assert commands(made) == []


def test_the_last_line_counts_what_no_annotation_says() -> None:
    assert written(WHOLE, "github").splitlines()[-1] == (
        "ctxaudit: 2 of 3 inputs, 33 rules: 1 error, 1 warning, 1 note; 1 not judged, 1 suppressed, "
        "1 below medium confidence, 1 problem"
    )


def test_a_cap_keeps_the_worst_and_counts_the_rest() -> None:
    made = report(trace(finding(), finding(line=40)), trace(altered(), path="b.jsonl"))
    assert [one["level"] for one in commands(made, max_findings=1)] == ["error"]
    assert "ctxaudit: and 2 more findings\n" in written(made, "github", max_findings=1)


@pytest.mark.parametrize(
    "hostile",
    [
        "::error file=a::stop",
        "a\n::set-output name=x::y",
        "a\r\n::stop-commands::z",
        "100 %0A::error::x",
        "a,line=9::b",
    ],
)
def test_what_looks_like_a_command_is_text(hostile: str) -> None:
    made = report(trace(altered(message=hostile), path=hostile, id=hostile))
    (only,) = commands(made)
    assert (set(only), only["line"], only["level"]) == ({"level", "message", "file", "line", "title"}, "30", "error")


@pytest.mark.parametrize("poison", POISONS)
def test_every_line_is_a_command_or_a_sentence_of_ours(poison: str) -> None:
    made = poisoned(POISONS[poison])
    lines = written(made, "github").splitlines() + written(twice(made), "github").splitlines()
    assert [line for line in lines if not COMMAND.fullmatch(line) and not line.startswith("ctxaudit: ")] == []


@pytest.mark.parametrize("poison", POISONS)
def test_no_old_command_stands_in_a_line(poison: str) -> None:
    assert re.findall(r"##(?:\[|vso\[)", written(poisoned(POISONS[poison]), "github")) == []


def test_a_percent_sign_comes_back_as_it_was() -> None:
    assert commands(report(trace(altered(message="100 %25 of %0A"))))[0]["message"].startswith("100 %25 of %0A (")


def test_a_token_of_a_megabyte_gives_a_short_line() -> None:
    made = report(trace(altered(message="x" * 10**6), path="y" * 10**6))
    assert len(written(made, "github")) < 10_000
