"""The heart: folds events into lives of spans, their lineage and attribution, and what each step did to the window.

What the window is
    The ordered list of spans that the model is given at a call. A trace does not hold it; it holds what entered and
    what an edit did. Replay applies these in file order. A span enters by `add`, as a rewrite's surrogate, or by
    `restore`; it leaves by `evict`, inside a `rewrite`, by `truncate`, or because a `checkpoint` lacks it.

What a life is
    An id may leave and come back with other text, so rules never ask about ids. They ask about lives:

        step      0        1        2            3              4
        event     add a    add b    rewrite a,b  restore a      truncate m
                                    -> m         (from model)
        a         |=================x            |------------------------   two lives, two texts
        b                  |========x
        m                           |----------------------------x
        window    a        a b      m            m a'           a'

    `=` evidence, `-` a derivative: text that a rewrite or the model's memory made. Life a ended as
    `rewritten-with-surrogate`; m stood for it until the truncation, which attributes nothing. So the chain from a
    leads to m, and m to nobody: that is a finding, not a gap in the replay.

Moments
    Moment k is the window after k steps. Step k goes from moment k to moment k + 1 (`step.before`, `step.after`).
    A life's stays are half-open stretches of moments. Only these stretches are kept, never a window per step.

What is inferred, what cannot be known
    Every event says on what it rests (`basis`): recorded, derived from the log's structure, or inferred. Replay
    carries it along and never improves it. What a log did not record, such as re-injected files, is not in the window
    here: a `call` says how much of it is unseen. Events that contradict the window (an edit of a span that is not
    there, an id that comes twice) are problems with their line; the rest of such an event still applies. A checkpoint
    wins over replay, so that one slip is reported once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from ctxaudit.model import Add, Call, Event, Header, Ledger, Problem, Rewrite, Trace, Truncate
from ctxaudit.timeline.ancestry import Ancestry
from ctxaudit.timeline.life import Life, Step, estimate_tokens
from ctxaudit.timeline.order import WindowOrder
from ctxaudit.timeline.pairs import Pair, is_result, pair_up
from ctxaudit.timeline.replay import Replay

__all__ = ["Life", "Pair", "Step", "Timeline", "estimate_tokens", "is_result", "replay"]

_SNAPSHOT_EVERY = 512
_E = TypeVar("_E", bound=Event)


class Timeline:
    """A replayed trace. Values in it never change; `live_at` and its kin are answered for any moment."""

    def __init__(self, trace: Trace, replayed: Replay) -> None:
        self.trace = trace
        self.header: Header = trace.header
        self.steps: list[Step] = replayed.steps
        self.lives: list[Life] = replayed.lives
        self.problems: list[Problem] = replayed.problems
        self.pinned_tokens = replayed.pinned_tokens  # (token, first moment, first moment after or None)
        self._order: WindowOrder = replayed.order

    # --- which steps ---

    def of(self, kind: type[_E]) -> Iterator[tuple[Step, _E]]:
        """The steps of one event type, with the event. Refused rewrites are left out: they did nothing."""
        for step in self._steps_by_kind.get(kind, ()):
            event = step.event
            if isinstance(event, kind) and not (isinstance(event, Rewrite) and event.refused):
                yield step, event

    @cached_property
    def _steps_by_kind(self) -> dict[type[object], list[Step]]:
        found: dict[type[object], list[Step]] = {}
        for step in self.steps:
            found.setdefault(type(step.event), []).append(step)
        return found

    @cached_property
    def edits(self) -> list[Step]:
        return [step for step in self.steps if step.edit]

    def turn_end(self, step: Step) -> int:
        """The moment after the last step of this step's turn."""
        return bisect_right(self._turns, step.turn)

    def settles(self, step: Step) -> int:
        """The moment at which an edit settles: before the turn's next call or words of the model, else its end."""
        return self._settlings[step.index]

    @cached_property
    def _settlings(self) -> list[int]:
        """For each step, worked out backwards so that a turn of any length is read once."""
        found: list[int] = []
        follower: Step | None = None
        for step in reversed(self.steps):
            ends = follower is None or follower.turn != step.turn or _speaks(follower.event)
            found.append(step.after if ends else found[-1])
            follower = step
        return found[::-1]

    @cached_property
    def _turns(self) -> list[int]:
        return [step.turn for step in self.steps]

    @property
    def turn_count(self) -> int:
        return len(set(self._turns))

    @property
    def end(self) -> int:
        """The moment after the last step."""
        return len(self.steps)

    # --- the window at a moment ---

    def live_at(self, moment: int) -> list[Life]:
        """The window at that moment, in window order."""
        return self._order.sorted(self._live_unordered(moment), moment)

    def _live_unordered(self, moment: int) -> Iterable[Life]:
        base = min(moment // _SNAPSHOT_EVERY, len(self._snapshots) - 1)
        live = dict(self._snapshots[base])
        for step in self.steps[base * _SNAPSHOT_EVERY : moment]:
            _apply(live, step)
        return live.values()

    @cached_property
    def _snapshots(self) -> list[dict[int, Life]]:
        live: dict[int, Life] = {}
        taken = [dict(live)]
        for step in self.steps:
            _apply(live, step)
            if step.after % _SNAPSHOT_EVERY == 0:
                taken.append(dict(live))
        return taken

    def in_order(self, lives: Iterable[Life], moment: int) -> list[Life]:
        """Lives of that moment's window, in window order."""
        return self._order.sorted(lives, moment)

    def tokens_at(self, moment: int) -> int:
        """Tokens of the live spans, recorded or estimated."""
        return self._token_sums[moment]

    @cached_property
    def _token_sums(self) -> list[int]:
        sums = [0]
        for step in self.steps:
            gain = sum(life.tokens for life in (*step.entered, *step.revived))
            sums.append(sums[-1] + gain - sum(life.tokens for life in step.left))
        return sums

    @cached_property
    def estimated(self) -> bool:
        """Some span's tokens were estimated, so sums are too."""
        return any(life.estimated for life in self.lives)

    # --- lives by id ---

    def last_life(self, name: str, moment: int) -> Life | None:
        """The newest life of an id among those that had begun before that moment."""
        lives = self._by_id.get(name, [])
        known = bisect_left(lives, moment, key=lambda life: life.entered)
        return lives[known - 1] if known else None

    def lives_of(self, name: str) -> list[Life]:
        return list(self._by_id.get(name, ()))

    @cached_property
    def _by_id(self) -> dict[str, list[Life]]:
        found: dict[str, list[Life]] = {}
        for life in self.lives:
            found.setdefault(life.id, []).append(life)
        return found

    @cached_property
    def incomplete(self) -> list[Life]:
        """Those of whose text the log holds only a part."""
        return [life for life in self.lives if not life.span.complete]

    @cached_property
    def pairs(self) -> list[Pair]:
        """Tool calls with their results, by the order of the results."""
        return pair_up(self.lives)

    @cached_property
    def ancestry(self) -> Ancestry:
        return Ancestry(self.lives)

    def step_of(self, life: Life) -> Step:
        """The step that brought it in."""
        return self.steps[life.entered]

    def left_by(self, life: Life) -> Step | None:
        """The step that took it; None while it is live."""
        return None if life.left is None else self.steps[life.left]

    @cached_property
    def first_leaving(self) -> int | None:
        """The first moment at which something had left the window, by edit or checkpoint."""
        return next((step.after for step in self.steps if step.left), None)

    # --- pins ---

    def pinned_tokens_at(self, moment: int) -> list[str]:
        return [token for token, start, end in self.pinned_tokens if start <= moment and (end is None or moment < end)]

    # --- holes: lines that should have given an event and did not ---

    @cached_property
    def holes(self) -> list[int]:
        return sorted(problem.line for problem in self.trace.problems if problem.hole)

    def after_hole(self, line: int) -> bool:
        return bool(self.holes) and self.holes[0] < line

    def hole_in_turn(self, step: Step) -> int | None:
        """The line of a hole that may belong to this step's turn, between the turn before and the turn after."""
        if not self.holes:
            return None
        start, end = bisect_left(self._turns, step.turn), self.turn_end(step)
        above = self.steps[start - 1].line if start else self.header.line
        below = self.steps[end].line if end < len(self.steps) else None
        return next((hole for hole in self.holes if hole > above and (below is None or hole < below)), None)

    # --- the ledger ---

    def ledger(self) -> Ledger:
        """Where the tokens of every life that ever entered are at the end."""
        return Ledger(
            entered=sum(life.tokens for life in self.lives),
            live=self._spent(lambda life: life.attribution is None),
            evicted_external=self._spent(lambda life: life.attribution == "evicted-with-external-copy"),
            evicted_dispensable=self._spent(lambda life: life.attribution == "evicted-as-dispensable"),
            withdrawn=self._spent(lambda life: life.attribution == "withdrawn"),
            rewritten=self._spent(lambda life: life.attribution == "rewritten-with-surrogate"),
            truncated=self._spent(lambda life: life.attribution == "unattributed" and self._cut(life)),
            unattributed=self._spent(lambda life: life.attribution == "unattributed" and not self._cut(life)),
            estimated=self.estimated,
        )

    def _spent(self, counted: Callable[[Life], bool]) -> int:
        return sum(life.tokens for life in self.lives if counted(life))

    def _cut(self, life: Life) -> bool:
        step = self.left_by(life)
        return step is not None and isinstance(step.event, Truncate)


def _speaks(event: Event) -> bool:
    """The model is called, or its words come in."""
    return isinstance(event, Call) or (isinstance(event, Add) and event.span.by == "model")


def _apply(live: dict[int, Life], step: Step) -> None:
    for life in step.left:
        live.pop(life.serial, None)
    for life in (*step.entered, *step.revived):
        live[life.serial] = life


def replay(trace: Trace) -> Timeline:
    """Applies a trace's events in file order. What does not fit the window is a problem of the timeline."""
    replayed = Replay()
    replayed.apply(trace.events)
    return Timeline(trace, replayed)
