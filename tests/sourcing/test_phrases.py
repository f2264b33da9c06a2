"""The texts that hold a phrase are those in which it stands, folded, at word edges."""

from __future__ import annotations

import random

import pytest

from ctxaudit.falsifiers import fold, held_verbatim
from ctxaudit.packed import packed
from ctxaudit.sourcing import phrases as module
from ctxaudit.sourcing.phrases import Phrases

WORDS = [
    "the",
    "winch",
    "set_winch",
    "because",
    "It",
    "is",
    "4be91d07",
    "rope,",
    "straße",
    "Kelvin",
    "not",
    "a",
    "‘so’",
    "7",
]
MARKS = ["*", "**", "_", "`", "“", "”", "#", "~", '"']
GAPS = [" ", " ", "  ", "\n", "\n- ", " | ", "\t", "--"]


def written(words: list[str], rng: random.Random) -> str:
    """The words as somebody may write them: with marks in and around them, in other cases, with any space between."""
    text = ""
    for word in words:
        if rng.random() < 0.3:
            cut = rng.randrange(len(word) + 1)
            word = word[:cut] + rng.choice(MARKS) + word[cut:]
        word = rng.choice([word, word, word.upper() if word.isascii() else word, word.replace("k", "\u212a")])
        text += word + rng.choice(GAPS)
    return text


def made(seed: int, count: int = 120) -> tuple[list[str], list[str]]:
    """Texts, and phrases of which many stand in some."""
    rng = random.Random(seed)
    texts = [written(rng.choices(WORDS, k=rng.randrange(1, 30)), rng) for _ in range(count)]
    phrases = [" ".join(rng.choices(WORDS, k=rng.randrange(1, 4))) for _ in range(60)]
    phrases += [" ".join(text.split()[2:5]) for text in texts[:40]]
    return texts, [*phrases, "", "—", "is", "ſo"]


def expected(texts: list[str], phrase: str) -> list[str]:
    return [text for text in dict.fromkeys(texts) if fold(phrase) and held_verbatim(phrase, fold(text))]


@pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["in columns", "by hand"])
@pytest.mark.parametrize("seed", range(4))
def test_they_are_those_of_the_plain_loop(monkeypatch: pytest.MonkeyPatch, seed: int, by_hand: int) -> None:
    monkeypatch.setattr(module, "_BY_HAND", by_hand)
    monkeypatch.setattr(module, "_BATCH_CHARACTERS", 500)
    monkeypatch.setattr(module, "_SAMPLE", 10)
    texts, phrases = made(seed)
    held = Phrases(texts)
    held.learn(phrases)
    found = {phrase: held.holding(phrase) for phrase in phrases}
    assert found == {phrase: expected(texts, phrase) for phrase in phrases}
    assert sum(map(len, found.values())) > 100


@pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["in columns", "by hand"])
def test_texts_that_are_kept_as_bytes_hold_what_they_hold_as_strings(
    monkeypatch: pytest.MonkeyPatch, by_hand: int
) -> None:
    monkeypatch.setattr(module, "_BY_HAND", by_hand)
    texts, phrases = made(3)
    wide = [f"{'→ ' * 9}{text} {'and so on ' * 30}" for text in texts]
    kept = [packed(text) for text in wide]
    held = Phrases(kept)
    assert all(isinstance(one, bytes) for one in kept)
    assert [held.holding(phrase) for phrase in phrases] == [
        [packed(text) for text in expected(wide, phrase)] for phrase in phrases
    ]


def test_a_phrase_that_was_not_learned_is_found_all_the_same() -> None:
    texts, phrases = made(9)
    held = Phrases(texts)
    assert [held.holding(phrase) for phrase in phrases] == [expected(texts, phrase) for phrase in phrases]


def test_phrases_that_were_learned_cost_no_other_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, phrases = made(2)
    held = Phrases(texts)
    held.learn(phrases)
    monkeypatch.setattr(module, "_stripped", None)
    held.learn(phrases)
    for phrase in phrases:
        held.holding(phrase)


def test_few_texts_are_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []

    def noted(text: str) -> str:
        folded.append(text)
        return fold(text)

    monkeypatch.setattr(module, "fold", noted)
    texts = [f"The rope of quay {number:05} is wet because it rained." for number in range(2_000)]
    phrases = [f"quay {number:05} is wet" for number in range(100, 120)]
    held = Phrases(texts)
    held.learn(phrases)
    assert [held.holding(phrase) for phrase in phrases] == [texts[number : number + 1] for number in range(100, 120)]
    assert len([text for text in folded if text in set(texts)]) == 20


def test_the_word_that_is_looked_for_is_rare_or_good_for_many() -> None:
    anchors = [["winch", "because", "leaks"], ["hawser", "because", "leaks"], ["quay", "rope"]]
    assert module._rarest(anchors, {"because": 50, "rope": 5}) == ["leaks", "quay"]


def test_no_texts_hold_nothing() -> None:
    assert Phrases([]).holding("winch") == []
