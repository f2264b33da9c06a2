"""What rewrites kept and lost."""

import random

import pytest

from ctxaudit.model import Retention
from ctxaudit.sourcing import Book, Claim, read_claims, retention
from ctxaudit.sourcing.losses import Weighed, weigh_rewrites
from ctxaudit.timeline import replay
from tests.build import Build
from tests.verbatim import generator


def rows(build: Build) -> tuple[Retention, ...]:
    return retention(all_weighed(build))


def weighed(build: Build) -> Weighed:
    [row] = all_weighed(build)
    return row


def all_weighed(build: Build) -> tuple[Weighed, ...]:
    timeline = replay(build.trace())
    book = Book(timeline)
    return weigh_rewrites(timeline, book, lambda: read_claims(timeline, book))


def lost(build: Build) -> list[str]:
    return [loss.token.text for loss in weighed(build).lost]


TWO = "rings GUL-4410 and TRN-9001"


def test_what_the_surrogate_holds_is_kept() -> None:
    assert lost(Build().add("a", TWO).compact(["a"], "m", "GUL-4410")) == ["TRN-9001"]


def test_what_another_live_span_holds_is_kept() -> None:
    assert lost(Build().add("a", TWO).add("b", "TRN-9001").compact(["a"], "m")) == ["GUL-4410"]


def test_what_an_earlier_span_held_that_left_is_lost() -> None:
    assert lost(Build().add("b", TWO).evict("b").add("a", TWO).compact(["a"], "m")) == ["GUL-4410", "TRN-9001"]


def test_another_spelling_keeps_it() -> None:
    build = Build().add("a", "commit 7be01c94aa52, wait 3500 ms").compact(["a"], "m", "7be01c94, 3.5 s")
    assert lost(build) == []


def test_a_pinned_token_is_neither_kept_nor_lost() -> None:
    row = rows(Build().add("a", TWO).pin(tokens=["GUL-4410"]).compact(["a"], "m"))[0]
    assert (row.tokens_in_sources, row.kept, row.pinned, row.lost) == (2, 0, 1, 1)


def test_a_token_that_is_everywhere_does_not_count() -> None:
    build = Build()
    for number in range(8):
        build.add(f"s{number}", "words GUL-4410")
    names = [f"s{number}" for number in range(8)]
    assert weighed(build.compact(names, "m")).tokens == 0


def test_two_spellings_of_one_token_count_once() -> None:
    build = Build().add("a", "7be01c94aa52").add("b", "7be01c94").compact(["a", "b"], "m")
    assert lost(build) == ["7be01c94aa52"]


def test_losses_that_are_cited_later_come_first() -> None:
    build = Build().add("a", TWO).compact(["a"], "m").cite("TRN-9001")
    assert lost(build) == ["TRN-9001", "GUL-4410"]


def test_losses_that_are_named_again_come_before_those_of_more_sources() -> None:
    build = Build(citations="implicit").add("a", TWO).add("b", "GUL-4410").compact(["a", "b"], "m")
    assert lost(build) == ["GUL-4410", "TRN-9001"]
    assert lost(build.add("t", "TRN-9001", "assistant")) == ["TRN-9001", "GUL-4410"]


def test_losses_that_are_cited_come_before_those_that_are_named_more_often() -> None:
    build = Build(citations="both").add("a", TWO).compact(["a"], "m").cite("TRN-9001")
    for name in ("t", "u"):
        build.add(name, "GUL-4410", "assistant")
    assert [(loss.token.text, loss.later_cites, loss.named_later) for loss in weighed(build).lost] == [
        ("TRN-9001", 1, 1),
        ("GUL-4410", 0, 2),
    ]


def test_without_a_rewrite_no_claim_is_read() -> None:
    timeline = replay(Build().add("a", TWO).evict("a").trace())

    def unasked() -> list[Claim]:
        raise AssertionError("nothing was rewritten")

    assert weigh_rewrites(timeline, Book(timeline), unasked) == ()


def test_losses_of_more_sources_come_before_others() -> None:
    build = Build().add("a", TWO).add("b", "TRN-9001").compact(["a", "b"], "m")
    assert lost(build) == ["TRN-9001", "GUL-4410"]


def test_a_cite_before_the_rewrite_is_no_later_one() -> None:
    assert weighed(Build().add("a", TWO).cite("TRN-9001").compact(["a"], "m")).lost[0].later_cites == 0


def test_a_row_adds_up() -> None:
    row = rows(Build().add("a", TWO).compact(["a"], "m", "GUL-4410"))[0]
    assert (row.line, row.surrogate) == (3, "m")
    assert row.tokens_in_sources == row.kept + row.pinned + row.lost == 2


def test_a_later_cite_needs_what_was_lost() -> None:
    row = rows(Build().add("a", TWO).compact(["a"], "m").cite("TRN-9001"))[0]
    assert (row.needed_later, row.needed_tokens, row.lost_tokens) == (1, ("TRN-9001",), ("TRN-9001", "GUL-4410"))


