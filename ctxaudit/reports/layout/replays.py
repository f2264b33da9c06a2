"""The replay as rows for a person: a bar a turn with the edits below it, one window, or what changed between two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxaudit.model import Attribution, Trace
from ctxaudit.reports import safe
from ctxaudit.reports.layout.bars import SIGNS, Scale, bar, legend, scaled
from ctxaudit.reports.layout.columns import clipped, fit, fixed
from ctxaudit.reports.layout.folding import Run, folded
from ctxaudit.reports.layout.rows import BLANK, Part, Row, Style, cells, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted, some
from ctxaudit.windows import Difference, EditMark, HeldSpan, State, Turns

_LEAST_WIDTH = 60
_NAMES = 4
_HEAD, _TAIL = 12, 28  # spans of a long list that are shown
_ID = 20
_CALLS = "call / rebuilt"


@dataclass(frozen=True, slots=True)
class _Columns:
    """Widths: of the turns, of the tokens, of what stands behind the bar."""

    turn: int
    tokens: int
    behind: int
    scale: Scale


def turn_rows(trace: Trace, turns: Turns, options: RenderOptions) -> Iterator[Row]:
    """Every row has the window at the end of the turn, or of the last of several that are folded."""
    width = max(_LEAST_WIDTH, options.width)
    yield from _title(trace, _turns_words(turns), width)
    if not turns.rows:
        return
    runs = folded(turns.rows, verbose=options.verbose)
    columns = _columns(runs, turns, width)
    yield fixed([("plain", "  "), *legend(None, turns.budget)])
    yield BLANK
    yield _heading(columns, any(row.call for row in turns.rows))
    for run in runs:
        yield _turn_row(run, columns, estimated=turns.estimated)
        if len(run.rows) == 1:
            yield from (_edit_row(edit, columns, width) for edit in run.last.edits)
    yield from _footing(turns, width)


def _title(trace: Trace, words: str, width: int) -> list[Row]:
    lane = f", lane {safe.name(trace.header.lane, 40)}" if trace.header.lane else ""
    name = f"{safe.name(trace.header.id, 40)}{lane}"
    return paragraph([("title", name), ("dim", f" ({safe.name(trace.path, 120)}): {words}")], width, hang=2)


def _turns_words(turns: Turns) -> str:
    edits = sum(len(row.edits) for row in turns.rows)
    size = ", tokens estimated" if turns.estimated else ""
    limit = "no budget known" if turns.budget is None else f"budget {turns.budget:,}"
    return f"{counted(len(turns.rows), 'turn')}, {counted(edits, 'edit')}, {limit}{size}"


def _columns(runs: Sequence[Run], turns: Turns, width: int) -> _Columns:
    largest = max(row.fill.total for row in turns.rows)
    turn = max(4, *(len(_turn_words(run)) for run in runs))
    tokens = max(6, len(f"{largest:,}") + turns.estimated)
    calls = len(_CALLS) if any(row.call for row in turns.rows) else 0
    behind = min(width // 3, max(calls, *(len(_behind(run)) for run in runs)))
    room = width - turn - tokens - 8 - (behind + 2 if behind else 0)
    return _Columns(turn, tokens, behind, scaled(room, turns.budget, largest))


def _turn_words(run: Run) -> str:
    return str(run.last.turn) if len(run.rows) == 1 else f"{run.rows[0].turn}-{run.last.turn}"


def _behind(run: Run) -> str:
    """Of a run how much it folds; of a turn the size of its last call, recorded and rebuilt."""
    if len(run.rows) > 1:
        edits = f", {counted(run.edits, 'edit')}" if run.edits else ""
        return f"{counted(len(run.rows), 'turn')}{edits}"
    call = run.last.call
    return "" if call is None else f"{call.recorded:,} / {call.rebuilt:,}"


def _heading(columns: _Columns, calls: bool) -> Row:
    words = f"  {'turn':>{columns.turn}}  {'tokens':>{columns.tokens}}  {'window':<{_bar_width(columns.scale)}}"
    return fixed([("title", words), ("title", f"  {_CALLS}" if calls else "")])


def _bar_width(scale: Scale) -> int:
    return scale.cells + 2 + (scale.limit is not None)


def _turn_row(run: Run, columns: _Columns, *, estimated: bool) -> Row:
    total = ("~" if estimated else "") + f"{run.last.fill.total:,}"
    style: Style = "plain" if len(run.rows) == 1 else "dim"
    head = f"  {_turn_words(run):>{columns.turn}}  {total:>{columns.tokens}}  "
    behind = f"  {clipped(_behind(run), columns.behind)}"
    return fixed([("plain", head), *bar(run.last.fill, columns.scale), (style, behind)])


def _edit_row(edit: EditMark, columns: _Columns, width: int) -> Row:
    lead = " " * (columns.turn + 4)
    room = width - len(lead) - 2
    freed = f"{edit.tokens_freed:,} freed" if edit.tokens_freed >= 0 else f"grew by {-edit.tokens_freed:,}"
    bad = "unattributed" in edit.attributions
    tail = f", {freed}" + (", unattributed" if bad else "")
    said = [_edit_words(edit, names) + tail for names in range(_NAMES, -1, -1)]
    words = next((one for one in said if cells(one) <= room), clipped(said[-1], room))
    return fixed([("plain", lead), ("error" if bad else "warning", "^ "), ("plain", words)])


def _edit_words(edit: EditMark, names: int) -> str:
    entered = f" -> {_names(edit.entered, names)}" if edit.entered else ""
    return f"{edit.kind} by {edit.by}, line {edit.line}: {_names(edit.left, names)}{entered}"


def _names(ids: Sequence[str], names: int) -> str:
    """So many of them by name, and how many more; none by name is their number."""
    if len(ids) > 1 and not names:
        return counted(len(ids), "span")
    return some([safe.name(name, _ID) for name in ids], names) or "nothing"


def _footing(turns: Turns, width: int) -> list[Row]:
    said = []
    if any(row.call for row in turns.rows):
        said.append(
            f"{_CALLS}: tokens of the turn's last call as recorded, and of the spans that replay has then; the "
            "difference is what the log does not show, such as tool schemas"
        )
    if turns.estimated:
        said.append("~: spans without a recorded size are estimated at four bytes a token")
    rows = [row for words in said for row in paragraph([("dim", words)], width, indent=2, hang=2)]
    return [BLANK, *rows] if rows else []


def state_rows(trace: Trace, state: State, options: RenderOptions) -> Iterator[Row]:
    """The spans of one window in its order; of a long one the first and the last."""
    width = max(_LEAST_WIDTH, options.width)
    yield from _title(trace, f"the window at the end of turn {state.turn} (line {state.line})", width)
    yield from _full(state, width)
    yield BLANK
    yield from _listed(state.spans, "", options, width)


def _full(state: State, width: int) -> Iterator[Row]:
    scale = scaled(width - 4, state.budget, state.fill.total)
    yield fixed([("plain", "  "), *bar(state.fill, scale)])
    about = "about " if state.estimated else ""
    limit = "" if state.budget is None else f" of {state.budget:,}"
    estimated = " (estimated)" if state.estimated else ""
    said = f"{counted(len(state.spans), 'span')}, {about}{state.fill.total:,} tokens{limit}{estimated}"
    yield fixed([("plain", f"  {said}")])
    yield from paragraph(legend(state.fill, state.budget), width, indent=2, hang=2)


def difference_rows(trace: Trace, change: Difference, options: RenderOptions) -> Iterator[Row]:
    """What left, with its attribution and what stands for it; then what entered."""
    width = max(_LEAST_WIDTH, options.width)
    first, second = change.first, change.second
    about = "about " if second.estimated else ""
    words = (
        f"from the end of turn {first.turn} (line {first.line}) to the end of turn {second.turn} (line {second.line})"
    )
    yield from _title(trace, f"{words}, {about}{first.fill.total:,} to {second.fill.total:,} tokens", width)
    if not change.left and not change.entered:
        yield from (BLANK, fixed([("plain", "Nothing left and nothing entered.")]))
    fates: dict[tuple[int | None, Attribution | None, str | None], list[HeldSpan]] = {}
    for span in change.left:
        fates.setdefault((span.left_line, span.attribution, span.stands_for_it), []).append(span)
    for spans in fates.values():
        yield from (BLANK, *_group("Left", spans, about, _fate(spans[0], len(spans)), width))
        yield from _listed(spans, "-", options, width)
    if change.entered:
        yield from (BLANK, *_group("Entered", change.entered, about, [], width))
        yield from _listed(change.entered, "+", options, width)


def _group(title: str, spans: Sequence[HeldSpan], about: str, fate: Sequence[Part], width: int) -> list[Row]:
    tokens = sum(span.tokens for span in spans)
    size = f": {counted(len(spans), 'span')}, {about}{counted(tokens, 'token')}"
    return paragraph([("title", title), ("plain", size), *fate], width, hang=2)


def _fate(span: HeldSpan, number: int) -> list[Part]:
    if span.attribution is None:
        return [("plain", f", at line {span.left_line}; back in the window later")]
    style: Style = "error" if span.attribution == "unattributed" else "plain"
    them = "it" if number == 1 else "them"
    after = f"; {safe.name(span.stands_for_it, _ID)} stands for {them}" if span.stands_for_it else ""
    return [("plain", f", line {span.left_line}: "), (style, span.attribution), ("plain", after)]


def _listed(spans: Sequence[HeldSpan], sign: str, options: RenderOptions, width: int) -> Iterator[Row]:
    if options.verbose or len(spans) <= _HEAD + _TAIL + 1:
        shown: Sequence[HeldSpan | None] = spans
    else:
        shown = [*spans[:_HEAD], None, *spans[-_TAIL:]]
    middle = spans[_HEAD : len(spans) - _TAIL]
    longest = max([6, *(cells(safe.line(span.id, _ID)) for span in spans)])
    tokens = max([1, *(len(f"{span.tokens:,}") for span in spans)])
    for span in shown:
        if span is None:
            size = counted(sum(one.tokens for one in middle), "token")
            yield fixed([("dim", f"  … {counted(len(middle), 'more span')}, {size} (--verbose lists them)")])
        else:
            yield _span_row(span, sign, (min(longest, _ID), tokens), width)


def _span_row(span: HeldSpan, sign: str, columns: tuple[int, int], width: int) -> Row:
    mark, style = SIGNS[span.part]
    label, tokens = columns
    lead = f"  {sign} " if sign else "  "
    head = f" {span.tokens:>{tokens},}  {fit(span.id, label)}  "
    parts: list[Part] = [("plain", lead), (style, mark), ("plain", head)]
    room = width - sum(cells(text) for _, text in parts)
    words = f"{_kind_words(span)}, line {span.entered_line}"
    left = room - cells(words) - 2
    excerpt = f": {clipped(span.excerpt, left)}" if left > 12 and span.excerpt.strip() else ""
    return fixed([*parts, ("plain", clipped(words, room)), ("dim", excerpt)])


def _kind_words(span: HeldSpan) -> str:
    kind = span.kind.replace("-", " ")
    return kind if span.kind in ("tool-call", "tool-result", "read") else f"{span.role} {kind}"
