"""broken-provenance: names that lead nowhere, sources left out, chains that end too early."""

from ctxaudit.rules import broken_provenance as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def test_an_id_that_never_came_in_fires() -> None:
    build = Build().add("a").compact(["a"], "m", provenance=["a", "ghost"])
    assert keys(rule, build) == [(3, ("m", "ghost"), ())]


def test_an_id_that_comes_in_only_later_fires() -> None:
    build = Build().add("a").compact(["a"], "m", provenance=["a", "b"]).add("b")
    assert keys(rule, build) == [(3, ("m", "b"), ())]


def test_an_added_span_may_name_nothing_unknown_either() -> None:
    assert keys(rule, Build().add("a", provenance=["ghost"])) == [(2, ("a", "ghost"), ())]


def test_a_span_that_names_itself_fires() -> None:
    assert keys(rule, Build().add("a", provenance=["a"])) == [(2, ("a",), ())]


def test_a_gone_span_may_be_named() -> None:
    assert findings(rule, Build().add("a").evict("a").add("b", provenance=["a"])) == []


def test_a_source_that_is_not_named_fires() -> None:
    build = Build().add("a").add("b").add("c").compact(["a", "b", "c"], "m", provenance=["b"])
    assert keys(rule, build) == [(5, ("m", "a", "c"), ())]


def test_naming_more_than_was_removed_is_fine() -> None:
    assert findings(rule, Build().add("a").add("b").compact(["a"], "m", provenance=["a", "b"])) == []


def test_a_source_that_was_gone_already_need_not_be_named() -> None:
    build = Build().add("a").add("b").evict("b").compact(["a", "b"], "m", provenance=["a"])
    assert findings(rule, build) == []


def test_a_derivative_is_covered_by_all_its_originals() -> None:
    build = Build().add("a", "one").add("b", "two").compact(["a", "b"], "m").compact(["m"], "n", provenance=["a", "b"])
    assert findings(rule, build) == []


def test_a_derivative_is_not_covered_by_some_of_its_originals() -> None:
    build = Build().add("a", "one").add("b", "two").compact(["a", "b"], "m").compact(["m"], "n", provenance=["a"])
    assert keys(rule, build) == [(5, ("n", "m"), ())]


def test_a_derivative_without_originals_must_be_named_itself() -> None:
    build = Build().add("a", lossy=True).add("b").compact(["a", "b"], "m", provenance=["b"])
    assert keys(rule, build) == [(4, ("m", "a"), ())]


def test_an_evidence_source_is_not_covered_by_what_it_names() -> None:
    build = Build().add("a", "one").compact(["a"], "j", "one", lossy=False).compact(["j"], "n", provenance=["a"])
    assert keys(rule, build) == [(4, ("n", "j"), ())]


def test_a_named_rewrite_that_names_nothing_fires() -> None:
    build = Build().add("a").rewrite(["a"], span("m", "short")).compact(["m"], "n")
    assert keys(rule, build) == [(4, ("n", "m"), ())]


def test_a_rewrite_that_names_nothing_is_found_at_any_depth() -> None:
    build = Build().add("a").rewrite(["a"], span("m", "short")).compact(["m"], "n").compact(["n"], "o")
    assert keys(rule, build) == [(4, ("n", "m"), ()), (5, ("o", "m"), ())]


def test_a_lossless_rewrite_may_name_nothing() -> None:
    build = Build().add("a", "one").rewrite(["a"], span("j", "one")).compact(["j"], "n")
    assert findings(rule, build) == []


def test_a_model_restore_that_names_nothing_is_no_dead_end() -> None:
    build = Build().add("a").evict("a").restore("a", span("r"), "model").compact(["r"], "n")
    assert findings(rule, build) == []


def test_a_chain_that_comes_back_to_the_span_fires() -> None:
    build = Build().add("m1", provenance=["m3"]).add("m2", provenance=["m1"]).add("m3", provenance=["m2"])
    assert keys(rule, build) == [(2, ("m1", "m3"), ()), (4, ("m3", "m1"), ())]


def test_a_name_that_an_earlier_span_used_in_vain_is_told_there_only() -> None:
    build = Build().add("a", provenance=["ghost"]).add("b", provenance=["a"])
    assert keys(rule, build) == [(2, ("a", "ghost"), ())]


def test_two_faults_of_one_span_are_one_finding() -> None:
    build = Build().add("a").add("b").compact(["a", "b"], "m", provenance=["a", "ghost"])
    assert keys(rule, build) == [(4, ("m", "ghost", "b"), ())]


def test_an_empty_provenance_is_not_looked_at() -> None:
    assert verdict(rule, Build().add("a").rewrite(["a"], span("m", lossy=True))) == "not-judged"


def test_a_provenance_in_order_is_clean() -> None:
    assert verdict(rule, Build().add("a").compact(["a"], "m")) == "clean"


def test_nothing_is_judged_after_a_line_that_could_not_be_read() -> None:
    build = Build().add("a").skip_line().compact(["a"], "m", provenance=["a", "ghost"])
    assert verdict(rule, build) == "not-judged"


def test_what_stands_before_the_unreadable_line_is_judged() -> None:
    build = Build().add("a").compact(["a"], "m", provenance=["a", "ghost"]).skip_line()
    assert verdict(rule, build) == "findings"


def test_confidence_is_that_of_the_weakest_event_on_the_chain() -> None:
    build = Build().add("a").rewrite(["a"], span("m", "short"), basis="inferred").compact(["m"], "n")
    assert only(rule, build).confidence == "low"


def test_the_message_says_what_is_wrong() -> None:
    message = only(rule, Build().add("a").compact(["a"], "m", provenance=["ghost"])).message
    assert (
        message
        == "the provenance of m names ghost, which never entered this trace, and leaves out a, which it replaced"
    )


def test_a_long_chain_is_walked_once_a_step() -> None:
    build = Build().add("s0").rewrite(["s0"], span("m0", "short"))
    for number in range(300):
        build.compact([f"m{number}"], f"m{number + 1}")
    assert {finding.spans[1:] for finding in findings(rule, build)} == {("m0",)}
