"""The recorded ledger contradicts the spans that it is about.

Four contradictions count. A rewrite's `tokens_before` is not the sum of its sources' `tokens` (held against it only
when every named source was live and has a count). Its `tokens_after` is not the surrogate's `tokens`. A checkpoint's
`tokens` is not the sum of the spans that it lists (only when all are known and counted), or it lists spans that had
left. And a rewrite is booked as an eviction: in one turn an `evict` takes spans and an `add`, before it or after it,
brings a span whose `provenance` names one or more of them; that finding stands at the evict, one for each added span.
Counts are compared to the token and only where recorded, never with an estimate. One finding for each rewrite and
each checkpoint; after the first unreadable line checkpoints are not judged.

Why it matters
    Budgets are kept by the ledger. Where it books a lossy rewrite as an eviction, or a pass that grew as one that
    shrank, the policy believes that it has room and a way back, and has neither.
How to fix
    Write both counts of a rewrite from the spans themselves, keep rewrites apart from evictions, and state in a
    checkpoint what the window holds, not what it was meant to hold.
When this is wrong
    When two tokenizers counted. Leave a figure out of the trace if it is not comparable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ctxaudit.case import Case
from ctxaudit.model import Add, Checkpoint, Evict, Finding, Looked, NotJudged, Rewrite, Rule, Said
from ctxaudit.rules._attributions import attributed_by
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.sourcing.where import last_taken
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="ledger-mismatch",
    group="attribution",
    severity="warning",
    seed="0",
    looks_at="rewrites, checkpoints and evicts",
)
SPANS_SHOWN = 5


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    for step, rewrite in timeline.of(Rewrite):
        yield Looked()
        yield from _rewrite(timeline, step, rewrite)
    for step, checkpoint in timeline.of(Checkpoint):
        yield Looked()
        if timeline.after_hole(step.line):
            yield NotJudged(step.line, f"the unreadable line {timeline.holes[0]} may explain the difference")
        else:
            yield from _checkpoint(timeline, step, checkpoint)
    yield from _evicts(timeline)


def _sum(lives: Iterable[Life]) -> int | None:
    """The lives' recorded tokens; None when one has no count."""
    counts = [life.span.tokens for life in lives]
    return None if None in counts else sum(count for count in counts if count is not None)


# --- a rewrite's two counts ---


def _rewrite(timeline: Timeline, step: Step, event: Rewrite) -> Iterator[Finding]:
    wrong = []
    total = _sum(step.left) if len(step.left) == len(set(event.sources)) else None
    own = event.surrogate.tokens
    if event.tokens_before is not None and total is not None and event.tokens_before != total:
        wrong.append(f"says {event.tokens_before:,} tokens before, its sources add up to {total:,}")
    if event.tokens_after is not None and own is not None and event.tokens_after != own:
        wrong.append(f"says {event.tokens_after:,} after, its surrogate counts {own:,}")
    if wrong:
        yield found(
            RULE,
            step,
            f"the rewrite into {event.surrogate.id} {' and '.join(wrong)}",
            spans=[*(life.id for life in step.left), event.surrogate.id],
            evidence=[
                *(life_shown(timeline, life, f"a source{_counts(life)}") for life in step.left[:SPANS_SHOWN]),
                shown(step, f"the rewrite: {'; '.join(wrong)}", span=event.surrogate.id, excerpt=event.surrogate.text),
            ],
            rests_on=[timeline.step_of(life) for life in step.left],
        )


def _counts(life: Life) -> str:
    return "" if life.span.tokens is None else f" of {life.span.tokens:,} tokens"


# --- a checkpoint's total and its spans ---


def _checkpoint(timeline: Timeline, step: Step, event: Checkpoint) -> Iterator[Finding]:
    wrong = []
    if step.named_gone:
        wrong.append(f"lists {listed([life.id for life in step.named_gone])}, which had left")
    if event.tokens is not None and not step.unknown:
        total = _sum(timeline.live_at(step.after))
        if total is not None and total != event.tokens:
            wrong.append(f"says {event.tokens:,} tokens, the spans that it lists add up to {total:,}")
    if wrong:
        gone = [_gone(timeline, step, life) for life in step.named_gone[:SPANS_SHOWN]]
        yield found(
            RULE,
            step,
            f"the checkpoint {' and '.join(wrong)}",
            spans=[life.id for life in step.named_gone],
            evidence=[
                *(shown(left, "it left here", span=name) for left, name in gone),
                shown(step, f"the checkpoint: {'; '.join(wrong)}"),
            ],
            rests_on=[left for left, _ in gone],
        )


def _gone(timeline: Timeline, step: Step, life: Life) -> tuple[Step, str]:
    """The step that took it for the last time before the checkpoint."""
    return timeline.steps[last_taken(life, step.before)], life.id


# --- a rewrite booked as an eviction ---


def _evicts(timeline: Timeline) -> Iterator[Said]:
    evicts: dict[int, Step] = {}  # of the turn at hand, by the serial of what they took
    added: list[Life] = []
    turn = -1
    for step in timeline.steps:
        if step.turn != turn:
            yield from _hidden(timeline, evicts, added)
            turn, evicts, added = step.turn, {}, []
        if isinstance(step.event, Evict):
            yield Looked()
            evicts.update((life.serial, step) for life in attributed_by(step))
        elif isinstance(step.event, Add):
            added.extend(life for life in step.entered if life.named)
    yield from _hidden(timeline, evicts, added)


def _hidden(timeline: Timeline, evicts: dict[int, Step], added: list[Life]) -> Iterator[Finding]:
    """The added spans of a turn that stand for what its evicts took."""
    for life in added:
        taken: dict[int, list[Life]] = {}
        for named in life.named:
            if named.serial in evicts:
                taken.setdefault(evicts[named.serial].index, []).append(named)
        for index in sorted(taken):
            yield _booked(timeline, timeline.steps[index], life, taken[index])


def _booked(timeline: Timeline, step: Step, life: Life, taken: list[Life]) -> Finding:
    wanted = {named.serial for named in taken}
    names = [named.id for named in attributed_by(step) if named.serial in wanted]
    booked, them = ("is booked as evicted", "it") if len(names) == 1 else ("are booked as evicted", "them")
    return found(
        RULE,
        step,
        f"{listed(names)} {booked}, and {life.id}, added in the same turn, stands for {them}: a rewrite",
        spans=[*names, life.id],
        evidence=[
            shown(step, f"the evict of {counted(len(attributed_by(step)), 'span')}", span=names[0]),
            life_shown(timeline, life, f"its provenance names {listed(names)}"),
        ],
        rests_on=[timeline.step_of(life)],
    )
