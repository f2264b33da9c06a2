"""Whether a sentence is still in a window of texts: word for word, in other words, or not at all."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ctxaudit.falsifiers.folding import fold, holds_folded
from ctxaudit.falsifiers.sentences import sentences
from ctxaudit.falsifiers.words import content_stems, denies, places_of_stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

PARAPHRASED_LEAST: Final = 0.5
UNSURE_LEAST: Final = 0.3
# A place is small, or the longest line of the window would hold every word there is.
_PLACE_WORDS: Final = 45


@dataclass(frozen=True, slots=True)
class Survival:
    """What became of a sentence; `closest` is the place with the largest share of its stems, if any has one."""

    verdict: Literal["verbatim", "paraphrased", "gone"]
    share: float
    closest: str

    @property
    def unsure(self) -> bool:
        """Gone by the count, but so near that a reader may recognise it."""
        return UNSURE_LEAST <= self.share < PARAPHRASED_LEAST


class Texts:
    """Texts prepared once for all windows that hold them.

    The texts of the last window are kept, and of those before as many as do not take too much memory.
    """

    def __init__(self, most: int = 2_000_000) -> None:
        self._most = most  # characters
        self._size = 0
        self._prepared: dict[str, _Text] = {}  # the last ones that were asked for at the end

    def window(self, texts: Iterable[str]) -> Window:
        """What a model can read at one moment."""
        listed = list(dict.fromkeys(texts))
        for text in listed:
            known = self._prepared.pop(text, None)
            self._size += len(text) if known is None else 0
            self._prepared[text] = known or _Text(text)
        window = Window(listed, prepared=self._prepared)
        for text in list(islice(self._prepared, len(self._prepared) - len(listed))) if self._size > self._most else ():
            del self._prepared[text]
            self._size -= len(text)
            if self._size <= self._most:
                break
        return window


class Window:
    """Texts that a model can read at one moment, prepared once for any number of sentences."""

    def __init__(self, texts: Sequence[str], *, prepared: Mapping[str, _Text] | None = None) -> None:
        known = prepared or {}
        self._texts: dict[str, _Text] = {text: known.get(text) or _Text(text) for text in texts}

    def holds(self, sentence: str) -> bool:
        """Whether the sentence stands in one of the texts word for word."""
        needle = fold(sentence)
        return any(holds_folded(needle, text.folded) for text in self._texts.values())

    def survival(self, sentence: str, *, negation: bool = True) -> Survival:
        """What became of the sentence; without `negation` a place need not deny anything to count as other words."""
        return (
            Survival("verbatim", 1.0, sentence) if self.holds(sentence) else self.nearest(sentence, negation=negation)
        )

    def nearest(self, sentence: str, *, negation: bool = True) -> Survival:
        """What became of a sentence that stands in none of the texts word for word."""
        stems = sorted(content_stems(sentence))
        nearest = telling = _NOWHERE
        for text in self._texts.values():
            for place in text.places(stems):
                if place.found > nearest.found:
                    nearest = place
                if place.found >= UNSURE_LEAST * len(stems) and place.found > telling.found:
                    telling = place if not negation or denies(place.words) else telling
        best = telling if telling.found else nearest
        share = best.found / max(1, len(stems))
        verdict: Literal["paraphrased", "gone"]
        verdict = "paraphrased" if best is telling and share >= PARAPHRASED_LEAST else "gone"
        return Survival(verdict, share, best.words)


def survival(sentence: str, texts: Sequence[str], *, negation: bool = True) -> Survival:
    """What became of the sentence in the texts; who asks often about large texts keeps a `Window`."""
    return _window(tuple(texts)).survival(sentence, negation=negation)


@lru_cache(maxsize=2)
def _window(texts: tuple[str, ...]) -> Window:
    return Window(texts)


class _Place(NamedTuple):
    """A sentence or two neighbours, and how many of the stems asked for they hold."""

    found: int
    pieces: Sequence[str]

    @property
    def words(self) -> str:
        return " ".join(self.pieces)


_NOWHERE: Final = _Place(0, ())


class _Text:
    """One text of a window, folded and indexed when first asked."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def folded(self) -> str:
        return fold(self._text)

    @cached_property
    def _pieces(self) -> list[str]:
        return [piece for sentence in sentences(self._text, headings=True) for piece in _cut(sentence)]

    @cached_property
    def _numbers_of(self) -> dict[str, list[int]]:
        """The pieces that hold a stem, by stem."""
        return places_of_stems(self._pieces)

    def places(self, stems: Sequence[str]) -> Iterator[_Place]:
        """Each sentence that holds any of the stems, then each pair of neighbours that both do."""
        bits_of: dict[int, int] = defaultdict(int)
        for position, stem in enumerate(stems):
            for number in self._numbers_of.get(stem, ()):
                bits_of[number] |= 1 << position
        for number, bits in bits_of.items():
            yield _Place(bits.bit_count(), self._pieces[number : number + 1])
        for number, bits in bits_of.items():
            if after := bits_of.get(number + 1):
                yield _Place((bits | after).bit_count(), self._pieces[number : number + 2])


def _cut(sentence: str) -> list[str]:
    words = sentence.split()
    if len(words) <= 2 * _PLACE_WORDS:
        return [sentence]
    return [" ".join(words[start : start + _PLACE_WORDS]) for start in range(0, len(words), _PLACE_WORDS)]
