"""The configuration: what `[tool.ctxaudit]` of a pyproject.toml, or a ctxaudit.toml, may say, read from its text.

It knows no file and no clock. What it cannot read is refused with the file, the key and what was expected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeVar, cast

from ctxaudit.errors import UsageError
from ctxaudit.model import CONFIDENCES, SEVERITIES, Confidence, Severity

PYPROJECT = "pyproject.toml"
KEYS = (
    "select",
    "ignore",
    "extend-select",
    "fail-on",
    "min-confidence",
    "budget",
    "strict",
    "all-conditions",
    "baseline",
    "allow",
)
ALLOW_KEYS = ("rule", "rules", "trace", "span", "spans", "token", "tokens", "reason", "expires")
_T = TypeVar("_T", bound=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """A finding that is accepted, and why. `spans` and `tokens` None: any; `trace` None: every trace.

    `expires` is the last day on which it counts. `name` says where it stands, for notes.
    """

    name: str
    rules: tuple[str, ...]
    reason: str
    trace: str | None = None
    spans: tuple[str, ...] | None = None
    tokens: tuple[str, ...] | None = None
    expires: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What the file says; None where it says nothing."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] | None = None
    fail_on: Severity | Literal["never"] | None = None
    min_confidence: Confidence | None = None
    budget: int | None = None
    strict: bool | None = None
    all_conditions: bool | None = None
    baseline: str | None = None  # as the file has it: relative to the file
    allow: tuple[Allowance, ...] = ()


def has_section(text: str, file: str) -> bool:
    """Whether a pyproject.toml speaks of ctxaudit at all."""
    if "ctxaudit" not in text:
        return False
    tool = _toml(text, file).get("tool")
    return isinstance(tool, dict) and "ctxaudit" in tool


def read_config(text: str, file: str, *, rules: Collection[str], groups: Collection[str]) -> Config:
    """The configuration of one file. A file named pyproject.toml has it below `[tool.ctxaudit]`, any other at the top.

    `rules` and `groups`: the names that there are; another one is refused.
    """
    table: object = _toml(text, file)
    if file.replace("\\", "/").rpartition("/")[2] == PYPROJECT:
        tool = cast("dict[str, object]", table).get("tool")
        table = tool.get("ctxaudit") if isinstance(tool, dict) else None
        if table is None:
            raise UsageError(f"{file} has no [tool.ctxaudit] table")
    elif has_section(text, file):
        raise UsageError(
            f"{file}: a [tool.ctxaudit] table is read from a {PYPROJECT} alone; "
            "in a file of another name its keys stand at the top, without the table"
        )
    return _config(_Table(file, "", _mapping(table, f"{file}: ctxaudit")), rules, groups)


def _toml(text: str, file: str) -> dict[str, object]:
    import tomllib  # most runs have no configuration

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of more digits than Python reads
        raise UsageError(f"{file} is no TOML: {error}") from error


def _config(table: _Table, rules: Collection[str], groups: Collection[str]) -> Config:
    table.known(KEYS)
    named = (*rules, *groups)
    return Config(
        select=table.names("select", named),
        ignore=table.names("ignore", named),
        extend_select=table.names("extend-select", named),
        fail_on=table.choice("fail-on", (*SEVERITIES, "never")),
        min_confidence=table.choice("min-confidence", CONFIDENCES),
        budget=table.count("budget"),
        strict=table.flag("strict"),
        all_conditions=table.flag("all-conditions"),
        baseline=table.text("baseline"),
        allow=tuple(_allowance(entry, rules) for entry in table.tables("allow")),
    )


def _allowance(table: _Table, rules: Collection[str]) -> Allowance:
    table.known(ALLOW_KEYS)
    named = table.one_or_many("rule", "rules")
    if not named:
        raise table.refused("rule", "is missing: an allowance names the rule that it allows")
    reason = table.text("reason")
    if reason is None or not reason.strip():
        raise table.refused("reason", "is missing: an allowance says why")
    table.exist("rule" if "rule" in table.values else "rules", named, rules)
    return Allowance(
        name=f"{table.file}: {table.place.removesuffix('.')}",
        rules=named,
        reason=reason,
        trace=table.text("trace"),
        spans=table.one_or_many("span", "spans"),
        tokens=table.one_or_many("token", "tokens"),
        expires=table.day("expires"),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """One table of the file. Every question gives the value in its type, None where the key is absent, or refuses."""

    file: str
    place: str  # of its keys: "allow[2]."
    values: Mapping[str, object]

    def refused(self, key: str, why: str) -> UsageError:
        return UsageError(f"{self.file}: {self.place}{key} {why}")

    def known(self, keys: Collection[str]) -> None:
        for key in self.values:
            if key not in keys:
                hint = _suggestion(key.replace("_", "-"), keys) or f"; there are: {', '.join(keys)}"
                raise self.refused(key, f"is no key of the configuration{hint}")

    def _expected(self, key: str, what: str) -> UsageError:
        return self.refused(key, f"must be {what}, not {_shown(self.values[key])}")

    def text(self, key: str) -> str | None:
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self._expected(key, "a string")

    def flag(self, key: str) -> bool | None:
        value = self.values.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise self._expected(key, "true or false")

    def count(self, key: str) -> int | None:
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise self._expected(key, "a whole number of tokens, 1 or more")
        return value

    def choice(self, key: str, choices: tuple[_T, ...]) -> _T | None:
        value = self.values.get(key)
        for choice in choices:
            if value == choice:
                return choice
        if value is None:
            return None
        raise self._expected(key, f"one of {', '.join(choices)}")

    def list_of_text(self, key: str) -> tuple[str, ...] | None:
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self._expected(key, "a list of strings")
        return tuple(value)

    def names(self, key: str, known: Collection[str]) -> tuple[str, ...] | None:
        found = self.list_of_text(key)
        self.exist(key, found or (), known)
        return found

    def exist(self, key: str, names: Iterable[str], known: Collection[str]) -> None:
        for name in names:
            if name not in known:
                hint = _suggestion(name, known) or "; see `ctxaudit rules`"
                raise self.refused(key, f"names {name!r}, which is no rule{hint}")

    def one_or_many(self, one: str, many: str) -> tuple[str, ...] | None:
        """A string under the one key or a list under the other, never both; an empty list is refused."""
        if one in self.values and many in self.values:
            raise self.refused(one, f"and {many} say the same; give one of them")
        single = self.text(one)
        if single is not None:
            return (single,)
        listed = self.list_of_text(many)
        if listed is not None and not listed:
            raise self._expected(many, "a list with at least one entry")
        return listed

    def day(self, key: str) -> date | None:
        value = self.values.get(key)
        if value is None or (isinstance(value, date) and not isinstance(value, datetime)):
            return value
        try:
            if isinstance(value, str):
                return date.fromisoformat(value)
        except ValueError:
            pass
        raise self._expected(key, "a date such as 2031-05-14")

    def tables(self, key: str) -> list[_Table]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self._expected(key, f"a list of tables, each begun with [[…{key}]]")
        return [_Table(self.file, f"{key}[{number}].", one) for number, one in enumerate(value, 1)]


def _mapping(value: object, what: str) -> Mapping[str, object]:
    if isinstance(value, dict):
        return value
    raise UsageError(f"{what} must be a table, not {_shown(value)}")


def _shown(value: object) -> str:
    """A wrong value as it would stand in the file, if it is short."""
    kinds = {bool: str(value).lower(), dict: "a table", list: "a list"}
    words = kinds.get(type(value), repr(value) if isinstance(value, str | int | float) else str(value))
    return words if len(words) <= 40 else f"{words[:40]}…"


def _suggestion(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
