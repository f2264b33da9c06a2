"""What is left of an output when it enters the history."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.importers.codex.cap import Cap, approximate_tokens, cap_of
from tests.importers.codex.rollout import Rollout
from tests.importers.seen import spans


def test_an_output_within_a_fifth_more_than_the_limit_is_whole(tmp_path: Path) -> None:
    text = "x" * 480
    (span,) = spans(Rollout().limit(100).output("c1", text).trace(tmp_path)).values()
    assert (span.text, span.complete) == (text, True)


def test_a_longer_one_keeps_its_two_ends_and_is_what_the_model_saw(tmp_path: Path) -> None:
    trace = Rollout().limit(100).output("c1", "a" * 300 + "b" * 300).trace(tmp_path)
    (span,) = spans(trace).values()
    assert span.text == "a" * 240 + "…30 tokens truncated…" + "b" * 240
    assert span.complete
    assert any(note.startswith("line 3: outputs beyond the turn's limit") for note in trace.notes)


def test_a_limit_in_bytes_counts_characters_away(tmp_path: Path) -> None:
    (span,) = spans(Rollout().limit(100, "bytes").output("c1", "a" * 200).trace(tmp_path)).values()
    assert span.text == "a" * 60 + "…80 chars truncated…" + "a" * 60


def test_the_turn_s_own_limit_counts(tmp_path: Path) -> None:
    trace = Rollout().limit(100).output("c1", "x" * 900).limit(1000).output("c2", "x" * 900).trace(tmp_path)
    assert ["truncated" in span.text for span in spans(trace).values()] == [True, False]


def test_without_a_limit_on_record_the_usual_one_cuts_and_leaves_doubt(tmp_path: Path) -> None:
    trace = Rollout().output("c1", "x" * 48_000).output("c2", "x" * 60_000).trace(tmp_path)
    assert [span.complete for span in spans(trace).values()] == [True, False]
    assert any("no limit on record" in note for note in trace.notes)


def test_messages_and_arguments_are_not_cut(tmp_path: Path) -> None:
    trace = Rollout().limit(10).user("x" * 900).call("c1", "y" * 900).trace(tmp_path)
    assert all(len(span.text) >= 900 for span in spans(trace).values())


def test_a_cut_never_parts_a_character() -> None:
    assert Cap("bytes", 9).cut("ä" * 20) == "ää…16 chars truncated…ää"


def test_a_list_is_spent_in_order() -> None:
    cap = Cap("tokens", 3)
    assert cap.cut_all(["1234", "12345678", "late", "later"]) == ["1234", "12345678", "[omitted 2 text items ...]"]


def test_the_first_text_that_does_not_fit_is_cut() -> None:
    assert Cap("bytes", 10).cut_all(["12345678", "abcdef"]) == ["12345678", "a…4 chars truncated…f"]


def test_what_fits_stays_as_it_is() -> None:
    assert Cap().cut_all(["one", "two"]) == ["one", "two"]


@pytest.mark.parametrize("policy", [None, 7, {}, {"mode": "lines", "limit": 3}, {"mode": "tokens", "limit": -1}])
def test_a_limit_that_says_nothing_is_not_known(policy: object) -> None:
    assert not cap_of({"truncation_policy": policy}).known


def test_a_token_is_four_bytes_begun() -> None:
    assert [approximate_tokens(text) for text in ("", "a", "abcd", "abcde", "ää")] == [0, 1, 1, 2, 1]
