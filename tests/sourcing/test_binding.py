"""Which result answers which call."""

from ctxaudit.sourcing.binding import calls_of, failed, results_of
from ctxaudit.timeline import replay
from tests.build import Build


def bound(build: Build) -> dict[str, str]:
    timeline = replay(build.trace())
    results = results_of(timeline)
    assert calls_of(timeline) == {result.serial: timeline.lives[serial] for serial, result in results.items()}
    return {timeline.lives[serial].id: result.id for serial, result in results.items()}


def test_a_result_answers_the_call_of_its_id() -> None:
    assert bound(Build().tool_call("c", "{}", "k").tool_result("r", "ok", "k")) == {"c": "r"}


def test_a_read_is_a_result_too() -> None:
    assert bound(Build().tool_call("c", "{}", "k").tool_result("r", "ok", "k", kind="read")) == {"c": "r"}


def test_parallel_calls_are_answered_in_any_order() -> None:
    build = Build().tool_call("c1", "{}", "1").tool_call("c2", "{}", "2")
    assert bound(build.tool_result("r2", "b", "2").tool_result("r1", "a", "1")) == {"c1": "r1", "c2": "r2"}


def test_an_id_that_is_used_again_binds_the_nearest_call_without_a_result() -> None:
    build = Build().tool_call("c1", "{}", "k").tool_result("r1", "a", "k")
    assert bound(build.tool_call("c2", "{}", "k").tool_result("r2", "b", "k")) == {"c1": "r1", "c2": "r2"}


def test_of_two_calls_that_wait_under_one_id_the_nearer_is_answered_first() -> None:
    build = Build().tool_call("c1", "{}", "k").tool_call("c2", "{}", "k")
    assert bound(build.tool_result("r", "a", "k")) == {"c2": "r"}


def test_a_stub_after_the_result_binds_nothing() -> None:
    build = Build().tool_call("c", "{}", "k").tool_result("r", "a", "k").tool_result("stub", "cut", "k")
    assert bound(build) == {"c": "r"}


def test_a_result_before_its_call_binds_nothing() -> None:
    assert bound(Build().tool_result("r", "a", "k").tool_call("c", "{}", "k")) == {}


def test_a_result_without_an_id_binds_nothing() -> None:
    assert bound(Build().tool_call("c", "{}", "k").add("r", "a", kind="tool-result")) == {}


def test_a_result_failed_when_it_is_tagged_so() -> None:
    timeline = replay(Build().add("r", "boom", tags=["error"]).add("s", "error: none").trace())
    assert [failed(life) for life in timeline.lives] == [True, False]


def test_what_has_the_role_of_a_tool_is_a_result_whatever_its_kind() -> None:
    build = Build().tool_call("c", "{}", "k").add("r", "ok", "tool", call_id="k")
    assert bound(build) == {"c": "r"}
