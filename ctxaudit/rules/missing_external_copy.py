"""A span left on the promise of an external copy, and there is no copy that can be followed.

At an `evict` with reason `external-copy`: a span with no string in the event's `copies` and no `external_copy` of its
own (absent or empty) is an error; one whose `external_copy` is only `true` is a warning, since a copy somewhere unnamed
cannot be fetched. An empty string in `copies` is no reference. At a `restore` from `external` with `failed: true`: an
error when the span had left as evicted with an external copy. One finding for each event and severity.

Why it matters
    An eviction is harmless because the span can be read again. Without the reference, or with one that does not answer,
    it is a deletion that the ledger books as recoverable.
How to fix
    Write the reference into `copies` (a path or URI that the agent can read) at the moment of the eviction, and test
    that it can be read. If there is none, evict as `dispensable` or keep the span.
When this is wrong
    When the host keeps the mapping from span to copy outside the trace, or the copy was back a moment later.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evict, Finding, Looked, Restore, Rule, Said, Severity
from ctxaudit.rules._attributions import Attributions, attributed_by, given_by
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="missing-external-copy",
    group="attribution",
    severity="error",
    seed="0",
    looks_at="evicts to an external copy",
    condition="seed-0",
)
SPANS_SHOWN = 5


def check(case: Case) -> Iterator[Said]:
    yield from _evicts(case.timeline)
    yield from _failed_reads(case.timeline)


def _evicts(timeline: Timeline) -> Iterator[Said]:
    for step, event in timeline.of(Evict):
        if event.reason != "external-copy":
            continue
        yield Looked()
        unnamed = [life for life in attributed_by(step) if not _reference(life, event)]
        lacking = [life for life in unnamed if life.span.external_copy is not True]
        somewhere = [life for life in unnamed if life.span.external_copy is True]
        if lacking:
            yield _evicted(timeline, step, lacking, "error", "names no copy")
        if somewhere:
            yield _evicted(timeline, step, somewhere, "warning", "only says that a copy exists somewhere")


def _reference(life: Life, event: Evict) -> str:
    """The copy that the evict names, or else the span; empty for none."""
    own = life.span.external_copy
    return event.copies.get(life.id) or (own if isinstance(own, str) else "")


def _evicted(timeline: Timeline, step: Step, lives: list[Life], severity: Severity, lacks: str) -> Finding:
    names = [life.id for life in lives]
    more = f", with {counted(len(lives) - SPANS_SHOWN, 'more span')}" if len(lives) > SPANS_SHOWN else ""
    them = "it" if len(names) == 1 else "them"
    return found(
        RULE,
        step,
        f"{listed(names)} left on the promise of an external copy, but the trace {lacks} of {them}",
        severity=severity,
        spans=names,
        evidence=[
            *(life_shown(timeline, life, "came in here") for life in lives[:SPANS_SHOWN]),
            shown(step, f"evicted here with reason external-copy{more}", span=names[0]),
        ],
        rests_on=[timeline.step_of(life) for life in lives],
    )


def _failed_reads(timeline: Timeline) -> Iterator[Finding]:
    attributions: Attributions | None = None
    for step, event in timeline.of(Restore):
        if not event.failed or event.source != "external":
            continue
        life = timeline.last_life(event.of, step.before)
        if life is None or life.live_at(step.before):
            continue
        attributions = attributions or Attributions(timeline)
        took = attributions.before(life, step)
        if took is not None and given_by(took) == "evicted-with-external-copy":
            yield _unreadable(timeline, step, life, took)


def _unreadable(timeline: Timeline, step: Step, life: Life, took: Step) -> Finding:
    event = took.event
    reference = _reference(life, event) if isinstance(event, Evict) else ""
    wanted = step.event.copy if isinstance(step.event, Restore) else None
    return found(
        RULE,
        step,
        f"{life.id} was evicted with an external copy at line {took.line}, and reading it back failed",
        spans=[life.id],
        evidence=[
            life_shown(timeline, life, "came in here"),
            shown(took, "evicted here, with this copy", span=life.id, excerpt=reference or "(no reference)"),
            shown(step, "the copy could not be read", span=life.id, excerpt=wanted or ""),
        ],
        rests_on=[took],
        edit=took,
    )
