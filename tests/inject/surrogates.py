"""Faults of a surrogate by itself: untagged, with an unsound provenance, with something invented."""

from __future__ import annotations

from typing import Any

from tests.inject.acts import (
    Expected,
    carried,
    compacted,
    line,
    next_turn,
    note,
    read,
    some_sources,
    steady,
)
from tests.simulate import Held, Session

# --- untagged-surrogate ---


def untagged(made: Session, fault: bool) -> Expected:
    """No provenance, no `lossy`, or neither."""
    next_turn(made)
    names = some_sources(made)
    missing: dict[str, Any] = made.random.choice(
        [{"lossy": False}, {"provenance": ()}, {"lossy": False, "provenance": ()}]
    )
    surrogate = compacted(made, names, **(missing if fault else {}))
    return Expected(line(made), [surrogate.name])


def untagged_nearly_whole(made: Session, fault: bool) -> Expected:
    """An untagged join of two spans that lacks one sentence of them; harmless when it lacks none."""
    next_turn(made)
    sources = [read(made, 1, tokens=200), read(made, 1, tokens=200)]
    texts = [held.span.text for held in sources]
    if fault:
        texts[1] = "\n".join(texts[1].splitlines()[1:])
    names = [held.name for held in sources]
    surrogate = compacted(made, names, "\n\n".join(texts), lossy=False, provenance=(), tokens=380)
    return Expected(line(made), [surrogate.name])


# --- broken-provenance ---


def names_what_never_was(made: Session, fault: bool) -> Expected:
    """The provenance names the sources and one span that the trace never had; harmless when it is one that was."""
    next_turn(made)
    names = some_sources(made)
    other = f"read{made.random.randint(900, 999)}" if fault else made.random.choice(made.window)
    surrogate = compacted(made, names, provenance=(*_originals(made, names), other))
    return Expected(line(made), [surrogate.name, other])


def leaves_a_source_out(made: Session, fault: bool) -> Expected:
    """One of the sources is not named."""
    next_turn(made)
    first, second = read(made, 1), read(made, 1)
    named = (first.name,) if fault else (first.name, second.name)
    surrogate = compacted(made, [first.name, second.name], provenance=named)
    return Expected(line(made), [surrogate.name, second.name])


def rests_on_an_untagged_one(made: Session, fault: bool) -> Expected:
    """The provenance names a surrogate that itself names nothing."""
    next_turn(made)
    source = read(made, 2)
    first = compacted(made, [source.name], provenance=() if fault else (source.name,))
    next_turn(made)
    other = read(made, 1)
    second = compacted(made, [first.name, other.name], provenance=(first.name, other.name))
    return Expected(line(made), [second.name, first.name], implied=["untagged-surrogate"])


def added_for_what_never_was(made: Session, fault: bool) -> Expected:
    """A span is added as standing for one that the trace never had."""
    next_turn(made)
    source = read(made, 1)
    named = f"{source.name}{made.random.choice(['a', '-old', '/2'])}" if fault else source.name
    text = carried(made, [source.name])
    held = Held(made.made(made.fresh("digest"), text, "memory", provenance=[named], lossy=True))
    steady(made, made.put(held))
    return Expected(line(made), [held.name, named])


def _originals(made: Session, names: list[str]) -> list[str]:
    return [original for name in names for original in made.held[name].originals or (name,)]


# --- invented-in-surrogate ---


def invents_beside(made: Session, fault: bool) -> Expected:
    """The surrogate carries every fact and tells one more; harmless when it repeats one in another spelling."""
    next_turn(made)
    names = some_sources(made, 2)
    known = next(fact for name in names for fact in made.held[name].facts if made.held[name].span.kind == "read")
    more = made.fact() if fault else known
    said = more.sentence if fault else known.said_with(known.respelled or known.token)
    surrogate = compacted(made, names, f"{carried(made, names)} {said}")
    return Expected(line(made), [surrogate.name], [more.token])


def misremembers(made: Session, fault: bool) -> Expected:
    """One token comes out slightly different, and the right one is lost; harmless when it is merely respelled."""
    next_turn(made)
    fact = made.fact("hex-id", "uuid", "url", "code", "path", "version", "api-name", "number")
    names = [read(made, [made.fact(), fact]).name, read(made, 1).name]
    token = fact.near if fault else fact.respelled or fact.token
    surrogate = compacted(made, names, carried(made, names).replace(fact.sentence, fact.said_with(token)))
    return Expected(line(made), [surrogate.name], [token], implied=["unpinned-loss"])


def invents_a_count(made: Session, fault: bool) -> Expected:
    """A total that the numbers of the sources do not give; harmless when they do, or when it counts the sources."""
    next_turn(made)
    numbers = made.random.sample(range(20, 90), 2)
    thing = made.random.choice(["crates", "ladders", "lanterns"])
    sources = [note(made, f"{made.chatter(3)} We counted {n} {thing} here. {made.chatter(3)}", "tool") for n in numbers]
    names = [held.name for held in sources]
    counts = " ".join(f"We counted {n} {thing} here." for n in numbers)
    total = sum(numbers) + (made.random.randint(3, 19) * 31 if fault else 0)
    surrogate = compacted(made, names, f"{counts} That makes {total} {thing} in all.")
    return Expected(line(made), [surrogate.name], [f"{total} {thing}"])
