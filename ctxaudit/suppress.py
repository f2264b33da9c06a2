"""Applies the trace's own `allow` events: matching findings stay in the report with the reason, and count apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
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
    matches = _Matches(allows)
    marked = tuple(map(matches.marked, findings))
    problems = tuple(
        Problem("unknown-key", allow.line, f"`allow` names the rule {name!r}, which does not exist")
        for allow in allows
        for name in allow.rules
        if name not in slugs
    )
    stale = [allow for at, allow in enumerate(allows) if at not in matches.used and set(allow.rules) <= set(judged)]
    return Suppressed(marked, problems, tuple(map(_stale_note, stale)))


class _Matches:
    """Finds the allows that match a finding, among those of its rule that ask nothing of its spans or name the first.

    `used`: the places of all that matched one.
    """

    def __init__(self, allows: Sequence[Allow]) -> None:
        self.used: set[int] = set()
        self._allows = allows
        self._whole: dict[str, list[int]] = {}  # by rule those that ask nothing else
        self._likely: dict[tuple[str, str | None], list[int]] = {}  # the others by rule and by each span or none
        for at, allow in enumerate(allows):
            for rule in dict.fromkeys(allow.rules):
                if allow.spans is None and allow.tokens is None:
                    self._whole.setdefault(rule, []).append(at)
                    continue
                for span in (None,) if allow.spans is None else dict.fromkeys(allow.spans):
                    self._likely.setdefault((rule, span), []).append(at)

    def marked(self, finding: Finding) -> Finding:
        """With the reason of the first allow that matches."""
        places = [*self._matching(finding)]
        self.used.update(places)
        return replace(finding, suppressed=self._allows[min(places)].reason) if places else finding

    def _matching(self, finding: Finding) -> Iterator[int]:
        whole = self._whole.get(finding.rule, [])
        yield from whole
        del whole[1:]  # one finding matches all of them; after it the first is enough
        for span in (None, *finding.spans[:1]):
            for at in self._likely.get((finding.rule, span), ()):
                allow = self._allows[at]
                if allowed(finding, allow.rules, allow.spans, allow.tokens):
                    yield at


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
