"""What comes nearest to something that no span, or no evidence, of a trace holds."""

from __future__ import annotations

import re
from collections.abc import Collection

from ctxaudit.case import Case
from ctxaudit.secrets import masked
from ctxaudit.sourcing.nearby import Nearby
from ctxaudit.timeline import Life
from ctxaudit.verbatim import Sighting, Token, fold_space
from ctxaudit.why.answer import How, Nearest
from ctxaudit.why.excerpts import EXCERPT, excerpt

_FIGURE = re.compile(r"[-+]?[0-9]")
_LEAST_SHARE = 0.5
_LEAST_LIKENESS = 60.0
_LONGEST = 200


def nearest_to(case: Case, asked: str, token: Token | None, besides: Collection[int] = ()) -> Nearest | None:
    """A token that it misspells, a longer word around it, a line that shares most words, a span's id; in this order.

    `besides`: the serials of lives that are not looked at, since they hold the thing itself.
    """
    lives = [life for life in case.timeline.lives if life.serial not in besides]
    found = _token(case, asked, token, lives) if token is not None else None
    return found or _inside(case, asked, lives) or _words(case, asked, lives) or _id(case, asked)


def _token(case: Case, asked: str, token: Token, lives: list[Life]) -> Nearest | None:
    evidence = frozenset(life.serial for life in lives if life.evidence)
    sighting = Sighting(token, asked)
    nearby = Nearby(case.timeline, case.book, [sighting])
    missed = nearby.nearest(sighting, evidence) or nearby.nearest(sighting, {life.serial for life in lives})
    found = None if missed is None else missed[:2]
    if found is None:
        found = _alike(case, token, lives)
    return None if found is None else _nearest(case, "token", found[1].text, found[0])


def _alike(case: Case, token: Token, lives: list[Life]) -> tuple[Life, Token] | None:
    """The token of its class with the most letters in common, where no misspelling is."""
    from rapidfuzz import fuzz, process

    known: dict[str, tuple[Life, Token]] = {}
    for life in lives:
        for held in case.book.tokens(life):
            if held.kind == token.kind:
                known.setdefault(_letters(held), (life, held))
    found = process.extractOne(_letters(token), list(known), scorer=fuzz.ratio, score_cutoff=_LEAST_LIKENESS)
    return None if found is None else known[found[0]]


def _letters(token: Token) -> str:
    """What is compared: of a number the figure and its unit, without what it is of."""
    figure = _FIGURE.search(token.text) if token.kind == "number" else None
    return token.text[figure.start() if figure is not None else 0 :][:_LONGEST]


def _inside(case: Case, asked: str, lives: list[Life]) -> Nearest | None:
    needle = fold_space(asked)
    for life in lives if len(needle) > 2 else ():
        if needle in life.span.text:
            return _nearest(case, "inside", excerpt(life.span.text, needle), life)
    return None


def _words(case: Case, asked: str, lives: list[Life]) -> Nearest | None:
    """The first line of a text that shares most words with the phrase: at least two, and at least half of them."""
    wanted = {word for word in asked.casefold().split() if len(word) > 2}
    if len(wanted) < 2:
        return None
    most, best = max(2, _LEAST_SHARE * len(wanted)), None
    for life in lives:
        for line in life.span.text.split("\n"):
            shared = len(wanted.intersection(line.casefold().split()))
            if shared > most or (shared == most and best is None):
                most, best = shared, (life, line)
    return None if best is None else _nearest(case, "words", best[1].strip()[:EXCERPT], best[0])


def _id(case: Case, asked: str) -> Nearest | None:
    from rapidfuzz import fuzz, process

    if len(asked) > _LONGEST:
        return None
    ids = list(dict.fromkeys(life.id for life in case.timeline.lives))
    found = process.extractOne(asked, ids, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKENESS)
    return None if found is None else _nearest(case, "id", found[0], case.timeline.lives_of(found[0])[-1])


def _nearest(case: Case, how: How, text: str, life: Life) -> Nearest:
    return Nearest(
        how=how,
        text=masked(text),
        span=life.id,
        line=case.timeline.step_of(life).line,
        live=life.attribution is None,
    )
