"""What became of a block: the same, grown, cleared, cut, condensed, replaced; and which blocks are whose."""

from __future__ import annotations

import random

import pytest

from ctxaudit.importers._snapshots.changes import changes, how_changed
from ctxaudit.importers._snapshots.model import Block

LONG = (
    "The keeper trims the wick at dusk, winds the clock at midnight and writes the log at dawn. His daughter counts the"
    " ships, names the flags and rings the bell."
)


@pytest.mark.parametrize(
    ("new", "how"),
    [
        (LONG, "same"),
        (f"  {LONG}\n", "same"),
        (LONG.replace("midnight", "********"), "same"),
        (f"{LONG} Be brief.", "grown"),
        (f"Note: {LONG}", "grown"),
        ("[cleared]", "cleared"),
        ("<MASKED>", "cleared"),
        (LONG[:50], "cut"),
        (LONG[-50:], "cut"),
        (f"{LONG[:40]}... [truncated: 20 chars removed] ...{LONG[-25:]}", "cut"),
        ("keeper trims wick at dusk, daughter counts the ships", "condensed"),
        ("There is a new lamp now.", "replaced"),
        ("", "replaced"),
    ],
)
def test_a_text_is_known_by_how_it_changed(new: str, how: str) -> None:
    assert how_changed(LONG, new) == how


def test_a_short_text_says_too_little_to_have_grown() -> None:
    assert how_changed("ok", "ok then, we sail at noon") == "replaced"


def said(*texts: str, role: str = "user") -> list[Block]:
    return [Block("user" if role == "user" else "assistant", text) for text in texts]


def test_a_call_id_pairs_what_no_text_does() -> None:
    old = [Block("tool", LONG, "result", "c1")]
    found = changes(old, [Block("tool", "nothing alike", "result", "c1")])
    assert (found.paired, found.how, found.gone, found.fresh) == ([0], {0: "replaced"}, [], [])


def test_a_call_id_does_not_pair_a_call_with_a_result() -> None:
    found = changes([Block("assistant", "{}", "call", "c1")], [Block("tool", "done", "result", "c1")])
    assert (found.gone, found.fresh) == ([0], [0])


def test_a_message_id_pairs_two_texts() -> None:
    found = changes([Block("user", LONG, id="m1")], [Block("user", "[cleared]", id="m1")])
    assert found.how == {0: "cleared"}


def test_new_ids_of_a_tool_call_do_not_matter() -> None:
    old = [Block("assistant", '{"a":1}', "call", "c1", "sail"), Block("tool", LONG, "result", "c1")]
    new = [Block("assistant", '{"a":1}', "call", "z9", "sail"), Block("tool", LONG, "result", "z9")]
    assert (changes(old, new).paired, changes(old, new).how) == ([0, 1], {})


def test_a_text_between_the_same_neighbours_may_have_grown() -> None:
    old, new = said("a", LONG, "b"), said("a", f"{LONG} Be brief.", "b")
    assert changes(old, new).how == {1: "grown"}


def test_a_text_of_another_role_is_another_text() -> None:
    old, new = said("a", LONG, "b"), [*said("a"), Block("assistant", f"{LONG} Be brief."), *said("b")]
    assert (changes(old, new).gone, changes(old, new).fresh) == ([1], [1])


def test_a_summary_that_quotes_a_request_is_not_that_request() -> None:
    old, new = said("a", LONG, "b"), said("a", f"Summary of the conversation: {LONG}", "b")
    assert changes(old, new).fresh == [1]


@pytest.mark.parametrize("seed", range(30))
def test_every_block_of_both_prompts_is_accounted_for(seed: int) -> None:
    dice = random.Random(seed)
    pool = [Block("tool", f"{LONG} {n}", "result", dice.choice([None, "c1", "c2"])) for n in range(4)]
    pool += said("a", "b", LONG, LONG[:40])
    old, new = (dice.choices(pool, k=dice.randint(0, 9)) for _ in range(2))
    found = changes(old, new)
    places = [place for place in found.paired if place is not None]
    assert sorted([*places, *found.gone]) == list(range(len(old)))
    assert found.fresh == [number for number, place in enumerate(found.paired) if place is None]
    assert set(found.how) <= set(found.kept())


def test_thousands_of_equal_blocks_end() -> None:
    old = [Block("tool", "ok", "result", "c1") for _ in range(5000)]
    new = [Block("tool", "no", "result", "c1") for _ in range(5000)]
    assert changes(old, new).gone == []
