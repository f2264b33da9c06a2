"""Words in a text."""

from __future__ import annotations

import random

import pytest

from ctxaudit.verbatim import WordFinder, word_hits
from ctxaudit.verbatim.literal import first_place
from ctxaudit.verbatim.word_hits import without_long_runs

RUN = "ab" * 200


def hits(words: list[str], text: str) -> set[str]:
    found = list(WordFinder(words).hits(text))
    assert all(text[start:end] == words[word] for word, start, end in found)
    return {words[word] for word, _, _ in found}


@pytest.mark.parametrize("seed", range(10))
def test_every_whole_word_is_met_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    words = list({"".join(rng.choices("ab/.é_7", k=rng.randint(1, 4))) for _ in range(60)})
    for _ in range(60):
        text = "".join(rng.choices("ab/.é _7", k=rng.randint(0, 12)))
        assert hits(words, text) == {word for word in words if first_place(word, text) >= 0}


def test_a_part_of_a_longer_word_is_left_out() -> None:
    found = [hits(["a.py:1", "cat"], text) for text in ("in a.py:118", "in a.py:1.", "category", "x_cat", "cat")]
    assert found == [set(), {"a.py:1"}, set(), set(), {"cat"}]


def test_one_whole_word_beside_longer_ones_is_enough() -> None:
    assert list(WordFinder(["cat"]).hits("category cat")) == [(0, 9, 12)]


def test_what_begins_with_a_sign_may_follow_a_letter() -> None:
    assert hits(["_cat", "()", "/cat"], "a_cat() a/cat") == {"_cat", "()", "/cat"}


def test_words_that_overlap_are_all_met() -> None:
    assert hits(["b/c", "a/b/c", "c"], "a/b/c") == {"b/c", "a/b/c", "c"}


def test_places_are_counted_in_letters() -> None:
    assert list(WordFinder(["cat"]).hits("é cat écat")) == [(0, 2, 5)]


def test_a_word_at_either_end_of_the_text_is_met() -> None:
    assert hits(["cat", "dog"], "cat and dog") == {"cat", "dog"}


def test_an_empty_text_and_no_words_have_no_hits() -> None:
    assert list(WordFinder(["cat"]).hits("")) == []
    assert list(WordFinder([]).hits("cat")) == []


def test_places_in_later_chunks_are_places_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_hits, "_CHUNK", 10)
    text = "one cat\nno category here\ncat\n\ncat"
    assert list(WordFinder(["cat"]).hits(text)) == [(0, 4, 7), (0, 25, 28), (0, 30, 33)]


def test_a_run_that_is_longer_than_any_word_holds_none() -> None:
    text = f"x {RUN} /cat {RUN}/cat"
    masked = without_long_runs(text)
    assert len(masked) == len(text)
    assert RUN[:9] not in masked
    assert hits(["ab", "/cat"], text) == {"/cat"}


def test_what_stands_beside_a_long_run_is_judged_by_its_letters() -> None:
    assert hits(["25", "-x"], f"{'7' * 300},25 {'7' * 300}-x") == {"-x"}
    assert hits(["a\0\0"], f"a-{RUN} a\0\0") == {"a\0\0"}
    assert hits(["-\0\0"], f"a-{RUN}") == set()


def test_lone_surrogates_are_no_letters_of_a_word() -> None:
    assert hits(["\ufffd", "cat"], "\ud800 cat") == {"cat"}
    assert hits(["\ufffd"], "\ufffd \ud800") == {"\ufffd"}


def test_a_run_as_long_as_a_word_may_be_is_left_alone() -> None:
    assert without_long_runs("a" * 200) == "a" * 200
