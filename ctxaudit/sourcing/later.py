"""How often a token is named again after a step: by claims, and by tool calls that hold it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from ctxaudit.sourcing.book import Book
from ctxaudit.timeline import Step
from ctxaudit.verbatim import StandsIndex, Token


class NamedAfter:
    """Tokens by the index of the step that names them. A token is named when one is in which it stands."""

    def __init__(self, book: Book, named: Iterable[tuple[int, Token | None]]) -> None:
        self._book = book
        self._steps: dict[int, list[int]] = {}  # by the number of a token of the catalogue
        loose: dict[Token, list[int]] = {}
        for index, token in named:
            number = None if token is None else book.catalogue.number(token)
            if number is not None:
                self._steps.setdefault(number, []).append(index)
            elif token is not None:
                loose.setdefault(token, []).append(index)
        self._loose = list(loose.values())
        self._index = StandsIndex(enumerate(loose))
        self._known: dict[int, list[int]] = {}

    def count(self, number: int, step: Step) -> int:
        """How often the token of this number is named after the step."""
        if not self._steps and not self._loose:
            return 0
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = sorted(self._naming(number))
        return len(known) - bisect_right(known, step.index)

    def _naming(self, number: int) -> list[int]:
        found = [index for other in (number, *self._book.kin.inside(number)) for index in self._steps.get(other, ())]
        if self._loose:
            for owner in self._index.owners(self._book.catalogue.tokens[number]):
                found += self._loose[owner]
        return found


class CallsAfter:
    """The tool calls of the model, by the tokens that they hold."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._entered: dict[int, int] = {}  # by the serial of a call the step that brought it
        self._serials: dict[int, list[int]] = {}  # by the number of a token the calls that have it
        of_text = book.catalogue.of_text
        for life in book.timeline.lives:
            if life.span.kind == "tool-call":
                self._entered[life.serial] = life.entered
                for number in of_text[life.serial]:
                    self._serials.setdefault(number, []).append(life.serial)
        self._known: dict[int, list[int]] = {}

    def count(self, number: int, step: Step) -> int:
        """How many tool calls that hold the token of this number came in after the step."""
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = sorted(map(self._entered.__getitem__, self._holding(number)))
        return len(known) - bisect_right(known, step.index)

    def _holding(self, number: int) -> set[int]:
        found = {
            serial for other in (number, *self._book.kin.inside(number)) for serial in self._serials.get(other, ())
        }
        return found.union(self._entered.keys() & self._book.letters(self._book.catalogue.tokens[number]))
