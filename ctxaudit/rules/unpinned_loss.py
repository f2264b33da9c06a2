"""A rewrite lost verbatim tokens of its sources: they stand in no live span after it and are not pinned.

Looks at each rewrite. A source's token (hex id, UUID, address, URL, code, `file:line`, path, quoted span, API name,
version, number with its unit or label) is lost when neither its own letters nor the same token in another spelling
stand in any span that is live after the rewrite, and it stands in no pinned token. Exempt: tokens that only sources
tagged `dispensable` or `superseded` hold, tokens of which some source that holds them has an external copy, and tokens
that stand in so many spans of the trace (8 and a twentieth of them) that they prove nothing. One finding for each
rewrite, with all lost tokens: first those that later cites name, then those that later claims and tool calls name.

Not judged: a rewrite after which a span is live whose text the log cut (`complete: false`).

Why it matters
    Prose compresses, identifiers do not: what a summary drops first is what a later claim must spell exactly.
How to fix
    Take the tokens out before the rewrite and pin them, or keep a copy of the source that can be read again.
When this is wrong
    When the task is done with the tokens; tag such sources `dispensable`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said
from ctxaudit.rules._citations import short
from ctxaudit.rules._finding import counted, found, life_shown, listed
from ctxaudit.sourcing.losses import Loss, Weighed
from ctxaudit.timeline import Life, Timeline

RULE = Rule(slug="unpinned-loss", group="surrogates", severity="warning", seed="2", looks_at="rewrites")
LOSSES_SHOWN = 3


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    for _ in timeline.of(Rewrite):
        yield Looked()
    for weighed in case.weighed:
        spared = any(life.has_copy or life.dispensable for life in weighed.step.left)
        lost = [loss for loss in weighed.lost if _counts(loss)] if spared else weighed.lost
        if weighed.cut is not None:
            yield NotJudged(
                weighed.step.line, f"the log cut the text of {weighed.cut.id}, which may hold what seems lost"
            )
        elif lost:
            yield _finding(timeline, weighed, lost)


def _counts(loss: Loss) -> bool:
    if any(life.has_copy for life in loss.holders):
        return False
    return not all(life.dispensable for life in loss.holders)


def _finding(timeline: Timeline, weighed: Weighed, lost: Sequence[Loss]) -> Finding:
    sources = counted(len(weighed.step.left), "source")
    spared = len(weighed.lost) - len(lost)
    besides = (
        f"; {spared:,} more can be read again or {'was' if spared == 1 else 'were'} marked dispensable"
        if spared
        else ""
    )
    return found(
        RULE,
        weighed.step,
        f"the rewrite of {sources} into {weighed.surrogate.id} lost {len(lost):,} of "
        f"{counted(weighed.tokens, 'verbatim token')}: {_named(lost)}{besides}",
        spans=[weighed.surrogate.id],
        tokens=[loss.token.text for loss in lost],
        evidence=_evidence(timeline, weighed.surrogate, lost),
        rests_on=[timeline.step_of(loss.holders[0]) for loss in lost if loss.holders],
        follows=_follows(lost),
    )


def _named(losses: Sequence[Loss]) -> str:
    return listed([short(loss.token.text) for loss in losses[:LOSSES_SHOWN]], LOSSES_SHOWN, of=len(losses))


def _evidence(timeline: Timeline, surrogate: Life, lost: Sequence[Loss]) -> list[Evidence]:
    shown_losses = [
        life_shown(timeline, loss.holders[0], f"held {short(loss.token.text)}", around=loss.token.text)
        for loss in lost[:LOSSES_SHOWN]
        if loss.holders
    ]
    return [*shown_losses, life_shown(timeline, surrogate, "stands there now")]


def _follows(lost: Sequence[Loss]) -> str:
    cited = [loss for loss in lost if loss.later_cites]
    wanted = cited or [loss for loss in lost if loss.named_later]
    if not wanted:
        return ""
    how = "cited later" if cited else "named again later"
    return f"{_named(wanted)} {'is' if len(wanted) == 1 else 'are'} {how}"
