"""Where a token stands at a moment: in live evidence, in a derivative, in evidence that left, or in none of these."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ctxaudit.sourcing.binding import results_of
from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.holders import Holders
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import Token

_GUTTER = re.compile(r"^[ \t]*([0-9]{1,7})(?:→|\t|[:|-])", re.MULTILINE)

_NOBODY = Holders(())  # nearly all tokens that a model coins
_BUILT_KINDS = ("path", "file-line")  # these can be put together from what a text spells in two places


@dataclass(frozen=True, slots=True)
class Where:
    """The holders of a token at a moment, the claim's own span left out. Words of the model are neither kind."""

    source: Life | None = None  # live evidence, or a live pinned span
    pin: str | None = None  # a pinned token in whose spelling it stands
    derivatives: tuple[Life, ...] = ()  # live, in window order
    gone: Sequence[Life] = ()  # evidence that left, the last to leave first

    @property
    def sourced(self) -> bool:
        return self.source is not None or self.pin is not None


class Places:
    """Answers where tokens stand. A path below the working directory and a line of a numbered listing count as held."""

    def __init__(self, timeline: Timeline, book: Book) -> None:
        self._timeline = timeline
        self._book = book
        self._results = results_of(timeline)
        self._gutters: dict[int, frozenset[str]] = {}
        self._known: dict[tuple[Token, ...], Holders] = {}
        self._known_built: dict[Token, Holders] = {}
        cwd = (timeline.header.cwd or "").replace("\\", "/").rstrip("/")
        self._root = f"{cwd}/" if cwd else ""

    def prepare(self, tokens: Iterable[Token]) -> None:
        """Looks for many tokens, and for what they can be put together from, at once."""
        self._book.prepare(tokens, self._parts_of)

    def where(self, spellings: Sequence[Token], moment: int, besides: Life | None) -> Where:
        """The standing of one token in one or two spellings. A live source ends the search: the rest is not listed."""
        plain = self._at(self._spelled(spellings), moment, besides)
        pin = next(filter(None, (self._book.pin_that_holds(token, moment) for token in spellings)), None)
        if plain.sourced or pin is not None:
            return Where(plain.source, pin, plain.derivatives, plain.gone)
        if spellings[0].kind not in _BUILT_KINDS:
            return plain
        built = self._at(self._put_together(spellings[0]), moment, besides)
        return built if built.sourced or (built.gone and not plain.gone) else plain

    def holders(self, spellings: Sequence[Token]) -> frozenset[int]:
        """The serials of all lives that hold it in some spelling, or from which it can be put together."""
        spelled, built = self._holders(spellings), self._built(spellings[0])
        return spelled if built <= spelled else spelled | built

    def _holders(self, spellings: Sequence[Token]) -> frozenset[int]:
        first, *others = (self._book.places(token) for token in spellings)
        return first.union(*others) if others else first

    def _spelled(self, spellings: Sequence[Token]) -> Holders:
        key = tuple(spellings)
        if key not in self._known:
            self._known[key] = self._holding(self._holders(spellings))
        return self._known[key]

    def _put_together(self, token: Token) -> Holders:
        if token not in self._known_built:
            self._known_built[token] = self._holding(self._built(token))
        return self._known_built[token]

    def _holding(self, serials: Iterable[int]) -> Holders:
        counting = self._counting
        lives = [counting[serial] for serial in sorted(serials) if serial in counting]
        return Holders(lives) if lives else _NOBODY

    @cached_property
    def _counting(self) -> dict[int, Life]:
        """By serial the lives that can matter to a claim."""
        return {life.serial: life for life in self._timeline.lives if life.evidence or life.derivative or life.pins}

    def _at(self, holders: Holders, moment: int, besides: Life | None) -> Where:
        source = holders.source(moment, besides)
        if source is not None:
            return Where(source=source)
        live = self._timeline.in_order(holders.derivatives(moment, besides), moment)
        return Where(derivatives=tuple(live), gone=holders.gone(moment, besides) or ())

    def _built(self, token: Token) -> frozenset[int]:
        """The lives from which a path or a `file:line` follows though none spells it."""
        found: set[int] = set()
        if token.kind in _BUILT_KINDS:
            found.update(self._below_working_directory(token))
        if token.kind == "file-line":
            found.update(self._in_a_listing(token))
        return frozenset(found)

    def _parts_of(self, token: Token) -> Iterator[Token]:
        """The tokens from which this one can be put together."""
        if token.kind in _BUILT_KINDS:
            yield from filter(None, [self._relative(token), _file_of(token)])

    def _relative(self, token: Token) -> Token | None:
        """What is left of a path below the working directory."""
        rest = token.canonical.removeprefix(self._root)
        return Token(token.kind, rest, rest) if self._root and rest and rest != token.canonical else None

    def _below_working_directory(self, token: Token) -> Iterable[int]:
        relative = self._relative(token)
        if relative is None:
            return ()
        if "/" in relative.text:
            return self._book.places(relative)
        return (at for at in self._book.owners(relative) if self._spells(at, relative.text))

    def _spells(self, serial: int, path: str) -> bool:
        tokens = self._book.tokens(self._timeline.lives[serial])
        return any(token.canonical == path or token.canonical.startswith(f"{path}:") for token in tokens)

    def _in_a_listing(self, token: Token) -> Iterable[int]:
        """Lives whose line gutter has the line, when they or the call that they answer name the file."""
        file = _file_of(token)
        if file is None:
            return
        line = token.canonical.rpartition(":")[2]
        for serial in self._book.places(file):
            result = self._results.get(serial)
            life = self._timeline.lives[serial] if result is None else result
            if line in self._lines_of(life):
                yield life.serial

    def _lines_of(self, life: Life) -> frozenset[str]:
        """The numbers in the line gutter of a listing, read once."""
        known = self._gutters.get(life.serial)
        if known is None:
            known = self._gutters[life.serial] = frozenset(_GUTTER.findall(life.span.text))
        return known


def _file_of(token: Token) -> Token | None:
    """The path of a `file:line`."""
    path, _, line = token.canonical.rpartition(":")
    named = token.kind == "file-line" and path and line.isascii() and line.isdigit()
    return Token("path", path, path) if named else None


def last_taken(life: Life, moment: int) -> int:
    """Index of the step that took a life last, before that moment."""
    stays = life.stays
    if stays[-1][1] is None:
        stays.pop()
    place = bisect_right(stays, moment, key=_end)
    return _end(stays[place - 1]) - 1 if place else -1


def _end(stay: tuple[int, int | None]) -> int:
    return stay[1] or 0


def taken_by(timeline: Timeline, life: Life, moment: int) -> Step | None:
    """The step that took a life last, before that moment; None while it is live."""
    if life.live_at(moment):
        return None
    index = last_taken(life, moment)
    return timeline.steps[index] if index >= 0 else None
