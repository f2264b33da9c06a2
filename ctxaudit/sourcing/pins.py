"""Where pinned tokens stand: literally, never inside a longer word, in a span that may keep them.

A pinned token is one that a `pin` names and no later `unpin` does. It stands at a moment when a live span holds it that
is pinned itself or is no derivative; a rewrite that merely quotes it does not keep it. Spelling counts letter for
letter, white space aside. Near misses and other spellings of a value are not this module's business.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf

from ctxaudit.sourcing.letters import standing
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.timeline.moments import During, common, covers, ended, merged, pinned_stays
from ctxaudit.verbatim import fold_space, reading


@dataclass(frozen=True, slots=True)
class _Record:
    """One token: the lives that may keep it, and when it is pinned and when it stands."""

    token: str
    keepers: dict[int, Life]
    pinned: Sequence[During]
    stands: Sequence[During]


class Pins:
    """The literal standing of every token that a trace ever pinned. Each span's text is read once."""

    def __init__(self, timeline: Timeline) -> None:
        pinned: dict[str, list[During]] = {}
        for token, start, end in timeline.pinned_tokens:
            pinned.setdefault(token, []).append((start, inf if end is None else end))
        keepers = _keepers(timeline, pinned)
        self._records = {token: _record(token, keepers[token], pinned[token]) for token in pinned}
        self._lost: dict[float, list[str]] = {}
        for record in self._records.values():
            for _, falls in record.stands:
                if covers(record.pinned, falls):
                    self._lost.setdefault(falls, []).append(record.token)

    def lost_by(self, step: Step) -> list[str]:
        """The tokens that stood just before a step and, though still pinned, stand no longer after it."""
        return self._lost.get(step.after, [])

    def kept_by(self, life: Life, token: str) -> bool:
        """The life holds the pinned token literally, and is or was a span that may keep it."""
        record = self._records.get(token)
        return record is not None and life.serial in record.keepers

    def pinned_moments(self) -> list[During]:
        """The stretches of moments at which some token is pinned, whether it stands or not."""
        return merged(stretch for record in self._records.values() for stretch in record.pinned)

    def standing_moments(self) -> list[During]:
        """The stretches of moments at which some pinned token stands."""
        return merged(stretch for record in self._records.values() for stretch in record.stands)


def _keepers(timeline: Timeline, tokens: Collection[str]) -> dict[str, dict[int, Life]]:
    """For each token the lives that hold it and are no derivatives, or were pinned at some time."""
    if not tokens:
        return {}
    lives = [life for life in timeline.lives if life.pins or not life.derivative]
    needles = {token: fold_space(token) for token in tokens}
    places: dict[str, list[int]] = {needle: [] for needle in needles.values()}
    for needle, at in standing(places, list(map(_read, lives)), fold_space):
        places[needle].append(at)
    return {token: {lives[at].serial: lives[at] for at in sorted(places[needle])} for token, needle in needles.items()}


def _read(life: Life) -> str:
    return reading(life.span.text, arguments=life.span.kind == "tool-call", prose=False).text


def _record(token: str, keepers: dict[int, Life], pinned: Sequence[During]) -> _Record:
    kept = merged(stretch for life in keepers.values() for stretch in _keeping(life))
    return _Record(token, keepers, merged(pinned), common(merged(pinned), kept))


def _keeping(life: Life) -> list[During]:
    """When a life that holds a token keeps it: while it is live and, for a derivative, pinned."""
    return pinned_stays(life) if life.derivative else ended(life.stays)
