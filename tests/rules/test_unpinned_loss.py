"""unpinned-loss: identifiers that a rewrite drops."""

from ctxaudit.model import Looked
from ctxaudit.rules import unpinned_loss as rule
from tests.build import Build
from tests.rules.saying import findings, keys, only, said, verdict

TWO = "rings GUL-4410 and TRN-9001"


def test_lost_tokens_fire_once_at_the_rewrite() -> None:
    assert keys(rule, Build().add("a", TWO).compact(["a"], "m")) == [(3, ("m",), ("GUL-4410", "TRN-9001"))]


def test_tokens_that_are_cited_later_come_first() -> None:
    finding = only(rule, Build().add("a", TWO).compact(["a"], "m").cite("TRN-9001"))
    assert finding.tokens == ("TRN-9001", "GUL-4410")
    assert finding.follows == "TRN-9001 is cited later"


def test_tokens_that_the_model_names_again_come_first_and_are_told() -> None:
    lost = Build(citations="implicit").add("a", f"{TWO}, PRT-3300").compact(["a"], "m")
    finding = only(rule, lost.add("t", "PRT-3300 it is", "assistant").tool_call("c", '{"ring": "TRN-9001"}', "k"))
    assert finding.tokens == ("TRN-9001", "PRT-3300", "GUL-4410")
    assert finding.follows == "TRN-9001 and PRT-3300 are named again later"
    assert [step.shows for step in finding.evidence[:2]] == ["held TRN-9001", "held PRT-3300"]


def test_what_is_named_before_the_rewrite_alone_is_not_told() -> None:
    build = Build(citations="implicit").add("a", TWO).add("t", "GUL-4410", "assistant").compact(["a", "t"], "m")
    assert only(rule, build).follows == ""


def test_what_is_cited_is_told_before_what_is_only_named() -> None:
    build = Build(citations="both").add("a", TWO).compact(["a"], "m").cite("TRN-9001")
    assert only(rule, build.add("t", "GUL-4410", "assistant")).follows == "TRN-9001 is cited later"


def test_the_message_counts_and_lists() -> None:
    build = Build().add("a", TWO).add("b", "notes").compact(["a", "b"], "m", "ring GUL-4410")
    assert only(rule, build).message == "the rewrite of 2 sources into m lost 1 of 2 verbatim tokens: TRN-9001"


def test_what_can_be_read_again_is_counted_apart() -> None:
    build = Build().add("a", "ring TRN-9001").add("b", "ring GUL-4410", external_copy="store://b")
    message = only(rule, build.compact(["a", "b"], "m")).message
    assert message.endswith("lost 1 of 2 verbatim tokens: TRN-9001; 1 more can be read again or was marked dispensable")


def test_a_token_in_the_surrogate_is_quiet() -> None:
    assert verdict(rule, Build().add("a", TWO).compact(["a"], "m", TWO)) == "clean"


def test_another_spelling_in_the_surrogate_is_quiet() -> None:
    build = Build().add("a", "commit 7be01c94aa52, wait 3500 ms").compact(["a"], "m", "7be01c94, 3.5 s")
    assert verdict(rule, build) == "clean"


def test_a_token_in_another_live_span_is_quiet() -> None:
    assert verdict(rule, Build().add("a", TWO).add("b", TWO, "user").compact(["a"], "m")) == "clean"


def test_a_token_in_a_span_that_left_before_fires() -> None:
    assert len(findings(rule, Build().add("b", TWO).evict("b").add("a", TWO).compact(["a"], "m"))) == 1


def test_a_pinned_token_is_quiet() -> None:
    build = Build().add("a", TWO).pin(tokens=["GUL-4410"]).compact(["a"], "m")
    assert keys(rule, build) == [(4, ("m",), ("TRN-9001",))]


def test_a_token_that_was_unpinned_fires() -> None:
    build = Build().add("a", "GUL-4410").pin(tokens=["GUL-4410"]).unpin(tokens=["GUL-4410"]).compact(["a"], "m")
    assert len(findings(rule, build)) == 1


