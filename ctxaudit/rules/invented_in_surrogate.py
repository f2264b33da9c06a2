"""A token in a rewrite's surrogate stands in none of its sources, nor in anything else that it could be taken from.

Looks at each rewrite. Its surrogate's tokens are judged where they stand in its own words: what lies before
`body_start` or after `body_end`, and lines that start with `#`, end with `:` or are wholly inside `<…>` or `[…]`, are
the template's. A token is found when its own letters, or the same token in another spelling, stand in a span that was
live just before the rewrite, in a source of a source, or in a pinned token. A number is found as well when it is the
sum of all, or the sum or difference of two, of the numbers with the same unit in these texts, or the number of sources.
More than 1,000 distinct numbers of one unit prove nothing, since nearly every number follows from two of them. Fires
once for each token that is not found.

Not judged: a token that is not found while one of these texts was cut by the log (`complete: false`), a rewrite on a
line after one that could not be read, a surrogate that the log cut, as far as it holds nothing to report, and one that
is tagged `mechanical`: a program made it from its sources by cutting, so what looks new is a cut.

Severity and confidence: `error`, high, for hex ids, UUIDs, URLs, addresses, codes, `file:line` and versions; `error`,
medium, for paths; for numbers, API names and quoted spans `error`, medium, when a source holds one that differs
slightly, else `warning`, low, since summaries count, round and name.

Why it matters
    After the rewrite the invented token is all that the window holds, and it reads like the rest.
How to fix
    Copy identifiers into the surrogate by program, or pin them and let the summary refer to them.
When this is wrong
    When the token was derived in a way that these checks do not know, or named by the summary for later use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from ctxaudit.case import Case
from ctxaudit.model import Confidence, Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said, Severity
from ctxaudit.rules._citations import short
from ctxaudit.rules._finding import found, life_shown, shown
from ctxaudit.rules._shown_numbers import ShownNumbers
from ctxaudit.rules._sight import NOTHING, Sight, Sights
from ctxaudit.sourcing.book import distinct
from ctxaudit.sourcing.nearby import Near, Nearby
from ctxaudit.sourcing.tide import Tide
from ctxaudit.sourcing.where import Places
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import Sighting, Token, name_of

RULE = Rule(slug="invented-in-surrogate", group="surrogates", severity="error", seed="0 2 B", looks_at="rewrites")
MECHANICAL = "mechanical"  # the tag of a surrogate that a program made from its sources by cutting
_LOOSE_KINDS = frozenset({"number", "api-name", "quoted"})


def check(case: Case) -> Iterator[Said]:
    judge = _Judge(case)
    made = [(step, step.surrogate) for step, _ in case.timeline.of(Rewrite)]
    missing = {
        step.index: judge.missing(step, surrogate)
        for step, surrogate in made
        if surrogate is not None and not judge.unjudged(step, surrogate)
    }
    nearby = Nearby(case.timeline, case.book, (one for found in missing.values() for one in found.tokens))
    for step, surrogate in made:
        yield Looked()
        if surrogate is not None:
            why = judge.unjudged(step, surrogate)
            said = judge.says(step, surrogate, missing[step.index], nearby) if not why else ()
            yield from said or [NotJudged(step.line, why)]


class _Missing(NamedTuple):
    """The tokens of a surrogate that it can have from nowhere in its sight."""

    tokens: list[Sighting]
    sight: Sight


class _Judge:
    """Judges the rewrites of one trace, in its order."""

    def __init__(self, case: Case) -> None:
        self._timeline, self._book = case.timeline, case.book
        made = (step.surrogate for step, _ in case.timeline.of(Rewrite))
        self._spelled = dict.fromkeys(
            token for life in made if life is not None for token in case.book.body_tokens(life)
        )
        self._places = Places(case.timeline, case.book)
        if self._spelled:
            _ = case.claims  # their search for letters is for what surrogates say too: one walk over all texts will do
        self._places.prepare(self._spelled)
        self._tide = Tide(case.book, case.timeline.lives)
        self._sights = Sights(case.timeline)
        self._holders: dict[Token, frozenset[int]] = {}
        self._by_model: dict[Token, list[Life]] = {}

    def unjudged(self, step: Step, surrogate: Life) -> str:
        """Why nothing is said of a rewrite, whatever its surrogate tells."""
        if MECHANICAL in surrogate.span.tags:
            return "code cut the sources down by a fixed rule; nothing in it was told anew"
        if self._timeline.after_hole(step.line):
            return f"line {self._timeline.holes[0]} could not be read and may have held its tokens"
        return ""

    def missing(self, step: Step, surrogate: Life) -> _Missing:
        doubted = list(self._doubted(step, surrogate))
        sight = self._sights.of(step, surrogate) if doubted else NOTHING
        body = self._book.body(surrogate)
        return _Missing([Sighting(one, body) for one in doubted if not self._stands(one, step, sight)], sight)

    def says(self, step: Step, surrogate: Life, missing: _Missing, nearby: Nearby) -> Iterator[Said]:
        tokens, sight = missing
        cut = self._cut(step, surrogate, sight) if tokens else None
        if cut is not None:
            told = short(tokens[0].token.text)
            yield NotJudged(step.line, f"the log cut the text of {cut.id}, which may hold {told}")
        for sighting in tokens if cut is None else ():
            near = nearby.among(sighting, sight, step.before)
            yield _finding(self._timeline, step, sighting.token, near, self._repeated(sighting.token, step))
        if not tokens and not surrogate.span.complete:
            yield NotJudged(step.line, f"the log cut the text of {surrogate.id}")

    def _doubted(self, step: Step, surrogate: Life) -> Iterator[Token]:
        """The tokens that no live span has as one of its own."""
        for token in distinct(self._book.body_tokens(surrogate)):
            number = self._book.catalogue.number(token)
            if number is None or not self._tide.holds(number, step.before):
                yield token

    def _stands(self, token: Token, step: Step, sight: Sight) -> bool:
        """Something in sight holds it, a pinned token does, or it is a number that follows from others."""
        holders = self._holders.get(token)
        if holders is None:
            holders = self._holders[token] = self._places.holders([token])
        if sight.any_of(holders) or self._book.pin_that_holds(token, step.before) is not None:
            return True
        if token.kind != "number":
            return False
        self._numbers.look(sight.bits)
        return self._numbers.follows(token, len(step.left))

    def _cut(self, step: Step, surrogate: Life, sight: Sight) -> Life | None:
        """One in sight of which the log holds only a part: the first of the window, else the nearest ancestor."""
        cut = [life for life in self._timeline.incomplete if life.serial in sight]
        if not cut:
            return None
        live = self._timeline.in_order((life for life in cut if life.live_at(step.before)), step.before)
        return live[0] if live else next(life for life in surrogate.ancestors() if not life.span.complete)

    def _repeated(self, token: Token, step: Step) -> Life | None:
        """The first later words of the model that repeat it."""
        said = self._by_model.get(token)
        if said is None:
            lives = map(self._timeline.lives.__getitem__, sorted(self._book.places(token)))
            said = self._by_model[token] = [life for life in lives if life.span.by == "model"]
        later = bisect_right(said, step.index, key=attrgetter("entered"))
        return said[later] if later < len(said) else None

    @cached_property
    def _numbers(self) -> ShownNumbers:
        return ShownNumbers(self._book, {name_of(token) for token in self._spelled if token.kind == "number"})


# --- the finding ---


def _finding(timeline: Timeline, step: Step, token: Token, near: Near | None, repeated: Life | None) -> Finding:
    surrogate = step.entered[0]
    severity, cap = _grade(token, near)
    sources = "not in its source" if len(step.left) == 1 else f"in none of its {len(step.left)} sources"
    said = f"{short(token.text)} in {surrogate.id} stands {sources} and nowhere else in the window"
    if near is not None:
        said = f"{said}; {near.source.id if near.source else 'a pinned token'} says {short(near.token.text)}"
    return found(
        RULE,
        step,
        said,
        severity=severity,
        spans=[surrogate.id],
        tokens=[token.text],
        evidence=_evidence(timeline, step, token, near),
        rests_on=[timeline.step_of(near.source)] if near is not None and near.source is not None else [],
        cap=cap,
        follows="" if repeated is None else _follows(timeline, repeated),
    )


def _grade(token: Token, near: Near | None) -> tuple[Severity, Confidence]:
    if token.kind in _LOOSE_KINDS:
        return ("error", "medium") if near is not None else ("warning", "low")
    return ("error", "medium") if token.kind == "path" else ("error", "high")


def _evidence(timeline: Timeline, step: Step, token: Token, near: Near | None) -> list[Evidence]:
    surrogate = step.entered[0]
    proof = [shown(step, "says it", span=surrogate.id, excerpt=surrogate.span.text, around=token.text)]
    if near is not None and near.source is not None:
        words = f"says {short(near.token.text)}"
        proof.append(life_shown(timeline, near.source, words, around=near.token.text))
    return proof


def _follows(timeline: Timeline, repeated: Life) -> str:
    line = timeline.step_of(repeated).line
    if repeated.span.kind == "tool-call":
        return f"{repeated.span.name or 'a tool'} was called with it at line {line}"
    return f"{repeated.id} repeats it at line {line}"
