"""Which numbers in prose are worth judging, and what they are canonically."""

import pytest

from ctxaudit.verbatim import Reading, extract_one, name_of, value_of
from ctxaudit.verbatim.numbers import is_unit_word, parse, plain, singular, words_of
from tests.verbatim.reading_aloud import spelled, token


@pytest.mark.parametrize(
    ("text", "spelling", "canonical"),
    [
        ("the delay is 2500 ms here", "delay is 2500 ms", "2500 ms"),
        ("it took 2.5 s in all", "2.5 s", "2500 ms"),
        ("it took 3 minutes in all", "3 minutes", "180000 ms"),
        ("it took 90m in all", "90m", "5400000 ms"),
        ("kept for 14 days", "14 days", "1209600000 ms"),
        ("waits 250us", "250us", "0.25 ms"),
        ("holds 64 KiB of it", "64 KiB", "65536 byte"),
        ("holds 64kB of it", "64kB", "64000 byte"),
        ("holds 12 bytes of it", "12 bytes", "12 byte"),
        ("full to 37% of it", "37%", "37 %"),
        ("a share of 37 percent", "37 percent", "37 %"),
        ("share is 37%", "share is 37%", "37 %"),
        ("drew 16px lines", "16px", "16 px"),
        ("at 40 req/s it fell", "40 req/s", "40 req/s"),
        ("at 40 requests/sec it fell", "40 requests/sec", "40 request/sec"),
        ("about 12k of them", "12k", "12000"),
        ("about 12M of them", "12M", "12000000"),
        ("berth_timeout_ms: 900", "berth_timeout_ms: 900", "900 ms"),
        ("berthTimeoutMs=900", "berthTimeoutMs=900", "900 ms"),
        ("--max-berths=40", "max-berths=40", "40 @berth"),
        ('{"retries": 7}', 'retries": 7', "7 @retry"),
        ("the ratio is 0.35 there", "ratio is 0.35", "0.35 @ratio"),
        ("seed 42 was used", "seed 42", "42 @seed"),
        ("port 6001 closed", "port 6001", "6001 @port"),
        ("mass = 125", "mass = 125", "125 @mass"),
        ("mass is 40", "mass is 40", "40 @mass"),
        ("a mass of 12.75", "mass of 12.75", "12.75 @mass"),
        ("moved 1,840 crates", "1,840 crates", "1840 crate"),
        ("moved 1_840 crates", "1_840 crates", "1840 crate"),
        ("passed 48/52 checks", "48/52", "48/52"),
        ("timeout was 2001", "timeout was 2001", "2001 @timeout"),
        ("held for 2001 ms", "2001 ms", "2001 ms"),
    ],
)
def test_a_number_with_a_telling_label_or_unit_is_a_token(text: str, spelling: str, canonical: str) -> None:
    found = [one for one in extract_one(Reading(text, prose=True)) if one.kind == "number"]
    assert [(one.text, one.canonical) for one in found] == [(spelling, canonical)]


@pytest.mark.parametrize(
    "text",
    [
        "in 1998 and 2031 it rained",
        "the 1999 storm",
        "mass: 2031",
        "on 15 May 2031",
        "on 12/31/2031 it ends",
        "run 2031-01-15 was long",
        "timeout: 12:30 it said",
        "1. First\n2. Second",
        "about 4 crates",
        "1 ms or 0.5 s",
        "50% of it, 100% of it, 50 % of it",
        "the 3rd and 12ab",
        "a 1200-crate ship",
        "step 14 of it, week 30, section 12",
        "Python 3.11 and go 1.22",
        "page 007",
        "of 340 and at 340",
        "a mass of 40",
        "mass 125",
        "12 m and 12 d",
        "7/7, 7/12, 30/20",
        "1.2.3.4 and 1,2,3",
        "port: 1",
        "1234567890123456789012345678901 crates",
        "12 The",
        "localhost:6001",
    ],
)
def test_a_number_that_says_little_is_no_token(text: str) -> None:
    assert spelled("number", text) == []


def test_a_plain_noun_belongs_to_the_number_unless_the_label_names_one_thing() -> None:
    assert spelled("number", "limit 400 crates, line 400 crates") == ["limit 400 crates", "line 400"]


def test_a_port_with_a_colon_and_digits_after_it_is_no_clock() -> None:
    assert spelled("number", "port: 8080:80") == ["port: 8080"]


def test_a_unit_at_the_end_of_the_name_wins_over_a_noun() -> None:
    assert token("berth_timeout_s = 30 crates").canonical == "30000 ms"


def test_a_lower_case_bit_unit_is_no_byte() -> None:
    assert spelled("number", "sent 40 Mb today") == []


def test_a_ratio_has_neither_value_nor_name() -> None:
    ratio = token("passed 48/52 checks")
    assert (value_of(ratio), name_of(ratio)) == (None, "")


def test_a_number_has_its_value_in_base_units_and_its_name() -> None:
    number = token("it took 2.5 s")
    assert (str(value_of(number)), name_of(number)) == ("2500", "ms")


def test_a_label_is_a_name_with_an_at_sign() -> None:
    assert name_of(token("seed 42")) == "@seed"


def test_tokens_of_other_classes_have_no_value() -> None:
    code = token("gave HARB-2207")
    assert (value_of(code), name_of(code)) == (None, "")


def test_what_holds_no_numeral_is_no_number() -> None:
    assert parse("berth") is None


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("crates", "crate"),
        ("retries", "retry"),
        ("batches", "batch"),
        ("boxes", "box"),
        ("classes", "class"),
        ("statuses", "status"),
        ("status", "status"),
        ("class", "class"),
        ("axis", "axis"),
        ("ms", "ms"),
        ("ties", "tie"),
    ],
)
def test_the_singular_of_a_word(plural: str, one: str) -> None:
    assert singular(plural) == one


def test_words_of_a_name_split_at_underscores_dashes_and_capitals() -> None:
    assert words_of("max_HTTPRetries-left") == ["max", "http", "retries", "left"]


def test_unit_words_are_known_in_the_plural_too() -> None:
    assert [word for word in ("seconds", "bytes", "px", "percent", "crates") if is_unit_word(word)] == [
        "seconds",
        "bytes",
        "px",
        "percent",
    ]


def test_a_plain_value_has_no_exponent_and_no_trailing_zeros() -> None:
    value = value_of(token("holds 3 TiB"))
    assert value is not None
    assert plain(value.normalize()) == "3298534883328"
