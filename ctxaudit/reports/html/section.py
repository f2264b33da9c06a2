"""One trace: its picture, its findings by the edit that caused them, what rewrites kept, the lives of its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ctxaudit.model import Confidence, DrawnEdit, Finding, Picture, TraceReport
from ctxaudit.reports import safe
from ctxaudit.reports.entries import trace_words
from ctxaudit.reports.grouping import EditGroup, Shelves, badness, by_edit
from ctxaudit.reports.html.cards import Cards, count_words, counts
from ctxaudit.reports.html.drawing import drawing
from ctxaudit.reports.html.edits import KINDS, edit_view
from ctxaudit.reports.html.lives import token_rows
from ctxaudit.reports.html.tables import facts, panels, retention_rows
from ctxaudit.reports.html.views import Card, Edit, Group, Section
from ctxaudit.reports.layout.coverage import was_edited
from ctxaudit.reports.words import counted

_OPEN_GROUPS, _OPEN_CLAIMS, _CLAIMS = 6, 5, 60
_APART = 40


@dataclass(frozen=True, slots=True)
class Shown:
    """A trace with its findings on their shelves; `most` of those that count are written out."""

    trace: TraceReport
    shelves: Shelves
    most: int
    minimum: Confidence

    @property
    def counting(self) -> list[Finding]:
        """The worst first; notes are among them."""
        return sorted((*self.shelves.listed, *self.shelves.notes), key=badness)


def section(shown: Shown, number: int) -> Section:
    trace, prefix = shown.trace, f"t{number}"
    picture = trace.picture or Picture()
    listed = shown.counting
    written = listed[: shown.most]
    cards = Cards(prefix, [*written, *shown.shelves.low, *shown.shelves.suppressed])
    grouped = by_edit(written)
    edits = [
        edit_view(edit, f"{prefix}-m{at}", _href(edit, at, grouped, prefix)) for at, edit in enumerate(picture.edits, 1)
    ]
    groups = tuple(_group(group, at, picture, cards, prefix) for at, group in enumerate(grouped, 1))
    retention, retention_folded, retention_more = retention_rows(trace.retention)
    tokens, tokens_folded, tokens_unsure = token_rows(picture, shown.minimum)
    drawn = drawing(trace, picture, written, edits, cards, prefix)
    return Section(
        anchor=prefix,
        title=trace_words(trace),
        about=f"{safe.name(trace.format, 40)}, id {safe.name(trace.id)}",
        counts=counts(listed),
        verdict="" if listed else _verdict(trace, shown.shelves),
        facts=facts(trace),
        drawing=drawn,
        no_drawing="" if drawn else "No picture: " + _no_drawing(trace),
        groups=groups[:_OPEN_GROUPS],
        folded=groups[_OPEN_GROUPS:],
        more=_rest(listed[shown.most :]),
        apart=tuple(_apart(shown.shelves, cards)),
        retention=retention,
        retention_folded=retention_folded,
        retention_more=retention_more,
        tokens=tokens,
        tokens_folded=tokens_folded,
        tokens_unsure=tokens_unsure,
        tokens_more=f"and {counted(picture.tokens_omitted, 'more token')}" if picture.tokens_omitted else "",
        edits=tuple(edits),
        edits_more=f"and {counted(picture.edits_omitted, 'smaller edit')}" if picture.edits_omitted else "",
        panels=panels(trace),
    )


def _verdict(trace: TraceReport, shelves: Shelves) -> str:
    if shelves.low or shelves.suppressed:
        return "No finding that counts."
    return (
        "No findings." if was_edited(trace) else "No findings. No edit is on record: most rules had nothing to look at."
    )


def _no_drawing(trace: TraceReport) -> str:
    return "the trace has no event." if trace.picture is not None else "none was made for this report."


def _rest(findings: Sequence[Finding]) -> str:
    return f"and {count_words(findings)} more, not written out" if findings else ""


def _anchor(prefix: str, at: int) -> str:
    return f"{prefix}-e{at}"


def _href(edit: DrawnEdit, at: int, groups: Sequence[EditGroup], prefix: str) -> str:
    """Where an edit is told: with its findings, else in the table of edits."""
    for number, group in enumerate(groups, 1):
        if group.line == edit.line:
            return f"#{_anchor(prefix, number)}"
    return f"#{prefix}-m{at}"


def _group(group: EditGroup, at: int, picture: Picture, cards: Cards, prefix: str) -> Group:
    named = tuple(dict.fromkeys(token for finding in group.findings for token in finding.tokens))
    drawn = next((edit for edit in picture.edits if group.line is not None and edit.line == group.line), None)
    edit: Edit | None = None if drawn is None else edit_view(drawn, "", named=named)
    needed = () if drawn is None else drawn.needed
    claims = tuple(cards.claim(claim, needed) for claim in group.claims[:_CLAIMS])
    rest = [finding for claim in group.claims[_CLAIMS:] for finding in claim.findings]
    return Group(
        anchor=_anchor(prefix, at),
        title=_title(group, drawn),
        counts=counts(group.findings),
        edit=edit,
        loss="" if edit is None else edit.loss,
        claims=claims[:_OPEN_CLAIMS],
        folded=claims[_OPEN_CLAIMS:],
        more=_rest(rest),
    )


def _title(group: EditGroup, drawn: DrawnEdit | None) -> str:
    if group.line is None:
        return "Not tied to an edit"
    if drawn is not None:
        return f"{KINDS.get(drawn.kind, ('', 'Edit'))[1]} at line {drawn.line}, turn {drawn.turn}"
    kind = next((finding.edit_kind for finding in group.findings if finding.edit_kind), "")
    return f"{KINDS.get(kind, ('', 'Edit'))[1]} at line {group.line}"


def _apart(shelves: Shelves, cards: Cards) -> Sequence[tuple[str, tuple[Card, ...], str]]:
    """The findings that count in no number above, each shelf folded."""
    made = []
    for name, shelf in (("less sure than was asked for", shelves.low), ("suppressed", shelves.suppressed)):
        if shelf:
            shown = tuple(_with_reason(finding, cards.card(finding)) for finding in shelf[:_APART])
            made.append((f"{counted(len(shelf), 'finding')} {name}", shown, _rest(shelf[_APART:])))
    return made


def _with_reason(finding: Finding, card: Card) -> Card:
    """What it was suppressed for stands where others say what follows."""
    if finding.suppressed is None:
        return card
    return replace(card, follows=f"suppressed: {safe.line(finding.suppressed, 400)}")
