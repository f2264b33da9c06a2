"""Pairs of tokens that are proposed: all that are the same, or one the path or the port of the other; few others."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from ctxaudit.verbatim import Alike, Token, same, stands_in
from ctxaudit.verbatim.compare import CONTAINERS
from tests.verbatim.generator import tokens_with_texts
from tests.verbatim.reading_aloud import token


def tokens(seed: int, count: int = 400) -> list[Token]:
    return list(dict.fromkeys(one for one, _ in tokens_with_texts(random.Random(seed), count)))


def by_letters(claim: Token, held: Token) -> bool:
    """It may stand in the other because its letters do."""
    return held.kind in CONTAINERS and (claim.canonical in held.canonical or claim.text in held.text)


def related(claim: Token, held: Token) -> bool:
    """The same, or one stands in the other for another reason than its letters."""
    return same(claim, held) or (stands_in(claim, held) and not by_letters(claim, held))


def proposed(held: list[Token]) -> list[tuple[int, int]]:
    return [(min(pair), max(pair)) for pair in Alike(held).pairs()]


@pytest.mark.parametrize("seed", range(6))
def test_all_that_are_related_are_proposed(seed: int) -> None:
    held = tokens(seed)
    expected = {
        (one, other)
        for one, other in combinations(range(len(held)), 2)
        if related(held[one], held[other]) or related(held[other], held[one])
    }
    assert len(expected) > 30
    assert expected <= set(proposed(held))


@pytest.mark.parametrize("seed", range(6))
def test_no_others_are_proposed_but_ids_that_begin_alike(seed: int) -> None:
    held = tokens(seed)
    for one, other in ((held[one], held[other]) for one, other in proposed(held)):
        ids = {one.kind, other.kind} == {"hex-id", "uuid"}
        assert ids or stands_in(one, other) or stands_in(other, one), (one, other)


@pytest.mark.parametrize("seed", range(6))
def test_each_pair_is_proposed_once(seed: int) -> None:
    assert set(Counter(proposed(tokens(seed))).values()) == {1}


def test_a_stranger_is_told_all_that_it_is_related_to() -> None:
    held = tokens(31)
    alike = Alike(held)
    strangers = set(tokens(32)) - set(held)
    found = 0
    for claim in strangers:
        expected = {place for place, one in enumerate(held) if related(claim, one)}
        assert expected <= set(alike.like(claim)), claim
        found += len(expected)
    assert found > 100


def is_proposed(*texts: str) -> bool:
    one, other = map(token, texts)
    found = proposed([one, other])
    assert bool(found) == (0 in Alike([one]).like(other)) == (0 in Alike([other]).like(one)), texts
    return bool(found)


def test_tokens_of_two_classes_that_are_spelled_alike() -> None:
    held = [Token("path", "a/b.py", "a/b.py"), Token("quoted", "a/b.py", "a/b.py"), Token("code", "AUK-1", "AUK-1")]
    assert proposed(held) == [(0, 1)]


def test_tails_and_beginnings() -> None:
    assert is_proposed("src/winch/hawser.py", "winch/hawser.py")
    assert is_proposed("src/winch/hawser.py:12", "winch/hawser.py:12")
    assert is_proposed("harbour.set_winch()", "set_winch()")
    assert is_proposed("9f3a2c17be04", "9f3a2c17be04d551")
    assert not is_proposed("src/winch/hawser.py:12", "winch/hawser.py:13")
    assert not is_proposed("src/winch/hawser.py", "src/hawser.py")


def test_a_name_that_many_folders_have_is_its_own_file_only() -> None:
    assert proposed([token("src/index.ts"), token("lib/index.ts"), Token("path", "index.ts", "index.ts")]) == []
    assert proposed([Token("path", "index.ts", "index.ts"), Token("file-line", "index.ts:4", "index.ts:4")])


def test_lines_of_one_file_are_no_kin_and_the_file_is_that_of_each() -> None:
    held = [token(f"src/hawser.py:{line}") for line in range(2, 9)]
    assert proposed(held) == []
    assert sorted(proposed([*held, token("hawser.py")])) == [(line, len(held)) for line in range(len(held))]


def number(text: str) -> Token:
    return Token("number", text, text)


@pytest.mark.parametrize("value", ["12", "4096"])
def test_numbers_of_one_value_by_their_names(value: str) -> None:
    names = ["", " @winch", " @port", " crate", " hawser", " ms", " byte"]
    held = [number(f"{value}{name}") for name in names]
    expected = {pair for pair in combinations(range(len(held)), 2) if same(held[pair[0]], held[pair[1]])}
    assert set(proposed(held)) == expected
    assert ((3, 4) in expected) == (value == "4096")


def test_numbers_of_two_values_are_no_kin() -> None:
    assert proposed([number("12 crate"), number("13 crate"), number("3/4"), number("3/8")]) == []


def test_a_port_and_what_has_it() -> None:
    held = [number("8443 @port"), number("8443 crate"), token("10.1.2.3:8443"), token("https://quay.example:8443/a")]
    assert sorted(proposed(held)) == [(0, 1), (0, 2), (0, 3)]


def test_a_port_that_is_no_number_is_no_value() -> None:
    held = [Token("address", f"10.1.2.{host}:http", f"10.1.2.{host}:http") for host in range(3)]
    assert proposed(held) == []


def test_a_code_and_its_value() -> None:
    held = [number("8443 @port"), number("8443"), Token("code", "0x20fb", "0x20fb"), Token("code", "0x20fc", "0x20fc")]
    assert sorted(proposed(held)) == [(0, 1), (0, 2), (1, 2)]
