"""Lives, not ids: what begins one, what it is called, whom it comes from."""

from __future__ import annotations

import pytest

from tests.build import Build, span
from tests.timeline.asking import life, timeline_of, window

LONG = "The ferry to the north pier leaves at noon and comes back in the evening."


# --- one id, several lives ---


def test_a_restore_of_an_id_begins_a_second_life_and_the_first_stays_gone() -> None:
    timeline = timeline_of(
        Build().add("a", "first text").evict("a").restore("a", span("a", "second text"), source="model")
    )
    first, second = timeline.lives_of("a")
    assert (first.span.text, first.attribution) == ("first text", "evicted-as-dispensable")
    assert (second.span.text, second.attribution) == ("second text", None)


def test_each_life_keeps_its_own_attribution() -> None:
    build = Build().add("a").evict("a").restore("a", span("a")).compact(["a"], "m")
    assert [one.attribution for one in timeline_of(build).lives_of("a")] == [
        "evicted-as-dispensable",
        "rewritten-with-surrogate",
    ]


def test_a_life_is_live_from_its_step_to_the_step_that_takes_it() -> None:
    timeline = timeline_of(Build().add("x").add("a").add("y").evict("a").add("z"))
    assert [life(timeline, "a").live_at(moment) for moment in range(6)] == [False, False, True, True, False, False]


def test_a_life_is_gone_only_after_it_was_there() -> None:
    timeline = timeline_of(Build().add("x").add("a").evict("a"))
    assert [life(timeline, "a").gone_at(moment) for moment in range(4)] == [False, False, False, True]


def test_the_last_life_at_a_moment_is_the_newest_that_had_begun() -> None:
    timeline = timeline_of(Build().add("a").evict("a").restore("a", span("a")))
    first, second = timeline.lives_of("a")
    assert [timeline.last_life("a", moment) for moment in range(4)] == [None, first, first, second]


def test_an_id_that_never_entered_has_no_life() -> None:
    timeline = timeline_of(Build().add("a"))
    assert timeline.last_life("b", 1) is None
    assert timeline.lives_of("b") == []


# --- surrogates and derivatives ---


def test_a_rewrites_surrogate_is_a_derivative() -> None:
    assert life(timeline_of(Build().add("a", LONG).compact(["a"], "m", "Ferry at noon.")), "m").derivative


def test_a_restore_from_the_model_is_a_derivative() -> None:
    build = Build().add("a", LONG).evict("a").restore("a", span("a", LONG), source="model")
    assert life(timeline_of(build), "a").derivative


@pytest.mark.parametrize("source", ["external", "retained"])
def test_a_restore_from_a_kept_copy_is_none(source: str) -> None:
    build = Build().add("a", LONG).evict("a").restore("a", span("a", LONG), source=source)
    assert not life(timeline_of(build), "a").derivative


@pytest.mark.parametrize("keys", [{"lossy": True}, {"provenance": ["gone"]}])
def test_an_added_span_that_says_that_it_stands_for_others_is_a_derivative(keys: dict[str, object]) -> None:
    assert life(timeline_of(Build().add("m", "a note", **keys)), "m").derivative


def test_neither_the_kind_summary_nor_the_words_of_a_text_make_a_surrogate() -> None:
    timeline = timeline_of(Build().add("m", "Summary of the conversation so far.", "memory", kind="summary"))
    assert not life(timeline, "m").surrogate


def test_a_surrogate_that_holds_every_source_whole_is_lossless_and_no_derivative() -> None:
    joined = f"Both notes:\n\n{LONG}\n   The   pier is closed. "
    build = Build().add("a", LONG).add("b", "The pier\nis closed.").compact(["a", "b"], "m", joined)
    surrogate = life(timeline_of(build), "m")
    assert (surrogate.surrogate, surrogate.lossless, surrogate.derivative) == (True, True, False)


def test_white_space_alone_may_differ_in_a_lossless_surrogate_and_case_may_not() -> None:
    build = Build().add("a", "The Pier").compact(["a"], "m", "the pier")
    assert life(timeline_of(build), "m").derivative


