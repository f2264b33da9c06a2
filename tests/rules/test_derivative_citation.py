"""derivative-citation: what rests on a rewrite alone."""

from ctxaudit.rules import derivative_citation as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

CODE = "GUL-4410"


def rewritten(**keys: object) -> Build:
    """Line 3 puts the source into a digest that holds the code; the next line is 4."""
    return Build(**keys).add("a", f"ring {CODE}, seen at dawn").compact(["a"], "m", f"ring {CODE}")


def from_memory() -> Build:
    """A digest without the code replaced its source; what the model restored from it has the code."""
    build = Build().add("a", f"ring {CODE}").compact(["a"], "m", "a ring")
    return build.restore("m", span("w", f"ring {CODE}"), "model")


def uncarried() -> Build:
    """The live rewrite that holds the code was made from other text."""
    build = Build().add("a", f"ring {CODE}").evict("a").add("b", "a bird, seen at dawn")
    return build.compact(["b"], "m", f"ring {CODE}")


def test_it_fires_at_the_cite() -> None:
    build = rewritten().add("t", CODE, "assistant").cite(CODE, claim="t", span="m")
    assert keys(rule, build) == [(5, ("t", "m"), (CODE,))]


def test_an_implicit_claim_fires_at_the_claiming_span() -> None:
    assert keys(rule, rewritten(citations="implicit").add("t", CODE, "assistant")) == [(4, ("t",), (CODE,))]


def test_the_message_names_the_rewrite_the_source_and_the_edit() -> None:
    build = rewritten().add("t", CODE, "assistant").cite(CODE, claim="t")
    assert only(rule, build).message == (
        f"{CODE} in t rests on m of line 3 alone: the rewrite at line 3 took a, which held it"
    )


def test_what_the_model_restored_is_a_derivative() -> None:
    assert "rests on w" in only(rule, from_memory().cite(CODE)).message


def test_a_live_source_is_quiet() -> None:
    assert verdict(rule, rewritten().add("b", CODE).cite(CODE)) == "clean"


def test_a_pinned_rewrite_is_quiet() -> None:
    assert verdict(rule, rewritten().pin("m").cite(CODE)) == "clean"


def test_a_rewrite_that_holds_its_sources_whole_is_quiet() -> None:
    build = Build().add("a", CODE).rewrite(["a"], span("m", f"all: {CODE}", "memory"))
    assert verdict(rule, build.cite(CODE)) == "clean"


def test_a_token_that_only_the_rewrite_ever_held_is_quiet() -> None:
    assert verdict(rule, Build().add("a", "a ring").compact(["a"], "m", CODE).cite(CODE)) == "clean"


def test_a_rewrite_that_left_is_quiet() -> None:
    assert verdict(rule, rewritten().evict("m").cite(CODE)) == "clean"


def test_a_text_that_the_log_cut_leaves_it_open() -> None:
    assert verdict(rule, rewritten().add("b", complete=False).cite(CODE)) == "not-judged"


def test_a_faithful_carry_is_a_note() -> None:
    finding = only(rule, rewritten().cite(CODE))
    assert (finding.severity, finding.confidence) == ("note", "medium")


def test_a_carry_over_two_rewrites_is_a_note() -> None:
    assert only(rule, rewritten().compact(["m"], "n", CODE).cite(CODE)).severity == "note"


def test_a_carry_that_was_acted_on_is_a_warning() -> None:
    assert only(rule, rewritten().cite(CODE, action="ring it")).severity == "warning"


def test_a_token_that_the_rewrites_sources_lack_is_a_warning() -> None:
    assert only(rule, uncarried().cite(CODE)).severity == "warning"


def test_acting_on_it_does_not_make_it_an_error() -> None:
    assert only(rule, uncarried().cite(CODE, action="ring it")).severity == "warning"


def test_a_tool_that_failed_with_it_does() -> None:
    build = uncarried().tool_call("c", f'{{"ring": "{CODE}"}}', "k").cite(CODE, claim="c")
    assert only(rule, build.tool_result("r", "no such ring", "k", tags=["error"])).severity == "error"


def test_an_implicit_carry_stays_a_note_when_acted_on() -> None:
    build = rewritten(citations="implicit").tool_call("c", f'{{"ring": "{CODE}"}}', "k")
    finding = only(rule, build.tool_result("r", "stored", "k"))
    assert (finding.severity, finding.acted) == ("note", True)


def test_an_unseen_part_of_the_window_makes_it_low() -> None:
    assert only(rule, rewritten().call(9_000, unseen=4_200).cite(CODE)).confidence == "low"


def test_a_derived_rewrite_makes_it_no_surer_than_medium() -> None:
    build = Build().add("a", f"ring {CODE}, seen").compact(["a"], "m", CODE, basis="inferred").cite(CODE)
    assert only(rule, build).confidence == "low"


def test_it_is_grouped_under_the_edit_that_took_the_source() -> None:
    assert only(rule, rewritten().compact(["m"], "n", CODE).cite(CODE)).edit == 3


def test_a_trace_without_claims_is_not_judged() -> None:
    assert verdict(rule, rewritten()) == "not-judged"


def test_a_claim_with_a_live_source_is_looked_at_and_clean() -> None:
    assert findings(rule, Build().add("a", CODE).cite(CODE)) == []
    assert verdict(rule, Build().add("a", CODE).cite(CODE)) == "clean"
