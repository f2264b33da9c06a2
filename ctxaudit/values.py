"""`dataclass` as the standard library has it, for classes with slots, at a fifth of what making a class costs there.

The standard decorator compiles up to six functions while a class is made, and a small audit makes more than a hundred
classes. Here a function is compiled when it is first called, and most never are. Whatever `dataclasses` does with a
class works as ever: `fields`, `replace`, comparing, pickling, matching.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["dataclass"]


def _dataclass(
    *, slots: bool, frozen: bool = False, kw_only: bool = False, eq: bool = True
) -> Callable[[type[Any]], type[Any]]:
    """What is given has the meaning that it has there; a class without slots is not made here."""
    if not slots:
        raise TypeError("a class without slots is made by the decorator of the standard library")

    def made(kind: type[Any]) -> type[Any]:
        kind.__doc__ = kind.__doc__ or kind.__name__  # else its signature would be worked out to stand there
        whole = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(kind)
        methods: dict[str, Any] = {"__init__": _compiled_later(whole, "__init__", _init_source), "__repr__": _repr}
        if eq:
            methods["__eq__"] = _compiled_later(whole, "__eq__", _eq_source)
            methods["__hash__"] = _compiled_later(whole, "__hash__", _hash_source) if frozen else None
        if frozen:
            methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
            methods |= {"__getstate__": _state, "__setstate__": _restore}
        for name, method in methods.items():
            if name not in vars(whole):
                setattr(whole, name, method)
        return whole

    return made


def _compiled_later(kind: type[Any], name: str, source: Callable[[type[Any], dict[str, Any]], str]) -> Any:
    """The method when it is first called: it puts what it compiles in its own place."""

    def first(*arguments: Any, **named: Any) -> Any:
        scope: dict[str, Any] = {}
        exec(source(kind, scope), scope)  # noqa: S102 - of the names of fields and nothing else
        method = scope[name]
        method.__qualname__ = f"{kind.__qualname__}.{name}"
        setattr(kind, name, method)
        return method(*arguments, **named)

    return first


def _init_source(kind: type[Any], scope: dict[str, Any]) -> str:
    """Values go straight into their slots: nothing else gets into a frozen value."""
    places: dict[bool, list[str]] = {False: ["self"], True: []}
    lines: list[str] = []
    for field in fields(kind):
        parameter, value = _parameter(field, scope)
        if field.init:
            places[bool(field.kw_only)].append(parameter)
        if value:
            scope[f"_set_{field.name}"] = getattr(kind, field.name).__set__
            lines.append(f"_set_{field.name}(self, {value})")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    named = ["*", *places[True]] if places[True] else []
    return f"def __init__({', '.join([*places[False], *named])}):\n {'; '.join(lines) or 'pass'}\n"


def _parameter(field: Field[Any], scope: dict[str, Any]) -> tuple[str, str]:
    """How the field stands among the parameters, and what its value is; empty where it has none at first."""
    name = field.name
    if field.default_factory is not MISSING:
        scope |= {"_MISSING": MISSING, f"_new_{name}": field.default_factory}
        made = f"_new_{name}()"
        return f"{name}=_MISSING", f"{made} if {name} is _MISSING else {name}" if field.init else made
    if field.default is not MISSING:
        scope[f"_default_{name}"] = field.default
        return f"{name}=_default_{name}", name if field.init else f"_default_{name}"
    return name, name if field.init else ""


def _eq_source(kind: type[Any], scope: dict[str, Any]) -> str:
    del scope
    compared = [field.name for field in fields(kind) if field.compare]
    same = f"{_tuple('self', compared)} == {_tuple('other', compared)}"
    return f"def __eq__(self, other):\n return {same} if other.__class__ is self.__class__ else NotImplemented\n"


def _hash_source(kind: type[Any], scope: dict[str, Any]) -> str:
    del scope
    hashed = [field.name for field in fields(kind) if (field.compare if field.hash is None else field.hash)]
    return f"def __hash__(self):\n return hash({_tuple('self', hashed)})\n"


def _tuple(value: str, names: Iterable[str]) -> str:
    return f"({''.join(f'{value}.{name},' for name in names)})"


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse_to_set(self: Any, name: str, value: Any) -> NoReturn:
    del self, value
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> NoReturn:
    del self
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


if TYPE_CHECKING:  # a checker knows the standard one
    from dataclasses import dataclass
else:
    dataclass = _dataclass
