"""Reasons: which lives hold falsifiers, when a phrase is in the window, what keeps a decision and its reasons there."""

from __future__ import annotations

from math import inf

import pytest

from ctxaudit.model import Decide, RejectedAlternative
from ctxaudit.sourcing import Book
from ctxaudit.sourcing.phrases import Phrases
from ctxaudit.sourcing.reasons import Reasons, may_hold_falsifiers
from ctxaudit.timeline import Timeline, replay
from tests.build import Build, span

DAM = "The dam was rejected because beavers chew it."


def made(build: Build) -> tuple[Timeline, Reasons]:
    timeline = replay(build.trace())
    return timeline, Reasons(timeline, Book(timeline).kept)


def reasons(build: Build) -> Reasons:
    return made(build)[1]


# --- falsifiers ---


@pytest.mark.parametrize("role", ["assistant", "user", "scratchpad"])
def test_own_words_may_hold_falsifiers(role: str) -> None:
    assert may_hold_falsifiers(span("a", DAM, role))


@pytest.mark.parametrize("role", ["system", "tool", "memory"])
def test_words_of_tools_and_of_the_host_may_not(role: str) -> None:
    assert not may_hold_falsifiers(span("a", DAM, role))


def test_the_falsifiers_of_a_removed_life_are_its_sentences() -> None:
    timeline, kept = made(Build().add("a", f"Built a weir. {DAM}", "assistant").evict("a"))
    assert [falsifier.sentence for falsifier in kept.falsifiers(timeline.lives[0])] == [DAM]


def test_a_life_that_no_edit_removed_is_not_searched() -> None:
    timeline, kept = made(Build().add("a", DAM, "assistant").checkpoint())
    assert kept.falsifiers(timeline.lives[0]) == ()


def test_a_flagged_result_of_a_tool_is_searched() -> None:
    timeline, kept = made(Build().add("a", DAM, falsifier=True).evict("a"))
    assert len(kept.falsifiers(timeline.lives[0])) == 1


# --- held ---


def test_a_sentence_is_held_while_a_text_that_holds_it_is_live() -> None:
    held = reasons(Build().add("x").add("a", DAM.upper()).evict("a").add("b", f"Note: {DAM}")).held(DAM)
    assert held.stretches == ((2, 3), (4, inf))


def test_a_revived_life_holds_again() -> None:
    held = reasons(Build().add("x").add("a", DAM).evict("a").checkpoint("x", "a")).held(DAM)
    assert held.stretches == ((2, 3), (4, inf))


def test_an_entry_holds_from_its_rewrite_on() -> None:
    build = Build().add("a").compact(["a"], "m", rejected_alternatives=[DAM])
    assert reasons(build).held(DAM).stretches == ((2, inf),)


def test_an_entry_of_two_parts_holds_when_both_stand_in_the_sentence() -> None:
    entry = {"alternative": "The Dam", "reason": "beavers chew it"}
    build = Build().add("a").compact(["a"], "m", rejected_alternatives=[entry])
    assert reasons(build).held(DAM).stretches == ((2, inf),)


def test_an_entry_of_two_parts_does_not_hold_another_sentence() -> None:
    entry = {"alternative": "the dam", "reason": "it silts up"}
    build = Build().add("a").compact(["a"], "m", rejected_alternatives=[entry])
    assert reasons(build).held(DAM).stretches == ()


def test_the_same_entry_counts_from_the_first_rewrite_that_has_it() -> None:
    build = Build().add("a").compact(["a"], "m", rejected_alternatives=[DAM])
    build.compact(["m"], "m2", rejected_alternatives=[DAM])
    assert reasons(build).promoted_texts(2) == [DAM]
    assert reasons(build).promoted_texts(1) == []


# --- phrases ---


def test_a_phrase_stands_at_word_edges_only() -> None:
    timeline, kept = made(Build().add("a", "The gates are shut.").add("b", "A gate, shut."))
    bearers = kept.phrase("gate")
    assert [life.id for life in timeline.lives if life in bearers] == ["b"]


def test_the_arguments_of_a_tool_call_are_read_decoded() -> None:
    bearers = reasons(Build().tool_call("c", '{"note": "open\\nthe gate"}', "k")).phrase("open the gate")
    assert bearers.serials == {0}


def test_a_phrase_without_words_stands_nowhere() -> None:
    assert reasons(Build().add("a", "")).phrase(" ").serials == frozenset()


