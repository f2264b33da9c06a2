"""Where reasons stand: the falsifiers of removed spans, and when a phrase or a decision's reason is in the window.

Answers in lives and moments, from texts alone; which loss is a fault, and how grave, is for the rules to say. Nothing
is searched before somebody asks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Final

from ctxaudit.falsifiers import Falsifier, Texts, find, fold
from ctxaudit.falsifiers.folding import holds_folded
from ctxaudit.model import Decide, RejectedAlternative, Rewrite, Span
from ctxaudit.packed import Kept, packed, unpacked
from ctxaudit.sourcing.phrases import Phrases
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.timeline.moments import Moments, stays_of

_ROLES: Final = frozenset({"assistant", "user", "scratchpad", "memory"})
_TOOL_KINDS: Final = frozenset({"tool-call", "tool-result", "read"})
_ANY_WORD: Final = re.compile(r"[^\W_]+")


def may_hold_falsifiers(span: Span) -> bool:
    """Whether a sentence of the span can be a falsifier: somebody's own words, no tool's and none of the host."""
    return span.role in _ROLES and span.kind not in _TOOL_KINDS and span.by != "host"


@dataclass(frozen=True, slots=True)
class Bearers:
    """What keeps a phrase, a reason or a decision in the window, and the moments at which it is there."""

    moments: Moments
    serials: frozenset[int]  # of the lives in whose text it stands
    human_entries: tuple[int, ...] = ()  # the steps that brought in those of them that a human made
    named: tuple[Life, ...] = ()  # lives that bear it whatever their text says

    def __contains__(self, life: Life) -> bool:
        return life.serial in self.serials or life in self.named

    def said_by_human(self, since: int, until: int) -> bool:
        """A human's span that bears it came in after one step and before another."""
        place = bisect_right(self.human_entries, since)
        return place < len(self.human_entries) and self.human_entries[place] < until


