"""Edits in words, with what left on one side and what stands for it on the other."""

from __future__ import annotations

from collections.abc import Mapping

from ctxaudit.model import Attribution, DrawnEdit, SpanExcerpt
from ctxaudit.reports import safe
from ctxaudit.reports.html.highlight import Marker
from ctxaudit.reports.html.views import Edit, Side, Span
from ctxaudit.reports.words import counted, joined, some

KINDS: Mapping[str, tuple[str, str]] = {
    "rewrite": ("R", "Rewrite"),
    "evict": ("E", "Eviction"),
    "truncate": ("T", "Truncation"),
    "restore": ("S", "Restore"),
    "checkpoint": ("C", "Checkpoint"),
}
_FATES: Mapping[Attribution, str] = {
    "evicted-with-external-copy": "evicted, a copy is kept",
    "evicted-as-dispensable": "evicted as dispensable",
    "rewritten-with-surrogate": "rewritten",
    "withdrawn": "withdrawn",
    "unattributed": "unattributed: nothing in the trace says why it went",
}
_NEEDED, _LOST = 16, 8  # tokens that are named


def edit_view(edit: DrawnEdit, anchor: str, href: str = "", named: tuple[str, ...] = ()) -> Edit:
    """The edit; `named` are tokens that findings name, to be marked too."""
    letter, kind = KINDS.get(edit.kind, ("?", "Edit"))
    marker = Marker(needed=edit.needed, lost=edit.lost, named=named)
    lost = [token for token in edit.lost if token not in edit.needed]
    named_here = (edit.needed[:_NEEDED], tuple(lost[:_LOST]))
    rest = edit.lost_count - sum(map(len, named_here))
    told = any(span.excerpt for span in (*edit.left, *edit.entered))
    return Edit(
        anchor=anchor,
        kind=kind,
        letter=letter,
        title=f"{kind} at line {edit.line}, turn {edit.turn}, by {edit.by}",
        left=_left(edit),
        entered=_entered(edit),
        loss=_loss(edit),
        needed=tuple(map(safe.name, named_here[0])),
        lost=tuple(map(safe.name, named_here[1])),
        more_lost=f"and {rest:,} more" if rest > 0 else "",
        sides=(_before(edit, marker), _after(edit, marker)) if told else (),
        href=href,
    )


def _left(edit: DrawnEdit) -> str:
    if not edit.spans_left:
        return "nothing left"
    names = some([safe.name(span.span, 40) for span in edit.left], 4)
    rest = edit.spans_left - len(edit.left)
    more = f" and {rest:,} more" if rest > 0 else ""
    fates = joined([_FATES[one] for one in edit.attributions])
    size = f"{counted(edit.spans_left, 'span')}, {counted(edit.tokens_left, 'token')}"
    return f"left: {names}{more} ({size})" + (f"; {fates}" if fates else "")


def _entered(edit: DrawnEdit) -> str:
    if edit.spans_entered:
        names = some([safe.name(span.span, 40) for span in edit.entered], 4)
        rest = edit.spans_entered - len(edit.entered)
        more = f" and {rest:,} more" if rest > 0 else ""
        verb = "stands for it" if edit.spans_left else "came in"
        return f"{verb}: {names}{more} ({counted(edit.tokens_entered, 'token')})"
    copies = list(dict.fromkeys(safe.name(span.copy, 60) for span in edit.left if span.copy))
    if copies:
        return f"stands for it: {'its copy' if len(copies) == 1 else 'copies'} at {some(copies, 3)}"
    return "nothing stands for it" if edit.spans_left else ""


def _loss(edit: DrawnEdit) -> str:
    if not edit.lost_count:
        return ""
    needed = f", {edit.needed_count:,} needed later" if edit.needed_count else ""
    return f"lost {counted(edit.lost_count, 'verbatim token')}{needed}"


def _before(edit: DrawnEdit, marker: Marker) -> Side:
    rest = edit.spans_left - len(edit.left)
    return Side(
        title="Before",
        size=f"{counted(edit.spans_left, 'span')}, {counted(edit.tokens_left, 'token')}",
        spans=tuple(_span(span, marker) for span in edit.left),
        more=f"and {counted(rest, 'more span')}" if rest > 0 else "",
        missing="" if edit.left else "Nothing left the window.",
    )


def _after(edit: DrawnEdit, marker: Marker) -> Side:
    rest = edit.spans_entered - len(edit.entered)
    copies = list(dict.fromkeys(safe.name(span.copy, 60) for span in edit.left if span.copy))
    missing = f"Only {'its copy' if len(copies) == 1 else 'copies'}: {some(copies, 4)}." if copies else ""
    return Side(
        title="After",
        size=f"{counted(edit.spans_entered, 'span')}, {counted(edit.tokens_entered, 'token')}",
        spans=tuple(_span(span, marker) for span in edit.entered),
        more=f"and {counted(rest, 'more span')}" if rest > 0 else "",
        missing="" if edit.entered else missing or "Nothing stands for it.",
    )


def _span(span: SpanExcerpt, marker: Marker) -> Span:
    fate = "" if span.attribution in (None, "rewritten-with-surrogate") else _FATES[span.attribution]
    kind = span.kind.replace("-", " ")
    what = kind if span.role == "tool" or span.kind in ("tool-call", "read") else f"{span.role} {kind}"
    return Span(
        name=safe.name(span.span),
        what=f"{safe.name(what, 40)}, {counted(span.tokens, 'token')}",
        fate=fate,
        excerpt=marker.lines(span.excerpt),
    )
