"""Patterns: the tables are sound data that the Rust engine accepts."""

import re

import polars as pl
import pytest

from ctxaudit.falsifiers.cues import CUES, TRIGGER
from ctxaudit.falsifiers.patterns import MACROS, rust
from ctxaudit.falsifiers.refusals import REFUSALS

PATTERNS = [
    *(cue.pattern for cue in CUES),
    *(refusal.pattern for refusal in REFUSALS),
    *(refusal.unless for refusal in REFUSALS if refusal.unless),
    TRIGGER,
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_compiles_in_the_rust_engine(pattern: str) -> None:
    assert pl.Series(["", "a b"]).str.contains(rust(pattern), strict=True).len() == 2


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_macro_is_left_in_a_pattern(pattern: str) -> None:
    assert re.findall(r"\{[A-Z]+\}", rust(pattern)) == []


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_class_or_edge_of_unicode_is_left_in_a_pattern(pattern: str) -> None:
    assert re.findall(r"(?<!\(\?-u:)\\b|\\[wWsSdD]", rust(pattern)) == []


@pytest.mark.parametrize("name", list(MACROS))
def test_every_macro_is_used(name: str) -> None:
    assert any("{" + name + "}" in cue.pattern for cue in CUES)


def test_names_are_unique() -> None:
    names = [*(cue.name for cue in CUES), *(refusal.name for refusal in REFUSALS)]
    assert len(names) == len(set(names))


def test_an_escaped_backslash_is_no_class() -> None:
    assert rust(r"a\\b") == r"(?i)a\\b"


@pytest.mark.parametrize("text", ["a FAIL here", "it FAILED", "all FAILS"])
def test_a_part_that_minds_case_still_does(text: str) -> None:
    pattern = next(refusal.pattern for refusal in REFUSALS if refusal.name == "expectation")
    column = pl.Series([text, text.lower()])
    assert column.str.contains(rust(pattern)).to_list() == [True, False]
