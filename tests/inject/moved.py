"""Faults of results that were moved out to a copy: the model speaks of them without having opened them again."""

from __future__ import annotations

from tests.inject.acts import Expected, line, next_turn, steady, varied
from tests.simulate import Held, Session

FILES = ("ledgers/gate.md", "/srv/yard/ledgers/scales.txt", "orders/night.rst", "plans/lower-yard.md", "maps/kiln.adoc")
SAYINGS = (
    "The rules in {file} leave the side door to the weighers.",
    "As `{file}` has it, nobody unloads before the bell.",
    "I went through {file}: the night shift keeps the keys.",
)


def spoken_of(made: Session, fault: bool) -> Expected:
    """In a message; harmless when the copy was opened before, or when the message only plans to."""
    held, file = _moved(made)
    said = made.random.choice(SAYINGS).format(file=varied(made, file, file.split("/")[-1]))
    if not fault and made.random.random() < 0.3:
        said = f"Let me look at {file} before I say more about the side door."
    elif not fault:
        _opened(made, held, file)
    next_turn(made)
    claim = steady(made, made.put(Held(made.made(made.fresh("say"), said, "assistant"))))
    return Expected(line(made), [claim.name, held.name])


def written_about(made: Session, fault: bool) -> Expected:
    """In a report that is written to a file, as something that was read."""
    held, file = _moved(made)
    if not fault:
        _opened(made, held, file)
    next_turn(made)
    report = f"# Report\\n\\n## Papers reviewed\\n\\n- {file}\\n\\n{made.chatter()}"
    call = _called(made, f'{{"path": "reports/{made.fresh("day")}.md", "content": "{report}"}}', "write", "Written.")
    return Expected(made.build.events[-2].line, [call.name, held.name])


def _moved(made: Session) -> tuple[Held, str]:
    """A file is read, and the result leaves for a copy; a pointer with the same call's id stays."""
    next_turn(made)
    file = made.random.choice(FILES)
    text = "\n".join(f"{made.fact().sentence} {made.chatter(2)}" for _ in range(3))
    _called(made, f'{{"path": "{file}"}}', "open", text, kind="read")
    [held] = made.drop([made.window[-1]])
    copy = f"store://quay/{held.name}"
    next_turn(made)
    made.build.evict(held.name, reason="external-copy", copies={held.name: copy})
    keys = {"kind": "tool-result", "by": "host", "call_id": held.span.call_id, "external_copy": copy}
    steady(made, made.put(Held(made.made(made.fresh("stub"), f"Moved to {copy}", "tool", **keys))))
    return held, file


def _opened(made: Session, held: Held, file: str) -> None:
    """By a call for the copy or for the file, or by the host."""
    next_turn(made)
    way = made.random.randrange(3)
    if way == 2:
        made.enter(steady(made, held))
        made.build.restore(held.name, held.span, source="external", copy=f"store://quay/{held.name}")
    else:
        asked = (f"store://quay/{held.name}", f"./{file.lstrip('/')}")[way]
        _called(made, f'{{"path": "{asked}"}}', "open", held.span.text, kind="read")


def _called(made: Session, arguments: str, tool: str, answer: str, kind: str = "tool-result") -> Held:
    """A tool call and its result, which nobody edits afterwards; gives the call."""
    pair = made.fresh("w")
    call = made.made(made.fresh("call"), arguments, "assistant", kind="tool-call", call_id=pair, name=tool)
    result = made.made(made.fresh("res"), answer, "tool", kind=kind, call_id=pair, name=tool)
    return steady(made, made.put(Held(call)), made.put(Held(result)))
