"""Same, stands in, held: what counts as the same thing said again."""

import random

import pytest

from ctxaudit.verbatim import Token, holds, same, stands_in
from tests.verbatim.generator import tokens_with_texts
from tests.verbatim.reading_aloud import spelled, token, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("4be91d0", "4be91d07c2f3aa10"),
        ("4BE91D07", "4be91d07"),
        ("0d9c4e1a", "0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01"),
        ("harbour/arm/crane.rs", "/opt/quay/harbour/arm/crane.rs"),
        ("mooring.rs", "harbour/mooring.rs"),
        ("harbour/arm_a.rs:41", "quay/harbour/arm_a.rs:41:9"),
        ('File "/opt/quay/arm_a.py", line 41', "quay/arm_a.py:41"),
        ("mooring_limit", "quay.mooring_limit"),
        ("quay.Mooring.raiseArm()", "Mooring.raiseArm"),
        ("delay is 2500 ms", "delay was 2.5 s"),
        ("2 MiB", "2097152 bytes"),
        ("12k", "limit: 12000"),
        ("timeout is 2500", "2500 ms"),
        ("4093 crates", "4093 boxes"),
        ("port 6001", "6001/udp"),
        ("port 6001", "10.0.0.7:6001"),
        ("port 6001", "0x1771"),
        ("v3.0.12", "3.0.12"),
    ],
)
def test_two_spellings_of_one_thing_are_the_same(one: str, other: str) -> None:
    assert same(token(one), token(other))
    assert same(token(other), token(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("4be91d07", "4be91d08"),
        ("0d9c4e1", "0d9c4e1a-77b2-4f08-9b1e-5a6c7d8e9f01"),
        ("harbour/config.py", "config.py"),
        ("harbour/arm.c", "arm.c"),
        ("harbour/crane.rs", "quay/crane.rs"),
        ("xharbour/mooring.rs", "harbour/mooring.rs"),
        ("harbour/arm_a.rs:41", "harbour/arm_a.rs:42"),
        ("harbour/config.py:41", "config.py:41"),
        ("quay.mooring", "mooring_mooring"),
        ("2500 ms", "2500 bytes"),
        ("37%", "37 crates"),
        ("120 crates", "120 boxes"),
        ("port 6001", "pid 6001"),
        ("port 6001", "6002/udp"),
        ("seed 6001", "6001/udp"),
        ("limit 17", "0x11"),
        ("passed 48/52", "passed 48/53"),
        ("HARB-2207", "HARB-2208"),
        ("3.0.12", "3.0.1"),
    ],
)
def test_two_different_things_are_not_the_same(one: str, other: str) -> None:
    assert not same(token(one), token(other))
    assert not same(token(other), token(one))


def test_a_bare_distinct_name_is_the_tail_of_a_dotted_one() -> None:
    assert same(Token("api-name", "raiseArm", "raiseArm"), token("quay.raiseArm"))


def test_a_bare_common_word_is_no_tail_of_a_dotted_name() -> None:
    assert not same(Token("api-name", "acquire", "acquire"), token("quay.acquire"))


def test_equal_canonical_forms_are_the_same_whatever_the_class() -> None:
    assert same(Token("quoted", "harbour/crane.rs", "harbour/crane.rs"), token("harbour/crane.rs"))


@pytest.mark.parametrize(
    ("claim", "held"),
    [
        ("harbour/arm_a.rs", "/opt/harbour/arm_a.rs:41"),
        ("/opt/harbour/arm_a.rs", "harbour/arm_a.rs:41"),
        ("crane.rs", "harbour/crane.rs"),
        ("config.py", "harbour/config.py"),
        ("4be91d07", "https://pier.example.org/c/4be91d07"),
        ("HARB-2207", "https://pier.example.org/t/HARB-2207?x=1"),
        ("crane.lift_arm()", "`run crane.lift_arm(3) now`"),
        ("10.0.0.7", "10.0.0.7:6001"),
        ("port 6001", "https://pier.example.org:6001/x"),
    ],
)
def test_a_claim_stands_in_what_contains_it(claim: str, held: str) -> None:
    assert stands_in(token(claim), token(held))


@pytest.mark.parametrize(
    ("claim", "held"),
    [
        ("/opt/harbour/arm_a.rs:41", "harbour/arm_a.rs"),
        ("harbour/config.py", "config.py"),
        ("4be91d07", "https://pier.example.org/c/4be91d07c2"),
        ("harbour/a.c", "`say harbour/a.cc`"),
        ("2500 ms", "`wait 2500 ms --now`"),
        ("port 6001", "https://pier.example.org/6001"),
        ("limit 6001", "https://pier.example.org:6001/x"),
        ("HARB-2207", "harb_2207_table"),
        ("#88", "`gh pr view #88 --web`"),
    ],
)
def test_a_claim_does_not_stand_in_what_says_less_or_something_longer(claim: str, held: str) -> None:
    assert not stands_in(token(claim), token(held))


def test_standing_in_is_one_way() -> None:
    assert not stands_in(token("https://pier.example.org/c/4be91d07"), token("4be91d07"))


def test_same_is_symmetric_and_implies_standing_in() -> None:
    found = [one for one, _ in tokens_with_texts(random.Random(3), 120)]
    for one in found:
        for other in found:
            assert same(one, other) == same(other, one)
            assert stands_in(one, other) or not same(one, other)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("we picked 4be91d07 over", "4be91d07"),
        ("the long 4be91d07c2f3aa10 one", "4be91d07"),
        ("they wait 2.5 s", "delay is 2500 ms"),
        ("cell value 2512, no unit", "2512 ms"),
        ("cell value 2,512 here", "2512 ms"),
        ("cell value 2512 here.", "2,512 ms"),
        ("it grew by 0.35.", "ratio is 0.35"),
        ("a walk in /opt/quay/harbour/crane.rs", "harbour/crane.rs"),
        ("tide\n   --next", "`tide --next`"),
    ],
)
def test_a_text_holds_a_claim(text: str, claim: str) -> None:
    assert holds(text, token(claim))


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("we picked 4be91d08 over", "4be91d07"),
        ("cell value 2500, no unit", "2500 ms"),
        ("cell value 12512 here", "2512 ms"),
        ("cell value 2512.5 here", "2512 ms"),
        ("cell value 7,2512 here", "2512 ms"),
        ("cell value x2512 here", "2512 ms"),
        ("half of 2 things", "2 MiB"),
        ("48 of them, 52 in all", "passed 48/52"),
        ("Harbour/Crane.rs", "harbour/crane.rs"),
        ("", "harbour/crane.rs"),
    ],
)
def test_a_text_does_not_hold_what_it_does_not_say(text: str, claim: str) -> None:
    assert not holds(text, token(claim))


def test_a_caller_can_hand_in_the_tokens_of_the_text() -> None:
    claim = token("harbour/mooring.rs")
    assert holds("nothing by its letters", claim, tokens("/opt/harbour/mooring.rs"))
    assert not holds("/opt/harbour-mooring.rs", claim, [])


def test_without_tokens_the_text_is_read_as_prose() -> None:
    assert spelled("api-name", "the `MooringArm`") == ["MooringArm"]
    assert holds("the `MooringArm`", Token("api-name", "MooringArm()", "MooringArm"))
