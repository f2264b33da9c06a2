"""How often a token is named again after a step: by claims, and by tool calls that hold it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.kin import Kin
from ctxaudit.timeline import Step
from ctxaudit.verbatim import Token


class NamedAfter:
    """Tokens by the index of the step that names them. A token is named when one is in which it stands.

    With `spelled` a tool call that holds a token names it too, at the step that brought the call. It tells by the
    number of a token the serials of the calls, and maybe of other lives, that have its letters.
    """

    def __init__(
        self,
        book: Book,
        named: Iterable[tuple[int, Token | None]],
        spelled: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
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
        self._elsewhere = Kin(list(loose))
        self._calls = None if spelled is None else _Calls(book, spelled)
        self._known: dict[int, Sequence[int]] = {}

    def count(self, number: int, step: Step) -> int:
        """How often the token of this number is named after the step."""
        if not (self._steps or self._loose or self._calls):
            return 0
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = sorted(self._naming(number)) or ()  # most are never named
        return len(known) - bisect_right(known, step.index) if known else 0

    def _naming(self, number: int) -> list[int]:
        inside = self._book.kin.inside(number)
        steps = self._steps
        found = list(steps.get(number, ()))
        for other in inside:
            if other in steps:
                found += steps[other]
        if self._loose:
            for place in self._elsewhere.around(self._book.catalogue.tokens[number]):
                found += self._loose[place]
        return found if self._calls is None else found + self._calls.holding(number, inside)


class _Calls:
    """The tool calls of a timeline, by the tokens that they have."""

    def __init__(self, book: Book, spelled: Mapping[int, Sequence[int]]) -> None:
        self._spelled = spelled
        self._entered: dict[int, int] = {}  # by the serial of a call the step that brought it
        self._serials: dict[int, list[int]] = {}  # by the number of a token the calls that have it
        of_text = book.catalogue.of_text
        for life in book.timeline.lives:
            if life.span.kind == "tool-call":
                self._entered[life.serial] = life.entered
                for number in of_text[life.serial]:
                    self._serials.setdefault(number, []).append(life.serial)

    def holding(self, number: int, inside: Iterable[int]) -> list[int]:
        """The steps that brought the calls which hold the token of this number, or one in which it stands."""
        serials = self._serials
        found = set(serials.get(number, ()))
        for other in inside:
            if other in serials:
                found.update(serials[other])
        found.update(self._spelled.get(number, ()))
        return [self._entered[serial] for serial in found if serial in self._entered]
