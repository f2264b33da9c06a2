"""Near misses of a claim that stands nowhere."""

import pytest

from ctxaudit.verbatim import Sighting, Token, near, nearest
from ctxaudit.verbatim.canonical import canonical
from ctxaudit.verbatim.subject import facts_of, stem
from tests.verbatim.reading_aloud import seen, token, tokens


def first(kind: str, text: str) -> Sighting:
    return Sighting(next(one for one in tokens(text) if one.kind == kind), text)


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("4be91d07", "4be19d07", "altered"),
        ("4be91d0", "4be91d1", "altered"),
        ("4be91d07aa", "4be91d0c", "altered"),
        ("0be91d07", "91e91d07", "altered"),
        ("0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01", "0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f10", "altered"),
        ("0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01", "0d9c4e1a-1111-2222-3333-5a6c7d8e9f01", "altered"),
        ("HARB-2207", "HARB-2270", "altered"),
        ("TS7031", "TS7032", "altered"),
        ("HARB-220", "HARD-220", "altered"),
        ("0xdeadbeef", "0xdeadbeaf", "altered"),
        ("harbour/arm/mooring.rs", "harbour/arms/mooring.rs", "altered"),
        ("harbour/arm/mooring.rs", "harbour/mooring.rs", "altered"),
        ("harbour/mooring.rs", "harbour/morring.rs", "altered"),
        ("harbour/mooring.ts", "harbour/mooring.js", "altered"),
        ("harbour/mooring.rs:41", "harbour/mooring.rs:48", "line-drift"),
        ("opt/harbour/mooring.rs:41", "harbour/mooring.rs:48", "line-drift"),
        ("10.0.0.7:6001", "10.0.0.7:6010", "altered"),
        ("https://pier.example.org/tide", "https://pier.example.org/tidy", "altered"),
        ("mooring_limit", "mooringLimit()", "respelled"),
        ("mooring_limit", "mooring_limitz", "altered"),
        ("mooring_clas", "mooring_class", "altered"),
        ("mooring_limit", "mooring_slimit", "altered"),
        ("MOORING_LIMIT", "MOORSING_LIMIT", "altered"),
        ("mooring_limit", "mooring_limites", "altered"),
        ("quay_moorings_limit", "quay_moring_limit", "altered"),
        ("mooring_2_limit", "mooring_2s_limit", "altered"),
        ("quay.mooring_window", "quay.morring_windows", "altered"),
        ("`tide table --next 4 --all`", "`tide table --next 4 -all`", "altered"),
        ("port 6001", "port 6011", "altered"),
    ],
)
def test_a_misspelling_is_near(one: str, other: str, verdict: str) -> None:
    assert near(seen(one), seen(other)) == verdict
    assert near(seen(other), seen(one)) == verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("4be91d07", "4be91d07c2f3aa10"),
        ("4be91d07", "c2f3aa10"),
        ("0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01", "5a6c7d8e-77b2-4f08-9b1e-0d9c4e1a9f01"),
        ("HARB-2207", "HARB-7022"),
        ("HARB-22", "HARB-23"),
        ("HARB-2207", "HARB-22071"),
        ("HARB-22", "HARD-22"),
        ("ENOENT", "EPERM"),
        ("0xbeef", "0xbeff"),
        ("harbour/arm/config.py", "harbour/arms/config.py"),
        ("harbour/arm/mooring.rs", "quay/arm/mooring.rs"),
        ("harbour/a/b/mooring.rs", "harbour/c/d/mooring.rs"),
        ("harbour/mooring_1.rs", "harbour/mooring_2.rs"),
        ("harbour/arm.rs", "harbour/art.rs"),
        ("harbour/mooring.rs", "quay/morring.rs"),
        ("harbour/mooring.rs", "harbour/mooring.py"),
        ("../harbour/arm/mooring.rs", "../harbour/mooring.rs"),
        ("harbour/mooring.rs:41", "harbour/crane.rs:48"),
        ("localhost:6001", "localhost:6010"),
        ("6001/tcp", "6010/tcp"),
        ("https://pier.example.org/tide1", "https://pier.example.org/tide2"),
        ("http://a.bc/de", "http://a.bc/df"),
        ("MOORING_LIMIT", "mooring_limit"),
        ("mooring_limit_1", "mooring_limit_2"),
        ("get_mooring", "set_mooring"),
        ("mooring_limit", "mooring_limits"),
        ("mooring_limit", "moorings_limit"),
        ("mooringLimit()", "mooringsLimit()"),
        ("MOORING_LIMIT", "MOORINGS_LIMIT"),
        ("quay_mooring_id", "quay_mooring_ids"),
        ("quay.mooring_winch.raise", "quay.mooring_winches.raise"),
        ("quay.hullx", "quay.hully"),
        ("quay.mooring_limit.raise", "quay.morring_limit.raises"),
        ("`tide table --next 4 --all`", "`tide table --next 5 --all`"),
        ("`tide --no`", "`tide --to`"),
        ("port 6001", "port 7002"),
        ("line 6001", "line 6011"),
        ("port 6001", "pid 6011"),
        ("passed 48/52", "passed 48/53"),
        ("12k", "13k"),
        ("HARB-2207", "harbour/mooring.rs"),
    ],
)
def test_what_is_the_same_or_something_else_is_not_near(one: str, other: str) -> None:
    assert near(seen(one), seen(other)) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the crane delay is 2500 ms", "a crane delay of 2600 ms"),
        ("a cache of 4 MiB", "a cache of 4 MB"),
        ("delay is 2500 ms", "crane_delay_ms = 2600"),
        ("Loaded hull crates: 1250", "for the hull we loaded crates: 1300"),
    ],
)
def test_two_values_of_one_quantity_are_near(one: str, other: str) -> None:
    assert near(first("number", one), first("number", other)) == "altered"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the crane takes 2500 ms", "the mooring takes 2600 ms"),
        ("delay is 2500 ms", "it takes 2600 ms"),
        ("of the crane arm 1250 crates", "of the mooring post 1300 crates"),
        ("the hull line is 12 ms", "the hull line is 13 ms"),
        ("delay is 2500 ms", "delay is 2600 bytes"),
    ],
)
def test_values_of_different_quantities_are_not_near(one: str, other: str) -> None:
    assert near(first("number", one), first("number", other)) is None


