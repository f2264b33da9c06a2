"""The recorded size of each model call held against the rebuilt window: the scale, what is unseen, where they part.

recorded = constant share (system prompt, tool schemas: never in the log) + rate * bytes of the rebuilt window + unseen
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

DEFAULT_RATE = 0.28  # tokens per byte where a lane has too few calls to tell
SLACK_TOKENS = 2000
SLACK_SHARE = 0.15
_FEWEST_STEPS = 3
_LIKELY_RATES = (0.1, 1.2)
_LISTED = 4


@dataclass(slots=True)
class Sample:
    """One counted call: where its event is, its line, its recorded tokens, the window's bytes, the cuts before it.

    `made`: bytes that the model wrote since the call before. `output`: tokens of that answer as the provider counted
    them; thinking that is empty on disk is in there, and in the window as long as its turn lasts.
    """

    event: int
    line: int
    tokens: int
    size: int
    cuts: int
    made: int = 0
    output: int = 0


@dataclass(frozen=True, slots=True)
class Fit:
    """`unseen` by event. `steps`: (line, tokens) of calls at which the recorded size moved and the log's did not."""

    rate: float
    constant: int
    unseen: dict[int, int]
    steps: tuple[tuple[int, int], ...]


def fit(samples: Sequence[Sample], *, leaves: bool = False) -> Fit | None:
    """None without a counted call. Estimated throughout: the tokenizer is not in the log.

    `leaves`: what was unseen may leave unseen, so a fall of the recorded size that nothing explains takes of it.
    """
    if not samples:
        return None
    rate = _rate(samples)
    first = samples[0]
    constant = max(0, round(first.tokens - rate * first.size)) if first.cuts == 0 else 0
    unseen: dict[int, int] = {}
    steps: list[tuple[int, int]] = []
    hidden = 0
    for before, now in pairwise(samples):
        if now.cuts == before.cuts:
            gap = _step(before, now, rate)
            hidden = max(0, hidden + (gap if leaves else max(0, gap)))
        elif first.cuts == 0:
            gap = _beyond(now.tokens - constant, rate * now.size, rate * now.size)
            hidden = max(0, gap)
        else:
            gap = hidden = 0
        if gap:
            steps.append((now.line, gap))
        if hidden:
            unseen[now.event] = hidden
    return Fit(rate, constant, unseen, tuple(steps))


def fit_notes(found: Fit | None) -> list[str]:
    """A few lines for a person: the estimate, and the calls at which the two sizes part ways."""
    if found is None:
        return []
    hidden = f"about {found.constant:,} tokens that the log does not show (estimated at {found.rate:.2f} tokens a byte)"
    notes = [f"recorded sizes hold {hidden}: the system prompt, tool schemas and what else the first call held unseen"]
    grew = [step for step in found.steps if step[1] > 0]
    fell = [step for step in found.steps if step[1] < 0]
    if grew:
        notes.append(f"the window grew by more than the log shows at {_listed(grew)} (estimated)")
    if fell:
        notes.append(f"the window shrank by more than the log shows at {_listed(fell)} (estimated)")
    return notes


def _listed(steps: Sequence[tuple[int, int]]) -> str:
    worst = sorted(steps, key=lambda step: -abs(step[1]))[:_LISTED]
    named = ", ".join(f"line {line} ({abs(tokens):,} tokens)" for line, tokens in sorted(worst))
    more = len(steps) - len(worst)
    return f"{named} and {more} more calls" if more > 1 else f"{named} and one more call" if more else named


def _step(before: Sample, now: Sample, rate: float) -> int:
    """What the recorded size moved by from one call to the next, beyond what the log can account for either way."""
    grown = rate * (now.size - before.size)
    with_thinking = now.output + rate * (now.size - before.size - now.made)
    return _beyond(now.tokens - before.tokens, grown, max(grown, with_thinking))


def _beyond(counted: int, low: float, high: float) -> int:
    """How far a count lies outside of an expectation and its slack; 0 inside."""
    if counted > high + _slack(high):
        return round(counted - high)
    if counted < low - _slack(low):
        return round(counted - low)
    return 0


def _slack(expected: float) -> float:
    return max(SLACK_TOKENS, SLACK_SHARE * abs(expected))


def _rate(samples: Sequence[Sample]) -> float:
    """Tokens a byte, over all steps from call to call that are plausible by themselves."""
    low, high = _LIKELY_RATES
    tokens = size = steps = 0
    for before, now in pairwise(samples):
        grown, counted = now.size - before.size, now.tokens - before.tokens
        if now.cuts == before.cuts and grown > 0 and low <= counted / grown <= high:
            tokens, size, steps = tokens + counted, size + grown, steps + 1
    return tokens / size if steps >= _FEWEST_STEPS else DEFAULT_RATE
