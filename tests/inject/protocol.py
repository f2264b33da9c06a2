"""Faults of the conversation: half a pair, a request that nobody can read any more, edits that get nowhere."""

from __future__ import annotations

from tests.inject.acts import BUDGET, Expected, compacted, copied_out, limited, line, next_turn, note, read, steady
from tests.simulate import Held, Session

# --- split-pair ---


def pair_split(made: Session, fault: bool) -> Expected:
    """One half of a call and its result goes; harmless when both go, or a stub stands for it."""
    next_turn(made)
    made.lookup()
    result = made.held[made.window[-1]]
    call = made.held[result.pair]
    next_turn(made)
    halves = [call, result]
    made.random.shuffle(halves)
    taken, kept = halves
    stub = not fault and made.random.random() < 0.5
    copied_out(made, *([taken.name] if fault or stub else [taken.name, kept.name]))
    where = line(made)
    if stub:
        pair = {"call_id": taken.span.call_id, "name": "register", "kind": taken.span.kind, "by": "host"}
        held = Held(made.made(made.fresh("stub"), "(cleared)", taken.span.role, **pair))
        steady(made, made.put(held))
    steady(made, kept)
    return Expected(where, [kept.name, taken.name])


# --- lost-request ---


def request_lost(made: Session, fault: bool) -> Expected:
    """The newest request goes before it is answered; harmless afterwards, or when its words are carried."""
    next_turn(made)
    what = made.facts.name()
    words = f"Please walk to the {what} pier and write down which of the lamps are out. {made.chatter(2)}"
    request = made.put(Held(made.made(made.fresh("ask"), words, "user")))
    next_turn(made)
    made.build.call()
    note(made)
    next_turn(made)
    way = "" if fault else made.random.choice(["answered", "carried"])
    if way == "answered":
        _answer(made)
    rewritten = way == "carried" or made.random.random() < 0.5
    names = [request.name, note(made, role="tool").name, note(made, role="tool").name]
    if rewritten:
        said = f"The request is: {words}" if way == "carried" else f"Somebody asked about the {what} pier."
        compacted(made, names, said)
    else:
        copied_out(made, request.name)
    where = line(made)
    next_turn(made)
    made.build.call()
    if way != "answered":
        _answer(made)
    return Expected(where, [request.name])


def _answer(made: Session) -> None:
    steady(made, note(made, "All of them burn, as far as one can see from here.", "assistant"))


# --- no-progress-edit ---


def edits_nothing(made: Session, fault: bool) -> Expected:
    """An edit names only what had left in an earlier turn, or nothing; harmless within the turn."""
    next_turn(made)
    names = [read(made, 1).name, read(made, 1).name][: made.random.randint(1, 2)]
    copied_out(made, *names)
    if fault:
        next_turn(made)
    named = [] if fault and made.random.random() < 0.3 else names
    copies = {name: f"store://quay/{name}" for name in named}
    made.build.evict(*named, reason="external-copy", copies=copies)
    return Expected(line(made), named)


def frees_next_to_nothing(made: Session, fault: bool) -> Expected:
    """Two edit turns running at a nearly full window free a note each; harmless when the second frees enough."""
    limited(made)
    next_turn(made)
    notes = [note(made, tokens=made.random.randint(20, 60)) for _ in range(2)]
    bulk = read(made, 1, tokens=BUDGET - made.size() - made.random.randint(500, 4_000))
    next_turn(made)
    copied_out(made, notes[0].name)
    for _ in range(made.random.randint(1, 2)):
        next_turn(made)
        made.build.call()
    taken = [notes[1].name] if fault else [notes[1].name, bulk.name]
    copied_out(made, *taken)
    where = line(made)
    if fault:
        next_turn(made)
        copied_out(made, bulk.name)
    return Expected(where, taken)
