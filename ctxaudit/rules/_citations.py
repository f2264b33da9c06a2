"""What the citation rules share: which claims they look at, how a claim is named, and what is shown of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ctxaudit.case import Case
from ctxaudit.model import Call, Evidence, Finding, Looked, NotJudged, Rule, Said
from ctxaudit.rules._finding import found, life_shown, shown
from ctxaudit.sourcing import Claim
from ctxaudit.sourcing.acting import Act
from ctxaudit.timeline import Life, Step, Timeline

_LONGEST_NAME = 80

Phrase = Callable[[Timeline, Claim], str]
Proof = Callable[[Timeline, Claim], Iterable[Evidence]]


def with_verdict(case: Case, rule: Rule, phrase: Phrase, proof: Proof, *, of_absence: bool) -> Iterator[Said]:
    """One finding for each claim whose verdict the rule is named after.

    `of_absence`: the rule says that no source exists, which an unreadable line before the claim leaves open.
    """
    wanted = rule.slug.removesuffix("-citation")
    yield Looked(len(case.claims))
    for claim in case.claims:
        if claim.unjudged and (of_absence or claim.verdict == "not-judged"):
            yield NotJudged(claim.step.line, claim.unjudged)
        elif claim.verdict == wanted:
            yield finding(case.timeline, rule, claim, phrase(case.timeline, claim), proof(case.timeline, claim))


def finding(timeline: Timeline, rule: Rule, claim: Claim, message: str, proof: Iterable[Evidence]) -> Finding:
    return found(
        rule,
        claim.step,
        message,
        severity=claim.severity,
        spans=claim_spans(claim),
        tokens=[claim.spelled],
        evidence=[*claim_shown(timeline, claim), *proof, *act_shown(timeline, claim.act), *unseen_shown(claim)],
        rests_on=rests_on(timeline, claim),
        cap=claim.confidence,
        acted=claim.act.acted,
        follows=follows(timeline, claim.act),
        edit=claim.edit,
    )


def claim_spans(claim: Claim) -> list[str]:
    """The claiming span and, of a cite, the span that it names."""
    named = claim.cite.span if claim.cite is not None else None
    return [name for name in (claim.place, named) if name is not None]


def rests_on(timeline: Timeline, claim: Claim) -> list[Step]:
    """The steps that the verdict stands on: who claims, who held it, what took it."""
    lives = [claim.life, *claim.where.gone[:1], *claim.where.derivatives[:1], claim.near.source if claim.near else None]
    steps = [timeline.step_of(life) for life in lives if life is not None]
    return [*steps, *([claim.edit] if claim.edit is not None else [])]


def name_of_claim(claim: Claim) -> str:
    """`DOCK-7014 in c1`; a cite that names no claiming span is named by its token alone."""
    token = short(claim.spelled)
    return token if claim.place is None else f"{token} in {claim.place}"


def short(text: str) -> str:
    """One line of a message's length."""
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST_NAME else f"{folded[: _LONGEST_NAME - 1]}…"


def edit_named(step: Step) -> str:
    """`the rewrite at line 5`."""
    return f"the {type(step.event).__name__.lower()} at line {step.line}"


def until_taken(life: Life, edit: Step | None) -> str:
    """`n1 said it until the rewrite at line 5 took it` without its middle: the clause after the verb."""
    return "" if edit is None or life not in edit.left else f" until {edit_named(edit)} took it"


def claim_shown(timeline: Timeline, claim: Claim) -> Iterator[Evidence]:
    """The claiming span and, when it is not the claim itself, the cite."""
    if claim.life is not None:
        yield life_shown(timeline, claim.life, "makes the claim", around=claim.spelled)
    if claim.cite is not None:
        yield shown(claim.step, "cites it", span=claim.cite.span, excerpt=claim.spelled)


def edit_shown(claim: Claim) -> Iterator[Evidence]:
    if claim.edit is not None:
        yield shown(claim.edit, "took it out of the window")


def act_shown(timeline: Timeline, act: Act) -> Iterator[Evidence]:
    """The tool's answer, which speaks for or against the claim."""
    if act.result is not None and (act.failed or act.checked):
        word = "the tool failed" if act.failed else "the tool checked it"
        yield life_shown(timeline, act.result, word)


def unseen_shown(claim: Claim) -> Iterator[Evidence]:
    if claim.unseen is not None and isinstance(claim.unseen.event, Call):
        unseen = claim.unseen.event.unseen
        yield shown(claim.unseen, f"{unseen:,} tokens of the window are not in the log and may hold it")


def follows(timeline: Timeline, act: Act) -> str:
    """One clause on what was done with the claim; nothing when nothing was."""
    if act.call is None:
        return f"it was acted on: {short(act.action)}" if act.action else ""
    tool = act.call.span.name or "a tool"
    called = f"{tool} was called with it at line {timeline.step_of(act.call).line}"
    if act.action:
        called = f"{called} ({short(act.action)})"
    if act.result is None:
        return called
    answered = timeline.step_of(act.result).line
    if act.failed:
        return f"{called} and failed at line {answered}"
    return f"{called}, and the answer at line {answered} bears it out" if act.checked else called
