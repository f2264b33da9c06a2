"""When it stood in evidence, where it stands when the trace ends, and the moments that a drawing needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxaudit.case import Case
from ctxaudit.secrets import masked
from ctxaudit.timeline import Life, Timeline
from ctxaudit.verbatim import Token, fold_space, literal_in
from ctxaudit.why.answer import Axis, Now, Spell
from ctxaudit.why.stays import Stays, nature

_TICKS = 12


def now_of(case: Case, lives: Sequence[Life], make: Stays, asked: str | Token | None) -> Now:
    """Over all lives that hold it, however many the answer lists."""
    end = case.timeline.end
    live = [life for life in lives if life.attribution is None]
    left = [life for life in lives if life.attribution is not None and nature(life) == "evidence"]
    evidence = tuple(life.id for life in live if nature(life) == "evidence")
    last = max(left, key=lambda life: (life.left or 0, life.serial), default=None)
    return Now(
        spells=_spells(case.timeline, [life for life in lives if nature(life) == "evidence"]),
        evidence=evidence,
        derivatives=tuple(life.id for life in live if nature(life) == "derivative"),
        words=tuple(life.id for life in live if nature(life) == "words"),
        pin=_pin(case, asked, end),
        last=None if evidence or last is None else make.of(last),
    )


def _pin(case: Case, asked: str | Token | None, moment: int) -> str | None:
    """The pinned token in which it stands at that moment."""
    if isinstance(asked, Token):
        held = case.book.pin_that_holds(asked, moment)
        return None if held is None else masked(held)
    pinned = [] if asked is None else case.timeline.pinned_tokens_at(moment)
    return next((masked(token) for token in pinned if asked is not None and literal_in(asked, fold_space(token))), None)


def _spells(timeline: Timeline, evidence: Iterable[Life]) -> tuple[Spell, ...]:
    """The stretches of all evidence, put together where one begins no later than another ends."""
    stretches = sorted(
        (start, timeline.end + 1 if end is None else end) for life in evidence for start, end in life.stays
    )
    merged: list[tuple[int, int]] = []
    for start, end in stretches:
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(_spell(timeline, start, end) for start, end in merged)


def _spell(timeline: Timeline, start: int, end: int) -> Spell:
    first = timeline.steps[start - 1]
    last = None if end > timeline.end else timeline.steps[end - 1]
    return Spell(
        from_line=first.line,
        from_turn=first.turn,
        to_line=None if last is None else last.line,
        to_turn=None if last is None else last.turn,
    )


def axis_of(timeline: Timeline) -> Axis:
    """Some turns, evenly spread, with the moments at which they begin."""
    begins: list[tuple[int, int]] = []
    for step in timeline.steps:
        if not begins or begins[-1][1] != step.turn:
            begins.append((step.before, step.turn))
    every = max(1, -(-len(begins) // _TICKS))
    return Axis(end=timeline.end, ticks=tuple(begins[::every]))