class Reasons:
    """One trace's reasons. Phrases are compared folded and case folded, at word edges, in live texts of any role.

    `read`: the text of a life as it reads, held by somebody else.
    """

    def __init__(self, timeline: Timeline, read: Callable[[Life], Kept]) -> None:
        self.texts = Texts()  # shared by all who compare sentences with a window
        self._timeline = timeline
        self._read = read
        self._held: dict[str, Moments] = {}
        self._borne: dict[str, Bearers] = {}

    def text(self, life: Life) -> str:
        """As it reads: of a tool call, the values of its arguments."""
        return unpacked(self._read(life))

    # --- falsifiers ---

    def falsifiers(self, life: Life) -> tuple[Falsifier, ...]:
        """The falsifiers of a life that an edit removed, when its span is flagged or may hold any."""
        return self._falsifiers.get(life.span.kept, ()) if self._searched(life) else ()

    def held(self, sentence: str) -> Moments:
        """The moments at which a live text or an entry of `rejected_alternatives` holds the sentence verbatim."""
        if sentence not in self._held:
            folded = fold(sentence)
            words = set(_ANY_WORD.findall(folded))
            likely = (entry for word in words for entry in self._objects_by_word.get(word, ()))
            promoted = [(entry.start, inf) for entry in likely if entry.stands_in(folded)]
            self._held[sentence] = Moments.of([*promoted, *self.phrase(sentence).moments.stretches])
        return self._held[sentence]

    def promoted_texts(self, moment: int) -> list[str]:
        """What the entries of `rejected_alternatives` say that stand at a moment."""
        return [unpacked(text) for text, start in self._entries_by_text.items() if start <= moment]

    def copied(self, bearers: Sequence[Bearers], moment: int) -> bool:
        """A life that is gone at a moment and bore one of these has a named external copy."""
        gone = (life for life in self._with_copy if life.gone_at(moment))
        return any(life in one for life in gone for one in bearers)

    def unread_at(self, moment: int) -> Life | None:
        """A live span that could hold a reason although the log cut its text; then absence proves nothing."""
        if moment not in self._unread_moments:
            return None
        return next(life for life in reversed(self._unread) if life.live_at(moment))

    # --- phrases ---

    def learn(self, phrases: Iterable[str]) -> None:
        """Looks many phrases up in one pass; who asks for a phrase that was not learned pays for a pass of its own."""
        asked = list(phrases)
        if asked:
            self._phrases.learn(asked)

    def phrase(self, words: str) -> Bearers:
        """Every life in whose text the phrase stands; it is there while one is live, or from an entry's rewrite on."""
        if words not in self._borne:
            texts = self._phrases.holding(words)
            lives = [life for text in texts for life in self._lives_by_text.get(text, ())]
            noted = [(start, inf) for text in texts if (start := self._entries_by_text.get(text)) is not None]
            self._borne[words] = Bearers(
                Moments.of([*stays_of(lives), *noted]),
                frozenset(life.serial for life in lives),
                tuple(sorted(life.entered for life in lives if life.span.by == "human")),
            )
        return self._borne[words]

    # --- decisions ---

    def reason(self, rejected: RejectedAlternative, decided: Step) -> Bearers:
        """What keeps the reason of a rejection there: the span that it names, and all that holds its words."""
        return self._with_named(self.phrase(rejected.reason), rejected.span, decided)

    def decision(self, decide: Decide, decided: Step) -> Bearers:
        """What a decision stands in: its own span, and all that holds the words of its choice."""
        return self._with_named(self.phrase(decide.choice), decide.span, decided)

    def _with_named(self, bearers: Bearers, name: str | None, decided: Step) -> Bearers:
        named = self._named(name, decided)
        if not named:
            return bearers
        moments = Moments.of([*stays_of(named), *bearers.moments.stretches])
        return replace(bearers, moments=moments, named=tuple(named))

    def _named(self, name: str | None, decided: Step) -> list[Life]:
        """The life that a decision meant by a span's name, and what was brought back of it, not from memory."""
        if name is None:
            return []
        meant = self._timeline.last_life(name, decided.before)
        lives = [meant] if meant else self._timeline.lives_of(name)[:1]
        for life in lives:
            lives.extend(self._brought_back.get(life.serial, ()))
        return lives

    # --- worked out once, when first asked for ---

    @cached_property
    def _falsifiers(self) -> Mapping[Kept, tuple[Falsifier, ...]]:
        gone = dict.fromkeys(life for step in self._timeline.edits for life in step.left)
        texts = list(dict.fromkeys(life.span.kept for life in gone if self._searched(life)))
        found = dict(zip(texts, find(list(map(unpacked, texts))), strict=True)) if texts else {}
        flagged = [life.span.text for life in gone if life.span.falsifier]
        self.learn([*flagged, *(falsifier.sentence for several in found.values() for falsifier in several)])
        return found

    @staticmethod
    def _searched(life: Life) -> bool:
        return life.span.falsifier or may_hold_falsifiers(life.span)

    @cached_property
    def _with_copy(self) -> list[Life]:
        return [life for life in self._timeline.lives if life.named_copy is not None]

    @cached_property
    def _unread(self) -> list[Life]:
        return [
            life
            for life in self._timeline.lives
            if not life.span.complete and life.span.role in _ROLES and life.span.kind not in _TOOL_KINDS
        ]

    @cached_property
    def _unread_moments(self) -> Moments:
        return Moments.of(stays_of(self._unread))

    @cached_property
    def _brought_back(self) -> Mapping[int, list[Life]]:
        found: dict[int, list[Life]] = {}
        for life in self._timeline.lives:
            for parent in life.parents if life.arrival in ("external", "retained") else ():
                found.setdefault(parent.serial, []).append(life)
        return found

    @cached_property
    def _lives_by_text(self) -> Mapping[Kept, list[Life]]:
        found: dict[Kept, list[Life]] = {}
        for life in self._timeline.lives:
            found.setdefault(self._read(life), []).append(life)
        return found

    @cached_property
    def _entries(self) -> Sequence[_Entry]:
        return [
            _Entry(entry, step.after)
            for step, event in self._timeline.of(Rewrite)
            for entry in event.rejected_alternatives
        ]

    @cached_property
    def _objects_by_word(self) -> Mapping[str, list[_Entry]]:
        """The entries of two parts, by the first word of the alternative."""
        found: dict[str, list[_Entry]] = {}
        for entry in self._entries:
            for word in _ANY_WORD.findall(entry.parts[0])[:1] if entry.parts else ():
                found.setdefault(word, []).append(entry)
        return found

    @cached_property
    def _entries_by_text(self) -> Mapping[Kept, int]:
        """The first moment of each entry's text."""
        return {packed(entry.text): entry.start for entry in reversed(self._entries)}

    @cached_property
    def _phrases(self) -> Phrases:
        return Phrases([*self._lives_by_text, *self._entries_by_text])


@dataclass(frozen=True)
class _Entry:
    """An entry of `rejected_alternatives`, and the moment from which it stands."""

    entry: str | RejectedAlternative
    start: int

    @property
    def text(self) -> str:
        return self.entry if isinstance(self.entry, str) else f"{self.entry.alternative}\n{self.entry.reason}"

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return () if isinstance(self.entry, str) else (fold(self.entry.alternative), fold(self.entry.reason))

    def stands_in(self, folded_sentence: str) -> bool:
        """Both parts of an entry that has two stand in the sentence."""
        return bool(self.parts) and all(holds_folded(part, folded_sentence) for part in self.parts)
