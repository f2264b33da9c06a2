"""The schema is published JSON Schema, both validators read it alike, and each refusal says which key is wrong."""

from __future__ import annotations

import typing
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from ctxaudit.ingest import native_build
from ctxaudit.ingest.schema import checks, event_types, named, refusal, shapes, unknown_keys
from ctxaudit.model import trace as model
from tests.ingest.events import SCHEMA, VALUES, changed, full
from tests.ingest.files import span

KINDS = event_types()
SPAN = SCHEMA["$defs"]["span"]["properties"]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_event_of_the_model_has_a_schema() -> None:
    assert set(KINDS) == {"trace"} | {event.__name__.lower() for event in typing.get_args(model.Event)}


def test_every_key_is_described() -> None:
    keys = {f"{kind}.{key}": rule for kind, schema in SCHEMA["$defs"].items() for key, rule in _keys(schema)}
    assert [name for name, rule in keys.items() if "description" not in rule] == []


def _keys(schema: dict[str, Any]) -> list[tuple[str, Any]]:
    return [
        (key, rule) for key, rule in schema.get("properties", {}).items() if "const" not in rule or key == "version"
    ]


@pytest.mark.parametrize(
    ("listed", "literal"),
    [
        (SPAN["role"]["enum"], model.Role),
        (SPAN["by"]["enum"], model.Maker),
        (SPAN["kind"]["enum"], model.Kind),
        (SCHEMA["$defs"]["decider"]["enum"], model.Decider),
        (SCHEMA["$defs"]["basis"]["enum"], model.Basis),
        (SCHEMA["$defs"]["trace"]["properties"]["citations"]["enum"], model.Citations),
    ],
)
def test_a_closed_list_is_that_of_the_model(listed: list[str], literal: object) -> None:
    assert tuple(listed) == typing.get_args(literal)


def test_the_keys_of_a_span_are_the_fields_of_a_span() -> None:
    assert set(SPAN) == set(model.Span.__slots__)


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_with_every_key_is_accepted(kind: str) -> None:
    assert checks()[kind](full(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_both_validators_say_the_same_of_every_changed_event(kind: str) -> None:
    apart = [name for name, value in changed(kind) if checks()[kind](value) == bool(refusal(kind, value))]
    assert apart == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_schema_says_the_same_as_the_schema_of_the_type(kind: str) -> None:
    whole = jsonschema_rs.validator_for(SCHEMA)
    apart = [
        name
        for name, value in changed(kind)
        if value.get("type") == kind and whole.is_valid(value) != checks()[kind](value)
    ]
    assert apart == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_corpus_holds_events_of_both_verdicts(kind: str) -> None:
    verdicts = {checks()[kind](value) for _, value in changed(kind)}
    assert verdicts == {True, False}


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_is_worded_with_the_key_that_was_changed(kind: str) -> None:
    strange = []
    for name, value in changed(kind):
        key = name.removeprefix("without ").partition(" = ")[0].partition(".")[0]
        words = refusal(kind, value)
        if (
            words is not None
            and f'"{key}' not in words
            and not (words.startswith("required key") and '" or "' in words)
        ):
            strange.append((name, words))
    assert strange == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "trace"])
def test_everything_that_the_schema_accepts_can_be_built(kind: str) -> None:
    built = [native_build.event_of(2, value) for _, value in changed(kind) if checks()[kind](value)]
    assert {type(event).__name__.lower() for event in built} == {kind}


def test_every_header_that_the_schema_accepts_can_be_built() -> None:
    built = [native_build.header_of(1, value) for _, value in changed("trace") if checks()["trace"](value)]
    assert len(built) > 20


@pytest.mark.parametrize("value", [v for v in VALUES if not isinstance(v, dict)], ids=repr)
def test_an_event_that_is_no_object_is_refused(value: object) -> None:
    assert not checks()["call"](value)


@pytest.mark.parametrize("copy", ["", "s3://store/run-4", True])
def test_an_external_copy_is_a_string_or_true(copy: object) -> None:
    assert checks()["add"]({"type": "add", "turn": 0, "span": span(external_copy=copy)})


@pytest.mark.parametrize("copy", [False, None, 1, []])
def test_an_external_copy_is_nothing_else(copy: object) -> None:
    words = refusal("add", {"type": "add", "turn": 0, "span": span(external_copy=copy)})
    assert str(words).startswith('"span.external_copy" must be a string or true, and is ')


def test_unknown_keys_are_no_refusal() -> None:
    assert checks()["call"]({"type": "call", "turn": 0, "mood": "calm"})


def test_unknown_keys_are_found_in_every_object() -> None:
    for kind in KINDS:
        assert unknown_keys(full(kind), shapes()[kind]) == []
        marked, places = _marked(full(kind))
        assert sorted(unknown_keys(marked, shapes()[kind])) == sorted(places)


def _marked(value: dict[str, Any], above: str = "") -> tuple[dict[str, Any], list[str]]:
    """An unknown key in the object and in each object inside it, free maps left alone."""
    places = [f"{above}mood"]
    marked: dict[str, Any] = {**value, "mood": 1}
    for key, part in value.items():
        if isinstance(part, dict) and key not in {"labels", "copies"}:
            marked[key], inner = _marked(part, f"{above}{key}.")
            places += inner
        elif isinstance(part, list) and part and isinstance(part[0], dict):
            entry, inner = _marked(part[0], f"{above}{key}[0].")
            marked[key] = [entry]
            places += inner
    return marked, places


def test_labels_and_copies_may_have_any_keys() -> None:
    assert unknown_keys(full("evict") | {"copies": {"s9": "a", "s8": "b"}}, shapes()["evict"]) == []


def test_a_long_name_or_value_is_cut() -> None:
    words = refusal("call", {"type": "call", "turn": "x" * 5000})
    assert len(str(words)) < 120
    assert len(named(["k" * 5000] * 50)) < 1000


def test_a_value_is_quoted_without_control_characters() -> None:
    words = refusal("call", {"type": "call", "turn": "\x1b[31m\u202e"})
    assert "\\u001b[31m\\u202e" in str(words)


def test_a_list_of_a_million_wrong_entries_is_refused_in_one_sentence() -> None:
    words = refusal("evict", {"type": "evict", "turn": 0, "reason": "dispensable", "spans": [1] * 1_000_000})
    assert words == '"spans[0]" must be a string, and is 1'
