"""What an excerpt of the evidence shows: the place that the finding is about."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxaudit.rules import faded_citation
from ctxaudit.rules._finding import EXCERPT, cut_around, listed
from tests.build import Build
from tests.rules.saying import only

FAR = "word " * 100


def test_a_short_text_is_shown_whole() -> None:
    assert cut_around("ring GUL-4410\n  of the gull", "GUL-4410") == "ring GUL-4410 of the gull"


def test_a_long_text_is_cut_around_the_needle() -> None:
    shown = cut_around(f"{FAR}ring GUL-4410 of the gull {FAR}", "GUL-4410")
    assert (shown[0], shown[-1], "ring GUL-4410 of" in shown) == ("…", "…", True)
    assert len(shown) <= EXCERPT + 2


def test_a_place_inside_a_longer_word_gives_way_to_one_of_its_own() -> None:
    text = f"logs below /srv/session-logs/day {FAR}first run /session-log here {FAR}"
    assert "first run /session-log here" in cut_around(text, "/session-log")


def test_a_needle_that_stands_only_inside_a_word_is_shown_there() -> None:
    assert "below /srv/session-logs/day" in cut_around(f"{FAR}logs below /srv/session-logs/day", "/session-log")


def test_a_needle_that_stands_nowhere_shows_the_beginning() -> None:
    assert cut_around(f"begin {FAR}", "GUL-4410").startswith("begin word")


def test_without_a_needle_the_beginning_is_shown() -> None:
    assert cut_around(f"begin {FAR}").startswith("begin word")


@given(st.text("ab /-\n", max_size=40), st.text("ab/-", min_size=1, max_size=4), st.text("ab /-\n", max_size=500))
def test_a_needle_between_blanks_is_in_the_excerpt_of_any_text(before: str, needle: str, after: str) -> None:
    assert f" {needle} " in f" {cut_around(f'{FAR}{before} {needle} {after}', needle)} ".replace("…", " ")


def test_the_evidence_shows_the_word_and_not_one_that_begins_like_it() -> None:
    text = f"ring GUL-44109 first {FAR}then GUL-4410 alone {FAR}"
    finding = only(faded_citation, Build().add("a", text).evict("a").cite("GUL-4410"))
    assert any("then GUL-4410 alone" in step.excerpt for step in finding.evidence)


def test_many_names_are_counted_with_separators() -> None:
    assert listed([str(number) for number in range(1204)]) == "0, 1, 2 and 1,201 more"
