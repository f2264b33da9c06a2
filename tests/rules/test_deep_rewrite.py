"""deep-rewrite: a summary of a summary, and what became of the pinned block."""

from ctxaudit.rules import deep_rewrite as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def summarised(build: Build | None = None) -> Build:
    """One source, `a`, and its summary, `m`; the next line is 4 when the build was new."""
    return (build or Build()).add("a", "the pump runs hot in the afternoon").compact(["a"], "m", "pump runs hot")


def test_a_summary_of_a_summary_with_nothing_pinned_is_a_warning() -> None:
    finding = only(rule, summarised().compact(["m"], "n", "hot"))
    assert (finding.line, finding.spans, finding.tokens, finding.severity) == (4, ("n", "m"), (), "warning")


def test_a_first_summary_is_not_looked_at() -> None:
    assert verdict(rule, summarised()) == "not-judged"


def test_only_the_derivatives_among_the_sources_are_named() -> None:
    build = summarised().add("b", "the fan is new").compact(["b", "m"], "n", "hot, new fan")
    assert keys(rule, build) == [(5, ("n", "m"), ())]


def test_a_lossless_join_is_no_step() -> None:
    build = Build().add("a", "pump hot").compact(["a"], "j", "note: pump hot").compact(["j"], "n", "hot")
    assert verdict(rule, build) == "not-judged"


def test_a_restore_by_the_model_is_a_derivative_too() -> None:
    build = Build().add("a").evict("a").restore("a", span("r", "the pump"), "model").compact(["r"], "n", "pump")
    assert keys(rule, build) == [(5, ("n", "r"), ())]


def test_a_pinned_span_that_stays_live_is_a_carried_block() -> None:
    build = summarised(Build().add("p", "rule", "system", pinned=True)).compact(["m"], "n", "hot")
    assert verdict(rule, build) == "clean"


def test_a_pinned_token_that_still_stands_is_a_carried_block() -> None:
    build = summarised(Build().add("t", "tag PMP-771").pin(tokens=["PMP-771"])).compact(["m"], "n", "hot")
    assert verdict(rule, build) == "clean"


def test_a_pinned_token_that_stood_nowhere_is_no_block() -> None:
    build = summarised(Build().pin(tokens=["PMP-771"])).compact(["m"], "n", "hot")
    assert only(rule, build).severity == "warning"


def test_a_pin_that_was_taken_back_is_no_block() -> None:
    build = summarised(Build().add("p", "rule", "system", pinned=True).unpin("p")).compact(["m"], "n", "hot")
    assert only(rule, build).severity == "warning"


def test_a_pinned_token_lost_by_it_is_an_error() -> None:
    build = summarised(Build().add("t", "tag PMP-771").pin(tokens=["PMP-771"])).compact(["m", "t"], "n", "hot, PMP-771")
    finding = only(rule, build)
    assert (finding.severity, finding.spans, finding.tokens) == ("error", ("n", "m"), ("PMP-771",))


def test_a_pinned_span_swallowed_by_it_is_an_error() -> None:
    build = summarised(Build().add("p", "rule", "system", pinned=True)).compact(["m", "p"], "n", "hot")
    finding = only(rule, build)
    assert (finding.severity, finding.tokens) == ("error", ())
    assert "took pinned p out" in finding.message


def test_a_pinned_derivative_swallowed_by_it_is_an_error() -> None:
    build = Build().add("a", "the pump runs hot").compact(["a"], "m", "hot", pinned=True).compact(["m"], "n", "h")
    assert only(rule, build).severity == "error"


def test_one_that_names_the_originals_was_derived_again() -> None:
    assert verdict(rule, summarised().compact(["m"], "n", "hot", provenance=["a"])) == "clean"


def test_one_that_leaves_an_original_out_was_not_derived_again() -> None:
    build = Build().add("a", "one").add("b", "two").compact(["a", "b"], "m").compact(["m"], "n", provenance=["a"])
    assert len(findings(rule, build)) == 1


def test_one_that_names_an_unknown_span_was_not_derived_again() -> None:
    assert len(findings(rule, summarised().compact(["m"], "n", "hot", provenance=["a", "ghost"]))) == 1


def test_one_that_names_the_summary_as_well_was_not_derived_again() -> None:
    assert len(findings(rule, summarised().compact(["m"], "n", "hot", provenance=["a", "m"]))) == 1


def test_one_that_names_nothing_was_not_derived_again() -> None:
    assert len(findings(rule, summarised().rewrite(["m"], span("n", "hot")))) == 1


def test_a_refused_rewrite_is_not_looked_at() -> None:
    assert verdict(rule, summarised().compact(["m"], "n", "hot", refused=True)) == "not-judged"


def test_each_further_step_is_told_with_its_depth() -> None:
    build = summarised().compact(["m"], "n", "hot").compact(["n"], "o", "h")
    assert ["depth 2" in findings(rule, build)[0].message, "depth 3" in findings(rule, build)[1].message] == [True] * 2


def test_confidence_is_that_of_the_weaker_rewrite() -> None:
    build = Build().add("a", "the pump").compact(["a"], "m", "pump", basis="inferred").compact(["m"], "n", "p")
    assert only(rule, build).confidence == "low"


def test_the_evidence_ends_with_the_second_rewrite() -> None:
    assert [step.span for step in only(rule, summarised().compact(["m"], "n", "hot")).evidence] == ["m", "n"]
