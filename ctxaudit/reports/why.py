"""The answer to "why is this absent?" in the formats that it can be written in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ctxaudit.model import Trace
from ctxaudit.reports import safe
from ctxaudit.reports.json_v1 import Json, json_text
from ctxaudit.reports.layout.answers import answer_rows
from ctxaudit.reports.layout.rows import Row, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.paint import painted
from ctxaudit.reports.plain import plain, trace_names
from ctxaudit.reports.words import counted
from ctxaudit.why.answer import Answer

_RANKS = ("span", "token", "phrase", "nothing")
_NEAR_RANKS = ("token", "inside", "words", "id")


@dataclass(frozen=True, slots=True)
class Answered:
    """What one trace of the file says."""

    trace: Trace
    answer: Answer


Renderer = Callable[[Sequence[Answered], RenderOptions], Iterator[str]]


def _for_people(answered: Sequence[Answered], options: RenderOptions) -> Iterator[str]:
    return painted(why_rows(answered, options), color=options.color)


def _plain_text(answered: Sequence[Answered], options: RenderOptions) -> Iterator[str]:
    return painted(why_rows(answered, options), color=False)


def _json(answered: Sequence[Answered], options: RenderOptions) -> Iterator[str]:
    """The whole answer of every trace that was searched, whatever the options say: they are for people."""
    del options
    traces: list[Json] = [_traced(one) for one in answered]
    found = any(one.answer.found for one in answered)
    asked = answered[0].answer.asked if answered else ""
    yield json_text({"version": 1, "asked": asked, "found": found, "traces": traces}) + "\n"


def _traced(one: Answered) -> dict[str, Json]:
    answer = plain(one.answer)
    assert isinstance(answer, dict)
    return {**trace_names(one.trace), **{key: value for key, value in answer.items() if key != "asked"}}


FORMATS: Mapping[str, Renderer] = {"terminal": _for_people, "text": _plain_text, "json": _json}


def why_rows(answered: Sequence[Answered], options: RenderOptions) -> Iterator[Row]:
    """The trace that says most in full, the others counted. Where none has it, what comes nearest."""
    if not answered:
        return
    best = min(answered, key=_rank)
    yield from answer_rows(best.trace, best.answer, options)
    others = [one for one in answered if one is not best]
    also = [one for one in others if one.answer.found]
    if also:
        named = "; ".join(f"{_named(one.trace)}: {counted(len(one.answer.stays), 'stay')}" for one in also[:4])
        more = f" and {len(also) - 4:,} more" if len(also) > 4 else ""
        said = f"Found as well in {named}{more} (--lane shows one)"
    elif others:
        said = f"{counted(len(answered), 'trace')} of this file searched"
    else:
        return
    yield from paragraph([("dim", said)], options.width, hang=2)


def _rank(one: Answered) -> tuple[int, int]:
    nearest = one.answer.nearest
    near = _NEAR_RANKS.index(nearest.how) if nearest is not None else len(_NEAR_RANKS)
    return _RANKS.index(one.answer.what), near if not one.answer.found else 0


def _named(trace: Trace) -> str:
    lane = f"lane {safe.name(trace.header.lane, 30)}" if trace.header.lane else "the main lane"
    return f"{lane} of {safe.name(trace.header.id, 40)}"