def test_a_surrogate_that_leaves_one_source_out_is_lossy() -> None:
    build = Build().add("a", LONG).add("b", "The pier is closed.").compact(["a", "b"], "m", LONG)
    assert not life(timeline_of(build), "m").lossless


def test_a_whole_copy_of_a_derivative_is_still_a_derivative() -> None:
    build = Build().add("a", LONG).compact(["a"], "m1", "Ferry at noon.").compact(["m1"], "m2", "Ferry at noon.")
    assert life(timeline_of(build), "m2").derivative


def test_only_live_sources_decide_whether_a_surrogate_is_lossless() -> None:
    build = Build().add("a", LONG).add("b", "Other words.").evict("b").compact(["a", "b"], "m", LONG)
    assert life(timeline_of(build), "m").lossless


def test_a_rewrite_of_nothing_live_is_no_lossless_join() -> None:
    assert life(timeline_of(Build().compact(["never"], "m", "words")), "m").derivative


def test_the_models_own_words_and_derivatives_are_no_evidence() -> None:
    timeline = timeline_of(Build().add("said", role="assistant").add("read").add("x").compact(["x"], "m", role="tool"))
    assert [life(timeline, name).evidence for name in ("said", "read", "m")] == [False, True, False]


# --- parents, ancestors, originals, depth ---


def test_the_parents_of_a_surrogate_are_its_live_sources() -> None:
    build = Build().add("a").add("b").evict("b").compact(["a", "b"], "m")
    assert [parent.id for parent in life(timeline_of(build), "m").parents] == ["a"]


def test_the_parent_of_a_restored_life_is_the_last_life_of_what_it_brings_back() -> None:
    timeline = timeline_of(Build().add("a").evict("a").restore("a", span("again")))
    assert life(timeline, "again").parents == (life(timeline, "a"),)


def test_the_parents_of_an_added_span_are_the_known_lives_that_its_provenance_names() -> None:
    timeline = timeline_of(Build().add("a").add("m", provenance=["a", "never"]))
    assert life(timeline, "m").parents == (life(timeline, "a"),)


def test_ancestors_reach_through_every_rewrite_nearest_first() -> None:
    build = Build().add("a").add("b").compact(["a"], "m1").compact(["m1", "b"], "m2")
    assert [one.id for one in life(timeline_of(build), "m2").ancestors()] == ["m1", "b", "a"]


def test_lives_that_a_provenance_names_are_ancestors_too() -> None:
    build = Build().add("a").add("b").compact(["a"], "m", provenance=("a", "b"))
    assert {one.id for one in life(timeline_of(build), "m").ancestors()} == {"a", "b"}


def test_an_original_is_its_own_original() -> None:
    timeline = timeline_of(Build().add("a"))
    assert life(timeline, "a").originals() == [life(timeline, "a")]


def test_the_originals_of_a_chain_are_the_spans_at_its_start() -> None:
    build = Build().add("a").add("b").compact(["a"], "m1").compact(["m1", "b"], "m2")
    assert [one.id for one in life(timeline_of(build), "m2").originals()] == ["a", "b"]


def test_what_only_a_provenance_names_is_an_original_too() -> None:
    build = Build().add("a").add("b").compact(["a"], "m", provenance=("b",))
    assert [one.id for one in life(timeline_of(build), "m").originals()] == ["a", "b"]


def test_a_derivative_of_nothing_known_has_no_originals() -> None:
    assert life(timeline_of(Build().add("m", lossy=True)), "m").originals() == []


def test_depth_counts_derivatives_on_the_longest_way_down() -> None:
    build = Build().add("a").add("b").compact(["a"], "m1").compact(["m1", "b"], "m2")
    timeline = timeline_of(build)
    assert [life(timeline, name).depth for name in ("a", "m1", "m2")] == [0, 1, 2]


def test_a_lossless_join_has_depth_nought() -> None:
    assert life(timeline_of(Build().add("a", LONG).compact(["a"], "m", LONG)), "m").depth == 0


