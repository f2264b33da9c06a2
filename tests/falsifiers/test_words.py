"""Words: the stems that carry a sentence's matter, and the words that deny."""

import random

import pytest

from ctxaudit.falsifiers import content_stems, words
from ctxaudit.falsifiers.words import denies, places_of_stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("deadlocks", "deadlock"),
        ("retries", "retry"),
        ("caches", "cache"),
        ("processes", "process"),
        ("imported", "importing"),
        ("quickly", "quick"),
        ("migration", "migrations"),
        ("worker", "workers"),
        ("Lock", "lock"),
    ],
)
def test_forms_of_one_word_have_one_stem(one: str, other: str) -> None:
    assert content_stems(one) == content_stems(other)


@pytest.mark.parametrize(
    ("one", "other"), [("lock", "clock"), ("port 80", "port 81"), ("queue", "query"), ("gas", "gap")]
)
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert content_stems(one) != content_stems(other)


@pytest.mark.parametrize("word", ["status", "class", "analysis", "bus", "focus"])
def test_a_word_that_only_ends_like_a_plural_keeps_its_end(word: str) -> None:
    assert content_stems(word) == {word}


@pytest.mark.parametrize(
    "name", ["retry_window", "retryWindow", "RetryWindow", "retry-window", "RETRY_WINDOW", "retry.window"]
)
def test_a_name_counts_as_its_parts(name: str) -> None:
    assert content_stems(name) == {"retry", "window"}


def test_an_acronym_inside_a_name_is_one_part() -> None:
    assert content_stems("parseHTTPBody") == {"pars", "http", "body"}


def test_numbers_count_as_they_stand() -> None:
    assert content_stems("4.5 of 40 and 1,250") == {"4.5", "40", "1,250"}


@pytest.mark.parametrize("name", ["7c1e04b92d5f", "a81c04e", "deadb33f"])
def test_an_identifier_in_hex_is_one_word(name: str) -> None:
    assert len(content_stems(f"the pin ({name})") - {"pin"}) == 1


@pytest.mark.parametrize("text", ["facade decade", "deadbeef", "12 ab 34", "10ms of 4500ms"])
def test_words_and_short_runs_of_digits_are_no_identifiers(text: str) -> None:
    assert content_stems(text) == content_stems(text.replace("ms", " ms"))


@pytest.mark.parametrize(
    "text", ["", "it is", "we can't and won't", "they’re just those", "ab cd", "couldn't", "I'm", "..."]
)
def test_words_without_matter_leave_nothing(text: str) -> None:
    assert content_stems(text) == frozenset()


def test_letters_of_other_alphabets_are_words_too() -> None:
    assert content_stems("schöne Änderung") == {"schön", "änderung"}


@pytest.mark.parametrize(
    "text", ["It was not used.", "REJECTED", "they ruled out", "it didn’t", "too slow", "a dead end", "blocked by it"]
)
def test_a_denial_is_heard(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize("text", ["", "It is used.", "a knot", "nothing", "tools", "notable"])
def test_a_plain_statement_denies_nothing(text: str) -> None:
    assert not denies(text)


def texts(seed: int) -> list[str]:
    rng = random.Random(seed)
    parts = [
        "winch",
        "setWinch",
        "don’t",
        "can't",
        "1.5",
        "1,000",
        "4be91d07",
        "a4be91d07",
        "queries",
        "_x_",
        "é",
        "HTTPServer",
    ]
    glue = ["", " ", ".", ", ", "'", "\n", "_", "(", "\u2028", "-", "\t"]
    return ["".join(rng.choice(parts) + rng.choice(glue) for _ in range(rng.randrange(9))) for _ in range(600)]


@pytest.mark.parametrize("seed", range(4))
def test_stems_of_a_text_are_those_of_its_words_as_a_whole(seed: int) -> None:
    for text in texts(seed):
        whole = words._WORD.findall(text.replace("’", "'"))
        assert content_stems(text) == {stem for word in whole for stem in words._stems(word)}, text


@pytest.mark.parametrize("seed", range(4))
def test_places_of_stems_are_the_texts_that_have_them(seed: int) -> None:
    given = texts(seed)
    expected: dict[str, list[int]] = {}
    for number, text in enumerate(given):
        for stem in content_stems(text):
            expected.setdefault(stem, []).append(number)
    assert places_of_stems(given) == expected


def test_no_texts_have_no_places() -> None:
    assert places_of_stems([]) == {}
