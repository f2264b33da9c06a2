"""Blocks: what of a Markdown-like text is prose, and which lines belong together."""

import random

import pytest

from ctxaudit.falsifiers.blocks import blocks


def test_lines_of_one_paragraph_are_one_block() -> None:
    assert blocks("The queue was\n  slow that\nday.") == ["The queue was slow that day."]


def test_an_empty_line_ends_a_block() -> None:
    assert blocks("One thing.\n \t\nAnother thing.") == ["One thing.", "Another thing."]


@pytest.mark.parametrize("rule", ["---", "***", "* * *", "_____", "====="])
def test_a_rule_ends_a_block_and_is_none(rule: str) -> None:
    assert blocks(f"One thing.\n{rule}\nAnother thing.") == ["One thing.", "Another thing."]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_one(end: str) -> None:
    assert blocks(f"first part{end}second part{end}{end}next") == ["first part second part", "next"]


@pytest.mark.parametrize("opening", ["```", "```python", "~~~", "````", "  ```"])
def test_fenced_code_goes(opening: str) -> None:
    closing = opening.strip().rstrip("python")
    assert blocks(f"Before it.\n{opening}\nWe never did this.\n{closing}\nAfter it.") == ["Before it.", "After it."]


def test_a_shorter_fence_inside_a_longer_one_closes_nothing() -> None:
    assert blocks("````\n```\ninner words\n```\nstill inside\n````\nOutside again.") == ["Outside again."]


def test_a_fence_that_is_never_closed_takes_the_rest() -> None:
    assert blocks("Before it.\n```\nall of this\n\nand this") == ["Before it."]


def test_back_ticks_that_close_on_their_own_line_open_no_fence() -> None:
    assert blocks("```ls -l``` shows it\nand more") == ["```ls -l``` shows it and more"]


@pytest.mark.parametrize(
    "mark", ["- ", "* ", "+ ", "• ", "1. ", "12) ", "a) ", "- [ ] ", "- [x] ", "3. [X] ", "    - ", "\t* "]
)
def test_a_bullet_begins_a_block_without_its_mark(mark: str) -> None:
    assert blocks(f"Some lead-in\n{mark}the item\n  goes on") == ["Some lead-in", "the item goes on"]


@pytest.mark.parametrize("line", ["-5 degrees", "*stress* on it", "1.5 litres", "3rd try", "e.g. this"])
def test_what_only_looks_like_a_bullet_joins_the_line_before(line: str) -> None:
    assert blocks(f"It was at\n{line}") == [f"It was at {line}"]


def test_a_table_row_is_one_block_of_its_cells() -> None:
    table = "| option | verdict |\n|:---|---:|\n| Kafka | too heavy |\n| a\\|b |  |"
    assert blocks(table) == ["option | verdict", "Kafka | too heavy", "a\\|b"]


@pytest.mark.parametrize(
    "heading", ["# Title", "###### Deep title", "#", "**All bold**", "**Bold label:**", "__Bold__"]
)
def test_a_heading_is_dropped_and_ends_the_block(heading: str) -> None:
    assert blocks(f"Before it\n{heading}\nafter it") == ["Before it", "after it"]


def test_headings_are_blocks_when_asked_for() -> None:
    assert blocks("## Rejected: Kafka\ntext\n**Not used**", headings=True) == ["Rejected: Kafka", "text", "Not used"]


