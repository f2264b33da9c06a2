"""Seeded sessions of a careful host: every edit is attributed, tagged and faithful, so no rule has anything to say.

A session is a chain of small jobs: a person asks, the model calls tools and reads, decides, answers, and cites what it
can see. Between jobs the host makes room. What it rewrites keeps every verbatim token and every reason word for word,
what it evicts has a named copy, pins are never touched, ranks name sources only, and its checkpoints agree.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from ctxaudit.model import Span
from tests.build import Build, span
from tests.facts import THINGS, Fact, Facts

OPTIONS = (
    "the spare pump", "the older map", "a second clerk", "the night shift", "the paper form", "the long route",
    "a rented truck", "the shared key", "a wooden ramp", "the spring sale", "the small boat", "the public queue",
)  # fmt: skip
FLAWS = (
    "it floods the lower yard", "it stops whenever the wind turns", "it doubles the work of the weighers",
    "it leaves the gate without a guard", "it breaks the seal of the doors", "it starves the second furnace",
)  # fmt: skip
CHATTER = (
    "The air was clear and the yard was quiet for most of the morning.",
    "Somebody had left the side door open and a cat was asleep on the bench.",
    "People come and go here and most of them are glad to talk about the weather.",
    "The paint is peeling a little, which nobody minds as long as the roof holds.",
    "Tea is served in the back room and the kettle is older than anyone who works there.",
)


@dataclass
class Held:
    """A live span as the host knows it: what must survive when the span goes."""

    span: Span
    facts: tuple[Fact, ...] = ()
    reasons: tuple[str, ...] = ()
    originals: tuple[str, ...] = ()  # of a surrogate
    depth: int = 0
    pair: str = ""  # call and result leave together

    @property
    def name(self) -> str:
        return self.span.id

    @property
    def derivative(self) -> bool:
        return bool(self.originals)


class Session:
    """Writes one session, job by job. `build` is the trace so far; `window` its window, in order."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.facts = Facts(self.random)
        self.counted = self.random.random() < 0.7
        self.build = Build(
            id=f"sound-{seed}",
            budget=self.random.choice([None, 50_000]),
            citations=self.random.choice(["explicit", "explicit", "both"]),
        )
        self.window: list[str] = []
        self.held: dict[str, Held] = {}
        self.away: list[Held] = []  # evicted with a copy, may be restored
        self.numbers: dict[str, int] = {}
        self.turn = 0
        self.options = list(OPTIONS)
        self.random.shuffle(self.options)
        self.steady: set[str] = set()  # never edited

    # --- words ---

    def fresh(self, letter: str) -> str:
        self.numbers[letter] = self.numbers.get(letter, 0) + 1
        return f"{letter}{self.numbers[letter]}"

    def fact(self, *kinds: str) -> Fact:
        return self.facts.fact(*kinds)

    def chatter(self, most: int = 4) -> str:
        return " ".join(self.random.sample(CHATTER, self.random.randint(2, most)))

    # --- the window ---

    def put(self, held: Held) -> Held:
        """Adds a span. A host that counts at all counts every span."""
        self.enter(held)
        made = held.span
        keys = {field.name: getattr(made, field.name) for field in fields(made)}
        self.build.add(keys.pop("id"), keys.pop("text"), keys.pop("role"), **keys)
        return held

    def enter(self, held: Held, place: int | None = None) -> None:
        self.held[held.name] = held
        self.window.insert(len(self.window) if place is None else place, held.name)

    def made(self, name: str, text: str, role: str, /, **keys: object) -> Span:
        tokens = len(text) // 3 + 4 if self.counted else None
        return span(name, text, role, **{"tokens": tokens, **keys})

    def drop(self, names: Sequence[str]) -> list[Held]:
        self.window = [name for name in self.window if name not in names]
        return [self.held.pop(name) for name in names]

    def size(self) -> int:
        return sum(held.span.tokens or -(-len(held.span.text.encode()) // 4) for held in self.held.values())

    def call(self) -> None:
        self.turn += 1
        self.build.turn(self.turn)
        self.build.call(self.size() + 900 if self.random.random() < 0.8 else None)

    # --- jobs ---

    def opening(self) -> None:
        rules = self.put(
            Held(self.made(self.fresh("sys"), "Keep the ledger of the quay. Ask before you sell.", "system"))
        )
        facts = (self.fact(), self.fact())
        text = "Standing orders. " + " ".join(fact.sentence for fact in facts)
        pinned = self.put(Held(self.made(self.fresh("orders"), text, "user", kind="plan", pinned=True), facts))
        self.build.pin(tokens=[fact.token for fact in facts])
        self.steady |= {rules.name, pinned.name}

    def job(self) -> None:
        """A question, some lookups, perhaps a decision, an answer."""
        thing = self.random.choice(THINGS)
        request = self.made(self.fresh("ask"), f"Look after the {thing} and tell me what the register says.", "user")
        self.steady.add(self.put(Held(request)).name)
        for _ in range(self.random.randint(1, 4)):
            self.call()
            self.random.choice([self.lookup, self.read, self.notes])()
            if self.random.random() < 0.25:
                self.edit()
        if self.random.random() < 0.6 and len(self.options) >= 3:
            self.decide()
        self.call()
        self.answer()

    def lookup(self) -> None:
        """A tool call and its result, a pair."""
        pair = self.fresh("k") if self.random.random() < 0.7 else "again"
        seen = [fact for held in self.held.values() for fact in held.facts if self.is_evidence(held)]
        about = self.random.choice(seen).token
        call = self.made(
            self.fresh("call"), f'{{"ask": "{about}"}}', "assistant", kind="tool-call", call_id=pair, name="register"
        )
        facts = (self.fact(),)
        text = f"{self.chatter()} {facts[0].sentence} {self.chatter()}"
        result = self.made(self.fresh("res"), text, "tool", kind="tool-result", call_id=pair, name="register")
        self.put(Held(call, (Fact(about, f"The register was asked for {about} before."),), pair=result.id))
        self.put(Held(result, facts, pair=call.id))

    def read(self, **keys: object) -> None:
        facts = tuple(self.fact() for _ in range(self.random.randint(1, 3)))
        text = "\n".join(f"{self.chatter(3)}\n{fact.sentence}" for fact in facts)
        tags = self.random.choice([[], [], ["superseded"]])
        self.put(Held(self.made(self.fresh("read"), text, "tool", kind="read", tags=tags, **keys), facts))

    def notes(self) -> None:
        self.put(Held(self.made(self.fresh("note"), self.chatter(), "scratchpad")))

    def decide(self) -> None:
        """One option is taken and two are rejected; the reasons stand in the model's plan."""
        taken, *left = (self.options.pop() for _ in range(3))
        flaws = self.random.sample(FLAWS, 2)
        reasons = tuple(f"We rejected {option} because {flaw}." for option, flaw in zip(left, flaws, strict=True))
        self.call()
        text = f"We take {taken}. {' '.join(reasons)} {self.chatter(2)}"
        plan = self.made(self.fresh("plan"), text, "assistant", kind="plan", falsifier=self.random.random() < 0.2)
        kept = (text,) if plan.falsifier else reasons
        self.put(Held(plan, reasons=(*kept, f"We take {taken}.")))
        rejected = [{"alternative": option, "reason": flaw} for option, flaw in zip(left, flaws, strict=True)]
        self.build.decide(self.fresh("d"), taken, rejected, span=plan.id)

    def answer(self) -> None:
        """The model says what a live source says, and cites it."""
        sources = [held for held in self.held.values() if held.facts and self.is_evidence(held)]
        source = self.random.choice(sources)
        fact = self.random.choice(source.facts)
        answer = self.put(Held(self.made(self.fresh("ans"), f"Done. {fact.sentence}", "assistant"), (fact,)))
        if self.random.random() < 0.8:
            action = self.random.choice(["", "", "wrote it into the ledger"])
            self.build.cite(fact.token, span=source.name, claim=answer.name, action=action)

    def is_evidence(self, held: Held) -> bool:
        return not held.derivative and held.span.by != "model"

    # --- edits, each in a turn of its own ---

    def edit(self) -> None:
        self.turn += 1
        self.build.turn(self.turn)
        self.random.choice([self.rewrite, self.rewrite, self.evict, self.cut, self.restore, self.rank, self.restate])()

    def group(self, most: int, *, deep: bool = False) -> list[str]:
        """Names of spans that may go: whole pairs, nothing pinned, no request, a surrogate only when asked for."""
        free = [
            held
            for held in self.held.values()
            if held.name not in self.steady and (not held.derivative or (deep and held.depth == 1))
        ]
        chosen: dict[str, None] = {}
        for held in self.random.sample(free, min(len(free), most)):
            chosen[held.name] = None
            if held.pair:
                chosen[held.pair] = None
        return list(chosen)

    def rewrite(self) -> None:
        """A tagged surrogate with every fact and every reason word for word, shorter than what it stands for."""
        names = self.group(4, deep=self.random.random() < 0.4)
        text = self.carried([self.held[name] for name in names])
        if not names or len(text) > 0.8 * sum(len(self.held[name].span.text) for name in names):
            return
        self.replace(names, self.surrogate(names, text))
        if self.random.random() < 0.2:
            self.read(external_source=True)

    def surrogate(self, names: Sequence[str], text: str, **keys: object) -> Held:
        """What would stand for these spans; it is not in the window yet."""
        gone = [self.held[name] for name in names]
        sources = tuple(dict.fromkeys(name for held in gone for name in held.originals or (held.name,)))
        tags = {"kind": "summary", "lossy": True, "provenance": sources, **keys}
        made = self.made(self.fresh("sum"), text, "memory", **tags)
        facts = tuple(dict.fromkeys(fact for held in gone for fact in held.facts))
        reasons = tuple(dict.fromkeys(reason for held in gone for reason in held.reasons))
        return Held(made, facts, reasons, originals=sources, depth=1 + max(held.depth for held in gone))

    def replace(self, names: Sequence[str], surrogate: Held, **keys: object) -> None:
        """The rewrite itself: the surrogate takes the place of the first of them."""
        place = min(self.window.index(name) for name in names)
        gone = self.drop(names)
        self.enter(surrogate, place)
        before = [held.span.tokens for held in gone]
        if None not in before and surrogate.span.tokens is not None:
            keys = {"tokens_before": sum(filter(None, before)), "tokens_after": surrogate.span.tokens, **keys}
        self.build.rewrite(names, surrogate.span, **keys)

    def carried(self, gone: list[Held]) -> str:
        sentences = [fact.sentence for held in gone for fact in held.facts]
        reasons = [reason for held in gone for reason in held.reasons]
        return " ".join(
            ["Carried over from earlier work:", *dict.fromkeys([*sentences, *reasons]), "Nothing else matters."]
        )

    def evict(self) -> None:
        names = self.group(3)
        if not names:
            return
        copies = {name: f"store://quay/{name}" for name in names}
        self.away.extend(self.drop(names))
        self.build.evict(*names, reason="external-copy", copies=copies)

    def cut(self) -> None:
        """The backstop takes what an evict of the same turn explains, before it or after it."""
        names = self.group(2)
        if not names:
            return
        copies = {name: f"store://quay/{name}" for name in names}
        self.away.extend(self.drop(names))
        if self.random.random() < 0.5:
            self.build.truncate(*names).evict(*names, reason="external-copy", copies=copies)
        else:
            self.build.evict(*names, reason="external-copy", copies=copies).truncate(*names)

    def restore(self) -> None:
        """Something evicted is read again from its copy, the same to the letter."""
        singles = [held for held in self.away if not held.pair]
        if not singles:
            return
        held = self.random.choice(singles)
        self.away.remove(held)
        self.enter(held)
        self.build.restore(held.name, held.span, source="external", copy=f"store://quay/{held.name}")

    def rank(self) -> None:
        """Scores of source spans; what is pinned stands above the cut."""
        sources = [name for name in self.window if not self.held[name].derivative and name not in self.steady]
        pinned = [name for name in self.window if name in self.steady and self.held[name].span.pinned]
        order = [name for name in pinned if not self.held[name].derivative]
        order += self.random.sample(sources, min(len(sources), 5))
        scored = [(name, round(1 - place / 10, 2)) for place, name in enumerate(order)]
        self.build.rank(*scored, cut=len(order))

    def restate(self) -> None:
        """A checkpoint that agrees; now and then with another order."""
        if self.random.random() < 0.3:
            self.random.shuffle(self.window)
        tokens = self.size() if self.counted and self.random.random() < 0.6 else None
        self.build.checkpoint(*self.window, tokens=tokens)


def session(seed: int, jobs: int = 4, plant: Callable[[Session], None] | None = None) -> Build:
    """A sound session; the same for the same seed. `plant` may put something in between two of its jobs."""
    made = Session(seed)
    spot = random.Random(seed).randrange(jobs - 1)
    made.opening()
    for number in range(jobs):
        made.job()
        if plant is not None and number == spot:
            plant(made)
        for _ in range(made.random.randint(0, 3)):
            made.edit()
    made.turn += 1
    made.build.turn(made.turn)
    return made.build
