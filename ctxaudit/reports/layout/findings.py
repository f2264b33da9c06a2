"""The findings of one trace, grouped by the edit that caused them, as many written out as the screen has room for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ctxaudit.model import Finding, Retention, TraceReport
from ctxaudit.reports import safe
from ctxaudit.reports.grouping import EditGroup, badness, by_edit
from ctxaudit.reports.layout.claims import BRIEF, FOLDED, FULL, HANG, INDENT, claim_rows, counts
from ctxaudit.reports.layout.rows import BLANK, Part, Row, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted, some, tally

_HIDDEN_ROWS = 3  # a blank and what is said of edits that are only counted
_KINDS = {
    "evict": "Eviction",
    "rewrite": "Rewrite",
    "truncate": "Truncation",
    "restore": "Restore",
    "checkpoint": "Checkpoint",
}
_TRIED = 60  # claims that are measured for a screen
_FULL_SHARE = 0.75  # of the room that the first row of each edit leaves; the rest goes to claims without their evidence
_Place = tuple[int, int]  # of a claim: the number of its group, its number there
_Plan = dict[_Place, int]


def findings(trace: TraceReport, listed: Sequence[Finding], options: RenderOptions, room: int | None) -> list[Row]:
    """The groups, the worst first; `room` is how many rows they may take, None for no limit."""
    groups = by_edit(listed)
    if room is None:
        plan = {(g, c): FULL for g, group in enumerate(groups) for c in range(len(group.claims))}
    else:
        plan = _fit(trace, groups, options, room)
    rows: list[Row] = []
    for at, group in enumerate(groups):
        if (at, 0) in plan:
            rows += [*([BLANK] if rows else []), *_group_rows(trace, group, at, plan, options)]
    hidden = [group for at, group in enumerate(groups) if (at, 0) not in plan]
    return rows + ([BLANK, *_hidden_rows(hidden, options)] if hidden else [])


def _fit(trace: TraceReport, groups: Sequence[EditGroup], options: RenderOptions, room: int) -> _Plan:
    """How much of each claim is written out: the worst in full, the first of each edit, then as many as there is room.

    A group that is not in the plan at all is only counted.
    """
    plan: _Plan = {}
    left = room
    for at, group in enumerate(groups):
        after = _HIDDEN_ROWS if at < len(groups) - 1 else 0
        level = BRIEF if at else FULL
        cost = len(_group_rows(trace, group, at, {(at, 0): level}, options)) + bool(at)
        if not at and cost > left - after:
            level = BRIEF
            cost = len(_group_rows(trace, group, at, {(at, 0): level}, options))
        if at and cost > left - after:
            left -= _HIDDEN_ROWS
            break
        plan[at, 0] = level
        left -= cost
    shown = [(at, c) for at, group in enumerate(groups) if (at, 0) in plan for c in range(len(group.claims))]
    worst = sorted(shown, key=lambda place: badness(groups[place[0]].claims[place[1]].lead))[:_TRIED]

    def rows_of(place: _Place, level: int) -> int:
        return len(claim_rows(groups[place[0]].claims[place[1]], level, options))

    reserve = left - int(left * _FULL_SHARE)
    left = _raise(worst, plan, FULL, left - reserve, rows_of) + reserve
    _raise(worst, plan, BRIEF, left, rows_of)
    return plan


def _raise(places: Sequence[_Place], plan: _Plan, level: int, left: int, rows_of: Callable[[_Place, int], int]) -> int:
    """Raises claims to a level, the worst first, until one has no room. What remains of the room is the result."""
    for place in places:
        had = plan.get(place, FOLDED)
        if had >= level:
            continue
        cost = rows_of(place, level) - rows_of(place, had)
        if cost > left:
            break
        plan[place] = level
        left -= cost
    return left


def _group_rows(trace: TraceReport, group: EditGroup, at: int, plan: _Plan, options: RenderOptions) -> list[Row]:
    rows = _heading(trace, group, options)
    folded: list[Finding] = []
    for number, claim in enumerate(group.claims):
        level = plan.get((at, number), FOLDED)
        rows += claim_rows(claim, level, options)
        folded += claim.findings if level == FOLDED else ()
    if folded:
        said = [*counts(folded), ("dim", f": {tally((f.rule for f in folded), 4)}")]
        rows += paragraph([("plain", "and "), *said], options.width, indent=INDENT, hang=HANG)
    return rows


def _heading(trace: TraceReport, group: EditGroup, options: RenderOptions) -> list[Row]:
    if group.line is None:
        return paragraph([("title", "Not tied to an edit")], options.width)
    kept = next((one for one in trace.retention if one.line == group.line), None)
    turn = kept.turn if kept else _turn_of(group.line, group.findings)
    place = f"line {group.line}" + (f", turn {turn}" if turn is not None else "")
    if kept is None:
        return paragraph([("title", f"{_kind(group)} at {place}")], options.width)
    said: list[Part] = [("title", f"Rewrite at {place}:"), ("plain", f" {_loss_words(kept, options)}")]
    return paragraph(said, options.width, hang=INDENT)


def _kind(group: EditGroup) -> str:
    return _KINDS.get(next((finding.edit_kind for finding in group.findings if finding.edit_kind), ""), "Edit")


def _loss_words(kept: Retention, options: RenderOptions) -> str:
    lost = f"lost {kept.lost:,} of {counted(kept.tokens_in_sources, 'verbatim token')}"
    if not kept.needed_later:
        return lost
    tokens = [safe.name(token, 28) for token in kept.needed_tokens]
    named = f": {some(tokens, len(tokens) if options.verbose else 3)}" if tokens else ""
    return f"{lost}, {kept.needed_later:,} needed later{named}"


def _turn_of(line: int, found: Iterable[Finding]) -> int | None:
    for finding in found:
        if finding.line == line:
            return finding.turn
        for step in finding.evidence:
            if step.line == line:
                return step.turn
    return None


def _hidden_rows(groups: Sequence[EditGroup], options: RenderOptions) -> list[Row]:
    found = [finding for group in groups for finding in group.findings]
    edits = sum(group.line is not None for group in groups)
    head = f"And {counted(edits, 'more edit')}" if edits else "And no edit is to blame"
    said: list[Part] = [("title", f"{head}: "), *counts(found)]
    lines = [f"line {group.line}" if group.line is not None else "no edit" for group in groups]
    return paragraph([*said, ("dim", f" ({some(lines, 6)})")], options.width, hang=INDENT)
