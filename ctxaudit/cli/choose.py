"""From `--select`, `--ignore` and `--extend-select` to the rules that run; a name that nothing has is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxaudit.errors import UsageError
from ctxaudit.model import GROUPS, Rule


def chosen_rules(
    rules: Mapping[str, Rule], select: Iterable[str], ignore: Iterable[str], extend: Iterable[str]
) -> frozenset[str]:
    """Slugs to run: those selected (default: all), plus the extension, less the ignored. Empty is refused."""
    wanted = _named(rules, select)
    chosen = ((wanted or frozenset(rules)) | _named(rules, extend)) - _named(rules, ignore)
    if not chosen:
        raise UsageError("the selection leaves no rule to run; see `ctxaudit rules`")
    return chosen


def _named(rules: Mapping[str, Rule], names: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for name in (part.strip() for entry in names for part in entry.split(",")):
        if name in rules:
            found.add(name)
        elif name in GROUPS:
            found.update(slug for slug, rule in rules.items() if rule.group == name)
        elif name:
            raise UsageError(f"no rule or group is named {name!r}{suggestion(name, [*rules, *GROUPS])}")
    return frozenset(found)


def suggestion(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` where something known is near, else where to look."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else "; see `ctxaudit rules`"
