"""How the text of a life is read, and what is asked about all of them."""

import random

import pytest

from ctxaudit.sourcing import Book
from ctxaudit.sourcing.book import distinct, literal_token
from ctxaudit.timeline import replay
from ctxaudit.verbatim import Token, token_from
from tests.build import Build, span


def book(build: Build) -> Book:
    return Book(replay(build.trace()))


def texts(read: Book, serial: int = 0) -> list[str]:
    return [token.text for token in read.tokens(read.timeline.lives[serial])]


def token(text: str) -> Token:
    found = token_from(text)
    assert found is not None
    return found


def test_a_tool_call_is_read_decoded() -> None:
    read = book(Build().tool_call("c", '{"log_path": "logs/mast.txt", "note": "a\\nb"}', "k"))
    assert read.read(read.timeline.lives[0]) == "logs/mast.txt\na\nb"


def test_the_keys_of_arguments_are_no_tokens() -> None:
    assert texts(book(Build().tool_call("c", '{"gauge_name_long": "plain words"}', "k"))) == []


def test_arguments_that_are_no_json_are_read_as_they_are() -> None:
    assert texts(book(Build().tool_call("c", "open GUL-4410 now", "k"))) == ["GUL-4410"]


def test_quoted_words_are_tokens_in_prose() -> None:
    assert texts(book(Build().add("a", "run `pull the rope 3`", "user"))) == ["pull the rope 3"]


def test_quoted_words_of_tools_and_hosts_are_none() -> None:
    build = Build().add("a", "run `pull the rope 3`").add("b", "run `pull the rope 3`", "system")
    build.add("c", "run `pull the rope 3`", "user", kind="read")
    assert [texts(book(build), serial) for serial in range(3)] == [[], [], []]


def test_a_loose_text_is_read_alike() -> None:
    assert [found.text for found in book(Build()).tokens_in("GUL-4410", prose=False)] == ["GUL-4410"]


def test_places_are_serials_of_lives_of_all_times() -> None:
    read = book(Build().add("a", "GUL-4410").evict("a").add("b", "gull GUL-4410"))
    assert read.places(token("GUL-4410")) == {0, 1}


def test_a_token_of_nearly_every_span_is_too_common() -> None:
    build = Build()
    for number in range(8):
        build.add(f"s{number}", "in /srv/gulls/log")
    assert book(build).too_common(0)  # the catalogue's one token


def test_a_token_of_seven_spans_is_not() -> None:
    build = Build()
    for number in range(7):
        build.add(f"s{number}", "in /srv/gulls/log")
    assert not book(build).too_common(0)


def test_in_a_long_trace_a_twentieth_of_the_spans_is_needed() -> None:
    build = Build()
    for number in range(200):
        build.add(f"s{number}", "in /srv/gulls/log" if number < 9 else "words")
    assert not book(build).too_common(0)


def test_a_pinned_token_is_a_text_of_its_own() -> None:
    read = book(Build().pin(tokens=["GUL-4410"]))
    assert read.pin_that_holds(token("GUL-4410"), 1) == "GUL-4410"


def test_a_pinned_token_holds_another_spelling() -> None:
    read = book(Build().pin(tokens=["7be01c94aa52"]))
    assert read.pin_that_holds(token("7be01c94"), 1) == "7be01c94aa52"


def test_a_token_is_not_pinned_before_its_pin_and_after_its_unpin() -> None:
    read = book(Build().pin(tokens=["GUL-4410"]).unpin(tokens=["GUL-4410"]))
    assert [read.pin_that_holds(token("GUL-4410"), moment) for moment in (0, 2)] == [None, None]


def body(text: str, **keys: object) -> list[str]:
    read = book(Build().add("a").rewrite(["a"], span("m", text, "memory", **keys)))
    return [found.text for found in read.body_tokens(read.timeline.lives[1])]


def test_the_body_of_a_surrogate_is_read() -> None:
    assert body("gull GUL-4410") == ["GUL-4410"]


def test_headings_labels_and_bracketed_lines_are_the_templates() -> None:
    assert body("# GUL-4410\nTRN-4410:\n <AUK-4410> \n[SKU-4410]\nRAZ-4410") == ["RAZ-4410"]


def test_a_line_with_words_outside_the_brackets_is_the_surrogates_own() -> None:
    assert body("<b>GUL-4410</b>\n[x] TRN-4410") == ["GUL-4410", "TRN-4410"]


def test_what_the_harness_puts_around_the_body_is_left_out() -> None:
    assert body("GUL-4410. TRN-4410. AUK-4410", body_start=10, body_end=19) == ["TRN-4410"]


def test_an_added_span_has_no_body() -> None:
    read = book(Build().add("a", "GUL-4410"))
    assert read.body_tokens(read.timeline.lives[0]) == ()
    assert read.body(read.timeline.lives[0]) == ""


def test_of_tokens_that_are_the_same_the_first_is_kept() -> None:
    spelled = ["7be01c94aa52", "7be01c94", "GUL-4410"]
    assert [found.text for found in distinct(map(token, spelled))] == ["7be01c94aa52", "GUL-4410"]


def test_a_literal_has_its_white_space_folded() -> None:
    assert literal_token("pull  the\nrope").canonical == "pull the rope"


def test_hostile_text_is_read() -> None:
    read = book(Build().add("a", "\ud800 GUL-4410 \x00").add("b", "").tool_call("c", '{"x": "\\ud800"}', "k"))
    assert read.places(token("GUL-4410")) == {0}


@pytest.mark.parametrize("seed", range(6))
def test_the_pin_that_holds_a_token_is_the_first_of_those_that_stand_at_the_moment(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["door LOCK-88", "LOCK-88 and GUL-4410", "GUL-4410", "LOCK-88"]
    build = Build().add("a", "door LOCK-88, then GUL-4410")
    for _ in range(20):
        some = rng.sample(texts, rng.randint(1, 2))
        build = build.pin(tokens=some) if rng.random() < 0.6 else build.unpin(tokens=some)
    timeline = replay(build.trace())
    asked = Book(timeline).tokens(timeline.lives[0])
    assert len(asked) >= 2
    for moment in range(timeline.end + 1):
        for token in asked:
            pinned = timeline.pinned_tokens_at(moment)
            expected = next((text for text in pinned if token.text in text), None)
            assert Book(timeline).pin_that_holds(token, moment) == expected