def test_a_later_lookup_needs_what_was_lost() -> None:
    row = rows(Build().add("a", TWO).compact(["a"], "m").tool_call("c", '{"ring": "TRN-9001"}', "k"))[0]
    assert row.needed_tokens == ("TRN-9001",)


def test_a_later_implicit_claim_needs_what_was_lost() -> None:
    build = Build(citations="implicit").add("a", TWO).compact(["a"], "m").add("t", "TRN-9001", "assistant")
    assert rows(build)[0].needed_tokens == ("TRN-9001",)


def test_an_earlier_lookup_does_not() -> None:
    row = rows(Build().add("a", TWO).tool_call("c", '{"ring": "TRN-9001"}', "k").compact(["a", "c"], "m"))[0]
    assert row.needed_later == 0


def test_words_of_the_user_do_not() -> None:
    assert rows(Build().add("a", TWO).compact(["a"], "m").add("u", "TRN-9001", "user"))[0].needed_later == 0


def test_each_rewrite_has_a_row() -> None:
    build = Build().add("a", TWO).compact(["a"], "m", "GUL-4410").compact(["m"], "n")
    assert [(row.surrogate, row.lost) for row in rows(build)] == [("m", 1), ("n", 1)]


def test_a_rewrite_whose_surrogate_cannot_be_read_has_none() -> None:
    assert rows(Build().add("a", TWO).compact(["a"], "m", "", complete=False)) == ()


def test_a_source_that_the_log_cut_is_weighed_by_what_is_there() -> None:
    assert rows(Build().add("a", TWO, complete=False).compact(["a"], "m"))[0].lost == 2


def test_a_refused_rewrite_has_none() -> None:
    assert rows(Build().add("a", TWO).compact(["a"], "m", refused=True)) == ()


def test_a_trace_without_rewrites_has_none() -> None:
    assert rows(Build().add("a", TWO).evict("a")) == ()


def test_a_token_that_a_later_claim_misspells_was_needed() -> None:
    build = (
        Build(citations="explicit")
        .add("log", "the gate opens with code GTE-4471 at dawn", "tool", kind="read")
        .turn(1)
        .compact(["log"], "m", "the gate has a code")
        .turn(2)
        .add("a", "The code is GTE-4417.", "assistant")
        .cite("GTE-4417", claim="a")
    )
    [row] = rows(build)
    assert row.needed_tokens == ("GTE-4471",)


QUOTED = "run `what-robert-said` now"  # only in quotes it is a token


def test_letters_without_a_token_keep_it() -> None:
    build = Build().add("a", QUOTED, "user")
    assert lost(build.add("b", "see what-robert-said", "user").compact(["a"], "m")) == []


def test_letters_that_have_left_by_then_do_not() -> None:
    build = Build().add("a", QUOTED, "user").add("b", "see what-robert-said", "user").evict("b")
    assert lost(build.compact(["a"], "m")) == ["what-robert-said"]


def test_letters_in_a_later_tool_call_need_it() -> None:
    build = Build().add("a", QUOTED, "user").tool_call("b", '{"q": "what-robert-said"}', "k").compact(["a", "b"], "m")
    assert [row.needed_tokens for row in rows(build)] == [()]
    build.tool_call("c", '{"q": "see what-robert-said"}', "l")
    assert [row.needed_tokens for row in rows(build)] == [("what-robert-said",)]


def test_letters_in_a_source_with_a_copy_make_it_a_holder() -> None:
    build = Build().add("a", QUOTED, "user").add("b", "see what-robert-said", external_copy="store://b")
    [loss] = weighed(build.compact(["a", "b"], "m")).lost
    assert [life.id for life in loss.holders] == ["a", "b"]


def session(seed: int) -> Build:
    """Spans that share identifiers, some of which leave again or are rewritten."""
    rng, build = random.Random(seed), Build()
    for number in range(14):
        build.add(f"s{number}", generator.text(rng, 6), rng.choice(("tool", "user", "assistant")))
        if number % 4 == 2:
            build.evict(f"s{number - 1}")
        if number % 5 == 4:
            build.compact([f"s{number}", f"s{number - 4}"], f"m{number}", generator.text(rng, 4))
    return build


@pytest.mark.parametrize("seed", range(12))
def test_what_is_lost_is_what_no_live_span_holds(seed: int) -> None:
    timeline = replay(session(seed).trace())
    book = Book(timeline)
    for row in weigh_rewrites(timeline, book, list):
        live = {life.serial for life in timeline.live_at(row.step.after)}
        tokens = dict.fromkeys(token for life in row.step.left for token in book.tokens(life))
        numbers = {book.catalogue.number(token): token for token in tokens}
        taken = [number for number in book.distinct(n for n in numbers if n is not None) if not book.too_common(number)]
        expected = {numbers[number] for number in taken if live.isdisjoint(book.places(numbers[number]))}
        assert {loss.token for loss in row.lost} == expected
        assert row.tokens == len(taken)
