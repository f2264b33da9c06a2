"""altered-pin: a pinned token that stands nowhere any more, a pinned text in other words."""

from ctxaudit.model import Looked
from ctxaudit.rules import altered_pin as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict


def held(**source: str) -> Build:
    """`a` holds the pinned token; the pin is line 4."""
    return Build().add("a", "valve SLV-2040 is shut", **source).add("b", "the tank is full").pin(tokens=["SLV-2040"])


def pinned() -> Build:
    return Build().add("p", "Never open the hatch under way.", "system", pinned=True)


def test_the_edit_that_takes_the_last_holder_fires() -> None:
    assert keys(rule, held().evict("b", "a")) == [(5, ("a",), ("SLV-2040",))]


def test_a_summary_that_quotes_the_token_does_not_save_it() -> None:
    assert keys(rule, held().compact(["a"], "m", "SLV-2040 shut")) == [(5, ("a",), ("SLV-2040",))]


def test_a_pinned_summary_that_quotes_the_token_saves_it() -> None:
    assert verdict(rule, held().compact(["a"], "m", "SLV-2040 shut", pinned=True)) == "clean"


def test_a_second_source_saves_it() -> None:
    assert findings(rule, held().add("c", "tag SLV-2040").evict("a")) == []


def test_a_second_source_with_another_spelling_does_not() -> None:
    assert len(findings(rule, held().add("c", "tag slv-2040").evict("a"))) == 1


def test_all_holders_that_one_edit_removes_are_named_in_its_order() -> None:
    build = held().add("c", "tag SLV-2040").evict("c", "b", "a")
    assert keys(rule, build) == [(6, ("c", "a"), ("SLV-2040",))]


def test_two_tokens_lost_by_one_edit_are_one_finding() -> None:
    build = Build().add("a", "A-100 and B-200").pin(tokens=["B-200", "A-100"]).truncate("a")
    assert keys(rule, build) == [(4, ("a",), ("B-200", "A-100"))]


def test_a_token_that_was_unpinned_may_leave() -> None:
    assert findings(rule, held().unpin(tokens=["SLV-2040"]).evict("a")) == []


def test_a_token_that_stood_nowhere_cannot_be_lost() -> None:
    assert verdict(rule, Build().add("a").pin(tokens=["SLV-2040"]).evict("a")) == "clean"


def test_it_does_not_matter_who_edits() -> None:
    assert len(findings(rule, held().evict("a", by="human"))) == 1


def test_a_checkpoint_is_no_edit() -> None:
    assert findings(rule, held().checkpoint("b")) == []


def test_the_loss_of_a_pin_is_no_edit() -> None:
    build = held().compact(["a"], "m", "SLV-2040 shut", pinned=True).unpin("m")
    assert findings(rule, build) == []


def test_a_restore_that_replaces_a_pinned_holder_fires() -> None:
    build = held().compact(["a"], "m", "SLV-2040 shut", pinned=True).restore("m", span("r", "valve shut"), "model")
    assert keys(rule, build) == [(6, ("m",), ("SLV-2040",))]


def test_a_pinned_source_in_a_pinned_surrogate_with_other_words_fires() -> None:
    build = pinned().compact(["p"], "q", "Hatch shut under way.", pinned=True)
    assert keys(rule, build) == [(3, ("p", "q"), ())]


def test_a_pinned_surrogate_that_holds_it_whole_is_quiet() -> None:
    build = pinned().compact(["p"], "q", "Rules: Never open\nthe hatch  under way. Ever.", pinned=True)
    assert verdict(rule, build) == "clean"


def test_a_surrogate_that_is_not_pinned_is_another_rules_business() -> None:
    assert findings(rule, pinned().compact(["p"], "q", "Hatch shut.")) == []


def test_an_unpinned_source_may_be_put_in_other_words_in_a_pinned_surrogate() -> None:
    build = Build().add("a", "the hatch sticks").compact(["a"], "q", "hatch", pinned=True)
    assert findings(rule, build.add("b")) == []


def test_a_restore_that_brings_a_pinned_id_back_with_other_text_fires() -> None:
    build = pinned().evict("p").restore("p", span("p", "Open the hatch when you like."))
    assert keys(rule, build) == [(4, ("p",), ())]


def test_a_restore_with_the_same_text_is_quiet() -> None:
    assert findings(rule, pinned().evict("p").restore("p", span("p", "Never open the hatch\nunder way."))) == []


def test_an_id_that_was_unpinned_before_it_left_may_come_back_changed() -> None:
    assert findings(rule, pinned().unpin("p").evict("p").restore("p", span("p", "Open it."))) == []


def test_another_id_may_have_other_text() -> None:
    assert findings(rule, pinned().evict("p").restore("p", span("q", "Open it."))) == []


def test_events_while_something_is_pinned_are_counted() -> None:
    looked = [word.count for word in said(rule, held().add("c").call()) if isinstance(word, Looked)]
    assert looked == [2]


def test_a_pinned_span_counts_while_it_is_live() -> None:
    looked = [word.count for word in said(rule, pinned().add("a").evict("p").add("b")) if isinstance(word, Looked)]
    assert looked == [2]


def test_a_trace_without_pins_is_not_judged() -> None:
    assert verdict(rule, Build().add("a").evict("a")) == "not-judged"


def test_it_is_an_error_that_names_the_token() -> None:
    finding = only(rule, held().evict("a"))
    assert finding.severity == "error"
    assert finding.message == "pinned SLV-2040 stands in no source and no pinned span any more"


def test_the_evidence_shows_the_holder_and_what_stands_there_now() -> None:
    evidence = only(rule, held().compact(["a"], "m", "SLV-2040 shut")).evidence
    assert [step.span for step in evidence] == ["a", "m"]


def test_confidence_is_that_of_the_weakest_event() -> None:
    assert only(rule, held().evict("a", basis="derived")).confidence == "medium"
