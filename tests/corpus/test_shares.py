"""Files in shares, and who is blamed when processes die."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.shares import CHUNK_BYTES, CHUNK_FILES, Numbered, Shares, chunks


def files(sizes: list[int]) -> list[Numbered]:
    return [(n, Wanted(f"{n}.jsonl", named=False), size) for n, size in enumerate(sizes)]


SIZES = [5, 1 << 30, 7, 1 << 17, 0, 9] * 40


def test_every_file_is_in_one_chunk_the_largest_first() -> None:
    made = chunks(files(SIZES), 2)
    assert sorted(number for chunk in made for number in chunk) == list(range(240))
    assert SIZES[made[0][0]] == 1 << 30


def test_a_chunk_holds_neither_many_files_nor_many_bytes() -> None:
    made = chunks(files(SIZES), 2)
    assert max(map(len, made)) == CHUNK_FILES
    assert all(len(chunk) == 1 or sum(SIZES[number] for number in chunk) <= CHUNK_BYTES for chunk in made)


def test_the_last_chunks_are_the_smallest() -> None:
    lengths = [len(chunk) for chunk in chunks(files([1] * 300), 2)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-4:] == [1] * 4


def test_no_files_are_no_chunks() -> None:
    assert chunks([], 4) == []


@pytest.mark.parametrize("known", [True, False])
def test_what_dies_with_others_comes_again_alone(known: bool) -> None:
    shares = Shares(files([1] * 40), 1)
    share = shares.take()
    assert shares.lost(share, share[3] if known else None) is None
    first = shares.take()
    assert first == (share[3:4] if known else share[:1])


def test_a_file_is_given_up_at_the_second_death() -> None:
    shares = Shares(files([1]), 1)
    assert shares.lost(shares.take()) is None
    assert shares.lost(shares.take()) == 0
    assert len(shares) == 0


def test_what_was_not_begun_comes_first_again() -> None:
    shares = Shares(files([1] * 40), 1)
    share = shares.take()
    shares.give_back(share)
    assert shares.take() == share


def handed_out(shares: Shares, deadly: AbstractSet[int], frail: set[int], rng: Random) -> tuple[list[int], list[int]]:
    """The files that were done and those given up, by workers that die of deadly files, and once of each frail one.

    Sometimes it is known which file a worker died of, sometimes what it had done before is lost with it.
    """
    done: list[int] = []
    blamed: list[int] = []
    while shares:
        share = shares.take()
        at = next((number for number in share if number in deadly or number in frail), None)
        if at is None:
            done += share
            continue
        frail.discard(at)
        if rng.random() < 0.5:
            done += share[: share.index(at)]
            given_up = shares.lost(share[share.index(at) :], at)
        else:
            given_up = shares.lost(share)
        blamed += [] if given_up is None else [given_up]
    return done, blamed


@given(
    sizes=st.lists(st.sampled_from([0, 1, 20_000, CHUNK_BYTES]), max_size=80),
    processes=st.integers(1, 4),
    deadly=st.sets(st.integers(0, 79), max_size=5),
    frail=st.sets(st.integers(0, 79), max_size=9),
    seed=st.integers(0, 9),
)
def test_each_file_is_done_once_or_blamed_and_only_those_that_kill_again_and_again_are(
    sizes: list[int], processes: int, deadly: set[int], frail: set[int], seed: int
) -> None:
    shares = Shares(files(sizes), processes)
    done, blamed = handed_out(shares, deadly, frail - deadly, Random(seed))
    here = set(range(len(sizes)))
    assert sorted(blamed) == sorted(deadly & here)
    assert sorted(done) == sorted(here - deadly)
