"""A rule's page and the list of rules, from the rules' own declarations and docstrings."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from inspect import cleandoc
from itertools import takewhile
from textwrap import fill, wrap

from ctxaudit.model import GROUPS, Condition, RuleCard
from ctxaudit.rules import LoadedRule, load_rules

ORIGINS = {
    "0": "eviction or rewrite",
    "1": "commit boundary",
    "2": "re-ranker on post-rewrite text",
    "B": "public bug reports",
    "U": "the first five flags",
}
OUT_OF_FORCE: Mapping[Condition, str] = {
    "seed-0": (
        "when the header declares `relevance: monotonic` and only dispensable spans were rewritten and none came back, "
        "or `external_store: authoritative` and the model restored nothing from memory"
    ),
    "seed-1": (
        "when it declares `retention: readable`, or `eviction: deterministic` with `retains` of falsifiers and "
        "decisions, and no edit removed one"
    ),
    "seed-2": "when it declares `verifier: true`",
    "truncation": "when it declares `truncation: none` and nothing was truncated",
}


def page(loaded: LoadedRule) -> str:
    """The rule's page as plain text: its declaration, then its docstring as written."""
    rule = loaded.rule
    closed = f"Out of force {OUT_OF_FORCE[rule.condition]}." if rule.condition else "Always in force."
    head = f"{rule.slug}  ({rule.group}; up to {rule.severity}; looks at {rule.looks_at})"
    return f"{head}\nOrigin: {origin(rule.seed)}.\n{fill(closed, 118)}\n\n{cleandoc(loaded.page)}\n"


def origin(seed: str) -> str:
    return ", ".join(ORIGINS[mark] for mark in seed if mark in ORIGINS) or "this project"


def sentence(loaded: LoadedRule) -> str:
    """The first sentence of the page: true of each finding."""
    return " ".join(cleandoc(loaded.page).split("\n\n", 1)[0].split())


def remedy(loaded: LoadedRule) -> str:
    """What the page says on how to fix a finding, as one paragraph."""
    _, _, after = cleandoc(loaded.page).partition("\nHow to fix\n")
    indented = takewhile(lambda line: line.startswith(" "), after.split("\n"))
    return " ".join(" ".join(indented).split())


def rule_cards(slugs: Collection[str] | None = None) -> tuple[RuleCard, ...]:
    """What a report carries of these rules, default all, in their order; a name that no rule has is left out."""
    return tuple(
        RuleCard(
            slug=slug,
            group=loaded.rule.group,
            severity=loaded.rule.severity,
            says=sentence(loaded),
            page=cleandoc(loaded.page),
            uri=f"docs/rules/{slug}.md",
            fix=remedy(loaded),
        )
        for slug, loaded in load_rules().items()
        if slugs is None or slug in slugs
    )


def rules_table(width: int, groups: Collection[str] = GROUPS) -> str:
    """By group one row a rule, its sentence wrapped beside its name."""
    lines: list[str] = []
    by_group = {group: rules for group, rules in _by_group(load_rules()).items() if group in groups}
    longest = max(len(slug) for slug in load_rules())
    for group, rules in by_group.items():
        lines += ([""] if lines else []) + [group]
        for loaded in rules:
            head = f"  {loaded.rule.slug:<{longest}}  {loaded.rule.severity:<7}  "
            said = wrap(sentence(loaded), max(width - len(head), 30))
            lines += [f"{left}{part}" for left, part in zip([head, *[" " * len(head)] * len(said)], said, strict=False)]
    total = sum(map(len, by_group.values()))
    return "\n".join([*lines, "", f"{total} rules; `ctxaudit explain RULE` prints a page", ""])


def rules_json() -> str:
    """A JSON array of the declarations, in the table's order."""
    rows = [
        {
            "rule": loaded.rule.slug,
            "group": loaded.rule.group,
            "severity": loaded.rule.severity,
            "seed": list(loaded.rule.seed),
            "looks_at": loaded.rule.looks_at,
            "condition": loaded.rule.condition,
            "says": sentence(loaded),
        }
        for rules in _by_group(load_rules()).values()
        for loaded in rules
    ]
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


def _by_group(rules: Mapping[str, LoadedRule]) -> dict[str, list[LoadedRule]]:
    grouped = {group: [rule for rule in rules.values() if rule.rule.group == group] for group in GROUPS}
    return {group: members for group, members in grouped.items() if members}
