"""Sentences about one life: how it came, what took it and as what, what stood for it since."""

from __future__ import annotations

from collections.abc import Mapping

from ctxaudit.reports import safe
from ctxaudit.reports.layout.columns import clipped
from ctxaudit.reports.layout.rows import Part
from ctxaudit.reports.words import counted, some
from ctxaudit.why.answer import Named, Stay

_ARRIVALS: Mapping[str, str] = {
    "add": "added",
    "surrogate": "made by a rewrite",
    "external": "restored from its external copy",
    "retained": "restored from what the host retained",
    "model": "restored from the model's memory",
}
_NAMES = 4


def born_words(stay: Stay) -> str:
    """`line 6, turn 1: added; tool result of read_chapter, 3,200 tokens`."""
    about = "about " if stay.estimated else ""
    size = about + counted(stay.tokens, "token")
    pinned = ", pinned" if stay.pinned else ""
    return f"line {stay.line}, turn {stay.turn}: {_arrival(stay)}; {kind_words(stay)}, {size}{pinned}"


def _arrival(stay: Stay) -> str:
    sources = some([safe.name(name, 30) for name in stay.made_of], _NAMES)
    if not sources:
        return _ARRIVALS[stay.arrival]
    if stay.arrival == "surrogate":
        return f"made by a rewrite of {sources}"
    return (
        f"{_ARRIVALS[stay.arrival]}, from {sources}"
        if stay.arrival == "add"
        else f"{_ARRIVALS[stay.arrival]}, of {sources}"
    )


def kind_words(stay: Stay) -> str:
    """`user message`, `tool result of read_chapter`, `memory summary that replaces others`."""
    if stay.kind in ("tool-call", "tool-result", "read"):
        words = {"tool-call": "tool call", "tool-result": "tool result", "read": "result of a lookup"}[stay.kind]
        if stay.tool:
            words += f" {'to' if stay.kind == 'tool-call' else 'of'} {safe.name(stay.tool, 40)}"
    else:
        words = f"{stay.role} {stay.kind}"
    return words + (", derivative" if stay.nature == "derivative" else "")


def taken_parts(stay: Stay) -> list[Part]:
    """`line 10, turn 14: rewrite by model, rewritten-with-surrogate`, with the copy, or with what is missing."""
    taken = stay.taken
    if taken is None:
        return [("plain", "never")]
    basis = "" if taken.basis == "recorded" else f" ({taken.basis})"
    parts: list[Part] = [("plain", f"line {taken.line}, turn {taken.turn}: {taken.edit} by {taken.by}{basis}; ")]
    if taken.attribution == "unattributed":
        parts += [("error", "unattributed"), ("plain", ": nothing in the trace says why")]
    else:
        parts += [("plain", "attribution "), ("title", taken.attribution)]
    if taken.copy is not None:
        parts.append(("plain", f", its copy is {safe.name(taken.copy, 60)}"))
    if len(stay.stretches) > 1:
        parts.append(("plain", f"; it had been away {counted(len(stay.stretches) - 1, 'time')} before"))
    return parts


def named_parts(stay: Stay) -> list[Part]:
    """The findings about the edit, those of a rule together, or why there is none."""
    rules: dict[tuple[str, bool], list[Named]] = {}
    for named in stay.findings:
        rules.setdefault((named.rule, named.suppressed), []).append(named)
    parts: list[Part] = []
    for (rule, suppressed), found in rules.items():
        lines = list(dict.fromkeys(str(named.line) for named in found))
        where = f" at line{'s' if len(lines) > 1 else ''} {some(lines, _NAMES)}{' (suppressed)' if suppressed else ''}"
        parts += [("plain", ", " if parts else ""), (found[0].severity, rule), ("plain", where)]
    return parts or [("plain", f"none: {stay.silence}")]


def stands_parts(stay: Stay, limit: int) -> list[Part]:
    """What stood for it, one after the other, each with whether it holds what was asked for; then how it ends."""
    if not stay.chain:
        return [("warning", "nothing")]
    links = [_link(link) for link in stay.chain]
    skipped = len(links) - limit - 1
    if skipped > 0:
        links = [*links[:limit], f"{skipped + stay.chain_omitted:,} more", links[-1]]
    parts: list[Part] = [("plain", ", then ".join(links))]
    last = stay.chain[-1]
    if stay.ending == "live":
        parts.append(("plain", f"; {safe.name(last.span, 30)} is live at the end"))
    elif last.taken is not None:
        how: Part = ("error" if stay.ending == "nothing" else "title", last.taken.attribution)
        parts += [
            ("plain", f"; {safe.name(last.span, 30)} left at line {last.taken.line}, "),
            how,
            ("plain", ", and nothing stands for it"),
        ]
    return parts


def _link(link: Stay) -> str:
    holds = {True: ", holds it", False: ", does not hold it", None: ""}[link.holds]
    return f"{safe.name(link.span, 30)} (line {link.line}{holds})"


def holder_words(stay: Stay, room: int) -> str:
    """One row about one of several lives."""
    name = safe.name(stay.span, 30)
    if stay.taken is None:
        return clipped(f"{name}: from line {stay.line} on, live; {kind_words(stay)}", room)
    lines = f"lines {stay.line} to {stay.taken.line}"
    return clipped(f"{name}: {lines}, {stay.taken.attribution}; {kind_words(stay)}", room)
