"""Folding: which differences do not count, and where a folded sentence stands."""

import pytest

from ctxaudit.falsifiers import fold, held_verbatim


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- The lock is slow.", "The lock is slow"),
        ("  12. [x] The lock is slow", "the lock is slow"),
        ("The **lock** is _slow_!", "The lock is slow."),
        ("## The lock is slow:", "the lock is slow"),
        ("See [the page](https://host.example/a) here", "See the page here"),
        ("See ![a chart](chart.png) here", "See a chart here"),
        ("a — b – c -- d", "a - b - c - d"),
        ("it’s ‘so’", "it's 'so'"),
        ('the "old" “lock”', "the old lock"),
        ("wide\u00a0open\r\n  space", "wide open space"),
        ("| Kafka | too heavy |", "Kafka | too heavy"),
        ("`max_size` ~~gone~~", "max_size gone"),
        ("STRASSE", "straße"),
    ],
)
def test_a_difference_that_does_not_count_is_folded_away(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("port 80", "port 81"), ("a lock", "alock"), ("not it", "it"), ("4.5 s", "45 s"), ("a-b", "a b")]
)
def test_a_difference_that_counts_stays(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize("text", ["- **A** [b](c) — `d`.", "1. x\n- y\n\n# z", "", "\ud800 \x00", "[[[a](b)](c"])
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_a_sentence_is_held_across_a_soft_wrap_and_marks() -> None:
    text = fold("Notes:\n\n* We did **not** use\n  `Kafka`, it is too heavy - and so on")
    assert held_verbatim("We did not use Kafka, it is too heavy.", text)


@pytest.mark.parametrize("text", ["relock it", "lock its", "lock", "", "lock  xit"])
def test_a_sentence_is_not_held_inside_other_words(text: str) -> None:
    assert not held_verbatim("lock it", fold(text))


def test_a_later_place_counts_when_the_first_runs_into_a_word() -> None:
    assert held_verbatim("lock it", fold("relock it, then lock it."))


@pytest.mark.parametrize("sentence", ["", "...", "**", "- "])
def test_a_sentence_without_words_is_held_nowhere(sentence: str) -> None:
    assert not held_verbatim(sentence, fold("- ** ..."))


def test_a_text_of_one_word_over_and_over_is_searched_to_its_end() -> None:
    text = fold("aa " * 100_000)
    assert not held_verbatim("aa " * 1_000 + "a", text)


def test_the_last_of_very_many_places_is_found() -> None:
    text = fold("aax " * 1_000 + "aa.")
    assert held_verbatim("aa", text)


def test_a_megabyte_of_brackets_is_folded() -> None:
    assert fold("[" * 1_000_000 + "](x") == "[" * 1_000_000 + "](x"
