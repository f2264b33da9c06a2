"""Faults of the ledger: a rewrite that grew, counts that contradict, a window too full."""

from __future__ import annotations

from tests.inject.acts import (
    BUDGET,
    Expected,
    compacted,
    copied_out,
    limited,
    line,
    next_turn,
    read,
    some_sources,
    steady,
)
from tests.simulate import Session

# --- grown-rewrite ---


def grown(made: Session, fault: bool) -> Expected:
    """The surrogate says everything twice; harmless when it is smaller, or when the host throws it away."""
    next_turn(made)
    names = some_sources(made)
    refused = not fault and made.random.random() < 0.5
    texts = " ".join(made.held[name].span.text for name in names)
    text = f"In full: {texts} {made.chatter(4)}"
    if refused:
        made.build.rewrite(names, made.surrogate(names, text).span, refused=True)
        return Expected(line(made))
    surrogate = compacted(made, names, text if fault else None)
    return Expected(line(made), [*names, surrogate.name])


def grown_by_the_count(made: Session, fault: bool) -> Expected:
    """The text is shorter, and its count says that it takes as much as its source or one token more."""
    next_turn(made)
    source = read(made, 2, tokens=90)
    more = made.random.randint(0, 1) if fault else -1
    surrogate = compacted(made, [source.name], tokens=90 + more)
    return Expected(line(made), [source.name, surrogate.name])


# --- ledger-mismatch ---


def miscounted_rewrite(made: Session, fault: bool) -> Expected:
    """One of the two counts that the rewrite records is not that of its spans."""
    next_turn(made)
    sources = [read(made, 2, tokens=made.random.randint(150, 200)) for _ in range(2)]
    names = [held.name for held in sources]
    surrogate = steady(made, made.surrogate(names, made.carried(sources), tokens=made.random.randint(60, 90)))
    counts = {
        "tokens_before": sum(held.span.tokens or 0 for held in sources),
        "tokens_after": surrogate.span.tokens or 0,
    }
    if fault:
        counts[made.random.choice(sorted(counts))] -= made.random.randint(1, 40)
    made.replace(names, surrogate, **counts)
    return Expected(line(made), [*names, surrogate.name])


def miscounted_window(made: Session, fault: bool) -> Expected:
    """A checkpoint's sum is not that of the spans it lists, in a session that counts; else as for a rewrite."""
    if not made.counted:
        return miscounted_rewrite(made, fault)
    next_turn(made)
    made.build.checkpoint(*made.window, tokens=made.size() + (made.random.choice([-1, 1, 700]) if fault else 0))
    return Expected(line(made))


def listed_though_gone(made: Session, fault: bool) -> Expected:
    """A checkpoint lists a span that an evict took; harmless when it was restored before."""
    next_turn(made)
    held = read(made, 1)
    copied_out(made, held.name)
    next_turn(made)
    if not fault:
        made.build.restore(held.name, held.span, source="external", copy=f"store://quay/{held.name}")
    made.enter(steady(made, held))
    made.build.checkpoint(*made.window)
    return Expected(line(made), [held.name])


def rewrite_booked_as_eviction(made: Session, fault: bool) -> Expected:
    """In one turn spans are evicted and an added summary says that it stands for them; harmless a turn later."""
    next_turn(made)
    sources = [read(made, 1), read(made, 1)]
    names = [held.name for held in sources]
    summary = made.surrogate(names, made.carried(sources))
    copied_out(made, *names)
    where = line(made)
    if not fault:
        next_turn(made)
    steady(made, made.put(summary))
    return Expected(where, [*names, summary.name])


# --- over-budget-window ---


def over_budget(made: Session, fault: bool) -> Expected:
    """A read fills the window beyond the budget at the end of a turn; harmless when just full, or gone at once."""
    limited(made)
    next_turn(made)
    exact = made.random.random() < 0.5
    room = BUDGET - made.size()
    held = read(made, 1, tokens=room + (0 if exact and not fault else made.random.randint(1, 5_000)))
    where = line(made)
    if fault or exact:
        next_turn(made)
    copied_out(made, held.name)
    return Expected(where)
