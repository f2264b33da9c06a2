"""Which result belongs to which call."""

from __future__ import annotations

from tests.build import Build, span
from tests.timeline.asking import timeline_of


def pairs(build: Build) -> list[tuple[str, str]]:
    return [(pair.call.id, pair.result.id) for pair in timeline_of(build).pairs]


def test_a_result_belongs_to_the_call_with_its_id() -> None:
    assert pairs(Build().tool_call("c", "{}", "k").tool_result("r", "ok", "k")) == [("c", "r")]


def test_parallel_calls_are_paired_in_any_order_of_their_results() -> None:
    build = Build().tool_call("c1", "{}", "k1").tool_call("c2", "{}", "k2")
    assert pairs(build.tool_result("r2", "ok", "k2").tool_result("r1", "ok", "k1")) == [("c2", "r2"), ("c1", "r1")]


def test_an_id_that_is_used_again_binds_to_the_nearest_call() -> None:
    build = Build().tool_call("c1", "{}", "k").tool_result("r1", "ok", "k").tool_call("c2", "{}", "k")
    assert pairs(build.tool_result("r2", "ok", "k")) == [("c1", "r1"), ("c2", "r2")]


def test_of_two_calls_that_wait_the_nearest_is_answered_first() -> None:
    build = Build().tool_call("c1", "{}", "k").tool_call("c2", "{}", "k")
    assert pairs(build.tool_result("r2", "ok", "k").tool_result("r1", "ok", "k")) == [("c2", "r2"), ("c1", "r1")]


def test_a_result_of_a_lookup_is_a_result() -> None:
    assert pairs(Build().tool_call("c", "{}", "k").tool_result("r", "ok", "k", kind="read")) == [("c", "r")]


def test_a_second_result_and_a_result_before_its_call_belong_to_no_pair() -> None:
    build = Build().tool_result("early", "ok", "k").tool_call("c", "{}", "k")
    assert pairs(build.tool_result("r", "ok", "k").tool_result("stub", "see file", "k")) == [("c", "r")]


def test_spans_without_a_call_id_belong_to_no_pair() -> None:
    build = Build().add("c", "{}", "assistant", kind="tool-call").add("r", "ok", kind="tool-result")
    assert pairs(build) == []


def test_words_about_a_call_are_no_result_of_it() -> None:
    assert pairs(Build().tool_call("c", "{}", "k").add("m", "I called it.", "assistant", call_id="k")) == []


def test_a_pair_is_known_once_both_halves_came_in() -> None:
    [pair] = timeline_of(Build().tool_call("c", "{}", "k").add("x").tool_result("r", "ok", "k")).pairs
    assert pair.known_from == 3
    assert (pair.other(pair.call), pair.other(pair.result)) == (pair.result, pair.call)


def test_a_restored_call_waits_for_a_result_of_its_own() -> None:
    build = Build().tool_call("c", "{}", "k").tool_result("r", "ok", "k").evict("c", "r")
    build.restore("c", span("c", "{}", "assistant", kind="tool-call", call_id="k"))
    assert pairs(build) == [("c", "r")]
