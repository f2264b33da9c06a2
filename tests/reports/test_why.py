"""What a person reads when they ask why something is absent."""

from __future__ import annotations

import json
import re
from textwrap import dedent
from typing import Any

import pytest

from ctxaudit.auditing import audit_case
from ctxaudit.case import Case
from ctxaudit.model import Trace
from ctxaudit.reports.layout.rows import cells
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.why import FORMATS, Answered
from ctxaudit.timeline import replay
from ctxaudit.why import why
from tests.build import Build, span
from tests.reports.poison import POISONS
from tests.reports.test_formats import COLOR, LIVE

SPAN = """\
    table: span of trace run (run.jsonl)
      Born         line 3, turn 1: added; tool message, 30 tokens
                   "Ferry FR-2207 leaves berth 14 at 16:45."
      Left         line 4, turn 2: rewrite by model; attribution
                   rewritten-with-surrogate
      Findings     unpinned-loss at line 4, faded-citation at line 6
      In its place short (line 4, does not hold it); short is live at the end
      Cited        1 time: 1 faded
                   line 6, turn 3, in say: FR-2207: faded, acted on (book)

      turn    0             1             2             3
      table                 |=============x
      short                               |~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      claims                                                          F
              = evidence   ~ derivative   | enters   x leaves
              f faded   capital: acted on
"""
TOKEN = """\
    FR-2207: code token of trace run (run.jsonl)
      In evidence  lines 3 to 4 (turns 1 to 2)
      At the end   in no evidence; in the model's own words: say
      Born         table, line 3, turn 1: added; tool message, 30 tokens
                   "Ferry FR-2207 leaves berth 14 at 16:45."
      Left         line 4, turn 2: rewrite by model; attribution
                   rewritten-with-surrogate
      Findings     unpinned-loss at line 4, faded-citation at line 6
      In its place short (line 4, does not hold it); short is live at the end
      Held also by say: from line 5 on, live; assistant message
      Cited        1 time: 1 faded
                   line 6, turn 3, in say: faded, acted on (book)

      turn    0             1             2             3
      table                 |=============x
      short                               |~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      say                                               |---------------------------
      claims                                                          F
              = evidence   ~ derivative   - model's words   | enters   x leaves
              f faded   capital: acted on
"""
NOTHING = """\
    FR-2270 never stood in any span of trace run (run.jsonl)
      Nearest      the nearest token, in table (line 3, gone): FR-2207
      Cited        by no claim that was judged
"""


def ferry(**header: Any) -> Build:
    built = Build(citations="explicit", **header).add("ask", "When does the ferry leave?", "user")
    built.turn(1).add("table", "Ferry FR-2207 leaves berth 14 at 16:45.", tokens=30)
    built.turn(2).compact(["table"], "short", "The ferry leaves in the afternoon.")
    return built.turn(3).add("say", "Take ferry FR-2207.", "assistant").cite("FR-2207", claim="say", action="book")


def answered(trace: Trace, asked: str) -> Answered:
    case = Case(replay(trace))
    return Answered(trace, why(case, audit_case(case, all_conditions=True).report.findings, asked))


def written(*given: Answered, name: str = "text", **options: Any) -> str:
    return "".join(FORMATS[name](given, RenderOptions(**options)))


def told(built: Build, asked: str, **options: Any) -> str:
    return written(answered(built.trace(), asked), **options)


@pytest.mark.parametrize(("asked", "screen"), [("table", SPAN), ("FR-2207", TOKEN), ("FR-2270", NOTHING)])
def test_the_answer_fits_a_screen_and_reads_as_reviewed(asked: str, screen: str) -> None:
    assert told(ferry(), asked) == dedent(screen)


def test_an_absence_that_nothing_explains_says_so() -> None:
    shown = told(Build().add("table", "Berth 14.").turn(1).truncate("table"), "table")
    assert "truncate by host; unattributed: nothing in the trace says why" in " ".join(shown.split())
    assert "unattributed-truncation at line 3" in shown


def test_an_absence_that_no_rule_reports_says_why() -> None:
    built = Build().add("log", "A log.", tags=["dispensable"]).compact(["log"], "m", "Log.").turn(1).truncate("m")
    assert "none: all that it was made of is dispensable" in " ".join(told(built, "m").split())


def test_a_live_span_is_said_to_be_in_the_window() -> None:
    assert "never: it is in the window when the trace ends" in told(ferry(), "say")


def test_a_chain_names_its_first_links_and_its_last() -> None:
    built = Build().add("n0", "The first of many notes.")
    for number in range(12):
        built.compact([f"n{number}"], f"n{number + 1}", "A note.")
    shown = " ".join(told(built, "n0").split())
    assert "n3 (line 5, does not hold it), then 8 more, then n12" in shown
    assert "n12 is live at the end" in shown


def test_a_chain_that_was_cut_off_ends_in_nothing() -> None:
    shown = " ".join(told(ferry().truncate("short"), "table").split())
    assert "short left at line 7, unattributed, and nothing stands for it" in shown


