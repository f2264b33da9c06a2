"""Faults of what a rewrite says: nothing at all, or without what must not be lost."""

from __future__ import annotations

from tests.inject.acts import Expected, carried, compacted, line, next_turn, note, read, some_sources
from tests.simulate import Session

OPENERS = (
    "API Error: 529 overloaded, please try again",
    "I'm sorry, but that is more than I can summarise.",
    "You've hit your limit for today.",
    "**Error generating** the summary of this session.",
    "Please provide the text that you would like to have shortened.",
    "It looks like there is nothing in this session so far.",
    "As an AI I have no memory of the session.",
    "Nothing to summarize.",
)
FORMS = (
    "## Done\n- none\n\n## Open\n- n/a",
    "Findings:\n1. TODO\nOpen points:\n2. (none)",
    "# State\n# Next",
    "- Decisions: none\n- Files: no items\n- Errors: null",
)

# --- hollow-surrogate ---


def _hollowed(made: Session, body: str) -> Expected:
    """Notes give way to a text; with a read beside them what the read told is lost as well."""
    held = [note(made), note(made)]
    lost = made.random.random() < 0.4
    names = [one.name for one in held] + ([read(made, 1).name] if lost else [])
    surrogate = compacted(made, names, body)
    implied = ["unpinned-loss"] if lost else []
    if "529" in body:  # no source gave that number
        implied.append("invented-in-surrogate")
    return Expected(line(made), [surrogate.name], implied=implied)


def _summed_up(made: Session) -> Expected:
    held = [note(made), read(made, 1)]
    names = [one.name for one in held]
    surrogate = compacted(made, names, made.random.choice([
        f"{carried(made, names)} I'm sorry that it took so long.",
        f"I'm sorry, I had to shorten this. {held[1].facts[0].sentence}",
        f"## Done\n- none\n\n## Known\n- {held[1].facts[0].sentence}",
    ]))  # fmt: skip
    return Expected(line(made), [surrogate.name])


def empty(made: Session, fault: bool) -> Expected:
    """Nothing stands in the place of the sources."""
    next_turn(made)
    return _hollowed(made, made.random.choice(["", " ", "\n\n\t"])) if fault else _summed_up(made)


def refusing(made: Session, fault: bool) -> Expected:
    """An error, a limit, a refusal or a question back."""
    next_turn(made)
    return _hollowed(made, made.random.choice(OPENERS)) if fault else _summed_up(made)


def unfilled(made: Session, fault: bool) -> Expected:
    """A form that nobody filled in."""
    next_turn(made)
    return _hollowed(made, made.random.choice(FORMS)) if fault else _summed_up(made)


def cut_mid_word(made: Session, fault: bool) -> Expected:
    """The summary ends inside a word of its source; harmless when the word is whole, or the sentence ends."""
    next_turn(made)
    names = some_sources(made)
    word = made.random.choice(["lightkeepers", "greenhouses", "waterwheels"])
    names.append(note(made, f"{made.chatter(3)} Two {word} were seen from the road. {made.chatter(3)}").name)
    end = word[:5] if fault else made.random.choice([word, f"{word[:5]}."])
    surrogate = compacted(made, names, f"{carried(made, names)} Seen were two {end}")
    return Expected(line(made), [surrogate.name])


# --- unpinned-loss ---


def lost_from_some(made: Session, fault: bool) -> Expected:
    """The surrogate leaves out some facts; harmless from superseded sources, or with a copy of them."""
    next_turn(made)
    keys: dict[str, object] = {}
    if not fault:
        keys = made.random.choice([{"tags": ["superseded"]}, {"external_copy": "store://quay/shelf"}])
    held = read(made, 3, **keys)
    names = [held.name, read(made, 1).name]
    lost = held.facts[: made.random.randint(1, 3)]
    surrogate = compacted(made, names, carried(made, names, without=lost))
    return Expected(line(made), [surrogate.name], [fact.token for fact in lost])


def lost_from_one(made: Session, fault: bool) -> Expected:
    """One fact is left out; harmless while another live span tells it too, or when it is carried in other words."""
    next_turn(made)
    held = read(made, 2)
    fact = held.facts[0]
    told = made.random.random() < 0.5
    if not fault and told:
        read(made, [fact])
    text = carried(made, [held.name], without=[fact])
    kept = "" if fault or told else f" Keep {fact.respelled or fact.token} in mind."
    surrogate = compacted(made, [held.name], f"{text}{kept}")
    return Expected(line(made), [surrogate.name], [fact.token])
