"""Sentences: where a block is cut, which are fit to be judged, and what is left once quotes and code are silent."""

import random
import re
import sys

import pytest

from ctxaudit.falsifiers.sentences import bare, is_fit, sentences, split


def test_a_block_is_cut_behind_its_full_stops() -> None:
    assert split("It ran. Did it end? Yes! 3 times.") == ["It ran.", "Did it end?", "Yes!", "3 times."]


@pytest.mark.parametrize("opening", ['"', "'", "“", "(", "[", "*", "**", "_", "`"])
def test_a_sentence_may_open_with_a_mark(opening: str) -> None:
    assert len(split(f"It ran. {opening}Then it stood still.")) == 2


@pytest.mark.parametrize("closing", ['"', "'", "”", ")", "]", "*", "**", "`"])
def test_a_sentence_may_close_with_a_mark(closing: str) -> None:
    assert split(f"It ran.{closing} Then it stood.") == [f"It ran.{closing}", "Then it stood."]


@pytest.mark.parametrize(
    "short", ["e.g.", "i.e.", "vs.", "etc.", "cf.", "approx.", "incl.", "resp.", "no.", "Fig.", "B."]
)
def test_an_abbreviation_ends_no_sentence(short: str) -> None:
    assert len(split(f"We saw {short} Two of them.")) == 1


@pytest.mark.parametrize("word", ["piano.", "API.", "rfig.", "42."])
def test_a_word_that_only_ends_like_one_does(word: str) -> None:
    assert len(split(f"We saw {word} Two of them.")) == 2


@pytest.mark.parametrize(
    "block", ["we use v2.1.0 of it", "it ended.Then it began", "it ended. then it began", "a.b.C d"]
)
def test_a_full_stop_without_space_and_capital_ends_nothing(block: str) -> None:
    assert split(block) == [block]


def test_a_full_stop_inside_back_ticks_ends_nothing() -> None:
    assert split("Run `echo a. B. C.` once. Then stop.") == ["Run `echo a. B. C.` once.", "Then stop."]


def test_a_sentence_keeps_its_marks_as_they_stand() -> None:
    assert sentences("- **We** did _not_\n  use `x`. Next.") == ["**We** did _not_ use `x`.", "Next."]


def test_sentences_do_not_run_from_one_block_into_the_next() -> None:
    assert sentences("- no stop here\n- nor here") == ["no stop here", "nor here"]


def test_a_line_of_a_megabyte_is_cut_like_any_other() -> None:
    assert len(sentences("The lock was slow again. " * 40_000)) == 40_000


@pytest.mark.parametrize("words", [5, 90])
def test_a_sentence_of_five_to_ninety_words_is_fit(words: int) -> None:
    assert is_fit("word " * words)


@pytest.mark.parametrize("words", [0, 4, 91])
def test_a_shorter_or_longer_one_is_not(words: int) -> None:
    assert not is_fit("word " * words)


def test_a_sentence_above_seven_hundred_characters_is_not_fit() -> None:
    assert not is_fit("word and more of " + "x" * 700)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The flag `not used because` is set here.", "The flag Q is set here."),
        ('The page says "never again, it broke" to all.', "The page says Q to all."),
        ("The page says “never again” to all.", "The page says Q to all."),
        ("The page says 'don't use it' to all.", "The page says Q to all."),
        ("The users' page doesn't show the host's name.", "The users' page doesn't show the host's name."),
        ("We didn’t use it that day.", "We didn't use it that day."),
        ("We **did** __not__ *use* ~~all~~ of it.", "We did not use all of it."),
        ("It is\u00a0wide  and   open here.", "It is wide and open here."),
        ('A lone " changes nothing in here.', 'A lone " changes nothing in here.'),
    ],
)
def test_quotes_and_code_become_silent(sentence: str, expected: str) -> None:
    assert bare(sentence) == expected


@pytest.mark.parametrize(
    "sentence", ["`a b c d e f`", 'It says "we did not use it".', "'a' `b` \"c\" and three words", ""]
)
def test_nothing_is_left_of_a_sentence_that_is_mostly_quotes(sentence: str) -> None:
    assert bare(sentence) == ""


@pytest.mark.parametrize("seed", range(4))
def test_a_sentence_without_marks_is_bare_already(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = random.Random(seed)
    words = [
        "we",
        "did",
        "not",
        "Q",
        "(Q)",
        "use",
        "it",
        "-",
        "...",
        "since",
        "1.",
        "é",
        "—",
        "a_b",
        "don't",
        "`x`",
        "*so*",
    ]
    made = [
        "".join(rng.choice(words) + rng.choice([" ", "  ", "\t"]) for _ in range(rng.randrange(12))) for _ in range(800)
    ]
    quick = [bare(one) for one in made]
    monkeypatch.setattr(sys.modules[bare.__module__], "_MARKED", re.compile(""))
    assert quick == [bare(one) for one in made]
    assert "" in quick
    assert len(set(quick)) > 100
