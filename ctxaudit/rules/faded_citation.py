"""A claimed token is right, yet every source that held it had left the window when it was claimed.

Looks at each `cite`, and in implicit mode at each verbatim token of a span by the model that came in after something
had left the window. A source is a span that is neither a rewrite nor made by the model. Fires when the token (own
letters, or the same token in another spelling) stands in a source that is gone and in none that is live, in no live
pinned span and no pinned token, and in no live rewrite; with a live rewrite it is `derivative-citation`. A source that
was restored or read again before the claim is live. Words of the model are no source: where some that are still in
the window hold the token, the evidence names the latest.

Not judged: a claim after a span whose text the log cut (`complete: false`).

Severity: `warning`; `error` when it was acted on and the tool's result is tagged `error`. One step lower under
`verifier: true`, and one lower when a tool's answer bears it out. Confidence medium; low while the call before the
claim says that more than 1,000 tokens of the window are not in the log.

Why it matters
    The agent quoted from memory. It was right this time; nothing in the window would have told it otherwise.
How to fix
    Pin what will be needed again, keep it word for word in the rewrite, or read it again before it is used.
When this is wrong
    When the harness put the text back without a record. Where the log gives the window's size, the finding says how
    much of it cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Rule, Said
from ctxaudit.rules._citations import edit_named, edit_shown, name_of_claim, with_verdict
from ctxaudit.rules._finding import life_shown
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Life, Timeline

RULE = Rule(slug="faded-citation", group="citations", severity="error", seed="2", looks_at="claims")


def check(case: Case) -> Iterator[Said]:
    return with_verdict(case, RULE, _message, _proof, of_absence=False)


def _message(_: Timeline, claim: Claim) -> str:
    source = claim.where.gone[0]
    taken = f"{edit_named(claim.edit)} took it" if claim.edit is not None else "it left"
    return f"{name_of_claim(claim)} has no source in the window: {source.id} held it until {taken}"


def _proof(timeline: Timeline, claim: Claim) -> Iterator[Evidence]:
    yield life_shown(timeline, claim.where.gone[0], "held it", around=claim.spelled)
    yield from edit_shown(claim)
    own = _own_words(timeline, claim)
    if own is not None:
        yield life_shown(timeline, own, "the model's own words still hold it, and are no source", around=claim.spelled)


def _own_words(timeline: Timeline, claim: Claim) -> Life | None:
    """The latest words of the model that hold the token and stood in the window before the claim."""
    lives = (timeline.lives[serial] for serial in sorted(claim.holders, reverse=True))
    own = (life for life in lives if life is not claim.life and life.span.by == "model" and not life.derivative)
    return next((life for life in own if life.live_at(claim.step.before)), None)
