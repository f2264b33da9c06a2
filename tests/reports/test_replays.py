"""What a person reads of a replay: bars, edits, folded turns, one window, a difference."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest

from ctxaudit.reports.layout.bars import bar, scaled
from ctxaudit.reports.layout.columns import clipped, fit, fixed
from ctxaudit.reports.layout.folding import MOST_EDITED, folded
from ctxaudit.reports.layout.rows import cells
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.windows import FORMATS
from ctxaudit.timeline import replay
from ctxaudit.windows import Fill, difference, turn_windows, window_at
from tests.build import Build, span
from tests.reports.poison import POISONS
from tests.reports.test_formats import COLOR, LIVE

TURNS = """\
    run (run.jsonl): 4 turns, 1 edit, budget 400
      : system   # pinned   ~ surrogates   = sources   . free

      turn  tokens  window                                            call / rebuilt
         0      30  [:==...........................................]
         1     130  [:==============...............................]  150 / 130
         2      60  [:##~~~~.......................................]
            ^ rewrite by model, line 7: recipe -> note, 70 freed
         4     100  [:##~~~~=====..................................]

      call / rebuilt: tokens of the turn's last call as recorded, and of the spans
      that replay has then; the difference is what the log does not show, such as
      tool schemas
"""
STATE = """\
    run (run.jsonl): the window at the end of turn 2 (line 7)
      [:###~~~~~...................................................................]
      3 spans, 60 tokens of 500
      : system 10 # pinned 20 ~ surrogates 30 = sources 0 . free 440

      : 10  role    system message, line 2: You bake.
      # 20  ask     user message, line 3: Bake.
      ~ 30  note    memory summary, line 7: Flour.
"""
CHANGE = """\
    run (run.jsonl): from the end of turn 1 (line 5) to the end of turn 4 (line 8),
      130 to 100 tokens

    Left: 1 span, 100 tokens, line 7: rewritten-with-surrogate; note stands for it
      - = 100  recipe  tool message, line 4: Flour and salt.

    Entered: 2 spans, 70 tokens
      + ~ 30  note    memory summary, line 7: Flour.
      + = 40  bread   tool message, line 8: Bread.
"""


def bakery(**header: Any) -> Build:
    built = Build(**{"budget": 400, **header}).add("role", "You bake.", "system", tokens=10)
    built.add("ask", "Bake.", "user", tokens=20)
    built.turn(1).add("recipe", "Flour and salt.", tokens=100).call(tokens=150)
    built.turn(2).pin("ask").compact(["recipe"], "note", "Flour.", tokens=30)
    return built.turn(4).add("bread", "Bread.", tokens=40)


def written(built: Build, ask: Any = turn_windows, name: str = "text", **options: Any) -> str:
    trace = built.trace()
    return "".join(FORMATS[name](trace, ask(replay(trace)), RenderOptions(**options)))


def at(turn: int) -> Any:
    return lambda timeline: window_at(timeline, turn)


def between(first: int, second: int) -> Any:
    return lambda timeline: difference(timeline, first, second)


@pytest.mark.parametrize(
    ("built", "ask", "screen"),
    [
        (bakery(), turn_windows, TURNS),
        (bakery(budget=500), at(2), STATE),
        (bakery(), between(1, 4), CHANGE),
    ],
    ids=["turns", "state", "difference"],
)
def test_the_screen_reads_as_reviewed(built: Build, ask: Any, screen: str) -> None:
    assert written(built, ask) == dedent(screen)


# --- bars ---


def drawn(fill: Fill, budget: int | None = None, largest: int = 0, width: int = 20) -> str:
    return "".join(text for _, text in bar(fill, scaled(width, budget, largest or fill.total)))


def test_a_full_bar_is_shared_by_size() -> None:
    assert drawn(Fill(system=25, sources=75), 100) == "[:::::===============]"


def test_a_part_that_holds_anything_has_a_cell() -> None:
    assert drawn(Fill(system=1, pinned=1, surrogates=1, sources=1), 100_000) == "[:#~=................]"


def test_an_empty_window_is_free() -> None:
    assert drawn(Fill(), 100) == "[....................]"


def test_without_a_budget_nothing_is_free() -> None:
    assert drawn(Fill(sources=50), None, 100) == "[==========          ]"


def test_a_window_over_its_budget_runs_past_the_mark() -> None:
    assert drawn(Fill(sources=200), 100, 200) == "[=========|==========]"


def test_a_window_below_its_budget_beside_one_above_keeps_the_mark() -> None:
    assert drawn(Fill(sources=50), 100, 200) == "[=====....|          ]"


@pytest.mark.parametrize("width", [8, 20, 63])
@pytest.mark.parametrize("parts", [(0, 0, 0, 0), (1, 2, 3, 4), (1, 1, 1, 10**9), (10**9, 0, 1, 5), (7, 7, 7, 7)])
@pytest.mark.parametrize("budget", [None, 1, 28, 10**6])
def test_every_bar_is_as_wide_as_the_others(width: int, parts: tuple[int, ...], budget: int | None) -> None:
    fill = Fill(system=parts[0], pinned=parts[1], surrogates=parts[2], sources=parts[3])
    assert len(drawn(fill, budget, width=width)) in (width + 2, 8 + 3)


# --- folding ---


def long(turns: int, edited: int = 0) -> Build:
    """One span a turn; in the first turns an edit takes it again, each larger than the one before."""
    built = Build()
    for turn in range(turns):
        built.turn(turn).add(f"s{turn}", tokens=10 + turn)
        if turn < edited:
            built.evict(f"s{turn}")
    return built


def runs(built: Build, *, verbose: bool = False) -> list[int]:
    return [len(run.rows) for run in folded(turn_windows(replay(built.trace())).rows, verbose=verbose)]


def test_turns_without_edits_are_counted_in_one_row_but_the_first_and_the_last() -> None:
    assert runs(long(3000)) == [1, 2998, 1]


def test_two_turns_are_not_worth_a_fold() -> None:
    assert runs(long(4)) == [1, 1, 1, 1]


def test_nothing_is_folded_when_verbose() -> None:
    assert runs(long(50), verbose=True) == [1] * 50


def test_the_edits_that_took_most_keep_their_rows() -> None:
    given = runs(long(3000, edited=2000))
    assert given == [1, 2000 - MOST_EDITED - 1, *[1] * MOST_EDITED, 999, 1]


def test_folded_edits_are_counted() -> None:
    assert "1959 turns, 1959 edits" in written(long(3000, edited=2000)).replace(",9", "9")


def test_a_session_of_three_thousand_turns_takes_a_few_screens() -> None:
    built = Build(budget=100_000)
    for turn in range(3000):
        built.turn(turn).add(f"s{turn}", tokens=100)
        if turn % 5 == 4:
            built.evict(*(f"s{turn - back}" for back in range(4)))
    assert written(built).count("\n") < 150


def test_no_token_and_no_turn_is_lost_in_a_fold() -> None:
    rows = turn_windows(replay(long(500, edited=200).trace())).rows
    kept = [row for run in folded(rows, verbose=False) for row in run.rows]
    assert kept == list(rows)


# --- rows ---


def test_estimated_tokens_are_marked_and_explained() -> None:
    shown = written(Build().add("a", "some words here"))
    assert "tokens estimated" in shown
    assert "~4" in shown


def test_recorded_tokens_are_not_called_estimated() -> None:
    assert "estimated" not in written(bakery())


def test_a_trace_without_calls_has_no_column_for_them() -> None:
    assert "rebuilt" not in written(Build().add("a", tokens=3))


def test_an_edit_that_nothing_explains_says_so_on_its_row() -> None:
    [row] = [row for row in written(long(2).truncate("s0")).split("\n") if "^" in row]
    assert row.endswith("unattributed")


def test_an_edit_of_many_spans_names_some_and_counts_the_rest() -> None:
    names = [f"a-long-name-of-span-{number}" for number in range(30)]
    built = Build()
    for name in names:
        built.add(name, tokens=5)
    [wide] = [row for row in written(built.evict(*names), width=140).split("\n") if "^" in row]
    assert wide.endswith("a-long-name-of-span-2 and 27 more, 150 freed")
    [narrow] = [row for row in written(built, width=60).split("\n") if "^" in row]
    assert narrow.endswith("line 32: 30 spans, 150 freed")


def test_a_trace_without_events_is_said_to_have_no_turns() -> None:
    assert written(Build()) == "run (run.jsonl): 0 turns, 0 edits, no budget known\n"


def test_a_long_window_shows_its_ends_and_counts_the_middle() -> None:
    shown = written(long(200), at(199))
    assert "… 160 more spans" in shown
    assert ("  s11 " in shown, "  s12 " in shown, "  s171 " in shown, "  s172 " in shown) == (True, False, False, True)


def test_a_long_window_is_whole_when_verbose() -> None:
    assert written(long(200), at(199), verbose=True).count("\n") > 200


def test_two_turns_with_the_same_window_differ_in_nothing() -> None:
    built = Build().add("a").turn(1).call().turn(2).call()
    assert "Nothing left and nothing entered." in written(built, between(1, 2))


def test_what_left_for_the_same_reason_stands_together() -> None:
    built = Build().add("a").add("b").add("c").turn(1).evict("a", "b").turn(2).truncate("c")
    shown = written(built, between(0, 2))
    assert "Left: 2 spans, about 6 tokens, line 5: evicted-as-dispensable\n" in shown
    assert "Left: 1 span, about 3 tokens, line 6: unattributed\n" in shown


@pytest.mark.parametrize("width", [40, 60, 80, 140])
@pytest.mark.parametrize("ask", [turn_windows, at(30), between(5, 30)], ids=["turns", "state", "difference"])
def test_no_row_is_wider_than_the_terminal(ask: Any, width: int) -> None:
    built = Build(budget=300)
    for turn in range(31):
        built.turn(turn).add(f"span-{turn}-漢字漢字漢字漢字漢字", "漢字 " * 90, tokens=30).call(tokens=10**9)
        if turn % 3 == 2:
            built.compact([f"span-{turn}-漢字漢字漢字漢字漢字"], f"m{turn}", "short", by="host")
    rows = written(built, ask, width=width).split("\n")
    assert [row for row in rows if cells(row) > max(width, 60)] == []


def test_the_colours_are_only_colours() -> None:
    plain, colored = written(bakery()), written(bakery(), name="terminal", color=True)
    assert (COLOR.sub("", colored), plain != colored) == (plain, True)


# --- columns ---


@pytest.mark.parametrize(
    "text", ["", "a", "abcdefghij", "abcdefghijk", "x" * 10_000, "漢字" * 30, "\u202e" * 40, "a\nb"]
)
@pytest.mark.parametrize("width", [1, 2, 10, 21])
def test_a_fitted_text_has_exactly_its_width(text: str, width: int) -> None:
    assert cells(fit(text, width)) == width
    assert cells(clipped(text, width)) <= width


def test_a_fitted_text_keeps_both_its_ends() -> None:
    assert fit("session-2031-05-14", 11) == "session…-14"


def test_a_row_that_would_command_a_build_service_begins_with_a_backslash() -> None:
    assert fixed([("plain", "  "), ("title", "::error::x")]).text().startswith("\\")
    assert fixed([("plain", "a ::error::x")]).text() == "a ::error::x"


# --- JSON and hostile text ---


@pytest.mark.parametrize(
    ("ask", "key"),
    [(turn_windows, "turns"), (at(2), "state"), (between(1, 4), "difference")],
    ids=["turns", "state", "difference"],
)
def test_the_json_names_the_trace_and_what_was_asked(ask: Any, key: str) -> None:
    value = json.loads(written(bakery(), ask, name="json"))
    assert (value["version"], value["trace"]["id"], key in value) == (1, "run", True)


def test_the_json_folds_nothing() -> None:
    assert len(json.loads(written(long(300), name="json"))["turns"]["rows"]) == 300


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("poison", POISONS)
def test_hostile_text_is_dead_wherever_it_stands(name: str, poison: str) -> None:
    text = POISONS[poison]
    built = Build(id=text, lane=text).add(text, text).turn(1).rewrite([text], span(f"{text}2", text, "memory"))
    built.turn(2).add("c", text)
    shown = "".join(written(built, ask, name, verbose=True) for ask in (turn_windows, at(2), between(0, 2)))
    assert LIVE.findall(shown) == []
    assert [line for line in shown.split("\n") if line.lstrip().startswith("::")] == []