def test_versions_of_one_package_that_differ_in_one_part_are_near() -> None:
    assert near(first("version", "crane==3.0.12"), first("version", 'the crane "3.0.13"')) == "altered"


@pytest.mark.parametrize(
    "other", ["mooring==3.0.13", "crane==3.1.13", "crane==3.0.12-rc1", "crane==4.0.12", "crane, 3.0.13", "3.0.13"]
)
def test_other_versions_are_not_near(other: str) -> None:
    assert near(first("version", "crane==3.0.12"), first("version", other)) is None


def test_the_nearest_is_the_one_with_the_smallest_distance() -> None:
    held = [seen("4be91d99"), seen("4be91d08")]
    assert nearest(seen("4be91d07"), held) == (held[1], "altered")


def test_of_two_equally_near_the_earlier_is_the_nearest() -> None:
    held = [seen("4be91d09"), seen("4be91d08")]
    assert nearest(seen("4be91d07"), held) == (held[0], "altered")


def test_three_distinct_near_tokens_are_a_family() -> None:
    assert nearest(seen("TS7031"), [seen("TS7032"), seen("TS7033"), seen("TS7034")]) is None


def test_one_near_token_seen_three_times_is_no_family() -> None:
    held = [seen("TS7032"), Sighting(token("TS7032"), "again TS7032"), Sighting(token("TS7032"), "and TS7032")]
    assert nearest(seen("TS7031"), held) == (held[0], "altered")


def test_only_the_same_class_is_near() -> None:
    assert nearest(seen("HARB-2207"), [seen("harb_2208_list"), seen("https://pier.example.org/HARB-2208")]) is None


def test_nothing_held_has_no_nearest() -> None:
    assert nearest(seen("HARB-2207"), []) is None


def test_a_name_of_very_many_parts_has_no_near_miss() -> None:
    parts = ".".join(f"mooring{chr(97 + place)}" for place in range(20))
    one = Sighting(Token("api-name", parts, parts), parts)
    other = Sighting(Token("api-name", parts + "x", parts + "x"), parts + "x")
    assert near(one, other) is None


def test_the_subject_is_the_stems_of_the_clause_before_and_of_the_label() -> None:
    text = "It rained. The loading of hulls, at the northern quays crane_delay_ms: 2500"
    assert first("number", text).facts.subject == {"northern", "quay", "cran", "delay"}


def test_the_subject_leaves_out_the_noun_that_is_counted() -> None:
    assert first("number", "crates, crates on hulls 1250 crates").facts.subject == {"hull"}


def test_a_label_counts_as_explicit_only_when_the_text_assigns_it() -> None:
    labels = [
        first("number", text).facts.label for text in ("delay is 25 ms", "delay_ms=25", "delay 25 ms", "takes 25 ms")
    ]
    assert labels == ["delay", "delay", "", ""]


def test_other_classes_have_no_facts() -> None:
    assert facts_of(token("HARB-2207"), "x HARB-2207") == facts_of(token("4be91d07"), "")


def test_a_token_that_is_not_in_its_text_has_an_empty_subject() -> None:
    assert facts_of(token("1250 crates"), "nothing here").subject == frozenset()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("loading", "load"),
        ("loaded", "load"),
        ("loader", "load"),
        ("loads", "load"),
        ("caches", "cach"),
        ("bring", "bring"),
    ],
)
def test_a_stem_keeps_four_letters(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_sightings_of_one_token_in_one_text_are_equal() -> None:
    one, other = seen("delay is 25 ms"), seen("delay is 25 ms")
    assert one.facts == other.facts
    assert one == other
    assert len({one, other}) == 1


def test_a_canonical_claim_needs_no_text() -> None:
    claim = Sighting(Token("hex-id", "4be91d07", canonical("hex-id", "4be91d07")), "")
    assert near(claim, seen("4be91d08")) == "altered"