def test_a_human_said_it_strictly_between_two_steps() -> None:
    bearers = reasons(Build().add("a", "gate", "tool").add("u", "The gate!", "user").add("b", "gate")).phrase("gate")
    assert bearers.said_by_human(0, 2)
    assert not bearers.said_by_human(1, 3)
    assert not bearers.said_by_human(0, 1)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("straße", "Die STRASSE ist zu."),
        ("STRASSE", "eine Strasse"),
        ("42", "row 42 is wrong"),
        ("ja", "Ja."),
        ("плотина", "Эта Плотина мала"),
        ("the deadlock_x test", "in the **dead**lock_x test"),
        ("\ud800 odd", "an \ud800 odd one"),
    ],
)
def test_no_spelling_hides_a_phrase_from_the_first_pass(phrase: str, text: str) -> None:
    assert Phrases(["nothing here", text]).holding(phrase) == [text]


def test_learning_many_phrases_changes_no_answer() -> None:
    texts = [f"row {number} of the sluice table" for number in range(30)]
    learned, plain = Phrases(texts), Phrases(texts)
    phrases = ["row 7 of", "sluice table", "row 7", "sluices"]
    learned.learn(phrases)
    assert [learned.holding(phrase) for phrase in phrases] == [plain.holding(phrase) for phrase in phrases]


def test_no_text_holds_anything_of_an_empty_trace() -> None:
    assert reasons(Build()).phrase("anything at all").serials == frozenset()


# --- decisions ---


def test_the_span_of_a_rejection_keeps_its_reason_there() -> None:
    timeline, kept = made(Build().add("n", "see there").decide("d", "weir").evict("n"))
    rejected = RejectedAlternative(alternative="dam", reason="beavers chew it", span="n")
    assert kept.reason(rejected, timeline.steps[1]).moments.stretches == ((1, 3),)


def test_a_span_that_comes_after_its_decision_is_meant_too() -> None:
    timeline, kept = made(Build().decide("d", "weir").add("n", "see there"))
    rejected = RejectedAlternative(alternative="dam", reason="", span="n")
    assert kept.reason(rejected, timeline.steps[0]).moments.stretches == ((2, inf),)


def test_a_later_life_of_the_same_id_is_not_meant() -> None:
    build = Build().add("n", "see there").decide("d", "weir").evict("n").restore("n", span("n", "new"), "model")
    timeline, kept = made(build)
    rejected = RejectedAlternative(alternative="dam", reason="", span="n")
    assert kept.reason(rejected, timeline.steps[1]).moments.stretches == ((1, 3),)


def test_a_life_read_back_is_meant_and_so_is_what_was_read_back_of_that() -> None:
    build = Build().add("n", "see there").decide("d", "weir").evict("n").restore("n", span("n2", "one"), "external")
    build.evict("n2").restore("n2", span("n3", "two"), "retained")
    timeline, kept = made(build)
    bearers = kept.reason(RejectedAlternative(alternative="dam", reason="", span="n"), timeline.steps[1])
    assert [life.id for life in bearers.named] == ["n", "n2", "n3"]


def test_a_decision_stands_in_its_span_and_in_texts_that_hold_its_choice() -> None:
    build = Build().add("s", "settled").add("t", "The Weir it is.").add("x").decide("d", "weir", span="s")
    timeline, kept = made(build)
    [(step, decide)] = timeline.of(Decide)
    bearers = kept.decision(decide, step)
    assert [life.id for life in timeline.lives if life in bearers] == ["s", "t"]


def test_a_gone_bearer_with_a_named_copy_is_found() -> None:
    build = Build().add("a", DAM).add("b", DAM).evict("a", reason="external-copy", copies={"a": "box/1"})
    kept = reasons(build)
    bearers = [kept.phrase("beavers chew it")]
    assert [kept.copied(bearers, moment) for moment in (2, 3)] == [False, True]


# --- texts that the log cut ---


def test_a_cut_text_of_somebodys_own_words_is_unread_while_it_is_live() -> None:
    kept = reasons(Build().add("x").add("a", "The da", "assistant", complete=False).evict("a"))
    assert [getattr(kept.unread_at(moment), "id", None) for moment in (1, 2, 3)] == [None, "a", None]


def test_a_cut_result_of_a_tool_is_not() -> None:
    assert reasons(Build().add("r", "rows", kind="read", complete=False)).unread_at(1) is None
