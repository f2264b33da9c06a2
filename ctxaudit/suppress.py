"""Applies the trace's own `allow` events: matching findings stay in the report with the reason, and count apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from ctxaudit.model import Allow, Finding, Problem
from ctxaudit.timeline import Timeline
from ctxaudit.verbatim import Token, same, token_from


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Findings with what is allowed marked; a problem for each rule name that no rule has; a note for each stale allow.

    An allow is stale when it matched nothing although every rule that it names was judged.
    """

    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def suppressed(
    findings: Iterable[Finding], timeline: Timeline, *, slugs: Collection[str], judged: Collection[str]
) -> Suppressed:
    """`slugs`: the rules that there are. `judged`: those that were in force and ran."""
    allows = [event for _, event in timeline.of(Allow)]
    if not allows:
        return Suppressed(tuple(findings))
    used: set[int] = set()
    marked = tuple(_marked(finding, allows, used) for finding in findings)
    problems = tuple(
        Problem("unknown-key", allow.line, f"`allow` names the rule {name!r}, which does not exist")
        for allow in allows
        for name in allow.rules
        if name not in slugs
    )
    stale = [allow for at, allow in enumerate(allows) if at not in used and set(allow.rules) <= set(judged)]
    return Suppressed(marked, problems, tuple(map(_stale_note, stale)))


def _marked(finding: Finding, allows: Iterable[Allow], used: set[int]) -> Finding:
    """With the reason of the first allow that matches; every one that matches counts as used."""
    matching = [
        (at, allow) for at, allow in enumerate(allows) if allowed(finding, allow.rules, allow.spans, allow.tokens)
    ]
    used.update(at for at, _ in matching)
    return replace(finding, suppressed=matching[0][1].reason) if matching else finding


def _stale_note(allow: Allow) -> str:
    return (
        f"the `allow` at line {allow.line} matched no finding of {', '.join(allow.rules)}; its reason: {allow.reason}"
    )


def allowed(
    finding: Finding, rules: Collection[str], spans: Collection[str] | None, tokens: Collection[str] | None
) -> bool:
    """The rule is named; and where spans (tokens) are given, the finding has some and all of them are among these."""
    if finding.rule not in rules:
        return False
    if spans is not None and not (finding.spans and set(finding.spans) <= set(spans)):
        return False
    if tokens is None:
        return True
    return bool(finding.tokens) and all(_spelled_in(token, tokens) for token in finding.tokens)


@lru_cache(maxsize=4096)
def _read(token: str) -> Token | None:
    """A run compares the same few allowed tokens with every finding."""
    return token_from(token)


def _spelled_in(token: str, allowed_tokens: Collection[str]) -> bool:
    if token in allowed_tokens:
        return True
    known = _read(token)
    if known is None:
        return False
    others = (_read(other) for other in allowed_tokens)
    return any(other is not None and same(known, other) for other in others)
