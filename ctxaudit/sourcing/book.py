"""Which text of a life is read, how it is read, and where a verbatim token stands among all lives and pinned tokens."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain

from ctxaudit.model import Span
from ctxaudit.packed import Kept
from ctxaudit.sourcing.catalogue import Catalogue
from ctxaudit.sourcing.kin import Kin
from ctxaudit.sourcing.shelf import Shelf
from ctxaudit.timeline import Life, Timeline
from ctxaudit.verbatim import (
    Reading,
    Token,
    extract,
    extract_one,
    fold_space,
    reading,
)

_NO_PROSE_KINDS = frozenset({"tool-call", "tool-result", "read"})
_NO_PROSE_ROLES = frozenset({"tool", "system"})
_COMMON_LEAST = 8
_COMMON_SHARE = 0.05
_BRACKETED = re.compile(r"<[^<>]*>|\[[^\[\]]*\]")


class Book:
    """The tokens of every text of a timeline, taken out once, and their places by the serials of lives."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._common: dict[int, bool] = {}
        self._surrogates_told = False

    def read(self, life: Life) -> str:
        """The text as read: of a tool call the decoded values of its arguments."""
        return self._lives.text(life.serial)

    def kept(self, life: Life) -> Kept:
        """The same as it is held."""
        return self._lives.kept(life.serial)

    def tokens(self, life: Life) -> tuple[Token, ...]:
        """The verbatim tokens of the text as read, in order of first place."""
        return self._lives.tokens(life.serial)

    def tokens_in(self, text: str, *, prose: bool) -> tuple[Token, ...]:
        """The verbatim tokens of a loose text."""
        return extract_one(Reading(text, prose))

    def prepare(self, tokens: Iterable[Token], parts: Callable[[Token], Iterable[Token]] | None = None) -> None:
        """Looks for many tokens, and for their parts, at once, so that `places` need not search for each.

        What surrogates say is asked for by several rules: the first search is for that too.
        """
        asked = dict.fromkeys(tokens)
        if self.timeline.pinned_tokens:
            self._pins.prepare(asked)
        if asked and not self._surrogates_told:
            self._surrogates_told = True
            asked |= dict.fromkeys(self._told_by_surrogates())
        if parts is not None:
            asked |= dict.fromkeys(chain.from_iterable(map(parts, list(asked))))
        self._lives.prepare(asked)

    def _told_by_surrogates(self) -> Iterator[Token]:
        for serial, tokens in self._bodies.items():
            yield from tokens
            yield from self._lives.tokens(serial)

    def places(self, token: Token) -> frozenset[int]:
        """The serials of the lives, live or gone, in whose text the token stands."""
        return self._lives.places(token)

    def owners(self, token: Token) -> frozenset[int]:
        """The serials of the lives with a token that it stands in, its own letters not asked."""
        return self._lives.owners(token)

    def spelled(self, numbers: Iterable[int], lives: Iterable[Life]) -> dict[int, list[int]]:
        """By the number of a token in the catalogue the serials of those lives that have its own letters, if any do."""
        tokens = {self.catalogue.tokens[number]: number for number in numbers}
        found = self._lives.spelled(tokens, [life.serial for life in lives])
        return {tokens[token]: serials for token, serials in found.items()}

    @property
    def catalogue(self) -> Catalogue:
        """The distinct tokens of all lives, numbered; its texts are the serials of lives."""
        return self._lives.catalogue

    @property
    def kin(self) -> Kin:
        """How the tokens of the catalogue stand in each other."""
        return self._lives.kin

    def distinct(self, numbers: Iterable[int]) -> list[int]:
        """Of numbers of the catalogue the first of each class of tokens that are the same, in order."""
        return self.kin.distinct(numbers)

    def learn(self, numbers: Iterable[int]) -> None:
        """Looks many tokens of the catalogue up at once, for `kin`, `too_common` and `pin_that_holds`."""
        asked = list(numbers)
        self.kin.learn(asked)
        if self.timeline.pinned_tokens:
            self._pins.prepare(map(self.catalogue.tokens.__getitem__, asked))

    def too_common(self, number: int) -> bool:
        """A token of the catalogue stands in so many spans that its standing proves nothing."""
        known = self._common.get(number)
        if known is None:
            known = self._common[number] = self._is_common(number)
        return known

    def _is_common(self, number: int) -> bool:
        spread, inside = self.catalogue.spread, self.kin.inside(number)
        most = spread(number) + sum(map(spread, inside)) if inside else spread(number)
        return most >= self._common_least and len(self.owners(self.catalogue.tokens[number])) >= self._common_least

    @cached_property
    def _common_least(self) -> float:
        return max(_COMMON_LEAST, _COMMON_SHARE * len(self._lives))

    def pin_that_holds(self, token: Token, moment: int) -> str | None:
        """A token pinned at that moment in whose spelling this one stands; a pinned token is a text of its own."""
        if not self.timeline.pinned_tokens:
            return None
        pinned = (self._pin_at(number, moment) for number in self._pins.places(token))
        place = min((place for place in pinned if place is not None), default=None)
        return None if place is None else self.timeline.pinned_tokens[place][0]

    def _pin_at(self, number: int, moment: int) -> int | None:
        """Where in the timeline's list a token is pinned at the moment; its stretches do not overlap."""
        places, pinned = self._pin_places[number], self.timeline.pinned_tokens
        last = bisect_right(places, moment, key=lambda place: pinned[place][1]) - 1
        if last < 0:
            return None
        end = pinned[places[last]][2]
        return places[last] if end is None or moment < end else None

    def pinned_texts(self, moment: int) -> list[tuple[str, tuple[Token, ...]]]:
        """The tokens pinned at that moment, each with the tokens of its spelling."""
        return [(text, self._pins.tokens(self._pin_numbers[text])) for text in self.timeline.pinned_tokens_at(moment)]

    def body_tokens(self, life: Life) -> tuple[Token, ...]:
        """The tokens of a surrogate's own words: the harness's frame and the template's lines are left out."""
        return self._bodies.get(life.serial) or ()

    def body(self, life: Life) -> str:
        return self._body_texts.get(life.serial, "")

    @cached_property
    def _lives(self) -> Shelf:
        return Shelf([_reading_of(life.span) for life in self.timeline.lives])

    @cached_property
    def _pins(self) -> Shelf:
        return Shelf([Reading(text, prose=True) for text in self._pin_numbers])

    @cached_property
    def _pin_numbers(self) -> dict[str, int]:
        distinct = dict.fromkeys(text for text, _, _ in self.timeline.pinned_tokens)
        return {text: number for number, text in enumerate(distinct)}

    @cached_property
    def _pin_places(self) -> list[list[int]]:
        """By the number of a pinned token its places in the timeline's list, ascending."""
        found: list[list[int]] = [[] for _ in self._pin_numbers]
        for place, (text, _, _) in enumerate(self.timeline.pinned_tokens):
            found[self._pin_numbers[text]].append(place)
        return found

    @cached_property
    def _bodies(self) -> dict[int, tuple[Token, ...]]:
        texts = self._body_texts
        lives = self.timeline.lives
        found = extract([Reading(text, reads_quoted(lives[serial].span)) for serial, text in texts.items()])
        return dict(zip(texts, found, strict=True))

    @cached_property
    def _body_texts(self) -> dict[int, str]:
        return {life.serial: _body(life.span) for life in self.timeline.lives if life.arrival == "surrogate"}


def reads_quoted(span: Span) -> bool:
    """The span is prose: what stands in quotes there is a token."""
    return span.role not in _NO_PROSE_ROLES and span.kind not in _NO_PROSE_KINDS


def _reading_of(span: Span) -> Reading:
    return reading(span.kept, arguments=span.kind == "tool-call", prose=reads_quoted(span))


def _body(span: Span) -> str:
    lines = span.text[span.body_start : span.body_end].split("\n")
    return "\n".join(line for line in lines if not _template(line.strip()))


def _template(line: str) -> bool:
    return line.startswith("#") or line.endswith(":") or _BRACKETED.fullmatch(line) is not None


def distinct(tokens: Iterable[Token]) -> list[Token]:
    """The first of each class of tokens that are the same, in order."""
    listed = list(dict.fromkeys(tokens))
    return [listed[number] for number in Kin(listed).distinct(range(len(listed)))]


def literal_token(text: str) -> Token:
    """A claim that the extractor sees no single token in: it can stand with its letters and has no near miss."""
    return Token("literal", text, fold_space(text))
