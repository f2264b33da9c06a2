"""Texts are read line by line: what a line gives, the text gives, and nothing crosses an end of line."""

import random

import pytest

from ctxaudit.verbatim import Reading, extract
from ctxaudit.verbatim.lines import LONGEST_PART, joined, lines_of, parts_of
from tests.verbatim import generator
from tests.verbatim.reading_aloud import token


def test_a_text_is_its_lines() -> None:
    assert lines_of(Reading("a\nb\n\nc", prose=True)) == ["a", "b", "", "c"]


def test_only_line_feeds_end_lines() -> None:
    assert lines_of(Reading("a\r\u2028b\x0bc", prose=False)) == ["a\r\u2028b\x0bc"]


def test_prose_with_a_fence_is_one_piece() -> None:
    text = "`a b 1`\n```\n`c d 2`\n```"
    assert lines_of(Reading(text, prose=True)) == [text]


def test_a_fence_in_what_is_no_prose_is_a_line_as_any() -> None:
    assert len(lines_of(Reading("a\n```\nb\n```", prose=False))) == 4


def test_what_a_fence_holds_is_not_quoted_though_lines_before_it_are() -> None:
    text = "run `tide --next`\n```\nrun `tide --last`\n```"
    found = extract([Reading(text, prose=True)])[0]
    assert [one.text for one in found if one.kind == "quoted"] == ["tide --next"]


def test_tokens_keep_the_place_at_which_they_are_met_first() -> None:
    anchor, buoy = token("HARB-2207"), token("HARB-2208")
    assert joined([(anchor,), (buoy, anchor), (buoy,)]) == (anchor, buoy)


@pytest.mark.parametrize("seed", range(6))
def test_a_text_gives_what_its_lines_give_one_by_one(seed: int) -> None:
    rng = random.Random(seed)
    text = generator.text(rng, 60)
    alone = extract([Reading(line, prose=False) for line in text.split("\n")])
    assert extract([Reading(text, prose=False)])[0] == joined(alone)


@pytest.mark.parametrize("end", ["\n", "\n\n"])
def test_neither_number_nor_path_goes_on_in_the_next_line(end: str) -> None:
    text = f"the timeout is{end}4500{end}ms in src/{end}pool.py"
    assert [one.text for one in extract([Reading(text, prose=False)])[0]] == ["pool.py"]


def test_the_same_line_in_many_texts_gives_each_of_them_its_tokens() -> None:
    readings = [Reading(f"HARB-{number}\nsee quay/berth.rs", prose=False) for number in range(2000, 2040)]
    found = extract(readings)
    assert [[one.text for one in tokens] for tokens in found] == [
        [f"HARB-{number}", "quay/berth.rs"] for number in range(2000, 2040)
    ]


def test_a_text_of_usual_size_is_one_part() -> None:
    text = "berth\n" * 1000
    assert list(parts_of(text)) == [text]


def test_a_long_text_is_cut_at_ends_of_lines() -> None:
    text = "\n".join(["berth " * 100] * (3 * LONGEST_PART // 600))
    parts = list(parts_of(text))
    assert "\n".join(parts) == text
    assert max(map(len, parts)) <= LONGEST_PART
    assert len(parts) < 6


@pytest.mark.parametrize("text", ["x" * (3 * LONGEST_PART), "berth " * LONGEST_PART], ids=["runs", "words"])
def test_a_monstrous_line_is_cut_inside_at_a_blank_if_there_is_one(text: str) -> None:
    parts = list(parts_of(text))
    assert "".join(parts) == text
    assert max(map(len, parts)) <= LONGEST_PART
    assert all(part[0] == " " for part in parts[1:]) or " " not in text


def test_where_a_line_is_cut_does_not_depend_on_the_lines_before_it() -> None:
    line = "berth 5 " * (LONGEST_PART // 4)
    alone = list(parts_of(line))
    assert list(parts_of("quay\n" * 777 + line))[1:] == alone


def test_monstrous_prose_is_read_line_by_line_though_it_has_a_fence() -> None:
    text = "```\n" + "berth\n" * LONGEST_PART
    assert lines_of(Reading(text, prose=True)) == text.split("\n")


def test_tokens_of_a_monstrous_line_are_found_all_along_it() -> None:
    line = "berth " * (LONGEST_PART // 3) + "HARB-2207 " + "berth " * LONGEST_PART + "HARB-2208"
    found = extract([Reading(f"HARB-2206\n{line}\nHARB-2209", prose=False)])[0]
    assert [one.text for one in found] == ["HARB-2206", "HARB-2207", "HARB-2208", "HARB-2209"]
