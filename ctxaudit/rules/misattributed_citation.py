"""A cite names a span as its source, and that span does not hold the token.

Looks at each `cite` with a `span`. The span is the last life of that id that began before the cite, live or gone. It
holds the token when the token's own letters stand in its text (white space folded, as a whole word), or some token of
its text is the same one in another spelling. Fires only when the token has a source elsewhere in the trace, live, gone
or with a live rewrite; a token without one is `unsourced-citation` or `altered-citation` and is reported once.

Not judged: a span that never was (a problem of the log), a span whose text the log cut, and a token that could not be
judged itself.

Severity: `error`, one step lower under `verifier: true`, and one lower when a tool's answer bears the token out.

Why it matters
    Whoever checks the claim looks in the wrong place, finds nothing, and either distrusts a right figure or lets the
    next wrong one pass.
How to fix
    Cite the span that holds the token; the evidence names it.
When this is wrong
    When the named span leads to the token (a link, an index) and is meant as such.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Finding, Looked, NotJudged, Rule, Said
from ctxaudit.rules._citations import act_shown, claim_shown, claim_spans, follows, name_of_claim
from ctxaudit.rules._finding import found, life_shown
from ctxaudit.sourcing import Claim
from ctxaudit.sourcing.grading import lowered
from ctxaudit.timeline import Life, Timeline

RULE = Rule(slug="misattributed-citation", group="citations", severity="error", seed="2", looks_at="cites with a span")
_WITH_SOURCE = frozenset({"sourced", "derivative", "faded"})


def check(case: Case) -> Iterator[Said]:
    for claim in case.claims:
        if claim.cite is None or claim.cite.span is None:
            continue
        yield Looked()
        named = case.timeline.last_life(claim.cite.span, claim.step.before)
        why = _unjudged(claim, named)
        if why:
            yield NotJudged(claim.step.line, why)
        elif named is not None and claim.verdict in _WITH_SOURCE and named.serial not in claim.holders:
            yield _finding(case.timeline, claim, named)


def _unjudged(claim: Claim, named: Life | None) -> str:
    if named is None:
        return "the span that the cite names never entered this trace"
    if not named.span.complete:
        return f"the log cut the text of {named.id}"
    return claim.unjudged if claim.verdict == "not-judged" else ""


def _finding(timeline: Timeline, claim: Claim, named: Life) -> Finding:
    holder = _holder(claim)
    proof = [life_shown(timeline, named, "is named as the source and does not hold it")]
    if holder is not None:
        proof.append(life_shown(timeline, holder, "holds it", around=claim.spelled))
    elsewhere = f"; {holder.id} holds it" if holder is not None else ""
    return found(
        RULE,
        claim.step,
        f"{name_of_claim(claim)} is said to come from {named.id}, which does not hold it{elsewhere}",
        severity=lowered("error", claim.act, verifier=timeline.header.conditions.verifier is True),
        spans=claim_spans(claim),
        tokens=[claim.spelled],
        evidence=[*claim_shown(timeline, claim), *proof, *act_shown(timeline, claim.act)],
        rests_on=[timeline.step_of(named)],
        acted=claim.act.acted,
        follows=follows(timeline, claim.act),
    )


def _holder(claim: Claim) -> Life | None:
    """The span that the cite should have named."""
    where = claim.where
    return where.source or next(iter((*where.derivatives, *where.gone)), None)
