"""Literal standing of pinned tokens: where, from when to when, and what an edit takes away."""

import pytest

from ctxaudit.sourcing.pins import Pins
from ctxaudit.timeline import Timeline, replay
from ctxaudit.timeline.moments import pinned_stays
from tests.build import Build, span


def timeline(build: Build) -> Timeline:
    return replay(build.trace())


def standing(build: Build) -> bool:
    """Whether a pinned token stands at the end of the trace."""
    replayed = timeline(build)
    return any(start <= replayed.end < end for start, end in Pins(replayed).standing_moments())


def lost(build: Build) -> list[list[str]]:
    """What each step takes away."""
    replayed = timeline(build)
    pins = Pins(replayed)
    return [pins.lost_by(step) for step in replayed.steps]


def held_by(text: str, token: str = "LOCK-88") -> bool:
    return standing(Build().add("a", text).pin(tokens=[token]))


def test_a_trace_without_pins_has_nothing_standing() -> None:
    assert not standing(Build().add("a", "door LOCK-88"))


def test_a_pinned_token_stands_in_a_live_span_that_holds_it() -> None:
    assert held_by("door LOCK-88 is shut")


def test_a_token_that_no_span_holds_does_not_stand() -> None:
    assert not held_by("door LOCK-89 is shut")


@pytest.mark.parametrize("text", ["xLOCK-88", "LOCK-889", "LOCK-88b", "_LOCK-88", "lock-88", "LOCK 88"])
def test_a_longer_word_or_another_spelling_does_not_keep_a_token(text: str) -> None:
    assert not held_by(f"door {text} is shut")


@pytest.mark.parametrize("text", ["(LOCK-88)", "LOCK-88.", "LOCK-88, and more", "LOCK-88-b"])
def test_punctuation_beside_a_token_does_no_harm(text: str) -> None:
    assert held_by(text)


def test_a_number_that_goes_on_is_another_number() -> None:
    assert not held_by("limit 4500.5 mm", "4500")


def test_white_space_inside_a_token_is_folded() -> None:
    assert held_by("the limit is\n   30 bar", "limit is 30  bar")


def test_a_tool_call_is_read_decoded() -> None:
    build = Build().tool_call("c", '{"text": "limit is\\n30 bar"}', "k").pin(tokens=["limit is 30 bar"])
    assert standing(build)


@pytest.mark.parametrize("token", ["", "   ", "\n"])
def test_a_blank_token_stands_nowhere(token: str) -> None:
    assert not standing(Build().add("a", "some  words").pin(tokens=[token]))


def test_a_lone_surrogate_in_text_or_token_is_no_obstacle() -> None:
    build = Build().add("a", "broken \ud800 byte, LOCK-88").pin(tokens=["LOCK-88", "odd \udfff"])
    assert standing(build)


def test_a_rewrite_that_quotes_the_token_does_not_keep_it() -> None:
    build = Build().add("a", "door LOCK-88").pin(tokens=["LOCK-88"]).compact(["a"], "m", "LOCK-88 shut")
    assert not standing(build)


def test_a_pinned_rewrite_that_quotes_the_token_keeps_it() -> None:
    build = Build().add("a", "door LOCK-88").pin(tokens=["LOCK-88"]).compact(["a"], "m", "LOCK-88 shut", pinned=True)
    assert standing(build)


def test_a_lossless_rewrite_keeps_the_token() -> None:
    build = Build().add("a", "door LOCK-88").pin(tokens=["LOCK-88"]).compact(["a"], "m", "Note: door LOCK-88")
    assert standing(build)


def test_a_rewrite_keeps_the_token_only_while_it_is_pinned() -> None:
    build = Build().add("a", "door LOCK-88").pin(tokens=["LOCK-88"]).compact(["a"], "m", "LOCK-88 shut", pinned=True)
    assert not standing(build.unpin("m"))


def test_a_span_that_the_model_made_keeps_the_token() -> None:
    assert standing(Build().add("a", "I note LOCK-88", "assistant").pin(tokens=["LOCK-88"]))


def test_an_unpinned_token_no_longer_counts() -> None:
    build = Build().add("a", "LOCK-88").pin(tokens=["LOCK-88"]).unpin(tokens=["LOCK-88"])
    assert not standing(build)


def test_standing_is_asked_for_a_moment() -> None:
    pins = Pins(timeline(Build().add("a", "LOCK-88").pin(tokens=["LOCK-88"]).evict("a")))
    assert pins.standing_moments() == [(2, 3)]


def test_the_moments_of_several_tokens_are_put_together() -> None:
    build = Build().add("a", "first A-100 then B-200").pin(tokens=["B-200"]).pin(tokens=["A-100"])
    pins = Pins(timeline(build.unpin(tokens=["B-200"]).unpin(tokens=["A-100"])))
    assert pins.standing_moments() == [(2, 5)]


def test_the_edit_that_takes_the_last_holder_loses_the_token() -> None:
    assert lost(Build().add("a", "LOCK-88").pin(tokens=["LOCK-88"]).evict("a")) == [[], [], ["LOCK-88"]]


def test_nothing_is_lost_while_another_holder_is_live() -> None:
    build = Build().add("a", "LOCK-88").add("b", "see LOCK-88").pin(tokens=["LOCK-88"]).evict("a")
    assert lost(build)[-1] == []


def test_a_token_that_comes_back_and_leaves_is_lost_twice() -> None:
    build = Build().add("a", "LOCK-88").pin(tokens=["LOCK-88"]).evict("a").restore("a", span("a", "LOCK-88")).evict("a")
    assert [bool(tokens) for tokens in lost(build)] == [False, False, True, False, True]


def test_a_token_that_is_unpinned_is_given_up_and_not_lost() -> None:
    build = Build().add("a", "LOCK-88").pin(tokens=["LOCK-88"]).unpin(tokens=["LOCK-88"]).evict("a")
    assert not any(lost(build))


def test_a_token_that_never_stood_cannot_be_lost() -> None:
    assert not any(lost(Build().add("a", "door").pin(tokens=["LOCK-88"]).evict("a")))


def test_a_life_is_asked_whether_it_kept_a_token() -> None:
    replayed = timeline(Build().add("a", "LOCK-88").add("b", "door").pin(tokens=["LOCK-88"]))
    pins = Pins(replayed)
    assert [pins.kept_by(life, "LOCK-88") for life in replayed.lives] == [True, False]


def test_a_life_keeps_no_token_that_was_never_pinned() -> None:
    replayed = timeline(Build().add("a", "LOCK-88"))
    assert not Pins(replayed).kept_by(replayed.lives[0], "LOCK-88")


def test_a_token_is_pinned_from_the_pin_to_the_unpin() -> None:
    build = Build().add("a").pin(tokens=["LOCK-88"]).add("b").unpin(tokens=["LOCK-88"]).add("c")
    assert Pins(timeline(build)).pinned_moments() == [(2, 4)]


def test_a_span_is_pinned_while_it_is_live_and_its_pin_holds() -> None:
    replayed = timeline(Build().add("a", pinned=True).add("b").pin("b").unpin("b").evict("a"))
    assert [pinned_stays(life) for life in replayed.lives] == [[(1, 5)], [(3, 4)]]
