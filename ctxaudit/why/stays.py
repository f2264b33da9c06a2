"""Lives as stays of an answer: how each came, what took it, what stood for it to the end, what the audit said of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ctxaudit.model import Finding
from ctxaudit.secrets import masked
from ctxaudit.timeline import Life, Timeline
from ctxaudit.why.answer import Ending, Named, Nature, Stay, Taken
from ctxaudit.why.excerpts import excerpt

MOST_LINKS = 40


class Stays:
    """Makes stays of one timeline. `findings`: what its audit said.

    `holds` tells whether a life has what was asked for, `spelling` how it stands there, for the excerpt.
    """

    def __init__(
        self,
        timeline: Timeline,
        findings: Sequence[Finding],
        holds: Callable[[Life], bool | None],
        spelling: Callable[[Life], str],
    ) -> None:
        self._timeline = timeline
        self._findings = findings
        self._holds = holds
        self._spelling = spelling

    def of(self, life: Life) -> Stay:
        """The stay with its chain."""
        chain = successors(life)
        shown = chain if len(chain) <= MOST_LINKS else [*chain[: MOST_LINKS - 1], chain[-1]]
        return self._stay(life, tuple(map(self._stay, shown)), len(chain) - len(shown), _ending((chain or [life])[-1]))

    def _stay(self, life: Life, chain: tuple[Stay, ...] = (), omitted: int = 0, ending: Ending | None = None) -> Stay:
        span, born = life.span, self._timeline.step_of(life)
        taken = self._taken(life)
        named = self._named(life, taken) if taken is not None else ()
        return Stay(
            span=span.id,
            role=span.role,
            kind=span.kind,
            by=span.by,
            tool=span.name,
            nature=nature(life),
            arrival=life.arrival,
            made_of=tuple(parent.id for parent in life.parents),
            tokens=life.tokens,
            estimated=life.estimated,
            pinned=bool(life.pins),
            line=born.line,
            turn=born.turn,
            stretches=tuple(life.stays),
            excerpt=excerpt(span.text, self._spelling(life)),
            holds=self._holds(life),
            taken=taken,
            chain=chain,
            chain_omitted=omitted,
            ending=ending or _ending(life),
            findings=named,
            silence=self._silence(life, taken) if taken is not None and not named else "",
        )

    def _taken(self, life: Life) -> Taken | None:
        step = self._timeline.left_by(life)
        if step is None or life.attribution is None:
            return None
        return Taken(
            line=step.line,
            turn=step.turn,
            edit=type(step.event).__name__.lower(),
            by=step.event.by,
            basis=step.event.basis,
            attribution=life.attribution,
            copy=None if life.named_copy is None else masked(life.named_copy),
        )

    def _named(self, life: Life, taken: Taken) -> tuple[Named, ...]:
        """The findings about the edit that took a life which name its span, what took its place, or show it."""
        ids = {life.id} if life.successor is None else {life.id, life.successor.id}
        return tuple(
            Named(
                rule=finding.rule,
                line=finding.line,
                severity=finding.severity,
                suppressed=finding.suppressed is not None,
            )
            for finding in self._findings
            if taken.line in (finding.line, finding.edit)
            and (ids.intersection(finding.spans) or any(step.span == life.id for step in finding.evidence))
        )

    def _silence(self, life: Life, taken: Taken) -> str:
        if taken.attribution != "unattributed":
            return ""
        if self._timeline.after_hole(taken.line):
            return f"line {self._timeline.holes[0]} could not be read and may have explained it"
        if life.derivative and all(source.dispensable or source.has_copy for source in life.originals()):
            return "all that it was made of is dispensable or has an external copy"
        return "no rule that was run reports it"


def successors(life: Life) -> list[Life]:
    """What stood for a life after it left, one after the other. Ends where nothing took over."""
    chain: list[Life] = []
    seen = {life.serial}
    following = life.successor
    while following is not None and following.serial not in seen:
        seen.add(following.serial)
        chain.append(following)
        following = following.successor
    return chain


def nature(life: Life) -> Nature:
    """What a claim makes of it."""
    if life.derivative:
        return "derivative"
    return "evidence" if life.evidence else "words"


def _ending(last: Life) -> Ending:
    if last.attribution is None:
        return "live"
    return "nothing" if last.attribution == "unattributed" else "gone"
