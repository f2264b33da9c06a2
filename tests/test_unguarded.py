"""An unguarded value is in all but one thing the frozen one that a type checker takes it for."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from ctxaudit.model import Add, Origin, RankEntry, Span
from ctxaudit.model import trace as module
from ctxaudit.unguarded import dataclass

SPAN = Span(id="a", text="x", role="user", by="human")
PAIRS = [
    (Origin("f", 1, None, "u"), Origin("f", 1, None, "u"), Origin("f", 2, None, "u")),
    (SPAN, dataclasses.replace(SPAN), dataclasses.replace(SPAN, pinned=True)),
    (Add(line=1, turn=2, span=SPAN), Add(line=1, turn=2, span=SPAN), Add(line=1, turn=2, span=SPAN, before="b")),
    (RankEntry("a"), RankEntry("a"), RankEntry("a", 0.5)),
]


@pytest.mark.parametrize(("one", "same", "other"), PAIRS)
def test_values_are_equal_and_hash_by_their_fields(one: Any, same: Any, other: Any) -> None:
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert len({one, same, other}) == 2


@pytest.mark.parametrize("name", [name for name, value in vars(module).items() if dataclasses.is_dataclass(value)])
def test_no_value_of_a_trace_has_room_for_more_than_its_fields_or_a_guard(name: str) -> None:
    made = vars(vars(module)[name])
    assert "__slots__" in made
    assert "__setattr__" not in made


def test_settings_are_those_of_a_dataclass() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Made:
        one: int
        two: int = 2

    assert [field.name for field in dataclasses.fields(Made)] == ["one", "two"]
    assert dataclasses.replace(Made(one=1), two=3) == Made(one=1, two=3)
    with pytest.raises(TypeError):
        Made(1)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Made(one=1).three = 3  # type: ignore[attr-defined]