def test_a_source_with_a_copy_is_quiet() -> None:
    assert verdict(rule, Build().add("a", TWO, external_copy="store://a").compact(["a"], "m")) == "clean"


def test_an_unnamed_copy_will_do() -> None:
    assert verdict(rule, Build().add("a", TWO, external_copy=True).compact(["a"], "m")) == "clean"


def test_one_holder_with_a_copy_is_enough() -> None:
    build = Build().add("a", TWO).add("b", "GUL-4410", external_copy="store://b").compact(["a", "b"], "m")
    assert keys(rule, build) == [(4, ("m",), ("TRN-9001",))]


def test_a_superseded_source_is_quiet() -> None:
    assert verdict(rule, Build().add("a", TWO, tags=["superseded"]).compact(["a"], "m")) == "clean"


def test_a_dispensable_source_beside_another_holder_fires() -> None:
    build = Build().add("a", TWO, tags=["dispensable"]).add("b", "GUL-4410").compact(["a", "b"], "m")
    assert keys(rule, build) == [(4, ("m",), ("GUL-4410",))]


def test_tokens_of_the_models_own_sources_count() -> None:
    assert len(findings(rule, Build().add("a", TWO, "assistant").compact(["a"], "m"))) == 1


def test_a_token_that_is_everywhere_is_quiet() -> None:
    build = Build()
    for number in range(8):
        build.add(f"s{number}", "in /srv/gulls/log")
    assert verdict(rule, build.compact([f"s{number}" for number in range(8)], "m")) == "clean"


def test_a_live_span_that_the_log_cut_leaves_it_open() -> None:
    assert verdict(rule, Build().add("a", TWO).add("b", complete=False).compact(["a"], "m")) == "not-judged"


def test_a_surrogate_that_the_log_cut_leaves_it_open() -> None:
    assert verdict(rule, Build().add("a", TWO).compact(["a"], "m", "", complete=False)) == "not-judged"


def test_a_source_that_the_log_cut_does_not() -> None:
    assert len(findings(rule, Build().add("a", TWO, complete=False).compact(["a"], "m"))) == 1


def test_it_is_a_warning_of_high_confidence() -> None:
    finding = only(rule, Build().add("a", TWO).compact(["a"], "m"))
    assert (finding.severity, finding.confidence, finding.edit) == ("warning", "high", 3)


def test_a_derived_rewrite_lowers_the_confidence() -> None:
    assert only(rule, Build().add("a", TWO).compact(["a"], "m", basis="derived")).confidence == "medium"


def test_an_inferred_source_of_a_lost_token_lowers_it_too() -> None:
    assert only(rule, Build().add("a", TWO, basis="inferred").compact(["a"], "m")).confidence == "low"


def test_the_evidence_shows_a_holder_of_each_of_the_first_losses_and_the_surrogate() -> None:
    build = Build().add("a", "GUL-4410").add("b", "TRN-9001").compact(["a", "b"], "m", "rings")
    assert [step.span for step in only(rule, build).evidence] == ["a", "b", "m"]


def test_each_rewrite_is_looked_at_and_no_eviction() -> None:
    build = Build().add("a", TWO).add("b", TWO).evict("b").compact(["a"], "m", TWO).compact(["m"], "n", TWO)
    assert said(rule, build) == [Looked(), Looked()]


def test_a_refused_rewrite_is_not_looked_at() -> None:
    assert said(rule, Build().add("a", TWO).compact(["a"], "m", refused=True)) == []


def test_a_list_of_many_is_cut_in_the_message_and_whole_in_the_key() -> None:
    build = Build().add("a", " ".join(f"GUL-{number}" for number in range(4410, 4450))).compact(["a"], "m")
    finding = only(rule, build)
    assert len(finding.tokens) == 40
    assert finding.message.endswith("and 37 more")


def test_large_numbers_have_separators() -> None:
    build = Build().add("a", " ".join(f"GUL-{number}" for number in range(4000, 5100))).compact(["a"], "m")
    message = only(rule, build).message
    assert "lost 1,100 of 1,100 verbatim tokens" in message
    assert message.endswith("and 1,097 more")
