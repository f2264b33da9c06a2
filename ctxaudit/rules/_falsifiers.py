"""What became of a falsifier that an edit removed: what is closest to it now, and whether its path is taken again."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ctxaudit.case import Case
from ctxaudit.falsifiers import Survival, Window, fold, held_verbatim
from ctxaudit.model import Confidence, Decide
from ctxaudit.sourcing import Claim
from ctxaudit.sourcing.book import reads_quoted
from ctxaudit.sourcing.reasons import Reasons
from ctxaudit.timeline import Life, Step, Timeline

_WORD = re.compile(r"[^\W_]+")
_EFFORT = 500_000  # texts compared, a long one counting more: a few seconds
_LONG = 2_000
_PROBE_WORDS = 6
_EVERYDAY = frozenset({"path", "number", "quoted"})

State = Literal["gone", "not compared", "in other words", "nearly"]
_CONFIDENCE: Mapping[State, Confidence] = {
    "gone": "high",
    "not compared": "medium",
    "in other words": "medium",
    "nearly": "low",
}


@dataclass(frozen=True, slots=True)
class Lost:
    """A sentence that nothing holds verbatim any more."""

    sentence: str
    survival: Survival | None  # None: not compared, the trace asks for too much of it

    @property
    def state(self) -> State:
        if self.survival is None:
            return "not compared"
        if self.survival.verdict == "paraphrased":
            return "in other words"
        return "nearly" if self.survival.unsure else "gone"

    @property
    def percent(self) -> int:
        """How much of its words the closest place has."""
        return 0 if self.survival is None else round(100 * self.survival.share)

    @property
    def confidence(self) -> Confidence:
        """Low where a reader might recognise the sentence, medium where it is there in other words."""
        return _CONFIDENCE[self.state]


class Aftermath:
    """Compares lost sentences with the prose of the window after an edit, and looks for decisions that forget them.

    Its effort is bounded, so a trace of very many losses ends in time; what it leaves is said to be not compared.
    """

    def __init__(self, timeline: Timeline, reasons: Reasons) -> None:
        self._timeline = timeline
        self._reasons = reasons
        self._effort = _EFFORT
        self._moment = -1
        self._lives: list[Life] = []
        self._window = Window(())
        self._weight = 0

    def lost(self, sentence: str, step: Step) -> Lost:
        """What is left of a sentence that nothing holds verbatim after a step."""
        if self._effort <= 0:
            return Lost(sentence, None)
        self._look(step.after)
        self._effort -= self._weight
        return Lost(sentence, self._window.nearest(sentence))

    def _look(self, moment: int) -> None:
        if moment == self._moment:
            return
        self._lives = self._timeline.live_at(moment)
        # a log that shares its words denies nothing, so only prose can give a reason in other words
        told = (self._reasons.text(life) for life in self._lives if reads_quoted(life.span))
        texts = [*told, *self._reasons.promoted_texts(moment)]
        self._window = self._reasons.texts.window(texts)
        self._weight = sum(1 + len(text) // _LONG for text in texts)
        self._effort -= self._weight
        self._moment = moment

    def life_of(self, closest: str, step: Step) -> Life | None:
        """The live span in which the closest place stands, the edit's own surrogate first."""
        if not closest or self._moment != step.after:
            return None
        probe = " ".join(closest.split()[:_PROBE_WORDS])
        own = (life for life in step.entered if life.live_at(step.after))
        return next((life for life in (*own, *self._lives) if _holds(self._reasons.text(life), probe)), None)

    def comeback(self, sentences: Iterable[str], step: Step) -> tuple[Step, Decide] | None:
        """The first decision after an edit whose choice stands in one of the sentences."""
        found: list[tuple[Step, Decide]] = []
        for folded in map(fold, sentences):
            choices = [choice for word in set(_WORD.findall(folded)) for choice in self._choices.get(word, ())]
            found.extend(
                (later, decide)
                for later, decide in choices
                if later.index > step.index and held_verbatim(decide.choice, folded)
            )
        return min(found, key=lambda pair: pair[0].index, default=None)

    @cached_property
    def _choices(self) -> Mapping[str, list[tuple[Step, Decide]]]:
        """The decisions, by the first word of what they choose."""
        found: dict[str, list[tuple[Step, Decide]]] = {}
        for step, decide in self._timeline.of(Decide):
            for word in _WORD.findall(fold(decide.choice))[:1]:
                found.setdefault(word, []).append((step, decide))
        return found


class NamedAgain:
    """The later claims on what a lost sentence is about: an identifier of it that the model names after the edit.

    Paths, numbers and quoted words, which every step of a task repeats, tell nothing and are left out.
    """

    def __init__(self, case: Case) -> None:
        self._case = case  # its claims are read only when something was lost

    def first(self, sentence: str, step: Step) -> tuple[str, Claim] | None:
        """The identifier as the sentence spells it, and the first claim on it after the edit."""
        found: list[tuple[str, Claim]] = []
        for token in self._case.book.tokens_in(sentence, prose=True):
            claims = self._by_name.get(token.canonical, []) if token.kind not in _EVERYDAY else []
            after = bisect_right(claims, step.index, key=_index)
            found.extend((token.text, claim) for claim in claims[after : after + 1])
        return min(found, key=lambda pair: _index(pair[1]), default=None)

    @cached_property
    def _by_name(self) -> Mapping[str, list[Claim]]:
        """The claims by canonical token, each in the order of the trace."""
        found: dict[str, list[Claim]] = {}
        for claim in sorted(self._case.claims, key=_index):
            found.setdefault(claim.token.canonical, []).append(claim)
        return found


def _index(claim: Claim) -> int:
    return claim.step.index


def _holds(text: str, probe: str) -> bool:
    return probe in text or ("\n" in text and probe in " ".join(text.split()))
