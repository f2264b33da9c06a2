"""A span that the model made after an edit names mostly tokens that stand in no live source: it came from memory.

Looks at each span by the model that came in by `add` after something had left the window, in a trace whose `citations`
are `implicit` or `both`. Its claims are its distinct verbatim tokens, without those that stand nearly everywhere in the
trace. Fires when there are at least 8, at least 3 of them are faded (right, yet only in sources that left) or altered
(a near miss of a source's token), and fewer than half have a live source. One finding for the span; each token is also
reported by its own citation rule.

Not judged: a span with a token that could not be judged.

Severity: `warning`; `error` when the span is a tool call that writes, that is, its result is neither a read nor a
failure. One step lower under `verifier: true`. Confidence medium; low while the call before the span says that more
than 1,000 tokens of the window are not in the log.

Why it matters
    A review, a report or a patch that is written after its basis left the window reads like one that is grounded.
How to fix
    Read the basis again before writing, or write before the edit.
When this is wrong
    When the harness put the basis back without a record, or the text is a plan full of new names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ctxaudit.case import Case
from ctxaudit.model import Confidence, Evidence, Finding, Looked, NotJudged, Rule, Said, Severity
from ctxaudit.rules._citations import edit_named, rests_on, unseen_shown
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.sourcing import Claim
from ctxaudit.sourcing.binding import failed, results_of
from ctxaudit.sourcing.claims import claims_by_span
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(slug="ungrounded-claim", group="citations", severity="error", seed="2 B", looks_at="spans of the model")
LEAST_TOKENS = 8
LEAST_UNGROUNDED = 3
SOURCES_SHOWN = 3


def check(case: Case) -> Iterator[Said]:
    results = results_of(case.timeline)
    for claims in claims_by_span(case.claims):
        yield Looked()
        unjudged = next((claim.unjudged for claim in claims if claim.unjudged), "")
        if unjudged:
            yield NotJudged(claims[0].step.line, unjudged)
        elif _from_memory(claims):
            yield _finding(case.timeline, claims, results)


def _from_memory(claims: Sequence[Claim]) -> bool:
    verdicts = Counter(claim.verdict for claim in claims)
    return (
        len(claims) >= LEAST_TOKENS
        and verdicts["faded"] + verdicts["altered"] >= LEAST_UNGROUNDED
        and 2 * verdicts["sourced"] < len(claims)
    )


def _finding(timeline: Timeline, claims: Sequence[Claim], results: dict[int, Life]) -> Finding:
    ungrounded = [claim for claim in claims if claim.verdict in ("faded", "altered")]
    life = timeline.lives[_claiming(claims).serial]
    edits = Counter(claim.edit.index for claim in ungrounded if claim.edit is not None)
    edit = timeline.steps[edits.most_common(1)[0][0]] if edits else None
    result = results.get(life.serial)
    cap: Confidence = "low" if any(claim.unseen for claim in claims) else "medium"
    return found(
        RULE,
        claims[0].step,
        _message(life, claims, ungrounded, edit),
        severity=_severity(timeline, life, result),
        spans=[life.id],
        tokens=[claim.spelled for claim in ungrounded],
        evidence=_evidence(timeline, life, ungrounded, edit),
        rests_on=[step for claim in ungrounded for step in rests_on(timeline, claim)],
        cap=cap,
        acted=life.span.kind == "tool-call",
        follows=_follows(timeline, life, result),
        edit=edit,
    )


def _claiming(claims: Sequence[Claim]) -> Life:
    return next(claim.life for claim in claims if claim.life is not None)


def _severity(timeline: Timeline, life: Life, result: Life | None) -> Severity:
    writes = life.span.kind == "tool-call" and result is not None and result.span.kind != "read" and not failed(result)
    verified = timeline.header.conditions.verifier is True
    if writes:
        return "warning" if verified else "error"
    return "note" if verified else "warning"


def _message(life: Life, claims: Sequence[Claim], ungrounded: Sequence[Claim], edit: Step | None) -> str:
    number = Counter(claim.verdict for claim in claims)
    places = [
        f"{number['faded']} only in text that left" if number["faded"] else "",
        f"{number['derivative']} only in a rewrite" if number["derivative"] else "",
        f"{number['altered']} altered" if number["altered"] else "",
        f"{number['coined']} nowhere" if number["coined"] else "",
        f"{number['sourced'] or 'none'} in a live source",
    ]
    left = f"{listed(_sources(ungrounded), 2)}, gone since {edit_named(edit)}" if edit is not None else "memory"
    tokens = counted(len(claims), "token")
    return f"{life.id} rests on {left}: of its {tokens} {', '.join(filter(None, places))}"


def _sources(ungrounded: Sequence[Claim]) -> list[str]:
    """Ids of the spans that said it, the one that most tokens come from first."""
    return [life.id for life in _source_lives(ungrounded)]


def _source_lives(ungrounded: Sequence[Claim]) -> list[Life]:
    said: Counter[Life] = Counter()
    for claim in ungrounded:
        source = claim.where.gone[0] if claim.where.gone else claim.near.source if claim.near else None
        if source is not None:
            said[source] += 1
    return [life for life, _ in said.most_common()]


def _evidence(timeline: Timeline, life: Life, ungrounded: Sequence[Claim], edit: Step | None) -> list[Evidence]:
    first = ungrounded[0]
    sources = _source_lives(ungrounded)[:SOURCES_SHOWN]
    return [
        life_shown(timeline, life, "was written then", around=first.spelled),
        *(life_shown(timeline, source, "held what it names") for source in sources),
        *([shown(edit, "took it out of the window")] if edit is not None else []),
        *unseen_shown(first),
    ]


def _follows(timeline: Timeline, life: Life, result: Life | None) -> str:
    if life.span.kind != "tool-call":
        return ""
    called = f"{life.span.name or 'a tool'} was called with it"
    if result is None:
        return called
    return f"{called} and {'failed' if failed(result) else 'answered'} at line {timeline.step_of(result).line}"
