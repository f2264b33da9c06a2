"""A claimed token rests on a rewrite alone: its source had left, and only a live derivative repeats it.

Looks at each `cite`, and in implicit mode at each verbatim token of a span by the model that came in after something
had left the window. Fires when the token (own letters, or the same token in another spelling) stands in a live rewrite
or in text that the model restored from memory, and in a source that is gone, but in no live source, no live pinned span
and no pinned token. A source is a span that is neither a rewrite nor made by the model. A rewrite that holds all of its
sources whole is no derivative; a pinned one counts as a source. A token that only the rewrite ever held is no
`derivative-citation`: it is altered or unsourced.

Not judged: a claim after a span whose text the log cut (`complete: false`).

Severity: `note` when what the first such rewrite was made from holds the token too (a faithful carry), else `warning`.
A `cite` goes one step up when it was acted on, at most to `warning`, unless the tool's result is tagged `error`. One
step lower under `verifier: true`, and one lower when a tool's answer bears it out. Confidence medium; low while the
call before the claim says that more than 1,000 tokens of the window are not in the log.

Why it matters
    The citation's target is a copy that a model made. Whether it is the original's spelling can no longer be seen from
    inside the window.
How to fix
    Pin the token, or read the source again before acting on it.
When this is wrong
    When the rewrite is made by a program that copies tokens and never rephrases them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Rule, Said
from ctxaudit.rules._citations import edit_named, edit_shown, name_of_claim, with_verdict
from ctxaudit.rules._finding import life_shown
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Timeline

RULE = Rule(slug="derivative-citation", group="citations", severity="error", seed="2", looks_at="claims")


def check(case: Case) -> Iterator[Said]:
    return with_verdict(case, RULE, _message, _proof, of_absence=False)


def _message(timeline: Timeline, claim: Claim) -> str:
    derivative, source = claim.where.derivatives[0], claim.where.gone[0]
    line = timeline.step_of(derivative).line
    taken = f"{edit_named(claim.edit)} took" if claim.edit is not None else "an edit took"
    return f"{name_of_claim(claim)} rests on {derivative.id} of line {line} alone: {taken} {source.id}, which held it"


def _proof(timeline: Timeline, claim: Claim) -> Iterator[Evidence]:
    yield life_shown(timeline, claim.where.derivatives[0], "alone holds it now", around=claim.spelled)
    yield life_shown(timeline, claim.where.gone[0], "held it", around=claim.spelled)
    yield from edit_shown(claim)
