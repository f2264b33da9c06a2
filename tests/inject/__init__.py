"""For each rule its injectors: one fault in an otherwise sound session, and the nearest edit that is harmless."""

from __future__ import annotations

from dataclasses import dataclass

from ctxaudit.model import Trace
from tests.inject import (
    attribution,
    chains,
    citations,
    falsifiers,
    ledger,
    losses,
    moved,
    protocol,
    ranking,
    surrogates,
)
from tests.inject.acts import Expected, Injector
from tests.simulate import Session, session

INJECTORS: dict[str, tuple[Injector, ...]] = {
    "unattributed-truncation": (
        attribution.truncated_unsaid,
        attribution.truncated_half_said,
        attribution.truncated_said_too_late,
        attribution.truncated_surrogate,
    ),
    "unattributed-absence": (attribution.absent_from_checkpoint, attribution.shrunk_between_calls),
    "conflicting-attribution": (
        attribution.evicted_for_two_reasons,
        attribution.evicted_and_rewritten,
        attribution.withdrawn_then_restored,
    ),
    "missing-external-copy": (attribution.copy_unnamed, attribution.copy_somewhere, attribution.copy_unreadable),
    "grown-rewrite": (ledger.grown, ledger.grown_by_the_count),
    "ledger-mismatch": (
        ledger.miscounted_rewrite,
        ledger.miscounted_window,
        ledger.listed_though_gone,
        ledger.rewrite_booked_as_eviction,
    ),
    "over-budget-window": (ledger.over_budget,),
    "untagged-surrogate": (surrogates.untagged, surrogates.untagged_nearly_whole),
    "broken-provenance": (
        surrogates.names_what_never_was,
        surrogates.leaves_a_source_out,
        surrogates.rests_on_an_untagged_one,
        surrogates.added_for_what_never_was,
    ),
    "invented-in-surrogate": (surrogates.invents_beside, surrogates.misremembers, surrogates.invents_a_count),
    "compress-then-spend": (chains.spent_at_once,),
    "confabulated-restore": (chains.restored_from_memory, chains.restored_otherwise, chains.expanded),
    "deep-rewrite": (chains.rewritten_twice, chains.rewritten_with_a_pin),
    "rewrite-churn": (chains.churned,),
    "hollow-surrogate": (losses.empty, losses.refusing, losses.unfilled, losses.cut_mid_word),
    "unpinned-loss": (losses.lost_from_some, losses.lost_from_one),
    "dropped-falsifier": (falsifiers.reason_evicted, falsifiers.reason_summarised, falsifiers.reason_truncated),
    "orphaned-decision": (falsifiers.orphaned,),
    "rederived-alternative": (falsifiers.rederived,),
    "reranked-derivative": (ranking.reranked,),
    "inverted-evidence": (ranking.inverted,),
    "demoted-pin": (ranking.pin_below_the_cut, ranking.pin_removed, ranking.pin_given_up),
    "altered-pin": (ranking.pinned_token_lost, ranking.pinned_span_reworded, ranking.pinned_span_shortened),
    "inflated-score": (ranking.inflated, ranking.inflated_among_others),
    "unsourced-citation": (citations.unsourced,),
    "altered-citation": (citations.altered,),
    "faded-citation": (citations.faded, citations.faded_unmarked),
    "derivative-citation": (citations.from_a_rewrite,),
    "misattributed-citation": (citations.misattributed,),
    "ungrounded-claim": (citations.ungrounded,),
    "unopened-result": (moved.spoken_of, moved.written_about),
    "split-pair": (protocol.pair_split,),
    "lost-request": (protocol.request_lost,),
    "no-progress-edit": (protocol.edits_nothing, protocol.frees_next_to_nothing),
}


@dataclass(frozen=True, slots=True)
class Planted:
    """A session with one fault in it, and the finding that it must give."""

    trace: Trace
    expected: Expected


def planted(rule: str, seed: int) -> Planted:
    """The fault of a rule in the session of a seed; the seed also chooses which fault, where, and in what words."""
    return _planted(rule, seed, fault=True)


def twin(rule: str, seed: int) -> Trace:
    """The harmless neighbour of the same fault in the same session."""
    return _planted(rule, seed, fault=False).trace


def _planted(rule: str, seed: int, *, fault: bool) -> Planted:
    injectors = INJECTORS[rule]
    inject = injectors[seed % len(injectors)]
    told: list[Expected] = []

    def plant(made: Session) -> None:
        told.append(inject(made, fault))

    trace = session(seed, plant=plant).trace()
    return Planted(trace, told[0])
