"""The window as a person asks for it: what fills it turn by turn, what it holds at one, what changed between two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import groupby

from ctxaudit.errors import UsageError
from ctxaudit.model import Attribution, Call, Decider
from ctxaudit.secrets import masked
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.timeline.filling import PARTS, changes
from ctxaudit.timeline.filling import Part as Part

EXCERPT = 200  # characters of a span's text that are handed on
_READ = 2_000  # so that a credential which the end of the excerpt cuts is known for one


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Tokens of the window by what they are. A span counts once: as pinned, else as a rewrite, as system, as source."""

    system: int = 0
    pinned: int = 0
    surrogates: int = 0  # what does not hold its sources whole
    sources: int = 0

    @property
    def total(self) -> int:
        return sum(getattr(self, part.name) for part in fields(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditMark:
    """An edit, or another step at which something left."""

    line: int
    kind: str  # "evict", "rewrite", "truncate", "restore", "checkpoint"
    by: Decider
    left: tuple[str, ...]
    entered: tuple[str, ...]
    tokens_left: int
    tokens_freed: int  # negative: the edit grew the window
    attributions: tuple[Attribution, ...]  # of what left, each once


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSize:
    """A call of the model whose size was recorded, and what replay makes of the window at that moment."""

    recorded: int
    rebuilt: int
    unseen: int  # tokens that the log says it does not show


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnWindow:
    """The window at the end of a turn."""

    turn: int
    line: int  # of the turn's last event
    spans: int
    entered: int  # spans that came in during the turn
    fill: Fill
    edits: tuple[EditMark, ...]
    call: CallSize | None  # the turn's last call with a recorded size


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """All turns in order; none when the trace has no event. `estimated`: some span's tokens were not recorded."""

    rows: tuple[TurnWindow, ...]
    budget: int | None
    estimated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSpan:
    """A span of the window, or one that left it: then with the step that took it before the moment looked at."""

    id: str
    role: str
    kind: str
    by: str
    part: Part
    tokens: int
    estimated: bool
    entered_line: int
    excerpt: str
    left_line: int | None = None
    attribution: Attribution | None = None  # None of what left and came back later: what was said then no longer holds
    stands_for_it: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The window at the end of a turn, in window order."""

    turn: int
    line: int
    fill: Fill
    spans: tuple[HeldSpan, ...]
    budget: int | None
    estimated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Between the ends of two turns. A span that came and went in between is in neither list."""

    first: State
    second: State
    entered: tuple[HeldSpan, ...]
    left: tuple[HeldSpan, ...]


def turn_windows(timeline: Timeline) -> Turns:
    """What fills the window at the end of each turn, and the edits of the turn."""
    fills, spans = _Fills(timeline), 0
    rows: list[TurnWindow] = []
    for _, steps in groupby(timeline.steps, key=lambda step: step.turn):
        turn = list(steps)
        spans += sum(len(step.entered) + len(step.revived) - len(step.left) for step in turn)
        rows.append(_row(timeline, turn, spans, fills.at(turn[-1].after)))
    return Turns(rows=tuple(rows), budget=timeline.header.budget, estimated=timeline.estimated)


class _Fills:
    """What fills the window at one moment after the other, by what changes: no span is counted at each turn."""

    def __init__(self, timeline: Timeline) -> None:
        self._changes = sorted(change for life in timeline.lives for change in changes(life))
        self._next = 0
        self._sums: dict[Part, int] = dict.fromkeys(PARTS, 0)

    def at(self, moment: int) -> Fill:
        """Moments are asked in ascending order."""
        while self._next < len(self._changes) and self._changes[self._next][0] <= moment:
            _, part, tokens = self._changes[self._next]
            self._sums[part] += tokens
            self._next += 1
        return Fill(**self._sums)


def _row(timeline: Timeline, steps: list[Step], spans: int, filled: Fill) -> TurnWindow:
    last = steps[-1]
    return TurnWindow(
        turn=last.turn,
        line=last.line,
        spans=spans,
        entered=sum(len(step.entered) for step in steps),
        fill=filled,
        edits=tuple(_mark(step) for step in steps if step.edit or step.left),
        call=next(filter(None, (_size(timeline, step) for step in reversed(steps))), None),
    )


def _size(timeline: Timeline, step: Step) -> CallSize | None:
    call = step.event
    if not isinstance(call, Call) or call.tokens is None:
        return None
    return CallSize(recorded=call.tokens, rebuilt=timeline.tokens_at(step.before), unseen=call.unseen)


def _mark(step: Step) -> EditMark:
    left = sum(life.tokens for life in step.left)
    return EditMark(
        line=step.line,
        kind=type(step.event).__name__.lower(),
        by=step.event.by,
        left=tuple(life.id for life in step.left),
        entered=tuple(life.id for life in (*step.entered, *step.revived)),
        tokens_left=left,
        tokens_freed=left - sum(life.tokens for life in (*step.entered, *step.revived)),
        attributions=tuple(dict.fromkeys(life.attribution for life in step.left if life.attribution is not None)),
    )


def fill(lives: Iterable[Life], moment: int) -> Fill:
    """What these live spans fill at that moment."""
    sums: dict[Part, int] = {"system": 0, "pinned": 0, "surrogates": 0, "sources": 0}
    for life in lives:
        sums[_part(life, moment)] += life.tokens
    return Fill(**sums)


def _part(life: Life, moment: int) -> Part:
    return "pinned" if life.pinned_at(moment) else life.fills


def window_at(timeline: Timeline, turn: int) -> State:
    """What the window holds at the end of a turn. A turn outside those of the trace is refused."""
    moment = _end_of(timeline, turn)
    lives = timeline.live_at(moment)
    return State(
        turn=turn,
        line=timeline.steps[moment - 1].line,
        fill=fill(lives, moment),
        spans=tuple(_held(timeline, life, moment) for life in lives),
        budget=timeline.header.budget,
        estimated=timeline.estimated,
    )


def difference(timeline: Timeline, first: int, second: int) -> Difference:
    """What entered and left between the ends of two turns, in window order. The first must come first."""
    if first >= second:
        raise UsageError(f"the first turn must lie before the second, and {first} does not lie before {second}")
    start, end = _end_of(timeline, first), _end_of(timeline, second)
    entered = [life for life in timeline.live_at(end) if not life.live_at(start)]
    left = [life for life in timeline.live_at(start) if not life.live_at(end)]
    return Difference(
        first=window_at(timeline, first),
        second=window_at(timeline, second),
        entered=tuple(_held(timeline, life, end) for life in entered),
        left=tuple(_held(timeline, life, end, part_at=start) for life in left),
    )


def _end_of(timeline: Timeline, turn: int) -> int:
    """The moment after the last step of a turn; of a number that no event has, of the turn before it."""
    steps = timeline.steps
    if not steps or not steps[0].turn <= turn <= steps[-1].turn:
        known = f"it has the turns {steps[0].turn} to {steps[-1].turn}" if steps else "it has no turns"
        raise UsageError(f"the trace has no turn {turn}; {known}")
    return next((step.before for step in steps if step.turn > turn), timeline.end)


def _held(timeline: Timeline, life: Life, moment: int, part_at: int | None = None) -> HeldSpan:
    gone = not life.live_at(moment)
    took = max((end for _, end in life.stays if end is not None and end <= moment), default=0) - 1 if gone else -1
    final = gone and life.left == took
    return HeldSpan(
        id=life.id,
        role=life.span.role,
        kind=life.span.kind,
        by=life.span.by,
        part=_part(life, moment if part_at is None else part_at),
        tokens=life.tokens,
        estimated=life.estimated,
        entered_line=timeline.step_of(life).line,
        excerpt=masked(life.span.text[:_READ])[:EXCERPT],
        left_line=timeline.steps[took].line if gone else None,
        attribution=life.attribution if final else None,
        stands_for_it=life.successor.id if final and life.successor is not None else None,
    )
