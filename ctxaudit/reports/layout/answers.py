"""The answer to "why is this absent?" as one screen of rows: the fate, the claims, then a drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ctxaudit.model import Trace
from ctxaudit.reports import safe
from ctxaudit.reports.layout.coverage import labelled
from ctxaudit.reports.layout.fates import born_words, holder_words, named_parts, stands_parts, taken_parts
from ctxaudit.reports.layout.lifelines import lifelines
from ctxaudit.reports.layout.rows import BLANK, Part, Row, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted, joined, some
from ctxaudit.why.answer import Answer, Nearest, Now, Spell, Stay, Use

_LEAST_WIDTH = 60
_STAYS, _USES, _LINES = 5, 5, 8
_NAMES, _SPELLS, _LIVES = 3, 3, 3
_EXCERPT_ROWS = 2
_NATURES = ("evidence", "derivative", "words")
_HOW: Mapping[str, str] = {
    "token": "the nearest token",
    "inside": "inside a longer word",
    "words": "a line with words of it",
    "id": "a span of a like id",
}


def answer_rows(trace: Trace, answer: Answer, options: RenderOptions) -> list[Row]:
    """What a trace says of it. Longer lists are cut unless verbose."""
    width = max(_LEAST_WIDTH, options.width)
    rows = _title(trace, answer, width)
    if not answer.found:
        return [*rows, *_nearest(answer.nearest, width), *_uses(answer, options, width)]
    main = main_stay(answer)
    if answer.what == "span":
        rows += _lives(answer, options, width)
        rows += _holders(answer, options, width)
    else:
        rows += _spells(answer.now.spells, width)
        rows += _now(answer.now, options, width)
        rows += _life(main, options, width, [("title", safe.name(main.span, 30)), ("plain", ", ")])
        rows += _others(answer, main, options, width)
        rows += _nearest(answer.nearest, width) if answer.nearest is not None else []
    rows += _uses(answer, options, width)
    drawn = _drawn(answer, main, options)
    return [*rows, BLANK, *lifelines(drawn, answer.uses, answer.axis, width)]


def main_stay(answer: Answer) -> Stay:
    """The life that the answer tells in full: of a span the last; else live evidence, evidence that left last, a
    derivative, the model's words."""
    if answer.what == "span":
        return answer.stays[-1]
    if answer.now.last is not None:
        return answer.now.last
    return min(answer.stays, key=lambda stay: (_NATURES.index(stay.nature), stay.taken is not None))


def _title(trace: Trace, answer: Answer, width: int) -> list[Row]:
    what = f"{answer.token_kind} token" if answer.what == "token" else answer.what
    lane = f", lane {safe.name(trace.header.lane, 40)}" if trace.header.lane else ""
    where = f"trace {safe.name(trace.header.id, 40)}{lane} ({safe.name(trace.path, 120)})"
    if answer.what == "nothing":
        said: list[Part] = [("title", safe.name(answer.asked, 60)), ("plain", " never stood in any span of ")]
        return paragraph([*said, ("plain", where)], width, hang=2)
    said = [("title", safe.name(answer.asked, 60)), ("dim", f": {what} of {where}")]
    return paragraph(said, width, hang=2)


def _spells(spells: Sequence[Spell], width: int) -> list[Row]:
    """When live evidence held it."""
    if not spells:
        return labelled("In evidence", [("warning", "never")], width)
    said = [
        f"from line {one.from_line} (turn {one.from_turn}) on"
        if one.to_line is None
        else f"lines {one.from_line} to {one.to_line} (turns {one.from_turn} to {one.to_turn})"
        for one in spells
    ]
    earlier = f"{len(said) - _SPELLS:,} times before that; " if len(said) > _SPELLS else ""
    return labelled("In evidence", earlier + "; ".join(said[-_SPELLS:]), width)


def _now(now: Now, options: RenderOptions, width: int) -> list[Row]:
    """Where it stands when the trace ends."""
    named = [
        (now.evidence, "in evidence: "),
        (now.derivatives, "in the rewrite " if len(now.derivatives) == 1 else "in the rewrites "),
        (now.words, "in the model's own words: "),
    ]
    limit = 40 if options.verbose else _NAMES
    places = [
        words + some([safe.name(name, 30) for name in dict.fromkeys(names)], limit) for names, words in named if names
    ]
    if now.pin is not None:
        places.insert(0, f"pinned as {safe.name(now.pin, 40)}")
    parts: list[Part] = []
    if not now.evidence and now.pin is None:
        parts.append(("warning", "in no evidence"))
        parts.append(("plain", "; "))
    return labelled("At the end", [*parts, ("plain", "; ".join(places) or "nowhere in the window")], width)


def _lives(answer: Answer, options: RenderOptions, width: int) -> list[Row]:
    """Of a span that came several times the last lives in full."""
    limit = len(answer.stays) if options.verbose else _LIVES
    earlier = len(answer.stays) - limit
    rows = labelled("Earlier", f"{earlier:,} lives; the last {limit} are told", width) if earlier > 0 else []
    for stay in answer.stays[-limit:]:
        rows += _life(stay, options, width)
    return rows


