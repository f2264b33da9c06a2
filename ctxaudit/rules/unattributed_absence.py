"""Spans left the window and no edit on record took them.

Two things show it. (a) A `checkpoint` lacks spans that replay holds live: one finding, with the missing spans. (b) Of
two consecutive `call`s with recorded `tokens` the second is smaller by more than 10 % and by more than 2,000 tokens,
and between them nothing could have shrunk the window: no edit, no `unpin`, no checkpoint, no span that left. Then one
finding at the second call, without spans and with low confidence; the evidence lists the largest tool results that
were live. After the first unreadable line of a trace neither is judged.

Why it matters
    An edit that nobody recorded can be neither undone nor explained: every rule that asks what a rewrite lost or why a
    span is gone asks in vain. The next answer may rest on a span that the log still shows and the model no longer saw.
How to fix
    Record every edit, also those of the host, of a proxy and of the provider's own context management.
When this is wrong
    A checkpoint written from a stale list, sizes that two models with different tokenizers counted, or a provider that
    leaves its own reasoning out once the human speaks again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ctxaudit.case import Case
from ctxaudit.model import Call, Checkpoint, Finding, Looked, NotJudged, Rule, Said, Unpin
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="unattributed-absence",
    group="attribution",
    severity="error",
    seed="0",
    looks_at="checkpoints and pairs of counted calls",
)
FALL_TOKENS = 2_000
FALL_PERCENT = 10
SPANS_SHOWN = 5
CANDIDATES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two counted calls with no counted call between them."""

    first: Step
    first_tokens: int
    second: Step
    second_tokens: int
    explained: bool  # something between them may have shrunk the window

    @property
    def fell(self) -> bool:
        fall = self.first_tokens - self.second_tokens
        return fall > FALL_TOKENS and 100 * fall > FALL_PERCENT * self.first_tokens


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    yield from _checkpoints(timeline)
    yield from _calls(timeline)


def _checkpoints(timeline: Timeline) -> Iterator[Said]:
    for step, _ in timeline.of(Checkpoint):
        yield Looked()
        if timeline.after_hole(step.line):
            yield _unjudged(timeline, step)
        elif step.left:
            yield _missing(timeline, step)


def _calls(timeline: Timeline) -> Iterator[Said]:
    heaviest: list[Life] | None = None
    for pair in _pairs(timeline):
        yield Looked()
        if timeline.after_hole(pair.second.line):
            yield _unjudged(timeline, pair.second)
        elif pair.fell and not pair.explained:
            heaviest = _by_weight(timeline) if heaviest is None else heaviest
            yield _shrunk(timeline, pair, heaviest)


def _unjudged(timeline: Timeline, step: Step) -> NotJudged:
    return NotJudged(step.line, f"the unreadable line {timeline.holes[0]} may hold the edit")


def _pairs(timeline: Timeline) -> Iterator[_Pair]:
    first: tuple[Step, int] | None = None
    explained = False
    for step in timeline.steps:
        event = step.event
        if isinstance(event, Call) and event.tokens is not None:
            if first is not None:
                yield _Pair(*first, step, event.tokens, explained)
            first, explained = (step, event.tokens), False
        elif step.edit or step.left or isinstance(event, Unpin | Checkpoint):
            explained = True


def _by_weight(timeline: Timeline) -> list[Life]:
    results = [life for life in timeline.lives if life.span.kind in ("tool-result", "read")]
    return sorted(results, key=lambda life: (-life.tokens, life.serial))


def _missing(timeline: Timeline, step: Step) -> Finding:
    names = [life.id for life in step.left]
    tokens = sum(life.tokens for life in step.left)
    estimated = ", estimated" if any(life.estimated for life in step.left) else ""
    last_seen = [life_shown(timeline, life, "came in here, and no edit took it") for life in step.left[:SPANS_SHOWN]]
    more = f", and {counted(len(names) - SPANS_SHOWN, 'span')} besides" if len(names) > SPANS_SHOWN else ""
    return found(
        RULE,
        step,
        f"the checkpoint lacks {listed(names)} ({tokens:,} tokens{estimated}), live until then, and no edit on record "
        f"took {'it' if len(names) == 1 else 'them'}",
        spans=names,
        evidence=[
            *last_seen,
            shown(step, f"the checkpoint does not list {listed(names[:SPANS_SHOWN], SPANS_SHOWN)}{more}"),
        ],
        rests_on=[timeline.step_of(life) for life in step.left],
    )


def _shrunk(timeline: Timeline, pair: _Pair, heaviest: list[Life]) -> Finding:
    fall = pair.first_tokens - pair.second_tokens
    live = (life for life in heaviest if life.live_at(pair.first.after))
    candidates = [
        life_shown(timeline, life, f"a candidate: {life.tokens:,} tokens{' (estimated)' if life.estimated else ''}")
        for life in islice(live, CANDIDATES_SHOWN)
    ]
    return found(
        RULE,
        pair.second,
        f"the window shrank by {fall:,} tokens, from {pair.first_tokens:,} to {pair.second_tokens:,}, between two "
        "calls with no edit on record",
        evidence=[
            shown(pair.first, f"a call with {pair.first_tokens:,} tokens"),
            *candidates,
            shown(pair.second, f"the next counted call, with {pair.second_tokens:,} tokens"),
        ],
        rests_on=[pair.first],
        cap="low",
    )