def test_of_a_span_with_many_lives_the_last_are_told() -> None:
    built = Build().add("a", "A note that comes and goes.")
    for _ in range(9):
        built.evict("a").restore("a", span("a", "A note that comes and goes."), "external")
    shown = told(built, "a")
    assert (shown.count("  Born "), "7 lives; the last 3 are told" in shown) == (3, True)
    assert told(built, "a", verbose=True).count("  Born ") == 10


def test_many_holders_are_counted_and_named_when_verbose() -> None:
    built = Build()
    for number in range(30):
        built.add(f"s{number}", f"FR-2207 in list {number}")
    assert "and 24 more" in told(built, "FR-2207")
    assert "s29:" in told(built, "FR-2207", verbose=True)


def test_claims_that_went_wrong_come_first() -> None:
    built = Build(citations="explicit").add("a", "FR-2207").add("say", "FR-2207", "assistant").cite("FR-2207")
    built.evict("a").cite("FR-2207", claim="say", action="book")
    shown = told(built, "FR-2207")
    assert shown.index("line 6, turn 0, in say: faded") < shown.index("line 4, turn 0: sourced")


def test_an_altered_claim_is_shown_with_what_its_source_says() -> None:
    built = Build(citations="explicit").add("a", "commit 5c9e1af7 broke it").evict("a")
    built.add("b", "revert 5c9e1fa7", "assistant").cite("5c9e1fa7", claim="b")
    assert "5c9e1fa7: altered (its source says 5c9e1af7)" in " ".join(told(built, "5c9e1af7").split())


def test_a_pin_is_said_first() -> None:
    built = Build().add("a", "FR-2207 leaves").pin(tokens=["FR-2207"]).evict("a")
    assert "pinned as FR-2207" in told(built, "FR-2207")


def test_a_time_away_and_back_is_drawn_with_its_gap() -> None:
    built = Build().add("a", "FR-2207 leaves").evict("a").add("x").add("y").add("z").checkpoint("a", "x", "y", "z")
    [line] = [row for row in told(built, "a").split("\n") if row.startswith("  a ")]
    assert re.fullmatch(r"  a +\|=+x +\|=+", line)


@pytest.mark.parametrize("width", [40, 60, 80, 97, 160])
@pytest.mark.parametrize("asked", ["table", "FR-2207", "FR-2270", "the ferry"])
def test_no_row_is_wider_than_the_terminal(asked: str, width: int) -> None:
    rows = told(ferry(), asked, width=width, verbose=True).split("\n")
    assert [row for row in rows if cells(row) > max(width, 60)] == []


def test_the_colours_are_only_colours() -> None:
    plain, colored = told(ferry(), "FR-2207"), told(ferry(), "FR-2207", name="terminal", color=True)
    assert (COLOR.sub("", colored), plain != colored) == (plain, True)


# --- several traces in one file ---


def test_the_trace_that_holds_it_is_told_though_it_comes_later() -> None:
    empty = Build(id="first").add("x", "nothing of it").trace()
    shown = written(answered(empty, "FR-2207"), answered(ferry(id="second").trace(), "FR-2207"))
    assert shown.startswith("FR-2207: code token of trace second")
    assert shown.endswith("2 traces of this file searched\n")


def test_other_traces_that_hold_it_are_named() -> None:
    shown = written(
        answered(ferry(id="first").trace(), "FR-2207"), answered(ferry(id="second", lane="side").trace(), "FR-2207")
    )
    assert "Found as well in lane side of second: 2 stays (--lane shows one)" in shown


def test_where_no_trace_holds_it_the_best_nearest_is_shown() -> None:
    other = Build(id="first").add("FR-22700", "a span with a like id").trace()
    shown = written(answered(other, "FR-2270"), answered(ferry(id="second").trace(), "FR-2270"))
    assert "the nearest token, in table" in shown


# --- JSON ---


def test_the_json_holds_each_trace_and_says_whether_it_was_found() -> None:
    empty = Build(id="first").add("x", "nothing of it").trace()
    both = written(answered(empty, "FR-2207"), answered(ferry().trace(), "FR-2207"), name="json")
    value = json.loads(both)
    assert (value["version"], value["asked"], value["found"]) == (1, "FR-2207", True)
    assert [(one["id"], one["what"]) for one in value["traces"]] == [("first", "nothing"), ("run", "token")]
    assert value["traces"][1]["stays"][0]["taken"]["attribution"] == "rewritten-with-surrogate"


def test_the_json_of_nothing_says_so() -> None:
    assert json.loads(told(ferry(), "FR-2270", name="json"))["found"] is False


# --- hostile text ---


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("poison", POISONS)
def test_hostile_text_is_dead_wherever_it_stands(name: str, poison: str) -> None:
    text = POISONS[poison]
    built = Build(id=text, lane=text, citations="explicit").add(text, f"FR-2207 {text}", name=text, kind="tool-result")
    built.evict(text, reason="external-copy", copies={text: text}).add("b", f"{text} FR-2207", "assistant")
    built.cite("FR-2207", claim="b", action=text).restore(text, span(text, f"FR-2208 {text}"), "model")
    for asked in (text or "b", "FR-2207", f"no {text}"):
        shown = told(built, asked, name=name, verbose=True)
        assert LIVE.findall(shown) == []
        assert [line for line in shown.split("\n") if line.lstrip().startswith("::")] == []