def test_an_id_that_restores_itself_over_and_over_is_no_endless_chain() -> None:
    build = Build().add("a")
    for _ in range(50):
        build.evict("a").restore("a", span("a", provenance=["a"]), source="model")
    last = life(timeline_of(build), "a")
    assert (last.depth, [one.entered for one in last.originals()]) == (50, [0])


# --- marks and copies ---


@pytest.mark.parametrize(("tags", "marked"), [(["dispensable"], True), (["x", "superseded"], True), (["poll"], False)])
def test_two_tags_mark_a_span_as_dispensable(tags: list[str], marked: bool) -> None:
    assert life(timeline_of(Build().add("a", tags=tags)), "a").dispensable is marked


@pytest.mark.parametrize(
    ("own", "named", "reference", "has_copy"),
    [
        (None, None, None, False),
        ("", None, None, False),
        (True, None, None, True),
        ("store://a", None, "store://a", True),
        (None, "store://a", "store://a", True),
        (True, "store://a", "store://a", True),
        ("store://own", "", "store://own", True),
        (None, "", None, False),
    ],
)
def test_a_copy_is_named_by_a_string_only(
    own: object, named: str | None, reference: str | None, has_copy: bool
) -> None:
    copies = {} if named is None else {"a": named}
    build = Build().add("a", external_copy=own).evict("a", reason="external-copy", copies=copies)
    gone = life(timeline_of(build), "a")
    assert (gone.named_copy, gone.has_copy) == (reference, has_copy)


def test_a_copy_that_an_evict_names_for_another_span_is_not_its_copy() -> None:
    build = Build().add("a").add("b").evict("a", "b", reason="external-copy", copies={"b": "store://b"})
    assert not life(timeline_of(build), "a").has_copy


# --- pins ---


def test_a_span_may_be_pinned_from_the_start_or_by_an_event_until_it_is_unpinned() -> None:
    timeline = timeline_of(Build().add("a", pinned=True).add("b").pin("b").unpin("b").add("c"))
    assert [one.id for one in timeline.lives if one.pinned_at(3)] == ["a", "b"]
    assert [one.id for one in timeline.lives if one.pinned_at(timeline.end)] == ["a"]


def test_a_span_that_one_event_pins_twice_is_unpinned_once() -> None:
    timeline = timeline_of(Build().add("a").pin("a", "a").add("b").unpin("a"))
    assert life(timeline, "a").pins == ((2, 4),)


def test_a_pinned_span_that_left_is_no_longer_in_the_pinned_block() -> None:
    timeline = timeline_of(Build().add("a", pinned=True).evict("a"))
    assert not life(timeline, "a").pinned_at(timeline.end)


def test_a_token_is_pinned_from_its_pin_to_its_unpin() -> None:
    timeline = timeline_of(Build().pin(tokens=["K-1", "K-2"]).unpin(tokens=["K-1"]).pin(tokens=["K-2"]))
    assert [timeline.pinned_tokens_at(moment) for moment in range(4)] == [[], ["K-1", "K-2"], ["K-2"], ["K-2"]]


def test_a_token_may_be_pinned_again() -> None:
    timeline = timeline_of(Build().pin(tokens=["K-1"]).unpin(tokens=["K-1"]).pin(tokens=["K-1"]))
    assert [timeline.pinned_tokens_at(moment) for moment in range(4)] == [[], ["K-1"], [], ["K-1"]]


def test_pinning_what_is_not_live_is_a_problem() -> None:
    timeline = timeline_of(Build().add("a").evict("a").pin("a", "never"))
    assert [problem.problem for problem in timeline.problems] == ["not-live", "unknown-span"]
    assert window(timeline) == []


# --- what they fill ---


def test_a_span_fills_the_part_of_what_it_is() -> None:
    build = Build().add("sys", role="system").add("a").add("b").compact(["a"], "m").compact(["b"], "n", "some words")
    timeline = timeline_of(build.add("t", role="assistant"))
    filled = {one.id: one.fills for one in timeline.lives}
    assert filled == {
        "sys": "system", "a": "sources", "b": "sources", "m": "surrogates", "n": "sources", "t": "sources",
    }  # fmt: skip
