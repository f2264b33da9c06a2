"""Trace text is dead once it has passed the door, and still says what it was."""

from __future__ import annotations

import json
import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ctxaudit.reports import safe

VISIBLE_FORMAT_CHARACTERS = re.compile(
    "[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd\U00013430-\U0001345f]"
)


@pytest.mark.parametrize(
    ("hostile", "spelled"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\x00b", "a\\x00b"),
        ("a\x9b2Jb", "a\\x9b2Jb"),
        ("a\x7fb", "a\\x7fb"),
        ("pay\u202etxt", "pay\\u202etxt"),
        ("a\u200bb", "a\\u200bb"),
        ("a\ufeffb", "a\\ufeffb"),
        ("a\ud800b", "a\\ud800b"),
        ("a\U000e0041b", "a\\U000e0041b"),
        ("a\ufe0fb", "a\\ufe0fb"),
        ("a\u3164b", "a\\u3164b"),
    ],
)
def test_a_character_that_acts_or_hides_is_spelled_out(hostile: str, spelled: str) -> None:
    assert safe.line(hostile) == spelled


def test_every_control_and_format_character_of_unicode_is_spelled_out() -> None:
    alive = [
        hex(code)
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
        and safe.visible(chr(code)) == chr(code)
        and not VISIBLE_FORMAT_CHARACTERS.match(chr(code))
    ]
    assert alive == []


@pytest.mark.parametrize(
    "text", ["plain words", "naïve café", "日本語", "👍", "a\\x1b", "std::vector<int>", "100 %", ""]
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert safe.line(text) == text


def test_line_breaks_and_tabs_become_one_blank() -> None:
    assert safe.line("  one\r\n\ttwo\u2028three ") == "one two three"


@pytest.mark.parametrize("command", ["##[error]stop", "##vso[task.complete]", "##TeamCity[x]"])
def test_a_command_to_a_build_service_is_broken(command: str) -> None:
    assert safe.line(f"see {command}") == f"see #\\{command[1:]}"


def test_a_heading_is_no_command() -> None:
    assert safe.line("## Results") == "## Results"


def test_a_long_line_loses_its_end_and_says_how_much() -> None:
    assert safe.line("x" * 500, 20) == "x" * 20 + "…[+480]"


def test_a_line_is_not_cut_for_less_than_the_mark_takes() -> None:
    assert safe.line("x" * 28, 20) == "x" * 28


def test_a_long_name_keeps_its_end() -> None:
    assert safe.name("a" * 100 + "tail", 12) == "a" * 8 + "…[+92]…tail"


def test_a_short_name_is_whole() -> None:
    assert safe.name("src/pool.py", 12) == "src/pool.py"


def test_an_empty_name_is_empty() -> None:
    assert safe.name("") == ""


@pytest.mark.parametrize("cut", [safe.line, safe.name])
@pytest.mark.parametrize("filling", ["x", " ", "\x1b", "\ud800", "a \n"])
def test_a_megabyte_comes_out_short(cut: object, filling: str) -> None:
    assert callable(cut)
    assert len(cut(filling * 1_000_000, 60)) < 90


def test_what_is_counted_as_left_out_and_what_is_shown_are_the_whole_text() -> None:
    shown = safe.line("y" * 1_000_000, 50)
    assert shown == "y" * 50 + "…[+999,950]"


def test_only_lone_surrogates_are_spelled_out_for_utf_8() -> None:
    assert safe.encodable("a\ud83d\x1bé") == "a\\ud83d\x1bé"


def test_json_keeps_its_value_when_hostile_characters_are_escaped() -> None:
    value = ["\x7f\x9b\u202e\u2028\ufeff\U000e0041 é 👍"]
    source = safe.json_source(json.dumps(value, ensure_ascii=False))
    assert json.loads(source) == value


def test_json_holds_no_hostile_character_raw() -> None:
    assert safe.json_source('"\x7f\u202e\U000e0041é"') == '"\\u007f\\u202e\\udb40\\udc41é"'


LETTERS = [
    *map(chr, range(0x250)),
    "\u2028",
    "\u200b",
    "\ufe0f",
    "\ud83d",
    "\ude00",
    "\ue000",
    "\U000e0041",
    "👍",
    "…",
    "語",
]


@given(some.lists(some.sampled_from(LETTERS), max_size=40).map("".join))
def test_json_is_spelled_as_by_looking_at_each_character(source: str) -> None:
    plain = "".join(safe._json_escape(one) if safe._HOSTILE_CHARACTER.match(one) else one for one in source)
    assert safe.json_source(source) == plain


@pytest.mark.parametrize("kinds", [0, 1, 8, 9, 200])
def test_json_is_dead_however_many_kinds_of_hostile_characters_it_has(kinds: int) -> None:
    hostile = "".join(map(chr, range(0xE000, 0xE000 + kinds)))
    assert safe.json_source(f'"{hostile}é{hostile}"').isascii() is False
    assert json.loads(safe.json_source(f'"{hostile}é{hostile}"')) == f"{hostile}é{hostile}"
    assert not any(one in safe.json_source(f'"{hostile}"') for one in hostile)
