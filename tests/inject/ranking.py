"""Faults of ranks and pins: a rewrite ranked as if it were evidence, evidence below it, a pin that does not hold."""

from __future__ import annotations

from dataclasses import replace

from tests.inject.acts import Expected, compacted, copied_out, line, next_turn, read, steady
from tests.simulate import Held, Session


def _ranked(made: Session, *names: str) -> None:
    """With scores or without; what is a rewrite scores low, so that nothing rises."""
    if made.random.random() < 0.5:
        made.build.rank(*names)
        return
    low = {name for name in names if name in made.held and made.held[name].derivative}
    made.build.rank(*((name, 0.01 if name in low else round(0.9 - i / 10, 2)) for i, name in enumerate(names)))


# --- reranked-derivative ---


def reranked(made: Session, fault: bool) -> Expected:
    """A rank lists rewrites among sources; harmless when it names what they were made from."""
    next_turn(made)
    gone = [read(made, 1) for _ in range(made.random.randint(1, 2))]
    stays = [steady(made, read(made, 1)) for _ in range(2)]
    rewrites = [compacted(made, [held.name]) for held in gone]
    next_turn(made)
    made.build.call()
    listed = rewrites if fault else gone
    order = [held.name for held in [*stays, *listed]]
    made.random.shuffle(order)
    _ranked(made, *order)
    return Expected(line(made), [held.name for held in rewrites])


# --- inverted-evidence ---


def inverted(made: Session, fault: bool) -> Expected:
    """A rewrite is ranked above a source, and the source goes; harmless when the rank names sources only."""
    next_turn(made)
    told, source = read(made, 1), read(made, 1)
    others = [steady(made, read(made, 1)) for _ in range(made.random.randint(0, 2))]
    rewrite = compacted(made, [told.name])
    next_turn(made)
    order = [held.name for held in others]
    made.random.shuffle(order)
    order.insert(made.random.randint(0, len(order)), rewrite.name if fault else told.name)
    _ranked(made, *order, source.name)
    if made.random.random() < 0.5:
        next_turn(made)
    if made.random.random() < 0.5:
        copied_out(made, source.name)
    else:
        compacted(made, [source.name])
    return Expected(line(made), [rewrite.name, source.name], implied=["reranked-derivative"])


# --- demoted-pin ---


def _pinned_read(made: Session) -> Held:
    """Pinned when it came in, or by a pin."""
    born = made.random.random() < 0.5
    held = steady(made, read(made, 1, pinned=born))
    if not born:
        made.build.pin(held.name)
    return held


def pin_below_the_cut(made: Session, fault: bool) -> Expected:
    """A rank puts a pinned span at its cut or below."""
    next_turn(made)
    pinned = _pinned_read(made)
    others = [read(made, 1).name for _ in range(made.random.randint(2, 4))]
    cut = made.random.randint(1, len(others))
    place = made.random.randint(cut, len(others)) if fault else made.random.randint(0, cut - 1)
    made.build.rank(*others[:place], pinned.name, *others[place:], cut=cut)
    return Expected(line(made), [pinned.name])


def pin_removed(made: Session, fault: bool) -> Expected:
    """An edit takes a pinned span; harmless when a person does it, or the host unpinned it before."""
    next_turn(made)
    pinned = _pinned_read(made)
    next_turn(made)
    human = made.random.random() < 0.5
    if not fault and not human:
        made.build.unpin(pinned.name)
    by = "human" if human and not fault else made.random.choice(["model", "host"])
    if made.random.random() < 0.5:
        made.drop([pinned.name])
        copies = {pinned.name: f"store://quay/{pinned.name}"}
        made.build.evict(pinned.name, reason="external-copy", copies=copies, by=by)
    else:
        surrogate = steady(made, made.surrogate([pinned.name], made.carried([pinned])))
        made.replace([pinned.name], surrogate, by=by)
    return Expected(line(made), [pinned.name])


