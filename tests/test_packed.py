"""A packed text is the text that was given, whoever asks; it takes less where it is wide, and never more."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, fields, replace
from random import Random
from sys import getsizeof

import pytest

from ctxaudit.model import Span
from ctxaudit.packed import LEAST, Packed, Unpacked, packed, sharing, size_of, unpacked
from ctxaudit.verbatim import Sighting, Token

PLAIN = "x" * LEAST
GUTTERED = "".join(f"{number:>6}→line of a file\n" for number in range(1, 30))
LETTERS = ("abc xyz\n", "äöüß", "→“”", "漢字", "🙂", "\ud800", "\0")


def generated() -> list[str]:
    dice = Random(11)
    texts = []
    for _ in range(300):
        few = dice.sample(LETTERS, dice.randint(1, 3))
        weights = [50, *(dice.choice((1, 5, 50)) for _ in few)]
        letters = dice.choices(["abcd", *few], weights, k=dice.choice((10, LEAST - 20, LEAST, 900)))
        texts.append("".join(map(dice.choice, letters)))
    return texts


@pytest.mark.parametrize("text", ["", PLAIN, GUTTERED, *generated()])
def test_a_text_comes_back_as_it_was_given(text: str) -> None:
    kept = packed(text)
    assert unpacked(kept) == text
    assert packed(kept) is kept
    assert size_of(kept) == len(text.encode("utf-8", "surrogatepass"))
    assert getsizeof(kept) <= getsizeof(text[:1] + text[1:])


def test_a_text_that_one_arrow_makes_wide_takes_half() -> None:
    assert isinstance(packed(GUTTERED), bytes)
    assert getsizeof(packed(GUTTERED)) < 0.6 * getsizeof(GUTTERED)


@pytest.mark.parametrize("text", [PLAIN, "→" + PLAIN[2:], "ü" + PLAIN, "漢" * LEAST, GUTTERED + "\udc80"])
def test_a_text_that_would_not_gain_stays_a_string(text: str) -> None:
    assert packed(text) is text


def test_equal_texts_are_kept_alike() -> None:
    warmed = GUTTERED[:1] + GUTTERED[1:]
    assert packed(warmed) == packed(GUTTERED)


@pytest.mark.parametrize("text", [PLAIN, GUTTERED, GUTTERED + "\ud800"])
def test_a_span_is_a_value_whatever_it_keeps(text: str) -> None:
    span = Span(id="a", text=text, role="user", by="human")
    same = Span(id="a", text=text[:1] + text[1:], role="user", by="human")
    assert span.text == text
    assert span == same
    assert hash(span) == hash(same)
    assert span != replace(span, text=text + "x")
    assert replace(span, id="b").text == text
    assert repr(text) in repr(span)
    assert pickle.loads(pickle.dumps(span)) == span
    assert copy.deepcopy(span) == span
    assert {field.name: getattr(span, field.name) for field in fields(span)}["text"] == text


@dataclass(frozen=True, slots=True)
class Note(Packed):
    text: str
    loud: bool = False


def test_a_value_that_is_given_what_another_keeps_shares_it() -> None:
    span = Span(id="a", text=GUTTERED, role="user", by="human")
    note = Note(sharing(span.kept))
    assert note.kept is span.kept
    assert note == Note(GUTTERED)
    assert replace(note, loud=True).text == GUTTERED


def test_a_value_with_a_plain_text_keeps_the_very_string() -> None:
    assert Note(PLAIN).text is PLAIN
    assert Note(PLAIN).kept is PLAIN


def test_the_texts_of_many_are_a_sequence_that_holds_none() -> None:
    texts = [PLAIN, GUTTERED, "short", GUTTERED + "2"]
    unpacked_ones = Unpacked([Note(text) for text in texts])
    assert len(unpacked_ones) == 4
    assert list(unpacked_ones) == texts
    assert [unpacked_ones[at] for at in range(4)] == texts
    assert list(unpacked_ones[1:3]) == texts[1:3]
    assert unpacked_ones[1] is not unpacked_ones[1]


def test_what_is_read_off_a_text_is_read_off_what_it_was() -> None:
    token, text = Token("number", "40 ms", "40 ms"), GUTTERED + "the timeout is 40 ms"
    assert Sighting(token, sharing(packed(text))).facts == Sighting(token, "the timeout is 40 ms").facts