@pytest.mark.parametrize("line", ["#4012 is the ticket", "**Bold** and more", "a **bold** end"])
def test_a_line_that_is_more_than_a_heading_stays(line: str) -> None:
    assert blocks(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "$ make all",
        ">>> print(1)",
        "+++ b/file",
        "--- a/file",
        "@@ -1,3 +1,4 @@",
        "diff --git a/x b/x",
        "// never do this",
        "/* old */",
        "import os",
        "import numpy as np",
        'import {a} from "b"',
        "import x from 'y'",
        "at run (/srv/app/main.js:3:1)",
        "at Object.<anonymous> (native)",
        'File "/srv/a.py", line 3, in run',
        "Traceback (most recent call last):",
        "PASS src/a.test.ts",
        "FAILED tests/a.py::b",
        "ok 1 - loads",
        "not ok 2 - stores",
        "✓ it works",
        "✗ it does not",
        "2031-05-06T07:08:09 worker down",
        "[12:13:14] worker down",
        "[ERROR] no route",
        "[WARNING] low disk",
        "KeyError: 'name'",
        "json.decoder.JSONDecodeError: no value",
        "error: no such file",
        "warning: unused name",
        "<div>",
        "</section>",
        "12→    return None",
        "  7 | let x",
        "40: def run",
    ],
)
def test_a_line_of_output_is_dropped_and_ends_the_block(line: str) -> None:
    assert blocks(f"Before it\n{line}\nafter it") == ["Before it", "after it"]


@pytest.mark.parametrize(
    "line",
    [
        "import because the nightly job needs it",
        "at noon (local time) and later",
        "ok then we go on",
        "okay with that",
        "passing it on",
        "2031 was the year",
        "Warning signs were there",
        "$5 each",
        "<3 items",
        "error handling is in place",
    ],
)
def test_prose_that_only_begins_like_output_stays(line: str) -> None:
    assert blocks(f"Before it\n{line}") == [f"Before it {line}"]


@pytest.mark.parametrize(
    "line", ["x = {a: 1};", "if (ready) {", "run(a, b);", "a <- b; c -> d; e == f", "$a=$b; $c=$d"]
)
def test_a_line_of_code_is_dropped(line: str) -> None:
    assert blocks(line) == []


@pytest.mark.parametrize(
    "line", ["set `a = {b: 1}; c = {d: 2};` there", "with 740 != 37 at the end", "it costs $5, or $6 with a box"]
)
def test_prose_with_a_few_symbols_is_no_code(line: str) -> None:
    assert blocks(line) == [line]


def test_output_behind_a_bullet_is_dropped_too() -> None:
    assert blocks("- $ make all\n- prose here") == ["prose here"]


@pytest.mark.parametrize("indent", ["    ", "\t", "  \t"])
def test_an_indented_line_that_continues_nothing_is_dropped(indent: str) -> None:
    assert blocks(f"Prose.\n\n{indent}some listing\n\nMore.") == ["Prose.", "More."]


def test_an_indented_line_below_prose_continues_it() -> None:
    assert blocks("It goes\n    on here") == ["It goes on here"]


@pytest.mark.parametrize("text", ["", "\n\n", " ", "-", "|", "||", "```", "#"])
def test_a_text_without_words_has_no_prose(text: str) -> None:
    assert [block for block in blocks(text) if block.strip("|")] == []


def test_a_long_rain_of_marks_is_read_to_its_end() -> None:
    assert blocks("- " * 200_000 + "\n\nThe end.")[-1] == "The end."


@pytest.mark.parametrize("headings", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_begins_with_a_letter_has_no_layout(
    monkeypatch: pytest.MonkeyPatch, seed: int, headings: bool
) -> None:
    rng = random.Random(seed)
    starts = [
        "a",
        "A word",
        "é",
        "ok",
        "a)",
        "b) one",
        "import x",
        "x = {",
        "- ",
        "1. ",
        "#",
        "```",
        "~~~",
        "|",
        "***",
        "",
        "  a",
        "    b",
        "_b_",
        "**c**",
    ]
    ends = ["", " and more", " | b |", ");", " { } $x;", "```", ": it was", "  "]
    texts = ["\n".join(rng.choice(starts) + rng.choice(ends) for _ in range(12)) for _ in range(300)]
    quick = [blocks(text, headings=headings) for text in texts]
    monkeypatch.setattr("ctxaudit.falsifiers.blocks._begins_as_prose", lambda _: False)
    assert quick == [blocks(text, headings=headings) for text in texts]