def pin_given_up(made: Session, fault: bool) -> Expected:
    """The model unpins a span or a token; harmless when the host does."""
    next_turn(made)
    by = "model" if fault else made.random.choice(["host", "human"])
    if made.random.random() < 0.5:
        pinned = _pinned_read(made)
        made.build.unpin(pinned.name, by=by)
        return Expected(line(made), [pinned.name])
    held = steady(made, read(made, 1))
    token = held.facts[0].token
    made.build.pin(tokens=[token])
    next_turn(made)
    made.build.unpin(tokens=[token], by=by)
    return Expected(line(made), [], [token])


# --- altered-pin ---


def pinned_token_lost(made: Session, fault: bool) -> Expected:
    """The only span that holds a pinned token goes, or only a rewrite holds it; harmless in a block of its own."""
    next_turn(made)
    held = read(made, 1)
    token = held.facts[0].token
    way = "" if fault else made.random.choice(["block", "unpinned", "told twice"])
    if way == "block":
        span = made.made(made.fresh("block"), f"To be quoted as it is: {token}", "memory", pinned=True)
        steady(made, made.put(Held(span)))
    made.build.pin(tokens=[token])
    if way == "told twice":
        steady(made, read(made, held.facts))
    next_turn(made)
    if way == "unpinned":
        made.build.unpin(tokens=[token])
    if made.random.random() < 0.5:
        copied_out(made, held.name)
    else:
        compacted(made, [held.name])
    return Expected(line(made), [held.name], [token])


def pinned_span_reworded(made: Session, fault: bool) -> Expected:
    """A pinned span that a person had put away comes back with other words; harmless when they are the same."""
    next_turn(made)
    pinned = _pinned_read(made)
    made.drop([pinned.name])
    copies = {pinned.name: f"store://quay/{pinned.name}"}
    made.build.evict(pinned.name, reason="external-copy", copies=copies, by="human")
    next_turn(made)
    said = f"{made.chatter(2)} In short: {pinned.facts[0].sentence}"
    span = replace(pinned.span, text=said) if fault else pinned.span
    made.build.restore(pinned.name, span, source="external", copy=copies[pinned.name])
    made.enter(steady(made, Held(span)))
    return Expected(line(made), [pinned.name])


def pinned_span_shortened(made: Session, fault: bool) -> Expected:
    """A rewrite takes a pinned span into a pinned surrogate without its words; harmless when the pin is let alone."""
    next_turn(made)
    pinned, other = _pinned_read(made), read(made, 1)
    names = [other.name, *([pinned.name] if fault else [])]
    surrogate = compacted(made, names, pinned=True)
    return Expected(line(made), [pinned.name, surrogate.name], implied=["demoted-pin"])


# --- inflated-score ---


def inflated(made: Session, fault: bool) -> Expected:
    """A text scores higher after each of two rewrites; harmless when the second does not rise."""
    next_turn(made)
    source = read(made, 2)
    score = made.random.uniform(0.1, 0.4)
    made.build.rank((source.name, score))
    chain = []
    core = made.carried([source])
    names, padding = [source.name], [f" {made.chatter(2)}", ""]
    for rewrite, more in enumerate(padding):
        next_turn(made)
        chain.append(compacted(made, names, core + more))
        names = [chain[-1].name]
        rises = fault or rewrite == 0
        score = score + made.random.uniform(0.05, 0.25) if rises else score - made.random.choice([0, 0.02])
        made.build.rank((names[0], score))
    return Expected(line(made), [held.name for held in chain])


def inflated_among_others(made: Session, fault: bool) -> Expected:
    """The same in ranks that list other spans; harmless when these name the source and its score rises."""
    next_turn(made)
    source, other = read(made, 2), steady(made, read(made, 1))
    made.build.rank((other.name, 0.8), (source.name, 0.2))
    core = made.carried([source])
    first = compacted(made, [source.name], f"{core} {made.chatter(2)}")
    made.build.rank((other.name, 0.8), (first.name if fault else source.name, 0.3))
    next_turn(made)
    second = compacted(made, [first.name], core)
    next_turn(made)
    made.build.rank((other.name, 0.8), (second.name if fault else source.name, 0.5))
    return Expected(line(made), [first.name, second.name], implied=["reranked-derivative"])
