"""What was read, what was not, and why: the first thing that a report says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ctxaudit.model import Lines, Problem, Report, TraceReport, Unaudited
from ctxaudit.reports import safe
from ctxaudit.reports.layout.rows import Part, Row, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted, some, tally

HANG = 15
_EDITS = {"evict": "eviction", "rewrite": "rewrite", "truncate": "truncation", "restore": "restore", "rank": "ranking"}
_CHANGING = ("evict", "rewrite", "truncate", "restore")
_REASONS = 3
NOTHING_TO_LOOK_AT = "nothing to look at"  # how a verdict's note begins when there was none
_PROBLEM_KINDS = 3


def labelled(label: str, text: str | Sequence[Part], width: int) -> list[Row]:
    """A paragraph beside its name, in the two columns that every panel has."""
    parts: Sequence[Part] = [("plain", text)] if isinstance(text, str) else text
    return paragraph(parts, width, indent=2, hang=HANG, label=("title", label))


def trace_title(trace: TraceReport, width: int) -> list[Row]:
    said = [safe.name(trace.format, 40)]
    if trace.lane:
        said.append(f"lane {safe.name(trace.lane, 40)}")
    said.append(f"id {safe.name(trace.id, 60)}")
    return paragraph([("title", safe.name(trace.path, 300)), ("dim", f"  ({', '.join(said)})")], width, hang=2)


def coverage(traces: Sequence[TraceReport], options: RenderOptions) -> list[Row]:
    """The same panel for one trace and for many, whose counts are added up."""
    rows = labelled("Read", read_words(total_lines(traces), None if options.verbose else 2), options.width)
    rows += labelled("Window", window_words(traces), options.width)
    rows += _problems(traces, options)
    rows += _not_judged(traces, options)
    notes = list(dict.fromkeys(note for trace in traces for note in trace.notes))
    shown = notes if options.verbose else notes[:2]
    for note in shown:
        limit = 1000 if options.verbose else 2 * (options.width - HANG) - 16  # two rows
        rows += labelled("Note", safe.line(note, limit), options.width)
    if len(notes) > len(shown):
        rows += labelled("", f"and {counted(len(notes) - len(shown), 'more note')}", options.width)
    return rows


def read_words(lines: Lines, kinds: int | None) -> str:
    parts = [f"{lines.events:,} events"]
    skipped = sum(lines.not_context.values())
    if skipped:
        parts.append(f"{skipped:,} not context ({tally(lines.not_context, kinds)})")
    parts += [f"{lines.blank:,} blank"] if lines.blank else []
    parts.append(f"{lines.problems:,} unread")
    return f"{counted(lines.read, 'line')}: {', '.join(parts)}"


def window_words(traces: Sequence[TraceReport]) -> str:
    turns, spans, calls = (sum(getattr(trace, name) for trace in traces) for name in ("turns", "spans", "calls"))
    size = f"{counted(turns, 'turn')}, {counted(spans, 'span')}, {counted(calls, 'call')}"
    return f"{size}; {edit_words(traces)}"


def edit_words(traces: Iterable[TraceReport]) -> str:
    total: Counter[str] = Counter()
    for trace in traces:
        total.update(trace.edits)
    parts = [counted(total[kind], noun) for kind, noun in _EDITS.items() if total[kind]]
    return ", ".join(parts) or "no edit"


def was_edited(trace: TraceReport) -> bool:
    return any(trace.edits.get(kind) for kind in _CHANGING)


def total_lines(traces: Iterable[TraceReport]) -> Lines:
    skipped: Counter[str] = Counter()
    read = events = blank = problems = 0
    for trace in traces:
        read += trace.lines.read
        events += trace.lines.events
        blank += trace.lines.blank
        problems += trace.lines.problems
        skipped.update(trace.lines.not_context)
    return Lines(read=read, events=events, blank=blank, problems=problems, not_context=skipped)


def _problems(traces: Sequence[TraceReport], options: RenderOptions) -> list[Row]:
    """One row for each kind of problem, with its first place and what was wrong there; every one when verbose."""
    kinds: dict[str, list[tuple[TraceReport, Problem]]] = {}
    for trace in traces:
        for problem in trace.problems:
            kinds.setdefault(problem.problem, []).append((trace, problem))
    limit = len(kinds) if options.verbose else _PROBLEM_KINDS
    rows: list[Row] = []
    for kind, found in list(kinds.items())[:limit]:
        first = ", first" if len(found) > 1 and not options.verbose else ","
        for trace, problem in found if options.verbose else found[:1]:
            head = safe.name(kind, 40) if options.verbose else f"{len(found):,} {safe.name(kind, 40)}"
            place = f"{safe.name(trace.path, 120)}:{problem.line}" if len(traces) > 1 else f"line {problem.line}"
            room = 1000 if options.verbose else max(20, options.width - HANG - len(f"{head}{first} {place}: ") - 8)
            detail = f"{first} {place}: {safe.line(problem.detail, room)}"
            rows += labelled("" if rows else "Problems", [("warning", head), ("plain", detail)], options.width)
    if len(kinds) > limit:
        rest = sum(len(found) for found in list(kinds.values())[limit:])
        rows += labelled("", f"and {rest:,} of {counted(len(kinds) - limit, 'more kind')}", options.width)
    return rows


def _not_judged(traces: Sequence[TraceReport], options: RenderOptions) -> list[Row]:
    """How many verdicts could not be given, by reason; rules that met nothing to look at are counted apart."""
    reasons: Counter[str] = Counter()
    idle = 0
    limit = 160 if len(traces) == 1 else 80
    for trace in traces:
        for rule, verdict in trace.verdicts.items():
            note = trace.verdict_notes.get(rule) or "no reason on record"
            if verdict == "not-judged" and note.startswith(NOTHING_TO_LOOK_AT):
                idle += 1
            elif verdict == "not-judged":
                reasons[safe.line(note, limit)] += 1
    given = sum(len(trace.verdicts) for trace in traces)
    if not given:
        return []
    noun = "rules" if len(traces) == 1 else "verdicts"
    ranked = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    said = [f"{why} ({number:,})" for why, number in ranked]
    parts = [some(said, len(ranked) if options.verbose else _REASONS)] if said else []
    parts += [f"{idle:,} with nothing to look at"] if idle else []
    if not parts:
        return labelled("Judged", "every rule that is in force", options.width)
    return labelled(
        "Not judged", f"{sum(reasons.values()) + idle:,} of {given:,} {noun}: {'; '.join(parts)}", options.width
    )


def run_notes(report: Report, options: RenderOptions) -> list[Row]:
    """What is to be said of the run as a whole, one paragraph a note."""
    limit = len(report.notes) if options.verbose else 5
    rows: list[Row] = []
    for note in report.notes[:limit]:
        rows += paragraph([("plain", safe.line(note, 300))], options.width, indent=2, hang=4)
    if len(report.notes) > limit:
        rows += paragraph(
            [("plain", f"and {counted(len(report.notes) - limit, 'more note')}")], options.width, indent=2
        )
    return paragraph([("title", "Notes")], options.width) + rows if rows else []


def unaudited(report: Report, options: RenderOptions) -> list[Row]:
    """The inputs that have no report, by name; those that a search merely passed over, by number."""
    rows: list[Row] = []
    inputs = sorted(report.unaudited, key=lambda one: (not one.broke, not one.named))
    limit = len(inputs) if options.verbose else 10
    for one in inputs[:limit]:
        rows += paragraph(_refusal(one), options.width, indent=2, hang=4)
    if len(inputs) > limit:
        rows += paragraph([("plain", f"and {len(inputs) - limit:,} more inputs")], options.width, indent=2)
    if report.passed_over:
        said = f"{counted(report.passed_over, 'file')} passed over: not a log of a known format"
        rows += paragraph([("plain", said)], options.width, indent=2, hang=4)
    return paragraph([("title", "Not audited")], options.width) + rows if rows else []


def _refusal(one: Unaudited) -> list[Part]:
    fault = "ctxaudit broke: " if one.broke else ""
    return [("error", f"{safe.name(one.path, 300)}:"), ("plain", f" {fault}{safe.line(one.why, 300)}")]
