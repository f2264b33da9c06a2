"""Faults of reasons: a reason that leaves, a decision without any, an alternative that comes back."""

from __future__ import annotations

from tests.inject.acts import Expected, compacted, copied_out, line, next_turn, note, read, steady
from tests.simulate import Held, Session

FORMS = (
    "We rejected {option} because {flaw}.",
    "{Option} was ruled out because {flaw}.",
    "We tried {option} but {flaw}.",
    "{Option} was abandoned, as {flaw}.",
    "I decided against {option} since {flaw}.",
)
FLAWS = (
    "it floods the {name} cellar",
    "it breaks the seal of the {name} door",
    "it leaves the {name} gate without a guard",
    "it stops whenever the {name} wind turns",
    "it doubles the work of the {name} crew",
    "it starves the {name} furnace",
)


def _reason(made: Session) -> tuple[str, str, str]:
    """An option that nothing else in the session speaks of, its flaw, and the sentence that rejects it."""
    option, flaw = _option(made), _flaw(made)
    form = made.random.choice(FORMS)
    return option, flaw, form.format(option=option, Option=option[0].upper() + option[1:], flaw=flaw)


def _option(made: Session) -> str:
    return f"the {made.facts.name()} {made.random.choice(['winch', 'lantern', 'barge', 'stairway', 'kiln'])}"


def _flaw(made: Session) -> str:
    return made.random.choice(FLAWS).format(name=made.facts.name())


# --- dropped-falsifier ---


def reason_evicted(made: Session, fault: bool) -> Expected:
    """What says why something was not done is evicted as dispensable; harmless with a copy, or by a person."""
    next_turn(made)
    _, _, sentence = _reason(made)
    role = made.random.choice(["assistant", "scratchpad"])
    held = note(made, f"{made.chatter(2)} {sentence} {made.chatter(2)}", role, falsifier=made.random.random() < 0.3)
    note(made)
    next_turn(made)
    by_human = not fault and made.random.random() < 0.5
    if fault or by_human:
        made.drop([held.name])
        made.build.evict(held.name, reason="dispensable", by="human" if by_human else "model")
    else:
        copied_out(made, held.name)
    return Expected(line(made), [held.name])


def reason_summarised(made: Session, fault: bool) -> Expected:
    """The summary says the choice and drops or blurs the reason; harmless when it keeps or promotes the sentence."""
    next_turn(made)
    option, flaw, sentence = _reason(made)
    names = [note(made, f"{sentence} {made.chatter(3)} {made.chatter(3)}").name, read(made, 1).name]
    blurred = made.random.choice(["", f"We do not use {option}.", f"There was trouble with {option}."])
    kept = blurred
    entries: list[object] = []
    way = "" if fault else made.random.choice(["word for word", "whole sentence", "promoted"])
    if way == "word for word":
        kept = sentence.replace(" ", "  ")
    elif way == "whole sentence":
        entries = [sentence]
    elif way == "promoted":
        entries = [{"alternative": option, "reason": flaw}]
    text = made.carried([made.held[name] for name in names])
    surrogate = made.surrogate(names, f"{text} {kept}".strip())
    made.replace(names, steady(made, surrogate), rejected_alternatives=entries)
    return Expected(line(made), [names[0]])


def reason_truncated(made: Session, fault: bool) -> Expected:
    """The backstop takes the reason, attributed as dispensable; harmless when another live span says it too."""
    next_turn(made)
    _, _, sentence = _reason(made)
    held = note(made, f"{sentence} {made.chatter(2)}")
    if not fault:
        steady(made, note(made, f"{made.chatter(2)} {sentence}"))
    made.drop([held.name])
    made.build.truncate(held.name)
    where = line(made)
    made.build.evict(held.name, reason="dispensable")
    return Expected(where, [held.name])


# --- orphaned-decision ---


def orphaned(made: Session, fault: bool) -> Expected:
    """The report with the reasons goes and the decision stays; harmless with a copy, or when one reason is carried."""
    next_turn(made)
    taken, options = _option(made), [_option(made) for _ in range(made.random.randint(1, 2))]
    flaws = [_flaw(made) for _ in options]
    report = note(made, f"{made.chatter(2)} Of these, {'; '.join(flaws)}. {made.chatter(3)}", "tool")
    plan = steady(made, note(made, f"We go with {taken}. {made.chatter(2)}", "assistant", kind="plan"))
    rejected = [{"alternative": o, "reason": flaw} for o, flaw in zip(options, flaws, strict=True)]
    made.build.decide(made.fresh("d"), taken, rejected, span=plan.name)
    next_turn(made)
    if fault and made.random.random() < 0.5:
        made.drop([report.name])
        made.build.evict(report.name, reason="dispensable")
    elif fault:
        compacted(made, [report.name], "The report on the options was read.")
    elif made.random.random() < 0.5:
        copied_out(made, report.name)
    else:
        compacted(made, [report.name], f"The report says: {flaws[-1]}.")
    return Expected(line(made), [plan.name], [taken])


# --- rederived-alternative ---


def rederived(made: Session, fault: bool) -> Expected:
    """What was rejected is chosen, and the reason against it had left; harmless when it is there, or reopened."""
    next_turn(made)
    option, flaw, sentence = _reason(made)
    plan = note(made, f"{sentence} {made.chatter(2)}", "assistant", kind="plan")
    known = made.random.random() < 0.5
    entry = {"alternative": option, "reason": flaw, **({"span": plan.name} if known else {})}
    made.build.decide(made.fresh("d"), _option(made), [entry])
    way = "" if fault else made.random.choice(["carried", "reopened", "revoked"])
    next_turn(made)
    if way == "carried":
        compacted(made, [plan.name], sentence)
    else:
        copied_out(made, plan.name)
    for _ in range(made.random.randint(1, 3)):
        next_turn(made)
        made.build.call()
    if way == "revoked":
        _revoked(made, option)
    later = steady(made, note(made, "That settles it for today.", "assistant", kind="plan"))
    choice = option if made.random.random() < 0.5 else option.title()
    made.build.decide(made.fresh("d"), choice, span=later.name, reopens=[choice] if way == "reopened" else [])
    return Expected(line(made), [*([plan.name] if known else []), later.name], [choice])


def _revoked(made: Session, option: str) -> None:
    span = made.made(made.fresh("ask"), f"Let us go for {option} after all.", "user")
    steady(made, made.put(Held(span)))
