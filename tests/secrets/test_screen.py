"""Texts that are let go unread hold no credential, whichever engine looks through them."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings

from ctxaudit.secrets import masked, screen
from ctxaudit.secrets.screen import suspects
from ctxaudit.secrets.shapes import FRAGMENT, MADE, NAMED, needles
from tests.secrets.plain import NEEDLES, WHOLE_SECRETS, plainly_masked, texts

ENGINES = {"letters": 10**9, "columns": 0}


def by(engine: str, given_texts: list[str]) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(screen, "_COLUMNS", ENGINES[engine])
        return list(suspects(given_texts))


@given(texts())
def test_one_text_is_masked_as_by_looking_for_each_shape(made: list[str]) -> None:
    assert [masked(text) for text in made] == [plainly_masked(text) for text in made]


@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None)
@given(made=texts())
def test_what_masking_changes_is_never_let_go(engine: str, made: list[str]) -> None:
    assert {text for text in made if plainly_masked(text) != text} <= set(by(engine, made))


@pytest.mark.parametrize("engine", ENGINES)
@settings(deadline=None)
@given(made=texts())
def test_nothing_is_suspected_for_what_the_next_text_adds_to_it(engine: str, made: list[str]) -> None:
    assert by(engine, made) == [text for text in made if by(engine, [text])]


@settings(deadline=None)
@given(made=texts())
def test_both_engines_suspect_the_same(made: list[str]) -> None:
    assert by("letters", made) == by("columns", made)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_needle_that_stands_in_two_texts_stands_in_none(engine: str) -> None:
    halves = [half for needle in NEEDLES for half in ("1234567 " + needle[:-1], needle[-1] + " 1234567")]
    assert by(engine, [half for half in halves if not any(needle in half for needle in NEEDLES)]) == []


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("secret", WHOLE_SECRETS)
def test_each_credential_is_suspected_among_texts_that_are_none(engine: str, secret: str) -> None:
    assert by(engine, ["an ordinary line", secret, "another one"]) == [secret]


def test_batches_are_looked_through_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "_BATCH", 2)
    assert list(suspects(["one line", *WHOLE_SECRETS[:3], "more lines"])) == WHOLE_SECRETS[:3]


def test_what_no_column_takes_is_looked_through_all_the_same() -> None:
    assert by("columns", ["\ud800 " + WHOLE_SECRETS[0]]) == ["\ud800 " + WHOLE_SECRETS[0]]


def test_a_name_with_the_sign_of_the_kelvin_is_read_as_the_lowered_text_has_it() -> None:
    text = "y?a=1&access_\u212aey=abc123def456"
    assert (by("columns", [text]), "abc123" in masked(text), "abc123" in plainly_masked(text)) == ([text], False, False)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("length", "suspected"), [(19, False), (20, True), (21, True)])
def test_a_piece_without_its_beginning_is_suspected_from_the_length_on_that_is_masked(
    engine: str, length: int, suspected: bool
) -> None:
    text = "…" + "Q7zpX2mK9vT4wB8nR5jL1"[:length]
    assert (by(engine, [text]) == [text], masked(text) != text) == (suspected, suspected)


def test_only_two_characters_beyond_ascii_become_letters_of_it_and_one_of_them_makes_no_needle() -> None:
    """The columns lower ASCII alone: a text with the first goes the other way, the second leaves a dot behind its i."""
    letters = map(chr, range(0x80, sys.maxunicode + 1))
    assert [one for one in letters if any(low.isascii() for low in one.lower())] == ["\u0130", "\u212a"]
    assert not any(needle.endswith("i") for needle in needles(folded=True))


@pytest.mark.parametrize("shape", [*MADE, *NAMED, FRAGMENT], ids=lambda shape: shape.needles[0])
def test_no_needle_goes_over_the_edge_of_a_text_or_comes_from_a_mask(shape: object) -> None:
    assert shape.pattern.groupindex.keys() == {"secret"}  # type: ignore[attr-defined]
    assert not any("\n" in needle or "*" in needle for needle in shape.needles)  # type: ignore[attr-defined]


@pytest.mark.parametrize("folded", [False, True])
def test_the_shortest_needles_stand_for_all(folded: bool) -> None:
    every = [needle for shape in (NAMED if folded else MADE) for needle in shape.needles]
    assert all(any(short in needle for short in needles(folded=folded)) for needle in every)
    assert set(needles(folded=folded)) <= set(every)
