"""invented-in-surrogate: what a summary says and nobody said before."""

from typing import Any

import pytest

from ctxaudit.model import Looked
from ctxaudit.rules import invented_in_surrogate as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict


def digest(text: str, *sources: str, **keys: Any) -> Build:
    """Sources s0, s1, …, and the rewrite of all of them into m."""
    build = Build()
    for number, source in enumerate(sources):
        build.add(f"s{number}", source)
    return build.compact([f"s{number}" for number in range(len(sources))], "m", text, **keys)


def test_a_token_from_nowhere_fires_at_the_rewrite() -> None:
    assert keys(rule, digest("ring GUL-4410", "a ring")) == [(3, ("m",), ("GUL-4410",))]


def test_each_token_is_one_finding() -> None:
    assert len(findings(rule, digest("GUL-4410 and TRN-9001", "a ring"))) == 2


def test_a_token_that_is_spelled_twice_is_one_finding() -> None:
    assert keys(rule, digest("7be01c94aa52, in short 7be01c94", "a ring")) == [(3, ("m",), ("7be01c94aa52",))]


def test_the_message_names_a_source_that_says_something_close() -> None:
    message = only(rule, digest("ring GUL-4410", "a ring", "ring GUL-4401")).message
    assert message == ("GUL-4410 in m stands in none of its 2 sources and nowhere else in the window; s1 says GUL-4401")


def test_a_token_of_a_source_is_quiet() -> None:
    assert verdict(rule, digest("ring GUL-4410", "the ring is GUL-4410")) == "clean"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("commit 7be01c94aa52", "at 7be01c94"),
        ("the wait is 3500 ms", "waits 3.5 s"),
        ("counted 1,420 nests", "1420 nests"),
        ("see old/charts/north_bay.svg", "charts/north_bay.svg"),
        ("bitmask value = 8031", "mask 0x1F5F"),
    ],
)
def test_another_spelling_is_quiet(source: str, text: str) -> None:
    assert verdict(rule, digest(text, source)) == "clean"


def test_a_token_of_another_live_span_is_quiet() -> None:
    build = Build().add("a", "a ring").add("b", "ring GUL-4410").compact(["a"], "m", "ring GUL-4410")
    assert verdict(rule, build) == "clean"


def test_a_token_of_a_live_claim_of_the_model_is_quiet() -> None:
    build = Build().add("a", "a ring").add("t", "GUL-4410", "assistant").compact(["a"], "m", "ring GUL-4410")
    assert verdict(rule, build) == "clean"


def test_a_token_of_a_span_that_left_before_fires() -> None:
    build = Build().add("a", "a ring").add("b", "GUL-4410").evict("b").compact(["a"], "m", "ring GUL-4410")
    assert len(findings(rule, build)) == 1


def test_a_token_of_a_sources_source_is_quiet() -> None:
    build = Build().add("a", "ring GUL-4410").compact(["a"], "m", "a ring").compact(["m"], "n", "ring GUL-4410")
    assert verdict(rule, build) == "clean"


def test_a_token_that_comes_in_later_fires() -> None:
    assert len(findings(rule, digest("ring GUL-4410", "a ring").add("b", "GUL-4410"))) == 1


def test_a_pinned_token_is_quiet() -> None:
    build = Build().pin(tokens=["GUL-4410"]).add("a", "a ring").compact(["a"], "m", "ring GUL-4410")
    assert verdict(rule, build) == "clean"


def test_a_relative_path_below_the_working_directory_is_quiet() -> None:
    build = Build(cwd="/srv/gulls").add("a", "see utils.py").compact(["a"], "m", "/srv/gulls/utils.py")
    assert verdict(rule, build) == "clean"


@pytest.mark.parametrize("line", ["# form GUL-4410", "Form GUL-4410:", "<GUL-4410>", "[GUL-4410]"])
def test_a_line_of_the_template_is_quiet(line: str) -> None:
    assert verdict(rule, digest(f"{line}\na ring", "a ring")) == "clean"


def test_the_same_token_in_the_body_fires_all_the_same() -> None:
    assert len(findings(rule, digest("# GUL-4410\nring GUL-4410", "a ring"))) == 1


def test_what_the_harness_puts_around_the_body_is_quiet() -> None:
    assert verdict(rule, digest("GUL-4410 a ring TRN-9001", "a ring", body_start=8, body_end=15)) == "clean"


@pytest.mark.parametrize(
    "text", ["330 eggs", "90 eggs", "in all 430 eggs"], ids=["sum of two", "difference", "sum of all"]
)
def test_a_number_that_follows_from_others_is_quiet(text: str) -> None:
    assert verdict(rule, digest(text, "210 eggs", "120 eggs", "100 eggs")) == "clean"


