"""Faults of claims: what has no source, the wrong one, one that left, or only a rewrite of one."""

from __future__ import annotations

from dataclasses import replace

from tests.facts import Fact
from tests.inject.acts import Expected, answered, compacted, copied_out, line, next_turn, read, steady, varied
from tests.simulate import Held, Session

NEAR_KINDS = ("hex-id", "uuid", "url", "address", "code", "file-line", "path", "version", "api-name", "number")
ACTIONS = ("", "", "wrote it into the ledger", "filed the patch")


def _said(made: Session, fact: Fact, token: str = "", **cite: object) -> Held:
    """In an answer or, as often, in what a tool is called with."""
    action = made.random.choice(ACTIONS)
    if made.random.random() < 0.6:
        return answered(made, fact, token, action=action, **cite)
    said = token or fact.token
    why = fact.said_with(said).replace('"', "'")
    pair = made.fresh("w")
    arguments = f'{{"target": "{said}", "because": "{why}"}}'
    call = made.made(made.fresh("call"), arguments, "assistant", kind="tool-call", call_id=pair, name="desk")
    result = made.made(made.fresh("res"), "Noted.", "tool", kind="tool-result", call_id=pair, name="desk")
    steady(made, made.put(Held(call)))
    made.build.cite(said, claim=call.id, action=action, **cite)
    steady(made, made.put(Held(result)))
    return made.held[call.id]


def _cite_line(made: Session) -> int:
    return max(event.line for event in made.build.events if type(event).__name__ == "Cite")


def _something_left(made: Session) -> None:
    copied_out(made, read(made, 1).name)


# --- unsourced-citation ---


def unsourced(made: Session, fault: bool) -> Expected:
    """A token that nothing in the trace resembles; harmless when something was read that holds it."""
    next_turn(made)
    if made.random.random() < 0.5:
        _something_left(made)
    fact = made.fact()
    if not fault:
        steady(made, read(made, [fact]))
    next_turn(made)
    made.build.call()
    claim = _said(made, fact)
    return Expected(_cite_line(made), [claim.name], [fact.token])


# --- altered-citation ---


def altered(made: Session, fault: bool) -> Expected:
    """The token of a source, slightly wrong, while the source is live or gone; harmless when it is right."""
    next_turn(made)
    fact = made.fact(*NEAR_KINDS)
    held = steady(made, read(made, [made.fact(), fact]))
    _something_left(made)
    next_turn(made)
    if fault and made.random.random() < 0.6:
        copied_out(made, held.name)
        next_turn(made)
    made.build.call()
    token = fact.near if fault else varied(made, fact.token, fact.respelled or fact.token)
    claim = _said(made, fact, token)
    return Expected(_cite_line(made), [claim.name], [token])


# --- faded-citation ---


def faded(made: Session, fault: bool) -> Expected:
    """Right, and its source had left; harmless when it was read again."""
    next_turn(made)
    held = read(made, 2)
    fact = made.random.choice(held.facts)
    next_turn(made)
    copied_out(made, held.name)
    for _ in range(made.random.randint(1, 3)):
        next_turn(made)
        made.build.call()
    if not fault:
        made.enter(steady(made, held))
        made.build.restore(held.name, held.span, source="external", copy=f"store://quay/{held.name}")
    token = varied(made, fact.token, fact.respelled or fact.token)
    claim = _said(made, fact, token)
    return Expected(_cite_line(made), [claim.name], [token])


def faded_unmarked(made: Session, fault: bool) -> Expected:
    """The same in a session whose claims are read off what the model says."""
    made.build.header = replace(made.build.header, citations="both")
    next_turn(made)
    held = steady(made, read(made, [made.fact("hex-id", "uuid", "url", "code", "path")]))
    _something_left(made)
    if fault:
        copied_out(made, held.name)
    next_turn(made)
    made.build.call()
    said = f"So it is settled. {held.facts[0].sentence}"
    answer = steady(made, made.put(Held(made.made(made.fresh("say"), said, "assistant"))))
    return Expected(line(made), [answer.name], [held.facts[0].token])


# --- derivative-citation ---


def from_a_rewrite(made: Session, fault: bool) -> Expected:
    """Right, and only a rewrite still says it; harmless when the source came back, or the rewrite is pinned."""
    next_turn(made)
    held = read(made, 2)
    fact = made.random.choice(held.facts)
    next_turn(made)
    pinned = not fault and made.random.random() < 0.5
    compacted(made, [held.name], pinned=pinned)
    next_turn(made)
    made.build.call()
    if not fault and not pinned:
        span = replace(held.span, id=f"{held.name}again")
        made.enter(steady(made, Held(span)))
        made.build.restore(held.name, span, source="external", copy=f"store://quay/{held.name}")
    claim = _said(made, fact)
    return Expected(_cite_line(made), [claim.name], [fact.token])


# --- misattributed-citation ---


def misattributed(made: Session, fault: bool) -> Expected:
    """The cite names a span that does not hold the token, beside one that does."""
    next_turn(made)
    source, other = steady(made, read(made, 2)), read(made, 2)
    fact = made.random.choice(source.facts)
    steady(made, other)
    next_turn(made)
    made.build.call()
    named = other if fault else source
    claim = _said(made, fact, span=named.name)
    return Expected(_cite_line(made), [claim.name, named.name], [fact.token])


# --- ungrounded-claim ---


def ungrounded(made: Session, fault: bool) -> Expected:
    """A long answer after its basis had left; harmless when the basis is still there."""
    made.build.header = replace(made.build.header, citations="both")
    kinds = ("hex-id", "uuid", "url", "code")
    next_turn(made)
    facts = [made.fact(*kinds) for _ in range(made.random.randint(8, 11))]
    half = made.random.randint(4, 8)
    held = [read(made, facts[:half]), read(made, facts[half:])]
    stays = steady(made, read(made, [made.fact(*kinds) for _ in range(made.random.randint(0, 3))]))
    _something_left(made)
    if fault:
        copied_out(made, *(one.name for one in held))
    steady(made, *held)
    next_turn(made)
    made.build.call()
    sentences = [fact.sentence for fact in [*facts, *stays.facts]]
    made.random.shuffle(sentences)
    kind = made.random.choice(["message", "plan"])
    answer = made.made(made.fresh("say"), " ".join(sentences), "assistant", kind=kind)
    steady(made, made.put(Held(answer)))
    return Expected(line(made), [answer.id], [fact.token for fact in facts], implied=["faded-citation"])
