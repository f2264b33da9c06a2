"""An edit took one half of a tool call and its result, and kept the other.

A result belongs to the nearest call before it with the same `call_id` that has no result yet, so ids may be used again.
It fires for a pair whose halves had both come in before the edit, when one half left by it and, once the edit has
settled, is not live again, no live span with the same `call_id` stands for it (a stub: one that is no half of another
pair), and the other half is live. An edit settles just before the next `call` or model-made `add` of its turn, else at
the end of the turn: what is removed or put in until then belongs to it. A call that has no result yet is no pair. One
finding for each edit and pair.

Why it matters
    Most providers refuse a request with a call that nothing answers or a result that nothing asked for, so the session
    stops. Where they accept it, the model calls again, or reads a result without knowing what produced it.
How to fix
    Move the cut to the pair's edge, or leave a stub with the same `call_id` in the place of the removed half.
When this is wrong
    When the host repairs the pair on the wire, by a synthetic half that the trace does not record.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from ctxaudit.case import Case
from ctxaudit.model import Finding, Looked, Rule, Said
from ctxaudit.rules._finding import found, life_shown, shown
from ctxaudit.timeline import Life, Pair, Step, Timeline, is_result
from ctxaudit.timeline.moments import Moments, stays_of

RULE = Rule(slug="split-pair", group="protocol", severity="error", seed="B", looks_at="edits while a pair is known")


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    if not timeline.pairs:
        return
    pair_of = {half.serial: pair for pair in timeline.pairs for half in (pair.call, pair.result)}
    first_known = min(pair.known_from for pair in timeline.pairs)
    stubs: _Stubs | None = None
    for step in timeline.edits:
        if step.before < first_known:
            continue
        yield Looked()
        for half in step.left:
            pair = pair_of.get(half.serial)
            if pair is None or pair.known_from > step.before or not _parted(timeline, step, pair, half):
                continue
            stubs = stubs or _Stubs(timeline, pair_of)
            if not stubs.stands(half, timeline.settles(step)):
                yield _finding(timeline, step, half, pair.other(half))


def _parted(timeline: Timeline, step: Step, pair: Pair, removed: Life) -> bool:
    """One half is live when the edit has settled, and the other is not."""
    settled = timeline.settles(step)
    return pair.other(removed).live_at(settled) and not removed.live_at(settled)


class _Stubs:
    """The spans that carry a call's id and are no half of any pair: a call stands for no result, nor one for a call."""

    def __init__(self, timeline: Timeline, paired: Container[int]) -> None:
        for_calls: dict[str, list[Life]] = {}
        for_results: dict[str, list[Life]] = {}
        for life in timeline.lives:
            name = life.span.call_id
            if name is None or life.serial in paired:
                continue
            if not is_result(life):
                for_calls.setdefault(name, []).append(life)
            if life.span.kind != "tool-call":
                for_results.setdefault(name, []).append(life)
        self._for_calls = {name: Moments.of(stays_of(lives)) for name, lives in for_calls.items()}
        self._for_results = {name: Moments.of(stays_of(lives)) for name, lives in for_results.items()}

    def stands(self, removed: Life, moment: int) -> bool:
        """A stub stands for the removed half at that moment."""
        stubs = self._for_calls if removed.span.kind == "tool-call" else self._for_results
        moments = stubs.get(removed.span.call_id or "")
        return moments is not None and moment in moments


def _finding(timeline: Timeline, step: Step, removed: Life, kept: Life) -> Finding:
    half, other = ("result", "call") if removed.span.kind == "tool-call" else ("call", "result")
    return found(
        RULE,
        step,
        f"the {half} {kept.id} stays in the window and its {other} {removed.id} left (call id {removed.span.call_id})",
        spans=[kept.id, removed.id],
        evidence=[
            life_shown(timeline, removed, f"the {other} came in"),
            life_shown(timeline, kept, f"the {half} came in, and is live"),
            shown(step, f"this edit took the {other} and not the {half}", span=removed.id),
        ],
        rests_on=[timeline.step_of(removed), timeline.step_of(kept)],
    )
