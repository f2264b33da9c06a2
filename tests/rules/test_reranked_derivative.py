"""reranked-derivative: a ranking that scores a live rewrite."""

from ctxaudit.rules import reranked_derivative as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def summarised() -> Build:
    """`m` stands for `a`, `b` is a live source; the next line is 5."""
    return Build().add("a", "the sail is torn").add("b", "the mast is sound").compact(["a"], "m", "sail torn")


def test_a_live_rewrite_among_sources_fires() -> None:
    assert keys(rule, summarised().rank("b", "m")) == [(5, ("m",), ())]


def test_all_rewrites_are_named_in_the_order_of_the_ranking() -> None:
    build = summarised().compact(["b"], "n", "mast sound").rank("n", "m")
    assert keys(rule, build) == [(6, ("n", "m"), ())]


def test_the_gone_source_in_its_place_is_quiet() -> None:
    assert verdict(rule, summarised().rank("a", "b")) == "clean"


def test_a_gone_rewrite_is_quiet() -> None:
    assert findings(rule, summarised().evict("m").rank("m", "b")) == []


def test_a_ranking_of_one_is_not_looked_at() -> None:
    assert verdict(rule, summarised().rank("m")) == "not-judged"


def test_one_span_named_twice_is_a_ranking_of_one() -> None:
    assert verdict(rule, summarised().rank("m", "m")) == "not-judged"


def test_a_lossless_join_may_be_ranked() -> None:
    build = Build().add("a", "torn").add("b", "sound").compact(["a"], "j", "sail torn")
    assert findings(rule, build.rank("j", "b")) == []


def test_a_summary_by_its_kind_alone_may_be_ranked() -> None:
    build = Build().add("s", "Summary: sail torn", "memory", kind="summary").add("b")
    assert findings(rule, build.rank("s", "b")) == []


def test_an_added_span_that_says_lossy_is_a_derivative() -> None:
    assert keys(rule, Build().add("s", lossy=True).add("b").rank("s", "b")) == [(4, ("s",), ())]


def test_a_restore_by_the_model_is_a_derivative() -> None:
    build = Build().add("a").add("b").evict("a").restore("a", span("r"), "model").rank("r", "b")
    assert keys(rule, build) == [(6, ("r",), ())]


def test_an_id_that_came_back_from_a_copy_is_judged_by_its_new_life() -> None:
    build = summarised().restore("m", span("m", "the sail is torn"), "external").rank("m", "b")
    assert findings(rule, build) == []


def test_ranking_before_rewriting_is_quiet() -> None:
    assert findings(rule, Build().add("a").add("b").rank("a", "b").compact(["b"], "m")) == []


def test_unknown_ids_are_no_obstacle() -> None:
    assert verdict(rule, summarised().rank("ghost", "b")) == "clean"


def test_each_ranking_is_told() -> None:
    assert [finding.line for finding in findings(rule, summarised().rank("m", "b").rank("b", "m"))] == [5, 6]


def test_it_is_an_error_and_shows_the_scores() -> None:
    finding = only(rule, summarised().rank(("m", 0.75), ("b", 0.5)))
    assert finding.severity == "error"
    assert finding.evidence[-1].shows == "ranked m (0.75) and b (0.5)"


def test_confidence_is_that_of_the_weaker_event() -> None:
    build = Build().add("a").add("b").compact(["a"], "m", basis="derived").rank("m", "b")
    assert only(rule, build).confidence == "medium"
