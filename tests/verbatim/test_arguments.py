"""A tool call's arguments are read decoded, without the schema of the tool."""

import json
import random

import pytest

from ctxaudit.verbatim import Reading, extract_one, reading
from ctxaudit.verbatim.arguments import _without_numbers


def decoded(text: str) -> list[str]:
    return reading(text, arguments=True, prose=False).text.split("\n")


def test_values_stand_one_a_line_without_their_keys() -> None:
    assert decoded('{"file_path": "harbour/crane.rs", "old_string": "arm"}') == ["harbour/crane.rs", "arm"]


def test_escapes_are_decoded() -> None:
    assert decoded('{"text": "line one\\nline \\"two\\""}') == ["line one", 'line "two"']


def test_a_number_keeps_its_key_and_its_spelling() -> None:
    assert decoded('{"delay_ms": 2500.0, "big": 1e3}') == ["delay_ms: 2500.0", "big: 1e3"]


def test_numbers_in_a_list_keep_the_key_of_the_list() -> None:
    assert decoded('{"ports": [6001, 6002]}') == ["ports: 6001", "ports: 6002"]


def test_a_bare_number_has_no_key() -> None:
    assert decoded("[6001]") == ["6001"]


@pytest.mark.parametrize("knob", ["timeout", "limit", "head_limit", "-A", "view_range", "yield_time_ms"])
def test_numbers_under_a_knob_of_the_tool_are_left_out(knob: str) -> None:
    assert decoded(f'{{"{knob}": 2500, "name": "arm"}}') == ["arm"]
    assert decoded(f'{{"{knob}": [1, 50], "name": "arm"}}') == ["arm"]


def test_a_string_under_a_knob_is_read() -> None:
    assert decoded('{"context": "the crane"}') == ["the crane"]


def test_nested_values_stand_in_the_order_of_the_text() -> None:
    assert decoded('{"a": [{"b": "one"}, "two"], "c": {"d": {"e": "three"}}, "f": "four"}') == [
        "one",
        "two",
        "three",
        "four",
    ]


def test_truth_values_and_null_say_nothing() -> None:
    assert decoded('{"a": true, "b": null, "c": "arm"}') == ["arm"]


@pytest.mark.parametrize("text", ["tide --next 4", '{"a": ', "", "*** Begin Patch\n+x", "[" * 100_000])
def test_text_that_is_no_json_is_read_as_it_is(text: str) -> None:
    assert reading(text, arguments=True, prose=False) == Reading(text, prose=False)


def test_what_is_no_tool_call_is_never_decoded() -> None:
    assert reading('{"a": "b"}', arguments=False, prose=True) == Reading('{"a": "b"}', prose=True)


def test_a_huge_integer_is_read() -> None:
    assert decoded('{"n": ' + "9" * 10_000 + "}") == ["n: " + "9" * 10_000]


def test_tokens_of_arguments_are_those_of_the_values() -> None:
    call = reading(
        '{"file_path": "harbour/crane.rs", "retry_delay_ms": 2500, "limit": 800}', arguments=True, prose=False
    )
    assert [token.text for token in extract_one(call)] == ["harbour/crane.rs", "retry_delay_ms: 2500", "retry_delay_ms"]


def values(rng: random.Random, depth: int = 0) -> object:
    """Something that a tool may be called with."""
    if depth < 3 and rng.random() < 0.4:
        return {rng.choice(["a", "b", "limit", ""]): values(rng, depth + 1) for _ in range(rng.randrange(4))}
    if depth < 3 and rng.random() < 0.2:
        return [values(rng, depth + 1) for _ in range(rng.randrange(4))]
    return rng.choice(
        ["arm", "é→", "", "two\nlines", 'a "b"', True, None, *([7, 2.5, 10**30] if rng.random() < 0.2 else [])]
    )


@pytest.mark.parametrize("seed", range(4))
def test_arguments_without_numbers_are_read_as_all_others(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = random.Random(seed)
    texts = [json.dumps(values(rng), ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, 1])) for _ in range(500)]
    texts += [
        '{"a": "x", "b": "y", "a": "z"}',
        '{"a": "\\ud800"}',
        '"\ud800"',
        " [null] ",
        "NaN",
        '{"a": -0}',
        "\ufeff{}",
    ]
    quick = [decoded(text) for text in texts]
    with_numbers = sum(_without_numbers(text) is None for text in texts)
    assert 10 < with_numbers < 300
    monkeypatch.setattr("ctxaudit.verbatim.arguments._without_numbers", lambda _: None)
    assert quick == [decoded(text) for text in texts]
