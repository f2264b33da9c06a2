"""Finds the rules: every module of this package that does not begin with an underscore is one.

A rule module has `RULE` (its declaration), `check(case)` (its logic) and a docstring (its page).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from ctxaudit.case import Case
from ctxaudit.errors import InternalError
from ctxaudit.model import GROUPS, Rule, Said


@dataclass(frozen=True, slots=True)
class LoadedRule:
    rule: Rule
    check: Callable[[Case], Iterator[Said]]
    page: str


@cache
def load_rules() -> Mapping[str, LoadedRule]:
    """All rules by slug, in the order of their groups. Refuses a module that is not wholly a rule."""
    loaded = [_load(name) for _, name, _ in iter_modules(__path__) if not name.startswith("_")]
    loaded.sort(key=lambda rule: (GROUPS.index(rule.rule.group), rule.rule.slug))
    return MappingProxyType({rule.rule.slug: rule for rule in loaded})


def _load(name: str) -> LoadedRule:
    module = import_module(f"{__name__}.{name}")
    rule, check, page = (getattr(module, part, None) for part in ("RULE", "check", "__doc__"))
    if not isinstance(rule, Rule) or not callable(check) or not page:
        raise InternalError(f"{module.__name__} is no rule: it needs RULE, check() and a docstring")
    if rule.slug != name.replace("_", "-"):
        raise InternalError(f"{module.__name__} declares the slug {rule.slug!r}, not its own name")
    return LoadedRule(rule, check, page)
