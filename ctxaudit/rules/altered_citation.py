"""A claimed token stands nowhere, and a source of the trace holds one of the same class that differs slightly.

Looks at each `cite`, and in implicit mode at each verbatim token of a span by the model that came in after something
had left the window. Fires when the token stands in no span that is neither a rewrite nor the model's own words, live or
gone, and is no pinned token, while exactly one or two tokens there are near: a hex id with two digits swapped, a code
with another last digit, another port of the same host, one segment of a path changed, another value said of the same
thing. Three and more near tokens are a family and no verdict. Two spellings of one token (2.5 s and 2500 ms) are never
near, and two codes that both stand in sources are both sourced. While nothing had left the window nothing is called
altered.

Not judged: a claim after a span whose text the log cut (`complete: false`), and a claim on a line after one that could
not be read.

Severity: `error`; `warning` when only case and `_` of an API name differ; `note` when only the line of a `file:line`
does. One step higher when it was acted on (an `action`, or a tool call of the same turn holds it), one lower under
`verifier: true`, and one lower when a tool's answer bears it out. Confidence of an implicit claim: high for hex ids,
UUIDs, URLs and addresses, medium for codes, low for the rest unless the tool failed with it or a second token of the
span is altered towards the same source.

Why it matters
    This is the loss that looks like memory: the shape is right, the figure is not, and the agent acts on it.
How to fix
    Pin the tokens that must be quoted, or read the source again before quoting it.
When this is wrong
    When both tokens exist and the trace shows only one of them. Numbers, paths and API names are near by chance at
    times, hence their lower confidence.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Rule, Said
from ctxaudit.rules._citations import edit_shown, name_of_claim, short, until_taken, with_verdict
from ctxaudit.rules._finding import life_shown
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Timeline

RULE = Rule(slug="altered-citation", group="citations", severity="error", seed="0 2", looks_at="claims")


def check(case: Case) -> Iterator[Said]:
    return with_verdict(case, RULE, _message, _proof, of_absence=True)


def _message(timeline: Timeline, claim: Claim) -> str:
    said = f"{name_of_claim(claim)} stands nowhere: {_original(claim)}"
    if claim.where.derivatives:
        derivative = claim.where.derivatives[0]
        return f"{said}; {derivative.id} of line {timeline.step_of(derivative).line} has it altered already"
    return said


def _original(claim: Claim) -> str:
    if claim.near is None:
        return "its like does"
    token = short(claim.near.token.text)
    source = claim.near.source
    if source is None:
        return f"{token} is pinned"
    left = until_taken(source, claim.edit)
    return f"{source.id} said {token}{left}" if left else f"{source.id}, still in the window, says {token}"


def _proof(timeline: Timeline, claim: Claim) -> Iterator[Evidence]:
    near = claim.near
    if near is not None and near.source is not None:
        yield life_shown(timeline, near.source, f"said {short(near.token.text)}", around=near.token.text)
        if until_taken(near.source, claim.edit):
            yield from edit_shown(claim)
    for derivative in claim.where.derivatives[:1]:
        yield life_shown(timeline, derivative, "has it altered already", around=claim.spelled)
