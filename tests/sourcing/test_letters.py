"""Letters in many texts at once are those of the plain loop."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from ctxaudit.sourcing import letters
from ctxaudit.sourcing.letters import contained, folded, standing
from ctxaudit.verbatim import fold_space, literal_in
from tests.verbatim import generator

WAYS = {"plainly": 10**12, "in one pass": -1}


@pytest.fixture(params=WAYS)
def _either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_FEW", "_SHORT"):
        monkeypatch.setattr(letters, name, WAYS[request.param])


pytestmark = pytest.mark.usefixtures("_either_way")


def by_needle(needles: list[str], pairs: Iterable[tuple[str, int]]) -> dict[str, set[int]]:
    """By needle the texts; each pair must come once."""
    met = list(pairs)
    assert len(met) == len(set(met))
    return {needle: {at for one, at in met if one == needle} for needle in needles}


def found(needles: list[str], texts: list[str]) -> dict[str, set[int]]:
    return by_needle(needles, standing(needles, texts))


def plain(needles: list[str], texts: list[str]) -> dict[str, set[int]]:
    return {needle: {at for at, text in enumerate(texts) if literal_in(needle, folded(text))} for needle in needles}


def pieces(rng: random.Random, text: str) -> list[str]:
    """Needles that may stand in the text: cut anywhere, so some begin or end inside a word."""
    cuts = [sorted(rng.sample(range(len(text) + 1), 2)) for _ in range(6)] if len(text) > 1 else []
    return [fold_space(text[start : min(end, start + rng.choice((3, 9, 40)))]) for start, end in cuts]


@pytest.mark.parametrize("seed", range(8))
def test_pairs_are_those_of_the_loop(seed: int) -> None:
    rng = random.Random(seed)
    texts = [generator.text(rng, rng.randrange(1, 20)) for _ in range(25)]
    texts += [f"{rng.randrange(900)}→{text}" for text in texts[:5]] + texts[:3]
    texts += [text.replace(" ", rng.choice(("  ", "\t", "\n", " \n", "\u00a0", "\x0b"))) for text in texts[:12]]
    needles = list(dict.fromkeys(needle for text in texts for needle in pieces(rng, text)))
    assert found(needles, texts) == plain(needles, texts)


@pytest.mark.parametrize("seed", range(3))
def test_white_space_alone_may_be_folded(seed: int) -> None:
    rng = random.Random(seed + 50)
    texts = [
        f"  {rng.randrange(90)}→{generator.text(rng, 6)}".replace(" ", rng.choice((" ", "\n "))) for _ in range(12)
    ]
    needles = list(dict.fromkeys(needle for text in texts for needle in pieces(rng, text)))
    expected = {n: {at for at, text in enumerate(texts) if literal_in(n, fold_space(text))} for n in needles}
    assert by_needle(needles, standing(needles, texts, fold_space)) == expected


@pytest.mark.parametrize("seed", range(3))
def test_letters_inside_longer_words_are_those_of_the_loop(seed: int) -> None:
    rng = random.Random(seed + 70)
    texts = [generator.text(rng, 8) for _ in range(20)] + ["a" * 300, "x\ny"]
    cut = (piece for text in texts for piece in pieces(rng, text))
    needles = list(dict.fromkeys(["aaa", *(word for piece in cut for word in piece.split(" ") if word)]))
    expected = {needle: {at for at, text in enumerate(texts) if needle in text} for needle in needles}
    assert by_needle(needles, contained(needles, texts)) == expected


def test_white_space_may_be_a_new_line_of_the_text() -> None:
    assert found(["open the hatch"], ["now open\n\t the   hatch.", "open the\nhatches"]) == {"open the hatch": {0}}


def test_gutters_are_no_letters_of_a_text() -> None:
    texts = ["   12→open\n   13→the hatch", "    12\topen\n    13\tthe hatch", "12\topen\n13\tthe hatch"]
    assert found(["open the hatch", "12"], texts) == {"open the hatch": {0, 1}, "12": {2}}


def test_a_word_inside_a_longer_one_does_not_count() -> None:
    texts = ["GUL-44100", "xGUL-4410", "GUL-4410_b", "éGUL-4410", "GUL-4410é", "(GUL-4410)", "GUL-4410.5"]
    assert found(["GUL-4410"], texts) == {"GUL-4410": {5}}


def test_beside_a_longer_word_it_counts() -> None:
    assert found(["GUL-4410"], ["GUL-44100 and GUL-4410"]) == {"GUL-4410": {0}}


def test_a_needle_that_ends_in_a_sign_needs_no_edge_there() -> None:
    assert found(["count()"], ["count()x", "recount()"]) == {"count()": {0}}


def test_an_empty_needle_stands_nowhere() -> None:
    assert found([""], ["", "words"]) == {"": set()}


def test_a_long_needle_is_found() -> None:
    long = "/".join(["harbour"] * 60)
    assert found([long, "harbour"], [f"see {long}.", "nothing"]) == {long: {0}, "harbour": {0}}


def test_lone_surrogates_do_no_harm() -> None:
    texts = ["\ud800 GUL-4410", "see \udfffx", "none"]
    assert found(["GUL-4410", "\udfffx"], texts) == {"GUL-4410": {0}, "\udfffx": {1}}


def test_texts_of_several_batches_keep_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_BATCH_CHARACTERS", 30)
    texts = [*[f"the tide turns {number} times" for number in range(9)], "mark KEL-1 here"]
    assert found(["KEL-1", "turns 4 times"], texts) == {"KEL-1": {9}, "turns 4 times": {4}}
    assert by_needle(["EL-"], contained(["EL-"], texts)) == {"EL-": {9}}


def test_many_needles_are_looked_for_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_MANY", 4)
    texts = [f"the tide turns {number} times" for number in range(9)]
    needles = [f"turns {number}" for number in range(11)]
    expected = {needle: {at for at in range(9) if needle.endswith(str(at))} for needle in needles[:10]}
    assert found(needles, texts) == {**expected, "turns 10": set()}
    assert by_needle(["urn", "9 t"], contained(["urn", "9 t"], texts)) == {"urn": set(range(9)), "9 t": set()}


def test_a_text_that_holds_the_long_word_of_a_phrase_need_not_hold_the_phrase() -> None:
    assert found(["pull the rope"], ["rope, the", "the rope to pull", "pull  the\nrope"]) == {"pull the rope": {2}}


def test_no_needle_and_no_text_give_nothing() -> None:
    assert (found([], ["x"]), list(contained([], ["x"]))) == ({}, [])
    assert (found(["x"], []), list(contained(["x"], []))) == ({"x": set()}, [])
    assert list(contained([""], ["x"])) == []


def test_needles_of_one_letter_are_not_met_everywhere_in_a_run_of_it() -> None:
    needles = ["a" * length for length in range(4, 120)]
    assert found(needles, ["a" * 100_000, f"b {'a' * 50} c"]) == {
        needle: {1} if len(needle) == 50 else set() for needle in needles
    }
