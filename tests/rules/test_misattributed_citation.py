"""misattributed-citation: the named span does not hold the token."""

from ctxaudit.model import Looked
from ctxaudit.rules import misattributed_citation as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict

CODE = "GUL-4410"


def two() -> Build:
    return Build().add("a", "a list of terns").add("b", f"a list of gulls: {CODE}")


def test_a_span_that_does_not_hold_it_fires_at_the_cite() -> None:
    build = two().add("t", CODE, "assistant").cite(CODE, claim="t", span="a")
    assert keys(rule, build) == [(5, ("t", "a"), (CODE,))]


def test_the_message_names_the_span_that_does() -> None:
    build = two().add("t", CODE, "assistant").cite(CODE, claim="t", span="a")
    assert only(rule, build).message == f"{CODE} in t is said to come from a, which does not hold it; b holds it"


def test_a_span_that_holds_it_is_quiet() -> None:
    assert verdict(rule, two().cite(CODE, span="b")) == "clean"


def test_another_spelling_in_the_span_is_quiet() -> None:
    build = Build().add("a", "see old/charts/north_bay.svg").cite("charts/north_bay.svg", span="a")
    assert findings(rule, build) == []


def test_a_span_that_left_holds_it_still() -> None:
    assert findings(rule, two().evict("b").cite(CODE, span="b")) == []


def test_it_fires_for_a_faded_token() -> None:
    finding = only(rule, two().evict("b").cite(CODE, span="a"))
    assert "b holds it" in finding.message
    assert finding.edit is None


def test_it_fires_for_a_token_that_rests_on_a_rewrite() -> None:
    build = two().compact(["b"], "m", CODE).cite(CODE, span="a")
    assert len(findings(rule, build)) == 1


def test_the_last_life_before_the_cite_counts() -> None:
    build = Build().add("a", CODE).evict("a").restore("a", span("a", "an empty list")).add("b", CODE)
    assert len(findings(rule, build.cite(CODE, span="a"))) == 1


def test_a_later_life_does_not() -> None:
    build = Build().add("a", "a list").add("b", CODE).evict("a").cite(CODE, span="a")
    assert len(findings(rule, build.restore("a", span("a", CODE)))) == 1


def test_an_unsourced_token_is_the_other_rules_business() -> None:
    assert verdict(rule, two().cite("RAZ-7777", span="a")) == "clean"


def test_an_altered_token_is_the_other_rules_business() -> None:
    assert verdict(rule, two().evict("a").cite("GUL-4401", span="b")) == "clean"


def test_a_span_that_never_was_is_a_problem_of_the_log() -> None:
    assert verdict(rule, two().cite(CODE, span="z")) == "not-judged"


def test_a_span_that_the_log_cut_is_not_judged() -> None:
    build = Build().add("a", "head", complete=False).add("b", CODE).cite(CODE, span="a")
    assert verdict(rule, build) == "not-judged"


def test_a_token_that_is_not_judged_itself_is_not_judged() -> None:
    build = Build().add("a", "a list").add("c", "head", complete=False).cite(CODE, span="a")
    assert verdict(rule, build) == "not-judged"


def test_a_cite_without_a_span_is_not_looked_at() -> None:
    words = said(rule, two().cite(CODE).cite(CODE, span="b"))
    assert [word for word in words if isinstance(word, Looked)] == [Looked()]


def test_implicit_claims_are_not_looked_at() -> None:
    build = Build(citations="implicit").add("a", CODE).evict("a").add("t", CODE, "assistant")
    assert said(rule, build) == []


def test_it_is_an_error_of_high_confidence() -> None:
    finding = only(rule, two().evict("b").cite(CODE, span="a"))
    assert (finding.severity, finding.confidence) == ("error", "high")


def test_a_verifier_lowers_it() -> None:
    build = Build(conditions={"verifier": True}).add("a").add("b", CODE).cite(CODE, span="a")
    assert only(rule, build).severity == "warning"


def test_a_tool_that_bears_it_out_lowers_it() -> None:
    build = two().tool_call("c", f'{{"ring": "{CODE}"}}', "k").cite(CODE, claim="c", span="a")
    assert only(rule, build.tool_result("r", f"{CODE} found", "k")).severity == "warning"


def test_an_action_is_told() -> None:
    finding = only(rule, two().cite(CODE, span="a", action="ring it"))
    assert (finding.acted, finding.follows) == (True, "it was acted on: ring it")
