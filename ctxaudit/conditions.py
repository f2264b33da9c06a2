"""Whether the conditions under which a seed's rules mean anything hold in a trace: declared, or read off the timeline.

A declaration that the trace itself refutes does not count, and the reason says which line refutes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ctxaudit.model import Condition, Event, Rank, Regime, Restore, Rewrite, Truncate
from ctxaudit.timeline import Life, Step, Timeline

KEPT_TAGS = ("falsifier", "decision")


@dataclass(frozen=True, slots=True)
class _Claim:
    """A declaration that would put a seed out of force, and what in the trace refutes it (empty: nothing)."""

    declared: str
    holds: str  # what the trace shows in its favour
    refuted: str


def regimes(timeline: Timeline) -> tuple[Regime, ...]:
    """One for each seed, with the evidence."""
    return (
        _regime(0, list(_seed_0(timeline)), _shown_for_seed_0(timeline)),
        _regime(1, list(_seed_1(timeline)), _shown_for_seed_1(timeline)),
        _regime(2, list(_seed_2(timeline)), _shown_for_seed_2(timeline)),
    )


def out_of_force(timeline: Timeline) -> Mapping[Condition, str]:
    """The conditions that are not met, each with the sentence that says why."""
    seeds: tuple[Condition, ...] = ("seed-0", "seed-1", "seed-2")
    reasons: dict[Condition, str] = {
        condition: regime.because
        for condition, regime in zip(seeds, regimes(timeline), strict=True)
        if not regime.in_force
    }
    limit = _no_truncation(timeline)
    if limit is not None and not limit.refuted:
        reasons["truncation"] = f"{limit.declared} is declared, and {limit.holds}"
    return MappingProxyType(reasons)


def _regime(seed: int, claims: list[_Claim], shown: list[str]) -> Regime:
    for claim in claims:
        if not claim.refuted:
            return Regime(seed=seed, in_force=False, because=f"{claim.declared} is declared, and {claim.holds}")
    refuted = [f"{claim.declared} is declared, but refuted: {claim.refuted}" for claim in claims]
    new = [sentence for sentence in shown if not any(claim.refuted == sentence for claim in claims)]
    return Regime(seed=seed, in_force=True, because="; ".join([*refuted, *new]))


# --- seed 0: relevance can be reversed, rewrites lose, the budget cuts ---


def _seed_0(timeline: Timeline) -> Iterator[_Claim]:
    declared = timeline.header.conditions
    if declared.relevance == "monotonic":
        yield _Claim(
            "`relevance: monotonic`",
            "nothing is restored and every rewritten span was marked dispensable",
            _restored(timeline) or _not_dispensable(timeline),
        )
    if declared.external_store == "authoritative":
        yield _Claim(
            "`external_store: authoritative`", "nothing is restored from the model", _restored(timeline, "model")
        )


def _restored(timeline: Timeline, source: str = "") -> str:
    """The first restore, from that source if one is given."""
    for step, event in timeline.of(Restore):
        if not source or event.source == source:
            return f"line {step.line} brings {event.of} back from {event.source}"
    return ""


def _not_dispensable(timeline: Timeline) -> str:
    for step, _ in timeline.of(Rewrite):
        needed = next((life for life in step.left if not life.dispensable), None)
        if needed is not None:
            return f"line {step.line} rewrites {needed.id}, which was not marked dispensable"
    return ""


def _shown_for_seed_0(timeline: Timeline) -> list[str]:
    limit = _no_truncation(timeline)
    refuted = [f"{limit.declared} is declared, but refuted: {limit.refuted}"] if limit and limit.refuted else []
    backstop = _first(timeline, Truncate)
    shown = [
        _restored(timeline),
        _lossy_rewrite(timeline),
        "" if refuted or backstop is None else f"line {backstop.line} is a hard truncation",
    ]
    undeclared = "nothing that is declared speaks against reversible relevance, lossy rewrites and a hard budget"
    return [*refuted, *(filter(None, shown) if any(shown) else [undeclared])]


def _no_truncation(timeline: Timeline) -> _Claim | None:
    if timeline.header.conditions.truncation != "none":
        return None
    cut = _first(timeline, Truncate)
    return _Claim("`truncation: none`", "nothing is truncated", "" if cut is None else f"line {cut.line} truncates")


def _lossy_rewrite(timeline: Timeline) -> str:
    for step, event in timeline.of(Rewrite):
        if step.surrogate is not None and step.surrogate.derivative:
            return f"line {step.line} puts {event.surrogate.id} in the place of its sources"
    return ""


def _first(timeline: Timeline, kind: type[Event]) -> Step | None:
    return next((step for step in timeline.steps if isinstance(step.event, kind)), None)


# --- seed 1: what leaves is lost to the model, and the model decides what leaves ---


def _seed_1(timeline: Timeline) -> Iterator[_Claim]:
    declared = timeline.header.conditions
    if declared.retention == "readable":
        yield _Claim("`retention: readable`", "the model can read what left the window", "")
    if declared.eviction == "deterministic" and set(KEPT_TAGS) <= set(declared.retains):
        yield _Claim(
            "`eviction: deterministic` that retains falsifiers and decisions",
            "no edit removed one of them",
            _took_a_reason(timeline),
        )


def _took_a_reason(timeline: Timeline) -> str:
    for step in timeline.edits:
        taken = next((life for life in step.left if _is_reason(life)), None)
        if taken is not None:
            what = "falsifier" if taken.span.falsifier or "falsifier" in taken.span.tags else "decision"
            return f"line {step.line} removes the {what} {taken.id}"
    return ""


def _is_reason(life: Life) -> bool:
    return life.span.falsifier or life.span.kind == "decision" or any(tag in life.span.tags for tag in KEPT_TAGS)


def _shown_for_seed_1(timeline: Timeline) -> list[str]:
    declared = timeline.header.conditions
    shown = []
    if declared.eviction == "deterministic" and not set(KEPT_TAGS) <= set(declared.retains):
        lacks = " and ".join(tag for tag in KEPT_TAGS if tag not in declared.retains)
        shown.append(f"`eviction: deterministic` is declared, but its `retains` lacks {lacks}")
    if declared.retention == "host-only":
        shown.append("`retention: host-only` is declared: the model cannot read what left")
    by_model = next((step for step in timeline.edits if step.event.by == "model" and step.left), None)
    if by_model is not None:
        shown.append(f"at line {by_model.line} the model decides what leaves")
    return shown or ["nothing that is declared speaks against edits that the model decides and cannot take back"]


# --- seed 2: what is ranked and cited may be a rewrite, and nobody checks ---


def _seed_2(timeline: Timeline) -> Iterator[_Claim]:
    if timeline.header.conditions.verifier:
        yield _Claim("`verifier: true`", "an external check stands between a rewrite and any action", "")


def _shown_for_seed_2(timeline: Timeline) -> list[str]:
    rewritten = next((step for step, _ in timeline.of(Rewrite) if step.surrogate is not None), None)
    ranked = None if rewritten is None else _rank_after(timeline, rewritten)
    if rewritten is None or ranked is None:
        return ["no external verifier is declared"]
    return [f"line {ranked.line} ranks what line {rewritten.line} may have rewritten, and no verifier is declared"]


def _rank_after(timeline: Timeline, rewritten: Step) -> Step | None:
    return next((step for step, _ in timeline.of(Rank) if step.index > rewritten.index), None)
