"""Faults of what follows a rewrite: its room spent at once, its text restored from memory, a rewrite of a rewrite."""

from __future__ import annotations

from dataclasses import replace

from tests.inject.acts import (
    BUDGET,
    Expected,
    carried,
    compacted,
    copied_out,
    line,
    next_turn,
    note,
    read,
    steady,
)
from tests.simulate import Held, Session

# --- compress-then-spend ---


def spent_at_once(made: Session, fault: bool) -> Expected:
    """A rewrite makes room and a read of the same turn takes it; harmless a turn later, or from an external store."""
    next_turn(made)
    source = read(made, 1, tokens=2_000)
    surrogate = compacted(made, [source.name], tokens=100)
    external = made.random.random() < 0.5
    if not fault and not external:
        next_turn(made)
    room = BUDGET - made.size() - made.random.randint(0, 1_800)
    spent = read(
        made,
        1,
        tokens=room if made.build.header.budget else made.random.randint(950, 1_900),
        external_source=external and not fault,
    )
    where = line(made)
    next_turn(made)
    copied_out(made, spent.name)
    return Expected(where, [surrogate.name, spent.name])


# --- confabulated-restore ---


def restored_from_memory(made: Session, fault: bool) -> Expected:
    """The model writes again what had been evicted; harmless when it is read from its copy."""
    next_turn(made)
    held = read(made, 2)
    copied_out(made, held.name)
    next_turn(made)
    wrong = fault and made.random.random() < 0.6
    fact = held.facts[0]
    text = held.span.text.replace(fact.token, fact.near) if wrong else held.span.text
    span = replace(held.span, text=text)
    if fault:
        made.build.restore(held.name, span, source="model")
    else:
        made.build.restore(held.name, span, source="external", copy=f"store://quay/{held.name}")
    made.enter(steady(made, Held(span)))
    return Expected(line(made), [held.name], [fact.near] if wrong else [])


def restored_otherwise(made: Session, fault: bool) -> Expected:
    """The copy gives another value than the span had; harmless when it gives a part, or respells it."""
    next_turn(made)
    fact = made.fact("hex-id", "uuid", "url", "code", "path", "version", "api-name", "number")
    held = read(made, [fact])
    copied_out(made, held.name)
    next_turn(made)
    said = fact.near if fault else made.random.choice([fact.token, fact.respelled or fact.token])
    name = held.name if made.random.random() < 0.5 else f"{held.name}b"
    span = replace(
        held.span, id=name, text=f"{made.chatter(2)} {fact.said_with(said)}", tokens=90 if made.counted else None
    )
    source = made.random.choice(["external", "retained"])
    made.build.restore(held.name, span, source=source, copy=f"store://quay/{held.name}")
    made.enter(steady(made, Held(span)))
    return Expected(line(made), [held.name, name], [fact.near])


def expanded(made: Session, fault: bool) -> Expected:
    """Asked for the detail behind a summary, the model makes it up; harmless when the copy is read."""
    next_turn(made)
    held = read(made, 2)
    rewrite = compacted(made, [held.name])
    next_turn(made)
    fact = made.random.choice(held.facts)
    token = fact.near if fault else fact.token
    name = made.random.choice([rewrite.name, f"{rewrite.name}-in-full"])
    span = made.made(name, held.span.text.replace(fact.token, token), "memory")
    made.window[made.window.index(rewrite.name)] = name
    del made.held[rewrite.name]
    made.held[name] = steady(made, Held(span))
    copy = "" if fault else f"store://quay/{held.name}"
    made.build.restore(rewrite.name, span, source="model" if fault else "external", copy=copy or None)
    return Expected(line(made), [rewrite.name, name], [token])


# --- deep-rewrite ---


def rewritten_twice(made: Session, fault: bool) -> Expected:
    """A summary of a summary while nothing is pinned; harmless with the pinned block, or made from the originals."""
    next_turn(made)
    source = read(made, 2)
    first = compacted(made, [source.name])
    next_turn(made)
    other = read(made, 1)
    from_originals = not fault and made.random.random() < 0.5
    if fault or from_originals:
        _pinned_block(made, "unpin")
    named = (source.name, other.name) if from_originals else (first.name, other.name)
    names = [first.name, other.name]
    second = compacted(made, names, provenance=named)
    where = line(made)
    if fault or from_originals:
        _pinned_block(made, "pin")
    return Expected(where, [second.name, first.name])


def rewritten_with_a_pin(made: Session, fault: bool) -> Expected:
    """A summary of a summary takes a pinned span with it; harmless when the pinned span stays."""
    next_turn(made)
    source, pinned = read(made, 2), read(made, 1)
    first = compacted(made, [source.name])
    token = pinned.facts[0].token
    made.build.pin(pinned.name, tokens=[token])
    next_turn(made)
    names = [first.name, pinned.name] if fault else [first.name, read(made, 1).name]
    second = compacted(made, names, provenance=(first.name, names[1]))
    where = line(made)
    if fault:
        made.build.unpin(tokens=[token])
    else:
        steady(made, pinned)
    return Expected(where, [second.name, first.name], [token], implied=["demoted-pin", "altered-pin"])


def _pinned_block(made: Session, act: str) -> None:
    """The host gives the whole block up, or takes it back."""
    held = [one for one in made.held.values() if one.span.pinned]
    names = [one.name for one in held]
    tokens = [fact.token for one in held for fact in one.facts]
    (made.build.unpin if act == "unpin" else made.build.pin)(*names, tokens=tokens)


# --- rewrite-churn ---


def churned(made: Session, fault: bool) -> Expected:
    """Three rewrites, each of the one before; harmless over more turns, with something new, or when none shrinks."""
    next_turn(made)
    names = [read(made, 2).name, note(made).name, note(made).name]
    way = "" if fault else made.random.choice(["slow", "fed", "level"])
    padding = ["", "", ""] if way == "level" else [f" {made.chatter(3)} {made.chatter(3)}", f" {made.chatter(2)}", ""]
    core = carried(made, names)
    chain = [compacted(made, names, core + padding[0], tokens=90)]
    for step in (1, 2):
        for _ in range(3 if way == "slow" else made.random.randint(1, 2)):
            next_turn(made)
        names = [chain[-1].name]
        extra = ""
        if way == "fed" and step == 2:
            names.append(read(made, 1, tokens=90).name)
            extra = f" {made.held[names[1]].facts[0].sentence}"
        chain.append(compacted(made, names, core + padding[step] + extra, tokens=90 - 10 * step))
    return Expected(line(made), [held.name for held in chain])
