"""A class made by our `dataclass` behaves as the standard library's: each is made by both and asked the same."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import field, fields, is_dataclass, replace
from typing import Any, ClassVar

import pytest

from ctxaudit import values

Maker = Callable[..., Callable[[type[Any]], type[Any]]]
OURS: Maker = values._dataclass
STANDARD: Maker = dataclasses.dataclass


def made_by(dataclass: Maker, of: str) -> dict[str, type[Any]]:
    """Classes of every form that the package uses."""

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 2

        limit: ClassVar[int] = 7

        @property
        def sum(self) -> int:
            return self.x + self.y

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Event:
        """Has a docstring."""

        line: int
        by: str = "model"
        labels: Mapping[str, str] = field(default_factory=dict)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Cut(Event):
        spans: tuple[str, ...]
        by: str = "host"

    @dataclass(frozen=True, slots=True)
    class Seen:
        path: str
        size: int = field(default=0, compare=False)
        note: str = field(default="n", repr=False)
        hashed: int = field(default=1, hash=False, kw_only=True)

    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    @dataclass(frozen=True, slots=True)
    class Own:
        x: int

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 5

    @dataclass(slots=True)
    class Desk:
        name: str
        drawers: list[int] = field(default_factory=list)
        size: int = field(init=False)
        open: bool = field(default=True, init=False)
        kept: list[int] = field(default_factory=lambda: [1], init=False)

        def __post_init__(self) -> None:
            self.size = len(self.name)

    @dataclass(slots=True, eq=False)
    class Same:
        x: int

    classes = {kind.__name__: kind for kind in (Point, Event, Cut, Seen, Nothing, Own, Desk, Same)}
    for name, kind in classes.items():  # so that pickle finds them
        kind.__qualname__ = f"{name}_{of}"
        setattr(sys.modules[__name__], kind.__qualname__, kind)
    return classes


BOTH = (made_by(OURS, "ours"), made_by(STANDARD, "standard"))


def told(kind: Mapping[str, type[Any]], ask: Callable[[Mapping[str, type[Any]]], object]) -> object:
    """What is answered, or what is raised, without the names of the two makers."""
    try:
        answer: object = ask(kind)
    except Exception as error:  # noqa: BLE001 - whatever it is, both must raise it
        answer = f"{type(error).__name__}: {error}"
    words = str(answer)
    for name in ("_ours", "_fresh", "_standard", "made_by.<locals>."):
        words = words.replace(name, "")
    return words


def renamed(desk: Any) -> Any:
    desk.name = "b"
    return desk


QUESTIONS: dict[str, Callable[[Mapping[str, type[Any]]], object]] = {
    "made in order": lambda of: of["Point"](1, 3),
    "made by name": lambda of: of["Point"](y=1, x=3),
    "defaults": lambda of: (of["Point"](1), of["Event"](line=1), of["Cut"](line=1, spans=("a",)), of["Nothing"]()),
    "a default that a subclass changed": lambda of: of["Cut"](line=1, spans=()).by,
    "one is missing": lambda of: of["Point"](),
    "one by name is missing": lambda of: of["Cut"](line=1),
    "one too many": lambda of: of["Point"](1, 2, 3),
    "an unknown one": lambda of: of["Point"](1, z=3),
    "in order where names are asked for": lambda of: of["Event"](1),
    "a property": lambda of: of["Point"](4).sum,
    "a class variable": lambda of: (of["Point"].limit, [one.name for one in fields(of["Point"])]),
    "equal": lambda of: (of["Point"](1) == of["Point"](1), of["Point"](1) == of["Point"](2), of["Point"](1) == (1, 2)),
    "unequal": lambda of: (of["Point"](1) != of["Point"](1), of["Point"](1) != of["Point"](2)),
    "equal by what compares": lambda of: of["Seen"]("a", 1) == of["Seen"]("a", 2),
    "not equal to a subclass": lambda of: of["Event"](line=1) == of["Cut"](line=1, spans=()),
    "nothing is equal": lambda of: of["Nothing"]() == of["Nothing"](),
    "hashed": lambda of: hash(of["Point"](1)) == hash(of["Point"](1)),
    "hashed by what compares": lambda of: len({of["Seen"]("a", 1), of["Seen"]("a", 2), of["Seen"]("b", hashed=3)}),
    "hash of what has none": lambda of: hash(of["Event"](line=1, labels={})),
    "hash of what changes": lambda of: hash(of["Desk"]("a")),
    "what is told apart by itself": lambda of: (of["Same"](1) == of["Same"](1), hash(of["Same"](1)) != 0),
    "shown": lambda of: repr(of["Cut"](line=1, spans=("a", "b"), labels={"k": "v"})),
    "shown without what is not": lambda of: repr(of["Seen"]("p")),
    "methods of its own": lambda of: (repr(of["Own"](1)), of["Own"](1) == of["Own"](2), hash(of["Own"](1))),
    "set": lambda of: setattr(of["Point"](1), "x", 2),
    "deleted": lambda of: delattr(of["Point"](1), "x"),
    "changed": lambda of: renamed(of["Desk"]("a")),
    "nothing beside its slots": lambda of: (
        hasattr(of["Desk"]("a"), "__dict__") or hasattr(of["Event"](line=1), "__dict__")
    ),
    "a slot that is not there": lambda of: setattr(of["Desk"]("a"), "other", 1),
    "after making": lambda of: of["Desk"]("abc").size,
    "a list of its own": lambda of: (of["Desk"]("a").drawers is of["Desk"]("a").drawers, of["Desk"]("a").kept),
    "replaced": lambda of: replace(of["Cut"](line=1, spans=()), by="x"),
    "replaced by what it has not": lambda of: replace(of["Point"](1), z=1),
    "pickled": lambda of: [pickle.loads(pickle.dumps(of[name](1))) for name in ("Point", "Seen")],
    "pickled and equal": lambda of: pickle.loads(pickle.dumps(of["Cut"](line=1, spans=("a",)))),
    "copied": lambda of: (copy.copy(of["Point"](1, 5)), copy.deepcopy(of["Event"](line=1, labels={"a": "b"}))),
    "as a table": lambda of: dataclasses.asdict(of["Cut"](line=1, spans=("a",))),
    "fields": lambda of: [(one.name, one.type, one.kw_only) for one in fields(of["Cut"])],
    "a dataclass": lambda of: all(map(is_dataclass, of.values())),
    "matched in order": lambda of: [kind.__match_args__ for kind in of.values()],
    "name and module": lambda of: [(kind.__name__, kind.__module__) for kind in of.values()],
    "docstring": lambda of: of["Event"].__doc__,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_it_answers_as_the_standard_one(question: str) -> None:
    ours, standard = (told(kind, QUESTIONS[question]) for kind in BOTH)
    assert ours == standard


@pytest.mark.parametrize("question", QUESTIONS)
def test_it_answers_so_the_first_time_and_ever_after(question: str) -> None:
    fresh = made_by(OURS, "fresh")
    first, second = told(fresh, QUESTIONS[question]), told(fresh, QUESTIONS[question])
    assert first == second == told(BOTH[1], QUESTIONS[question])


def test_a_method_is_compiled_once_and_takes_its_own_place() -> None:
    kind = made_by(OURS, "fresh")["Point"]
    lazy = vars(kind)["__init__"]
    kind(1)
    compiled = vars(kind)["__init__"]
    kind(2)
    assert (lazy is compiled, vars(kind)["__init__"] is compiled) == (False, True)


def test_values_of_threads_that_come_at_once_are_all_made() -> None:
    kind = made_by(OURS, "fresh")["Event"]
    lazy = vars(kind)["__init__"]
    one, other = (object.__new__(kind) for _ in range(2))
    lazy(one, line=1)
    lazy(other, line=1)
    assert one == other


def test_what_a_frozen_value_has_not_cannot_be_set() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'z'"):
        BOTH[0]["Point"](1).z = 2


def test_a_class_without_slots_is_refused() -> None:
    with pytest.raises(TypeError, match="without slots"):
        OURS(slots=False, frozen=True)


def test_a_pattern_takes_it_apart() -> None:
    point: Any = BOTH[0]["Point"](1, 5)
    match point:
        case BothPoint(1, y):
            assert y == 5
        case _:
            pytest.fail("it did not match")


BothPoint: Any = BOTH[0]["Point"]
