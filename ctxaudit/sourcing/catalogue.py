"""The distinct tokens of some texts: each has a number, by which it is known faster than by its letters."""

from __future__ import annotations

from collections.abc import Sequence

from ctxaudit.verbatim import Occurrences, Token


class Catalogue:
    """Numbers of tokens by text, in order of first place, and of texts by token, ascending."""

    def __init__(self, found: Occurrences, texts: int) -> None:
        self.tokens = found.tokens
        self.texts: list[list[int]] = [[] for _ in found.tokens]  # by the number of a token those that have it
        held: list[list[int]] = [[] for _ in range(texts)]
        for text, number in zip(found.texts, found.numbers, strict=True):
            held[text].append(number)
            self.texts[number].append(text)
        self.of_text: Sequence[Sequence[int]] = held
        self._number_of = {token: number for number, token in enumerate(found.tokens)}

    def number(self, token: Token) -> int | None:
        """The number of a token; None when no text has it in this spelling."""
        return self._number_of.get(token)

    def place(self, text: int, number: int) -> int:
        """Which of the text's tokens it is that has this number."""
        return self.of_text[text].index(number)

    def tokens_of(self, text: int) -> tuple[Token, ...]:
        return tuple([self.tokens[number] for number in self.of_text[text]])
