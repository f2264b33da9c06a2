"""unsourced-citation: a cited token that no source ever held."""

from ctxaudit.model import Looked
from ctxaudit.rules import unsourced_citation as rule
from tests.build import Build
from tests.rules.saying import findings, keys, only, said, verdict

CODE = "GUL-4410"


def edited(**keys: object) -> Build:
    """Something has left; the next line is 4."""
    return Build(**keys).add("a", "a ring, unread").evict("a")


def answered(**keys: object) -> Build:
    return edited(**keys).add("t", f"It is {CODE}.", "assistant")


def test_a_cited_token_that_stands_nowhere_fires_at_the_cite() -> None:
    assert keys(rule, answered().cite(CODE, claim="t")) == [(5, ("t",), (CODE,))]


def test_the_span_that_the_cite_names_is_in_the_key() -> None:
    assert keys(rule, edited().add("b").cite(CODE, span="b")) == [(5, ("b",), (CODE,))]


def test_a_cite_that_names_no_span_has_none_in_its_key() -> None:
    assert keys(rule, edited().cite(CODE)) == [(4, (), (CODE,))]


def test_each_cite_is_one_finding() -> None:
    assert len(findings(rule, answered().cite(CODE, claim="t").cite(CODE, claim="t"))) == 2


def test_with_nothing_removed_it_fires_and_blames_no_edit() -> None:
    finding = only(rule, Build().add("a", "GUL-4401").cite(CODE))
    assert "no edit is to blame" in finding.message
    assert finding.edit is None


def test_after_an_edit_the_message_does_not_acquit_it() -> None:
    assert "no edit" not in only(rule, edited().cite(CODE)).message


def test_a_token_that_only_a_rewrite_holds_fires_and_names_the_rewrite() -> None:
    finding = only(rule, Build().add("a", "a ring").compact(["a"], "m", CODE).cite(CODE))
    assert "only m of line 3 holds it" in finding.message
    assert finding.edit == 3


def test_a_live_source_is_quiet() -> None:
    assert findings(rule, edited().add("b", CODE).cite(CODE)) == []


def test_a_source_that_left_is_the_other_rules_business() -> None:
    assert verdict(rule, Build().add("a", CODE).evict("a").cite(CODE)) == "clean"


def test_a_near_miss_is_the_other_rules_business() -> None:
    assert verdict(rule, edited().add("b", "GUL-4401").cite(CODE)) == "clean"


def test_a_pinned_token_is_quiet() -> None:
    assert findings(rule, edited().pin(tokens=[CODE]).cite(CODE)) == []


def test_a_coined_token_is_quiet() -> None:
    assert verdict(rule, answered(citations="implicit")) == "clean"


def test_a_text_that_the_log_cut_leaves_it_open() -> None:
    assert verdict(rule, edited().add("b", "head", complete=False).cite(CODE)) == "not-judged"


def test_an_unreadable_line_before_it_leaves_it_open() -> None:
    assert verdict(rule, edited().skip_line().cite(CODE)) == "not-judged"


def test_it_is_an_error_of_high_confidence() -> None:
    finding = only(rule, edited().cite(CODE))
    assert (finding.severity, finding.confidence, finding.acted) == ("error", "high", False)


def test_a_verifier_lowers_it() -> None:
    assert only(rule, edited(conditions={"verifier": True}).cite(CODE)).severity == "warning"


def test_an_unseen_part_of_the_window_lowers_its_confidence_and_is_told() -> None:
    finding = only(rule, edited().call(9_000, unseen=4_200).cite(CODE))
    assert finding.confidence == "medium"
    assert "4,200 tokens" in finding.evidence[-1].shows


def test_an_inferred_cite_has_low_confidence() -> None:
    assert only(rule, edited().cite(CODE, basis="inferred")).confidence == "low"


def test_what_was_done_with_it_is_told() -> None:
    finding = only(rule, edited().cite(CODE, action="close the file"))
    assert finding.acted
    assert finding.follows == "it was acted on: close the file"


def test_every_claim_is_looked_at() -> None:
    words = said(rule, answered().cite(CODE, claim="t").cite("a ring"))
    assert sum(word.count for word in words if isinstance(word, Looked)) == 2


def test_a_trace_without_claims_is_not_judged() -> None:
    assert verdict(rule, answered()) == "not-judged"
