"""Which block of a new prompt stands for what left, and on what that rests."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ctxaudit.importers._snapshots.changes import changes
from ctxaudit.importers._snapshots.model import Block, Snapshot
from ctxaudit.importers._snapshots.surrogates import Stand, is_request, repeats, stand_in, tells

SYSTEM = Block("system", "You keep the bees.")
ASK = Block("user", "How many hives stand in the orchard?")
SAY = Block("assistant", "Twelve hives stand there, two of them empty.")
MORE = Block("user", "And in the meadow?")
MEADOW = Block("assistant", "Five hives, all of them strong.")
NOTE = Block("assistant", "The orchard was counted, the meadow comes next.")


def snapshot(*blocks: Block, marked: bool = False, summaries: Sequence[str] = ()) -> Snapshot:
    found = Snapshot(line=1, id=None, at=None, start=0, end=0, run="r", blocks=blocks, marked=marked)
    found.summaries = list(summaries)
    return found


def stands(old: Sequence[Block], new: Snapshot) -> Stand | None:
    return stand_in(old, new, changes(old, new.blocks))


def test_nothing_stands_for_nothing() -> None:
    assert stands([SYSTEM, ASK], snapshot(SYSTEM, ASK, SAY, marked=True)) is None


def test_thinking_and_system_text_alone_need_no_surrogate() -> None:
    old = [SYSTEM, Block("scratchpad", "Count them.", "thinking"), ASK]
    assert stands(old, snapshot(ASK, NOTE, marked=True)) is None


def test_a_mark_makes_the_first_new_text_the_surrogate() -> None:
    assert stands([SYSTEM, ASK, SAY], snapshot(SYSTEM, NOTE, MORE, marked=True)) == Stand(1, "derived")


def test_a_mark_prefers_what_the_model_says_to_what_the_harness_asks() -> None:
    asked = Block("user", "Tell what happened until now.")
    assert stands([SYSTEM, ASK, SAY], snapshot(SYSTEM, asked, NOTE, MORE, marked=True)) == Stand(2, "derived")


def test_the_same_prompt_without_a_mark_tells_nothing() -> None:
    assert stands([SYSTEM, ASK, SAY], snapshot(SYSTEM, NOTE, MORE)) is None


def test_a_new_answer_at_the_end_is_no_surrogate() -> None:
    assert stands([ASK, SAY, MORE], snapshot(ASK, MORE, MEADOW)) is None


def test_a_text_between_what_stayed_is_inferred_to_be_one() -> None:
    assert stands([ASK, SAY, MORE, MEADOW], snapshot(ASK, NOTE, MORE, MEADOW)) == Stand(1, "inferred")


def test_harness_text_between_what_stayed_is_none() -> None:
    reminder = Block("user", "<system-reminder>Be brief.</system-reminder>")
    assert stands([ASK, SAY, MORE, MEADOW], snapshot(ASK, reminder, MORE, MEADOW)) is None


def test_a_notice_of_dropped_messages_is_none() -> None:
    notice = Block("user", "[Sliding window truncation: 2 messages hidden to reduce context]")
    assert stands([ASK, SAY, MORE, MEADOW], snapshot(notice, MORE, MEADOW, marked=True)) is None


def test_an_equal_summary_stands_again_when_a_mark_says_so() -> None:
    old = [Block("assistant", NOTE.text, summary=True), ASK, SAY, MORE]
    assert stands(old, snapshot(NOTE, MORE, marked=True)) == Stand(0, "derived", again=True)
    assert stands(old, snapshot(NOTE, MORE)) is None


@pytest.mark.parametrize(
    ("block", "told"),
    [
        (Block("user", "Context summary: twelve hives."), True),
        (Block("user", "x", summary=True), True),
        (Block("assistant", "", "compaction"), True),
        (Block("tool", "Context summary: twelve hives.", "result"), False),
        (NOTE, False),
    ],
)
def test_a_block_may_tell_that_it_is_a_summary(block: Block, told: bool) -> None:
    assert tells(block, ()) is told


def test_an_answer_is_known_within_a_frame_and_without_its_own() -> None:
    assert repeats(Block("user", f"So far:\n{NOTE.text}\nGo on."), NOTE.plain)
    assert repeats(NOTE, f"<analysis>brief</analysis> {NOTE.plain}")


def test_a_short_answer_is_known_nowhere() -> None:
    assert not repeats(Block("user", "Yes, yes."), "Yes")


@pytest.mark.parametrize(
    ("last", "asks"),
    [
        (Block("user", "Summarize the conversation above."), True),
        (Block("system", "Condense the history into a note."), True),
        (Block("user", "Summary of the conversation: twelve hives."), False),
        (Block("assistant", "Summarize the conversation above."), False),
        (Block("tool", "Summarize the conversation above.", "result"), False),
        (ASK, False),
    ],
)
def test_a_prompt_may_end_in_a_request_for_a_summary(last: Block, asks: bool) -> None:
    assert is_request(snapshot(ASK, last)) is asks


def test_an_empty_prompt_asks_for_nothing() -> None:
    assert not is_request(snapshot())
