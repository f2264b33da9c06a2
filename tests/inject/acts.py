"""What injectors are made of: small sound acts on a session, and what a fault is expected to be reported as."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from tests.facts import Fact
from tests.simulate import Held, Session

BUDGET = 50_000


@dataclass(frozen=True, slots=True)
class Expected:
    """The finding of a fault: its key, and the other rules that have something to say as well."""

    line: int
    spans: Sequence[str] = ()
    tokens: Sequence[str] = ()
    implied: Iterable[str] = ()

    @property
    def key(self) -> tuple[int, frozenset[str], frozenset[str]]:
        return self.line, frozenset(self.spans), frozenset(self.tokens)


Injector = Callable[[Session, bool], Expected]  # True: the fault; False: its harmless twin


def next_turn(made: Session) -> None:
    made.turn += 1
    made.build.turn(made.turn)


def line(made: Session) -> int:
    """Of the last event."""
    return made.build.events[-1].line


def read(made: Session, facts: int | Sequence[Fact] = 1, **keys: object) -> Held:
    """Something new to read, with as many facts or just these."""
    found = tuple(made.fact() for _ in range(facts)) if isinstance(facts, int) else tuple(facts)
    text = "\n".join(f"{made.chatter(3)}\n{fact.sentence}" for fact in found)
    return made.put(Held(made.made(made.fresh("read"), text, "tool", kind="read", **keys), found))


def note(made: Session, text: str = "", role: str = "scratchpad", **keys: object) -> Held:
    """A note without any token, by the model unless another role says otherwise."""
    said = text or f"{made.chatter(3)} {made.chatter(3)}"
    return made.put(Held(made.made(made.fresh("note"), said, role, **keys)))


def some_sources(made: Session, facts: int = 1) -> list[str]:
    """A new read, and perhaps some of what was there: whole pairs, nothing that gives reasons."""
    new = [read(made, facts).name for _ in range(made.random.randint(1, 2))]
    old = [name for name in made.group(2) if not made.held[name].reasons]
    return [*(name for name in old if name not in new), *new]


def compacted(made: Session, names: Sequence[str], text: str | None = None, **keys: object) -> Held:
    """A careful rewrite, and nobody touches its surrogate afterwards. `keys` change the surrogate."""
    surrogate = made.surrogate(names, carried(made, names) if text is None else text, **keys)
    made.replace(names, surrogate)
    return steady(made, surrogate)


def carried(made: Session, names: Sequence[str], without: Sequence[Fact] = ()) -> str:
    """What a careful rewrite says of these, perhaps without some facts."""
    held = [made.held[name] for name in names]
    return made.carried([replace(one, facts=tuple(f for f in one.facts if f not in without)) for one in held])


def copied_out(made: Session, *names: str) -> None:
    """Evicted with a named copy, as a careful host does it. What left is not restored by the session itself."""
    made.drop(names)
    made.build.evict(*names, reason="external-copy", copies={name: f"store://quay/{name}" for name in names})


def steady(made: Session, *several: Held) -> Held:
    """Nothing that comes later edits these."""
    made.steady.update(held.name for held in several)
    return several[0]


def limited(made: Session) -> None:
    """The header gives a budget that the session by itself never comes near."""
    made.build.header = replace(made.build.header, budget=BUDGET)


def answered(made: Session, fact: Fact, token: str = "", **cite: object) -> Held:
    """The model says a fact, perhaps with another token in it, and cites that."""
    said = fact.said_with(token or fact.token)
    opening = made.random.choice(["Done.", "I looked it up.", "This is what matters:", "As far as I can tell:"])
    answer = steady(made, made.put(Held(made.made(made.fresh("say"), f"{opening} {said}", "assistant"))))
    made.build.cite(token or fact.token, claim=answer.name, **cite)
    return answer


def varied(made: Session, *ways: str) -> str:
    return made.random.choice(ways)
