"""faded-citation: right, but from no source in the window."""

from typing import Any

from ctxaudit.rules import faded_citation as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

CODE = "GUL-4410"


def left(**keys: object) -> Build:
    """The source left at line 3; the next line is 4."""
    return Build(**keys).add("a", f"ring {CODE}").evict("a")


def called(result: str, **keys: Any) -> Build:
    build = left(citations="implicit").tool_call("c", f'{{"ring": "{CODE}"}}', "k")
    return build.tool_result("r", result, "k", **keys)


def test_a_token_whose_source_left_fires_at_the_cite() -> None:
    build = left().add("t", CODE, "assistant").cite(CODE, claim="t", span="a")
    assert keys(rule, build) == [(5, ("t", "a"), (CODE,))]


def test_an_implicit_claim_fires_at_the_claiming_span() -> None:
    assert keys(rule, left(citations="implicit").add("t", CODE, "assistant")) == [(4, ("t",), (CODE,))]


def test_the_message_names_the_source_and_what_took_it() -> None:
    build = left().add("t", CODE, "assistant").cite(CODE, claim="t")
    assert (
        only(rule, build).message
        == f"{CODE} in t has no source in the window: a held it until the evict at line 3 took it"
    )


def test_it_is_grouped_under_the_edit_that_took_the_source() -> None:
    assert only(rule, left().cite(CODE)).edit == 3


def test_of_two_sources_that_left_the_later_one_is_named() -> None:
    build = Build().add("a", CODE).add("b", CODE).evict("b").evict("a").cite(CODE)
    finding = only(rule, build)
    assert finding.message.startswith(f"{CODE} has no source in the window: a held it")
    assert finding.edit == 5


def own_words(build: Build) -> list[tuple[int, str | None]]:
    """The step of the evidence that shows the model's own words, if there is one."""
    return [(step.line, step.span) for step in only(rule, build).evidence if "own words" in step.shows]


def test_the_latest_words_of_the_model_that_still_hold_it_are_shown() -> None:
    said = left().add("s", f"{CODE} it is", "assistant").add("t", f"yes, {CODE}", "assistant")
    assert own_words(said.add("u", "ring it", "user").cite(CODE)) == [(5, "t")]


def test_a_call_of_the_model_is_its_own_words_too() -> None:
    assert own_words(left().tool_call("c", f'{{"ring": "{CODE}"}}', "k").cite(CODE)) == [(4, "c")]


def test_the_claim_itself_and_words_that_left_or_came_later_are_not_shown() -> None:
    build = Build().add("s", CODE, "assistant").add("a", f"ring {CODE}").evict("a", "s").add("t", CODE, "assistant")
    assert own_words(build.cite(CODE, claim="t").add("v", CODE, "assistant")) == []


def test_words_of_the_user_that_hold_it_are_a_source() -> None:
    assert findings(rule, left().add("u", CODE, "user").cite(CODE)) == []


def test_a_checkpoint_takes_a_source_too() -> None:
    build = Build().add("a", CODE).add("b").checkpoint("b").cite(CODE)
    assert "the checkpoint at line 4 took it" in only(rule, build).message


def test_a_source_that_was_restored_is_quiet() -> None:
    assert findings(rule, left().restore("a", span("a", f"ring {CODE}")).cite(CODE)) == []


def test_a_source_that_was_read_again_is_quiet() -> None:
    assert findings(rule, left().add("b", CODE).cite(CODE)) == []


def test_what_the_model_restored_from_memory_is_no_source() -> None:
    build = left().restore("a", span("w", f"ring {CODE}"), "model").cite(CODE)
    assert verdict(rule, build) == "clean"


def test_a_pinned_token_is_quiet() -> None:
    assert findings(rule, left().pin(tokens=[CODE]).cite(CODE)) == []


def test_a_live_rewrite_is_the_other_rules_business() -> None:
    build = Build().add("a", f"ring {CODE}, old").compact(["a"], "m", CODE).cite(CODE)
    assert verdict(rule, build) == "clean"


def test_a_cite_before_the_edit_is_quiet() -> None:
    assert findings(rule, Build().add("a", CODE).cite(CODE).evict("a")) == []


def test_a_text_that_the_log_cut_leaves_it_open() -> None:
    assert verdict(rule, left().add("b", complete=False).cite(CODE)) == "not-judged"


def test_an_unreadable_line_does_not() -> None:
    assert len(findings(rule, left().skip_line().cite(CODE))) == 1


def test_an_unreadable_line_leaves_a_token_without_any_source_to_the_others() -> None:
    assert verdict(rule, left().skip_line().cite("TRN-9001")) == "clean"


def test_it_is_a_warning_of_medium_confidence() -> None:
    finding = only(rule, left().cite(CODE))
    assert (finding.severity, finding.confidence) == ("warning", "medium")


def test_acting_on_it_does_not_make_it_an_error() -> None:
    finding = only(rule, left().cite(CODE, action="ring it"))
    assert (finding.severity, finding.acted) == ("warning", True)


def test_a_tool_that_failed_with_it_does() -> None:
    assert only(rule, called("no such ring", tags=["error"])).severity == "error"


def test_a_tool_that_bears_it_out_makes_it_a_note() -> None:
    finding = only(rule, called("a young bird", kind="read"))
    assert finding.severity == "note"
    assert finding.follows == "shell was called with it at line 4, and the answer at line 5 bears it out"


def test_a_verifier_makes_it_a_note() -> None:
    assert only(rule, left(conditions={"verifier": True}).cite(CODE)).severity == "note"


def test_an_unseen_part_of_the_window_makes_it_low() -> None:
    assert only(rule, left().call(9_000, unseen=4_200).cite(CODE)).confidence == "low"


def test_a_trace_without_claims_is_not_judged() -> None:
    assert verdict(rule, left()) == "not-judged"