def test_twice_a_number_that_was_met_once_fires() -> None:
    assert len(findings(rule, digest("420 eggs", "210 eggs", "100 eggs"))) == 1


def test_twice_a_number_that_was_met_twice_is_quiet() -> None:
    assert verdict(rule, digest("420 eggs", "210 eggs", "and 210 eggs")) == "clean"


def test_numbers_of_another_unit_prove_nothing() -> None:
    assert len(findings(rule, digest("330 eggs", "210 nests", "120 birds"))) == 1


def test_the_number_of_sources_is_quiet() -> None:
    assert verdict(rule, digest("12 notes", *["a note"] * 12)) == "clean"


def test_another_number_fires() -> None:
    assert len(findings(rule, digest("13 notes", *["a note"] * 12))) == 1


def test_thousands_of_numbers_of_one_unit_prove_nothing() -> None:
    crowd = " ; ".join(f"{number} eggs" for number in range(10_000, 12_100))
    assert verdict(rule, digest("999999999 eggs", crowd)) == "clean"


def test_a_source_that_the_log_cut_leaves_it_open() -> None:
    build = Build().add("a", "head", complete=False).compact(["a"], "m", "ring GUL-4410")
    assert verdict(rule, build) == "not-judged"


def test_a_source_that_the_log_cut_does_not_matter_when_all_is_found() -> None:
    build = Build().add("a", "ring GUL-4410", complete=False).compact(["a"], "m", "ring GUL-4410")
    assert verdict(rule, build) == "clean"


def test_an_unreadable_line_before_it_leaves_it_open() -> None:
    build = Build().add("a", "a ring").skip_line().compact(["a"], "m", "ring GUL-4410")
    assert verdict(rule, build) == "not-judged"


def test_a_surrogate_that_cannot_be_read_is_not_judged() -> None:
    assert verdict(rule, digest("", "a ring", complete=False)) == "not-judged"


def test_a_surrogate_that_the_log_cut_is_judged_by_what_is_there() -> None:
    assert len(findings(rule, digest("ring GUL-4410", "a ring", complete=False))) == 1


@pytest.mark.parametrize(
    ("text", "source", "severity", "confidence"),
    [
        ("ring GUL-4410", "a ring", "error", "high"),
        ("see charts/north_bay.svg", "a chart", "error", "medium"),
        ("see charts/north_bay.svg:12", "a chart", "error", "high"),
        ("call ring_the_bell()", "a bell", "warning", "low"),
        ("call ring_the_bell()", "call ring_the_belt()", "error", "medium"),
        ("winch timeout is 3500 ms", "winch timeout is 4500 ms", "error", "medium"),
        ("and 3500 ms", "a while", "warning", "low"),
    ],
)
def test_severity_and_confidence_go_by_class(text: str, source: str, severity: str, confidence: str) -> None:
    finding = only(rule, digest(text, source))
    assert (finding.severity, finding.confidence) == (severity, confidence)


def test_an_inferred_rewrite_lowers_the_confidence() -> None:
    assert only(rule, digest("ring GUL-4410", "a ring", basis="inferred")).confidence == "low"


def test_a_call_that_uses_it_later_is_told() -> None:
    finding = only(rule, digest("ring GUL-4410", "a ring").tool_call("c", '{"ring": "GUL-4410"}', "k"))
    assert finding.follows == "shell was called with it at line 4"


def test_words_that_repeat_it_later_are_told() -> None:
    assert only(rule, digest("ring GUL-4410", "a ring").add("t", "GUL-4410", "assistant")).follows == (
        "t repeats it at line 4"
    )


def test_restores_and_added_summaries_are_not_looked_at() -> None:
    build = Build().add("a", "a ring").evict("a").restore("a", span("w", "GUL-4410"), "model")
    assert said(rule, build.add("n", "GUL-4410", lossy=True, provenance=["a"])) == []


def test_a_refused_rewrite_is_not_looked_at() -> None:
    assert said(rule, Build().add("a", "a ring").compact(["a"], "m", "GUL-4410", refused=True)) == []


def test_a_surrogate_that_did_not_enter_is_looked_at_and_not_judged_by_its_text() -> None:
    build = Build().add("a", "a ring").add("m", "here already").compact(["a"], "m", "GUL-4410")
    assert said(rule, build) == [Looked()]


def test_a_surrogate_that_a_program_cut_is_not_judged() -> None:
    cut = Build().add("a", "ran deskto.py").compact(["a"], "m", "ran GUL-9914", tags=["mechanical"])
    told = Build().add("a", "ran deskto.py").compact(["a"], "m", "ran GUL-9914")
    assert (verdict(rule, cut), verdict(rule, told)) == ("not-judged", "findings")
