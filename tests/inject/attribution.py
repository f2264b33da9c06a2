"""Faults of attribution: spans that left without a reason, with two, or on the promise of a copy."""

from __future__ import annotations

from tests.inject.acts import (
    Expected,
    compacted,
    copied_out,
    line,
    next_turn,
    note,
    read,
    some_sources,
    steady,
)
from tests.simulate import Session

# --- unattributed-truncation ---


def truncated_unsaid(made: Session, fault: bool) -> Expected:
    """The backstop cuts, and no evict of the turn says why, before or after."""
    next_turn(made)
    names = some_sources(made)
    before = made.random.random() < 0.5
    if not fault and before:
        copied_out(made, *names)
    made.build.truncate(*names)
    where = line(made)
    if not fault and not before:
        copied_out(made, *names)
    if fault:
        made.drop(names)
    return Expected(where, names)


def truncated_half_said(made: Session, fault: bool) -> Expected:
    """Of two that are cut only one is attributed."""
    next_turn(made)
    first, second = read(made, 2), read(made, 1)
    made.build.truncate(first.name, second.name)
    where = line(made)
    made.drop([] if not fault else [second.name])
    copied_out(made, first.name, *([] if fault else [second.name]))
    return Expected(where, [second.name])


def truncated_said_too_late(made: Session, fault: bool) -> Expected:
    """The evict comes, a turn later: it names nothing that is live."""
    next_turn(made)
    names = some_sources(made)
    made.build.truncate(*names)
    where = line(made)
    if fault:
        next_turn(made)
    copied_out(made, *names)
    return Expected(where, names, implied=["no-progress-edit"])


def truncated_surrogate(made: Session, fault: bool) -> Expected:
    """A tagged surrogate is cut; its sources were needed, or marked as superseded."""
    next_turn(made)
    source = read(made, 2, tags=[] if fault else [made.random.choice(["superseded", "dispensable"])])
    surrogate = compacted(made, [source.name])
    next_turn(made)
    made.drop([surrogate.name])
    made.build.truncate(surrogate.name)
    return Expected(line(made), [surrogate.name])


# --- unattributed-absence ---


def absent_from_checkpoint(made: Session, fault: bool) -> Expected:
    """The host's own list of the window lacks spans that nothing took."""
    next_turn(made)
    names = some_sources(made)
    if fault:
        made.drop(names)
    else:
        copied_out(made, *names)
    made.build.checkpoint(*made.window)
    return Expected(line(made), names)


def shrunk_between_calls(made: Session, fault: bool) -> Expected:
    """A call is far smaller than the one before it, and no edit stands between them."""
    next_turn(made)
    first, second = note(made), note(made)
    size = made.random.randint(15_000, 40_000)
    made.build.call(size)
    if not fault:
        copied_out(made, first.name)
    next_turn(made)
    made.build.call(int(size * made.random.uniform(0.5, 0.8)))
    where = line(made)
    copied_out(made, second.name)
    steady(made, first)
    return Expected(where)


# --- conflicting-attribution ---


def evicted_for_two_reasons(made: Session, fault: bool) -> Expected:
    """The same eviction twice, the second time with another reason."""
    next_turn(made)
    names = some_sources(made)
    copied_out(made, *names)
    again = "dispensable" if fault else "external-copy"
    copies = {} if fault else {name: f"store://quay/{name}" for name in names}
    made.build.evict(*names, reason=again, copies=copies)
    return Expected(line(made), names)


def evicted_and_rewritten(made: Session, fault: bool) -> Expected:
    """A rewrite claims among its sources one that was evicted a turn before."""
    next_turn(made)
    gone, source = read(made, 1), read(made, 2)
    copied_out(made, gone.name)
    next_turn(made)
    surrogate = made.surrogate([source.name], made.carried([gone, source]), provenance=(gone.name, source.name))
    steady(made, surrogate)
    made.window[made.window.index(source.name)] = surrogate.name
    made.held[surrogate.name] = surrogate
    del made.held[source.name]
    made.build.rewrite([gone.name, source.name] if fault else [source.name], surrogate.span)
    return Expected(line(made), [gone.name])


def withdrawn_then_restored(made: Session, fault: bool) -> Expected:
    """Evicted with a copy, then as dispensable; harmless when it came back in between."""
    next_turn(made)
    held = read(made, 2)
    copied_out(made, held.name)
    next_turn(made)
    if not fault:
        made.build.restore(held.name, held.span, source="external", copy=f"store://quay/{held.name}")
    made.build.evict(held.name, reason="dispensable")
    return Expected(line(made), [held.name])


# --- missing-external-copy ---


def copy_unnamed(made: Session, fault: bool) -> Expected:
    """Evicted on the promise of a copy that nobody names."""
    next_turn(made)
    names = some_sources(made)
    made.drop(names)
    reference = "" if fault else "store://quay/shelf/"
    copies = {name: f"{reference}{name}" if reference else "" for name in names}
    made.build.evict(*names, reason="external-copy", copies={} if fault and made.random.random() < 0.5 else copies)
    return Expected(line(made), names)


def copy_somewhere(made: Session, fault: bool) -> Expected:
    """A copy exists, and its name is not said."""
    next_turn(made)
    held = read(made, 2, external_copy=True if fault else "/archive/quay/shelf")
    made.drop([held.name])
    made.build.evict(held.name, reason="external-copy")
    return Expected(line(made), [held.name])


def copy_unreadable(made: Session, fault: bool) -> Expected:
    """The copy was named, and when it is wanted it cannot be read."""
    next_turn(made)
    held = read(made, 2)
    copied_out(made, held.name)
    next_turn(made)
    copy = f"store://quay/{held.name}"
    if fault:
        made.build.restore(held.name, source="external", copy=copy, failed=True)
    else:
        made.build.restore(held.name, held.span, source="external", copy=copy)
        made.enter(held)
    return Expected(line(made), [held.name])
