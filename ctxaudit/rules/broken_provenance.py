"""A span came in with a provenance that does not account for what it stands for.

Looked at: every span that comes in with a non-empty `provenance`, by whatever event. It is broken when it names an id
that no line before it brought in; when a rewrite's live source is not covered, that is, neither named itself nor a
derivative all of whose original spans are named; or when a named span, at any depth along the provenances, is a
derivative that a rewrite made with an empty provenance, or names the span itself.

Why it matters
    The chain from an absent span to what stands for it is the only answer to "why is this span absent?" and the only
    way back to the text. A name that leads nowhere looks like a tag and is none.
How to fix
    Write the provenance from the list of spans that the rewrite removes, not from what the model says it read.
    Naming the originals in place of an intermediate surrogate is fine, and so is naming more than was removed.
When this is wrong
    When the host's ids differ from the trace's, or a span entered before the recording began. After a line that
    could not be read nothing is judged, as the missing line may have brought the span in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said
from ctxaudit.rules._finding import found, life_shown, listed, shown
from ctxaudit.rules._provenance import Coverage
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="broken-provenance",
    group="surrogates",
    severity="error",
    seed="0 B",
    looks_at="spans with provenance",
    condition="seed-0",
)
CHAIN_LIMIT = 200  # dead ends carried along one chain; more would grow with the square of its length


_LooseEnd = tuple[Life, str]  # a life on the chain, and the id that it names in vain; "" when it names nothing


@dataclass(frozen=True, slots=True)
class _Broken:
    never_seen: list[str]
    not_covered: list[Life]
    dead_ends: list[Life]

    def __bool__(self) -> bool:
        return bool(self.never_seen or self.not_covered or self.dead_ends)


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    coverage = Coverage()
    loose_ends: dict[int, tuple[_LooseEnd, ...]] = {}
    for life in timeline.lives:
        loose_ends[life.serial] = _along(life, loose_ends)
        if not life.span.provenance:
            continue
        yield Looked()
        step = timeline.step_of(life)
        if timeline.after_hole(step.line):
            yield NotJudged(step.line, f"a line before it could not be read; what {life.id} names may stand there")
            continue
        broken = _broken(step, life, coverage, loose_ends[life.serial])
        if broken:
            yield _finding(timeline, life, broken)


def _along(life: Life, known: dict[int, tuple[_LooseEnd, ...]]) -> tuple[_LooseEnd, ...]:
    """The loose ends of the chain that its provenance begins; the nearest first, its own left out."""
    own = [end for named in life.named for end in _own_ends(named)]
    further = [end for named in life.named for end in known[named.serial]]
    return tuple(dict.fromkeys([*own, *further]))[:CHAIN_LIMIT]


def _own_ends(life: Life) -> list[_LooseEnd]:
    if life.derivative and life.arrival == "surrogate" and not life.span.provenance:
        return [(life, "")]
    return [(life, name) for name in _never_seen(life)]


def _never_seen(life: Life) -> list[str]:
    known = {named.id for named in life.named}
    return [name for name in life.span.provenance if name not in known]


def _broken(step: Step, life: Life, coverage: Coverage, loose_ends: tuple[_LooseEnd, ...]) -> _Broken:
    sources = step.left if isinstance(step.event, Rewrite) else ()
    return _Broken(
        never_seen=_never_seen(life),
        not_covered=coverage.left_out(sources, frozenset(life.span.provenance)),
        # a chain that ends in this span's own name comes back to it: it was not there yet when it was named
        dead_ends=[end for end, name in loose_ends if name in ("", life.id)],
    )


def _finding(timeline: Timeline, life: Life, broken: _Broken) -> Finding:
    step = timeline.step_of(life)
    claims = []
    if broken.never_seen:
        claims.append(f"names {listed(broken.never_seen)}, which never entered this trace")
    if broken.not_covered:
        claims.append(f"leaves out {listed([source.id for source in broken.not_covered])}, which it replaced")
    if broken.dead_ends:
        ends = listed([end.id for end in broken.dead_ends])
        claims.append(f"leads to {ends}, which does not say what it stands for")
    offending = [*broken.never_seen, *(offender.id for offender in (*broken.not_covered, *broken.dead_ends))]
    return found(
        RULE,
        step,
        f"the provenance of {life.id} {', and '.join(claims)}",
        spans=[life.id, *offending],
        evidence=_evidence(timeline, step, life, broken),
        rests_on=[timeline.step_of(other) for other in (*broken.not_covered, *broken.dead_ends)],
    )


def _evidence(timeline: Timeline, step: Step, life: Life, broken: _Broken) -> list[Evidence]:
    names = shown(step, f"names {listed(life.span.provenance, 6)}", span=life.id, excerpt=life.span.text)
    left_out = [life_shown(timeline, source, "went into the rewrite, is not named") for source in broken.not_covered]
    ends = [life_shown(timeline, end, "on the chain, and it leads no further") for end in broken.dead_ends]
    return [names, *left_out, *ends]
