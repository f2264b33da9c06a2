"""Fixed texts are known, and ordinary ones are not taken for them."""

from __future__ import annotations

import pytest

from ctxaudit.importers._snapshots import phrases


@pytest.mark.parametrize(
    "text",
    [
        "(Tool result removed)",
        "[Tool call: bash (parameters and results removed from history)]",
        "[cleared]",
        "[Old tool result content cleared]",
        "<MASKED>",
        "Old environment output: (12 lines omitted)",
        "[outdated - see the latest file content]",
        "Visited URL https://example.org\nContent omitted",
    ],
)
def test_a_placeholder_is_known(text: str) -> None:
    assert phrases.cleared(text)


@pytest.mark.parametrize("text", ["", "cleared", "the list was [cleared] yesterday", "[cleared] 12 rows", "x" * 5000])
def test_an_ordinary_text_is_no_placeholder(text: str) -> None:
    assert not phrases.cleared(text)


@pytest.mark.parametrize(
    "text",
    [
        "Here is a summary of the conversation to date:\n\nIt rained.",
        "[CONTEXT COMPACTION SUMMARY] It rained.",
        "Context summary: it rained.",
        "## Conversation Summary\nIt rained.",
        "<summary>It rained.</summary>",
        "Previous conversation was too long to summarize.",
    ],
)
def test_a_summarys_lead_is_known(text: str) -> None:
    assert 0 < phrases.summary_lead(text) <= len(text)


@pytest.mark.parametrize(
    "text", ["", "In summary, it rained.", "Summarize the book.", "The summary of the book is short.", "Context: rain."]
)
def test_an_ordinary_text_has_no_lead(text: str) -> None:
    assert phrases.summary_lead(text) == 0


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("...output truncated...\nFull output saved to: /tmp/a.txt\nlast row", "/tmp/a.txt"),
        ("row 1\n[Showing lines 1-9 of 90 (50.0KB limit). Full output: /tmp/b.log]", "/tmp/b.log"),
        ("<persisted-output>Output has been saved to /tmp/c.txt.</persisted-output>", "/tmp/c.txt."),
    ],
)
def test_the_copy_of_a_shortened_text_is_named(text: str, path: str) -> None:
    assert (phrases.saved_to(text) or "").rstrip(".") == path.rstrip(".")


def test_a_whole_text_that_speaks_of_a_copy_names_none() -> None:
    assert phrases.saved_to("Full output saved to: /tmp/a.txt, as I said.") is None


@pytest.mark.parametrize(
    "text", ["Summarize the conversation above.", "Please condense this session into a note.", "Compact the history."]
)
def test_a_request_for_a_summary_is_known(text: str) -> None:
    assert phrases.asks_for_summary(text)


@pytest.mark.parametrize("text", ["What did we talk about?", "Write a compact parser.", ""])
def test_an_ordinary_request_is_none(text: str) -> None:
    assert not phrases.asks_for_summary(text)


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "Summary of " * 50_000, "Full output: " * 50_000, "<persisted-output>" * 9999]
)
def test_long_hostile_texts_end(text: str) -> None:
    found = (phrases.cleared(text), phrases.summary_lead(text), phrases.saved_to(text), phrases.asks_for_summary(text))
    assert len(found) == 4