def _life(stay: Stay, options: RenderOptions, width: int, head: Sequence[Part] = ()) -> list[Row]:
    """How a life came, what took it, what stands for it."""
    rows = labelled("Born", [*head, ("plain", born_words(stay))], width)
    limit = 2000 if options.verbose else _EXCERPT_ROWS * (width - 15) - 20
    if stay.excerpt.strip():
        rows += labelled("", [("dim", safe.quoted(stay.excerpt, min(limit, len(stay.excerpt) + 1)))], width)
    if stay.taken is None:
        return rows + labelled("Left", "never: it is in the window when the trace ends", width)
    rows += labelled("Left", taken_parts(stay), width)
    rows += labelled("Findings", named_parts(stay), width) if stay.findings or stay.silence else []
    return rows + labelled("In its place", stands_parts(stay, 40 if options.verbose else _NAMES), width)


def _others(answer: Answer, main: Stay, options: RenderOptions, width: int) -> list[Row]:
    """The other lives that hold it, one row each."""
    rest = [stay for stay in answer.stays if (stay.span, stay.stretches) != (main.span, main.stretches)]
    return _listed("Held also by", rest, answer.stays_omitted, options, width)


def _holders(answer: Answer, options: RenderOptions, width: int) -> list[Row]:
    return _listed("Whole in", list(answer.holders), answer.stays_omitted, options, width)


def _listed(label: str, stays: Sequence[Stay], omitted: int, options: RenderOptions, width: int) -> list[Row]:
    limit = len(stays) if options.verbose or len(stays) <= _STAYS + 1 else _STAYS
    ranked = sorted(stays, key=lambda stay: (_NATURES.index(stay.nature), stay.line))
    rows: list[Row] = []
    for stay in ranked[:limit]:
        rows += labelled("" if rows else label, holder_words(stay, width - 15), width)
    left_out = len(stays) - limit + omitted
    if left_out:
        rows += labelled("", f"and {left_out:,} more", width)
    return rows


def _uses(answer: Answer, options: RenderOptions, width: int) -> list[Row]:
    """How often it was claimed, with which verdict; the claims that went wrong first."""
    if not answer.uses:
        return labelled("Cited", "by no claim that was judged", width)
    verdicts = Counter(use.verdict for use in answer.uses)
    total = len(answer.uses) + answer.uses_omitted
    said = (
        f"{counted(total, 'time')}: {joined([f'{number:,} {verdict}' for verdict, number in verdicts.most_common()])}"
    )
    rows = labelled("Cited", said, width)
    ranked = sorted(answer.uses, key=lambda use: (use.verdict == "sourced", not use.acted, use.moment))
    limit = len(ranked) if options.verbose or len(ranked) <= _USES + 1 else _USES
    for use in ranked[:limit]:
        rows += labelled("", _use_parts(use, answer), width)
    if total > limit:
        rows += labelled("", f"and {total - limit:,} more", width)
    return rows


def _use_parts(use: Use, answer: Answer) -> list[Part]:
    place = f"line {use.line}, turn {use.turn}" + (f", in {safe.name(use.span, 30)}" if use.span else "")
    parts: list[Part] = [("dim", f"{place}: ")]
    if answer.what == "span" or use.token != answer.asked:
        parts.append(("plain", f"{safe.name(use.token, 40)}: "))
    parts.append(("plain" if use.verdict == "sourced" else "warning", use.verdict))
    if use.instead is not None:
        parts.append(("plain", f" (its source says {safe.name(use.instead, 40)})"))
    if use.acted:
        parts += [
            ("plain", ", "),
            ("error", "acted on"),
            ("plain", f" ({safe.name(use.action, 40)})" if use.action else ""),
        ]
    return parts


def _nearest(nearest: Nearest | None, width: int) -> list[Row]:
    if nearest is None:
        return labelled("Nearest", "nothing like it", width)
    state = "live" if nearest.live else "gone"
    words = f"{_HOW[nearest.how]}, in {safe.name(nearest.span, 30)} (line {nearest.line}, {state}): "
    shown = safe.name(nearest.text, 60) if nearest.how in ("token", "id") else safe.quoted(nearest.text, 160)
    return labelled("Nearest", [("plain", words), ("title", shown)], width)


def _drawn(answer: Answer, main: Stay, options: RenderOptions) -> list[Stay]:
    """The life told in full with what stood for it, then the others, as many as fit."""
    order = [*(answer.stays if answer.what == "span" else [main]), *main.chain, *answer.stays, *answer.holders]
    distinct = list({(stay.span, stay.stretches): stay for stay in order}.values())
    shown = distinct[: 40 if options.verbose else _LINES]
    return sorted(shown, key=lambda stay: stay.stretches[0][0])
