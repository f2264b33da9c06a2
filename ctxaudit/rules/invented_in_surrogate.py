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

from collections import Counter
from collections.abc import Collection, Iterator
from decimal import Decimal

from ctxaudit.case import Case
from ctxaudit.model import Confidence, Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said, Severity
from ctxaudit.rules._citations import short
from ctxaudit.rules._finding import found, life_shown, shown
from ctxaudit.sourcing import Book
from ctxaudit.sourcing.book import distinct
from ctxaudit.sourcing.nearby import Near, Nearby
from ctxaudit.sourcing.standing import Standing
from ctxaudit.sourcing.where import Places
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import Sighting, Token, name_of, value_of

RULE = Rule(slug="invented-in-surrogate", group="surrogates", severity="error", seed="0 2 B", looks_at="rewrites")
MOST_NUMBERS = 1_000
MECHANICAL = "mechanical"  # the tag of a surrogate that a program made from its sources by cutting
_LOOSE_KINDS = frozenset({"number", "api-name", "quoted"})


def check(case: Case) -> Iterator[Said]:
    timeline, book = case.timeline, case.book
    made = [(step, step.surrogate) for step, _ in timeline.of(Rewrite)]
    places, nearby = Places(timeline, book), Nearby(timeline, book)
    spelled = dict.fromkeys(token for _, life in made if life is not None for token in book.body_tokens(life))
    places.prepare(spelled)
    numbers = map(book.catalogue.number, spelled)
    standing = Standing(timeline, book, [number for number in numbers if number is not None])
    for step, surrogate in made:
        yield Looked()
        if surrogate is not None and MECHANICAL in surrogate.span.tags:
            yield NotJudged(step.line, "code cut the sources down by a fixed rule; nothing in it was told anew")
        elif surrogate is not None:
            yield from _rewrite(case, places, nearby, standing, step)


def _rewrite(case: Case, places: Places, nearby: Nearby, standing: Standing, step: Step) -> Iterator[Said]:
    timeline, book = case.timeline, case.book
    if timeline.after_hole(step.line):
        yield NotJudged(step.line, f"line {timeline.holes[0]} could not be read and may have held its tokens")
        return
    surrogate = step.entered[0]
    looked = _Looked(timeline, step)
    numbered = [(token, book.catalogue.number(token)) for token in distinct(book.body_tokens(surrogate))]
    doubted = [token for token, number in numbered if number is None or not standing.holds(number, step.before)]
    missing = [token for token in doubted if not _stands(book, places.holders([token]), token, step, looked)]
    missing = _without_shown_numbers(book, missing, looked, len(step.left))
    cut = looked.cut if missing else None
    if missing and cut is not None:
        yield NotJudged(step.line, f"the log cut the text of {cut.id}, which may hold {short(missing[0].text)}")
    elif missing:
        body = book.body(surrogate)
        for token in missing:
            near = nearby.among(Sighting(token, body), looked, step.before)
            yield _finding(timeline, book, step, token, near)
    elif not surrogate.span.complete:
        yield NotJudged(step.line, f"the log cut the text of {surrogate.id}")


class _Looked:
    """The lives that a surrogate may have its tokens from: what is live just before it, and its ancestors."""

    def __init__(self, timeline: Timeline, step: Step) -> None:
        self._timeline = timeline
        self._moment = step.before
        self._surrogate = step.entered[0]

    def __contains__(self, serial: object) -> bool:
        return isinstance(serial, int) and self.any_of((serial,))

    def any_of(self, serials: Collection[int]) -> bool:
        lives, moment = self._timeline.lives, self._moment
        if any(lives[serial].live_at(moment) for serial in serials):
            return True
        return self._timeline.ancestry.any_above(self._surrogate, serials)

    @property
    def lives(self) -> Iterator[Life]:
        """All of them, in window order and then the nearest ancestor first; who can does without."""
        live = self._timeline.live_at(self._moment)
        yield from live
        known = {life.serial for life in live}
        yield from (life for life in self._surrogate.ancestors() if life.serial not in known)

    @property
    def cut(self) -> Life | None:
        """One of which the log holds only a part."""
        if not self._timeline.incomplete:
            return None
        return next((life for life in self.lives if not life.span.complete), None)


def _stands(book: Book, holders: frozenset[int], token: Token, step: Step, looked: _Looked) -> bool:
    return looked.any_of(holders) or book.pin_that_holds(token, step.before) is not None


# --- numbers that follow from others ---


def _without_shown_numbers(book: Book, missing: list[Token], looked: _Looked, sources: int) -> list[Token]:
    names = {name_of(token) for token in missing if token.kind == "number"}
    if not names:
        return missing
    values: dict[str, Counter[Decimal]] = {name: Counter() for name in names}
    for life in looked.lives:
        if all(len(known) > MOST_NUMBERS for known in values.values()):
            break  # more prove nothing either
        for token in book.tokens(life):
            value = value_of(token)
            if value is not None and name_of(token) in names:
                values[name_of(token)][value] += 1
    shown = {name: _Shown(known, sources) for name, known in values.items()}
    return [token for token in missing if token.kind != "number" or not shown[name_of(token)].has(value_of(token))]


class _Shown:
    """The numbers of one unit, and what follows from them; each is used as often as it was met."""

    def __init__(self, values: Counter[Decimal], sources: int) -> None:
        self._crowded = len(values) > MOST_NUMBERS
        self._whole = {sum(values), sum(values.elements()), Decimal(sources)}
        self._scale = max((-int(value.as_tuple().exponent) for value in values), default=0)
        self._values = {self._scaled(value): count for value, count in values.items()}

    def has(self, value: Decimal | None) -> bool:
        """The value is the sum of all, the sum or difference of two, or the number of sources."""
        if value is None:
            return False
        if self._crowded or value in self._whole:
            return True
        if -int(value.as_tuple().exponent) > self._scale:
            return False
        target, values = self._scaled(value), self._values
        return any(
            (target - one in values and (target != 2 * one or count > 1)) or target + one in values
            for one, count in values.items()
        )

    def _scaled(self, value: Decimal) -> int:
        """As a whole number, which hashes fast."""
        return int(value.scaleb(max(self._scale, 0)))


# --- the finding ---


def _finding(timeline: Timeline, book: Book, step: Step, token: Token, near: Near | None) -> Finding:
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
        follows=_follows(timeline, book, step, token),
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


def _follows(timeline: Timeline, book: Book, step: Step, token: Token) -> str:
    """The first later words of the model that repeat it."""
    later = (timeline.lives[serial] for serial in sorted(book.places(token)))
    repeated = next((life for life in later if life.entered > step.index and life.span.by == "model"), None)
    if repeated is None:
        return ""
    line = timeline.step_of(repeated).line
    if repeated.span.kind == "tool-call":
        return f"{repeated.span.name or 'a tool'} was called with it at line {line}"
    return f"{repeated.id} repeats it at line {line}"
