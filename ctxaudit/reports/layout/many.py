"""A report of many traces: coverage of all, a short block for each trace with findings, the rest counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxaudit.model import RuleCard, TraceReport
from ctxaudit.reports import safe
from ctxaudit.reports.entries import in_records
from ctxaudit.reports.grouping import Shelves, badness, shelve
from ctxaudit.reports.layout import coverage, panels
from ctxaudit.reports.layout.claims import INDENT, counts
from ctxaudit.reports.layout.findings import findings
from ctxaudit.reports.layout.remedies import remedies
from ctxaudit.reports.layout.rows import BLANK, Part, Row, paragraph
from ctxaudit.reports.layout.shelves import shelf_words
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted

_BLOCKS = 30
_BLOCK_ROWS = 6


@dataclass(frozen=True, slots=True)
class _Block:
    trace: TraceReport
    shelves: Shelves

    @property
    def rank(self) -> tuple[int, bool, bool, int, int]:
        """The trace with the worst finding first; of equals the one with more of them."""
        severity, acted, contradicting, confidence, *_ = badness(self.shelves.listed[0])
        return severity, acted, contradicting, confidence, -len(self.shelves.listed)


def many_rows(
    traces: Sequence[TraceReport], rules: Sequence[RuleCard], options: RenderOptions, rows: int
) -> Iterator[Row]:
    """The blocks share `rows` between them, but none has fewer than it takes to say what is worst."""
    if not options.quiet:
        yield from paragraph([("title", counted(len(traces), "trace"))], options.width)
        yield from (*coverage.coverage(traces, options), BLANK)
    blocks = [_Block(trace, shelve(trace.findings, options)) for trace in traces]
    loud = sorted((block for block in blocks if block.shelves.listed), key=lambda block: block.rank)
    yield from _loud(loud, options, rows)
    still = [block for block in blocks if not block.shelves.listed]
    if still:
        yield from (*_still(still, options), BLANK)
    if not options.quiet:
        fix = remedies(rules, (finding for block in loud for finding in block.shelves.listed), options)
        yield from (*fix, *([BLANK] if fix else []))
        yield from panels.ledger(traces, options)
        yield from panels.regime(traces, options)
        yield from panels.retention(traces, options)
        yield from panels.rules_of_many([(block.trace, block.shelves.listed) for block in blocks], options)
        yield BLANK


def _loud(blocks: Sequence[_Block], options: RenderOptions, rows: int) -> Iterator[Row]:
    shown = blocks[: _shown(len(blocks), options)]
    for block in shown:
        yield from (*_title(block, options), *_body(block, options, rows, len(shown)), BLANK)
    rest = blocks[len(shown) :]
    if rest:
        found = [finding for block in rest for finding in block.shelves.listed]
        said: list[Part] = [("title", f"And {counted(len(rest), 'more trace')} with findings: "), *counts(found)]
        yield from (*paragraph(said, options.width, hang=2), BLANK)


def _shown(blocks: int, options: RenderOptions) -> int:
    if options.max_findings is not None:
        return min(blocks, options.max_findings)
    return blocks if options.verbose else min(blocks, _BLOCKS)


def _body(block: _Block, options: RenderOptions, rows: int, shown: int) -> list[Row]:
    """The block's share of the findings asked for in full, or its share of the rows."""
    listed = block.shelves.listed
    if options.max_findings is not None:
        share = max(1, options.max_findings // shown)
        body = findings(block.trace, listed[:share], options, None)
        rest = listed[share:]
        if rest:
            body += paragraph([("plain", "and "), *counts(rest), ("plain", " more")], options.width, indent=INDENT)
    else:
        body = findings(block.trace, listed, options, None if options.verbose else max(_BLOCK_ROWS, rows // shown))
    words = shelf_words(block.shelves, options)
    also: list[Part] = [("dim", f"also {', '.join(words)}")]
    return body + (paragraph(also, options.width, indent=INDENT, hang=INDENT + 2) if words else [])


def _title(block: _Block, options: RenderOptions) -> list[Row]:
    trace = block.trace
    lane = f", lane {safe.name(trace.lane, 40)}" if trace.lane else ""
    edits = coverage.edit_words([trace]) + ("; a line is a record" if in_records(trace) else "")
    size = f" ({safe.name(trace.format, 40)}{lane}, {counted(trace.turns, 'turn')}, {edits}): "
    title: list[Part] = [("title", f"== {safe.name(trace.path, 300)}"), ("dim", size)]
    return paragraph([*title, *counts(block.shelves.listed)], options.width, hang=3)


def _still(blocks: Sequence[_Block], options: RenderOptions) -> list[Row]:
    unedited = sum(not coverage.was_edited(block.trace) for block in blocks)
    shelved = sum(bool(shelf_words(block.shelves, options)) for block in blocks)
    said = f"{counted(len(blocks), 'trace')} without findings that count"
    said += f", {unedited:,} of them without any edit" if unedited else ""
    said += f", {shelved:,} with notes, less sure or suppressed findings" if shelved else ""
    return paragraph([("plain", said)], options.width, hang=2)
