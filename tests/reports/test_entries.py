"""What several formats say of a finding is said once: order, proof, place, and where the file is."""

from __future__ import annotations

import pytest

from ctxaudit.model import Evidence
from ctxaudit.reports.entries import cut, listed, place, proof, rules_of, told_from, trace_words
from ctxaudit.reports.options import RenderOptions
from tests.reports.made import altered, finding, trace


def test_what_is_listed_is_neither_suppressed_nor_unsure_and_the_worst_is_first() -> None:
    note, worst = finding(severity="note"), altered()
    made = trace(note, finding(confidence="low"), finding(suppressed="known"), worst)
    assert listed(made, RenderOptions()) == [worst, note]


def test_steps_beyond_the_limit_are_counted() -> None:
    steps = tuple(Evidence(line=n, turn=0, shows="it stood here") for n in range(1, 6))
    assert proof(altered(evidence=steps, follows=""), 2) == [
        "1. line 1, turn 0: it stood here",
        "2. line 2, turn 0: it stood here",
        "and 3 more steps of evidence",
    ]


def test_what_follows_is_the_last_line_of_the_proof() -> None:
    assert proof(altered(), 0)[-1] == "=> the tool refused the value at line 31"


def test_a_place_says_what_is_not_ordinary() -> None:
    assert place(finding(confidence="medium", acted=True)) == "line 30, turn 3, medium confidence, acted on"


def test_a_lane_is_named_beside_the_path() -> None:
    assert (trace_words(trace()), trace_words(trace(lane="sub"))) == ("run.jsonl", "run.jsonl, lane sub")


def test_rules_are_those_with_a_verdict_then_those_with_findings_alone() -> None:
    made = trace(finding("z"), finding("split-pair"), verdicts={"split-pair": "findings"})
    assert rules_of(made) == ["split-pair", "z"]


@pytest.mark.parametrize(
    ("root", "path", "told"),
    [
        ("", "./a/../b.jsonl", "b.jsonl"),
        ("/home/x", "/home/x/a.jsonl", "a.jsonl"),
        ("/home/x/", "a.jsonl", "a.jsonl"),
        ("/home/x", "../y/a.jsonl", "../y/a.jsonl"),
        ("/home/x", "/home/xy/a.jsonl", "/home/xy/a.jsonl"),
        ("/", "/var/a.jsonl", "var/a.jsonl"),
        ("/home/x", "https://h/a/../b", "https://h/a/../b"),
        ("/home/x", "-", "-"),
        ("/home/x", "", ""),
    ],
)
def test_a_path_is_told_from_the_root_where_it_lies_below_it(root: str, path: str, told: str) -> None:
    assert told_from(root, path) == told


def test_a_path_of_a_megabyte_is_cut() -> None:
    assert len(told_from("/home/x", "a" * 10**6)) < 1100


def test_a_short_list_is_whole_and_a_long_one_counts_its_rest() -> None:
    assert (cut(["a", "b"], 2, "line"), cut(["a", "b", "c"], 2, "line")) == (["a", "b"], ["a", "b", "and 1 more line"])
