"""A cited token stands nowhere in the trace outside the model's own words.

Looks at each `cite`, and in implicit mode at each verbatim token of a span by the model that came in after something
had left the window. A token has a source when its own letters (white space folded, case kept, as a whole word) stand in
a span that is neither a rewrite nor made by the model, or when some token there is the same one in another spelling: a
short hash of a long one, 2.5 s for 2500 ms, the tail of a path, the port of a URL. It may be live or gone. Fires for a
`cite` whose token has no source, is no pinned token, and has no near miss among the sources; a near miss is
`altered-citation`. While nothing had left the window near misses are not asked, and no edit is to blame. A token that a
model-made span coins without a `cite` is never reported here.

Not judged: a claim after a span whose text the log cut (`complete: false`), and a claim on a line after one that could
not be read.

Severity: `error`, one step lower under `verifier: true`, and one more when a tool's answer bears the token out (it
succeeds and is a read, or holds the token).

Why it matters
    An identifier that was never in the window was made up, or remembered from elsewhere. A commit, a ticket or a port
    that does not exist is acted on as readily as one that does.
How to fix
    Look the token up again before it is used, or say that it is a guess.
When this is wrong
    When the source is something that the log does not hold: a screenshot, another session, the model's training.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Rule, Said
from ctxaudit.rules._citations import name_of_claim, with_verdict
from ctxaudit.rules._finding import life_shown
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Timeline

RULE = Rule(slug="unsourced-citation", group="citations", severity="error", seed="2 U", looks_at="claims")


def check(case: Case) -> Iterator[Said]:
    return with_verdict(case, RULE, _message, _proof, of_absence=True)


def _message(timeline: Timeline, claim: Claim) -> str:
    nowhere = f"{name_of_claim(claim)} stands in no source of this trace"
    if claim.where.derivatives:
        derivative = claim.where.derivatives[0]
        line = timeline.step_of(derivative).line
        return f"{nowhere}: only {derivative.id} of line {line} holds it, and what that was made from never did"
    return nowhere if claim.edited else f"{nowhere}; nothing had left the window, so no edit is to blame"


def _proof(timeline: Timeline, claim: Claim) -> Iterator[Evidence]:
    for derivative in claim.where.derivatives[:1]:
        yield life_shown(timeline, derivative, "holds it, though no source ever did", around=claim.spelled)
