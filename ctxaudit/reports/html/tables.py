"""What stands below the findings of a trace: retention of each rewrite, and what was read and judged, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ctxaudit.model import Ledger, Retention, TraceReport, Verdict
from ctxaudit.reports import safe
from ctxaudit.reports.entries import in_records
from ctxaudit.reports.html.pins import percent
from ctxaudit.reports.html.views import RetentionRow
from ctxaudit.reports.layout.coverage import read_words, window_words
from ctxaudit.reports.words import condition_words, counted

_OPEN, _REWRITES, _CHIPS = 10, 100, 40
_PROBLEMS, _NOTES = 50, 20
_VERDICTS: tuple[tuple[Verdict, str], ...] = (
    ("findings", "Findings"),
    ("clean", "Clean"),
    ("not-in-force", "Not in force"),
    ("not-judged", "Not judged"),
)
_COUNTED: Mapping[Verdict, str] = {"findings": "with findings"}
_WAYS = (
    ("live", "live"),
    ("rewritten", "rewritten"),
    ("evicted_external", "evicted (copy kept)"),
    ("evicted_dispensable", "dispensable"),
    ("withdrawn", "withdrawn"),
    ("truncated", "truncated"),
    ("unattributed", "unattributed"),
)
Panel = tuple[str, tuple[tuple[str, str], ...]]


def retention_rows(rows: Sequence[Retention]) -> tuple[tuple[RetentionRow, ...], tuple[RetentionRow, ...], str]:
    """Those that cost most, those that are folded, each in the order of the trace, and how many have no row."""
    worst = sorted(rows, key=lambda row: (-row.needed_later, -row.lost, row.line))
    shown, folded, rest = worst[:_OPEN], worst[_OPEN:_REWRITES], len(rows) - _REWRITES
    return _in_order(shown), _in_order(folded), f"and {counted(rest, 'more rewrite')}" if rest > 0 else ""


def _in_order(rows: Sequence[Retention]) -> tuple[RetentionRow, ...]:
    return tuple(_row(row) for row in sorted(rows, key=lambda row: row.line))


def _row(row: Retention) -> RetentionRow:
    needed = set(row.needed_tokens)
    tokens = [(safe.name(token), token in needed) for token in row.lost_tokens[:_CHIPS]]
    rest = row.lost - len(tokens)
    return RetentionRow(
        line=row.line,
        turn=row.turn,
        surrogate=safe.name(row.surrogate, 40),
        held=row.tokens_in_sources,
        kept=row.kept,
        pinned=row.pinned,
        lost=row.lost,
        needed=row.needed_later,
        bar=tuple(
            _bar(
                [
                    ("kept", row.kept),
                    ("pinned", row.pinned),
                    ("needed", row.needed_later),
                    ("lost", max(0, row.lost - row.needed_later)),
                ]
            )
        ),
        tokens=tokens,
        more=f"and {rest:,} more" if rest > 0 else "",
    )


def _bar(parts: Sequence[tuple[str, int]]) -> Iterable[tuple[str, str, str]]:
    whole = sum(size for _, size in parts)
    at = 0
    for name, size in parts:
        if size:
            yield name, percent(at, whole), percent(size, whole)
        at += size


def ledger_words(ledger: Ledger) -> str:
    """`900 tokens = 500 live + 400 rewritten`."""
    about = " (estimated)" if ledger.estimated else ""
    parts = [f"{number:,} {words}" for way, words in _WAYS if (number := getattr(ledger, way)) or way == "live"]
    return f"{counted(ledger.entered, 'token')}{about} = {' + '.join(parts)}"


def facts(trace: TraceReport) -> tuple[tuple[str, str], ...]:
    """Coverage first: what was read, and what could not be judged."""
    given = list(trace.verdicts.values())
    judged = ", ".join(
        f"{given.count(verdict):,} {_COUNTED.get(verdict, words.lower())}"
        for verdict, words in _VERDICTS
        if verdict in given
    )
    said = [("Read", read_words(trace.lines, 3))]
    said += [("Lines", "what is called a line is a record of the log")] if in_records(trace) else []
    said.append(("Window", window_words([trace])))
    said += [("Rules", f"{len(given):,}: {judged}")] if given else []
    said.append(("Ledger", ledger_words(trace.ledger)))
    said += [("Problems", counted(len(trace.problems), "problem") + " of the trace itself")] if trace.problems else []
    return tuple(said)


def panels(trace: TraceReport) -> tuple[Panel, ...]:
    """Each a name with rows of two columns; none is empty."""
    made: list[Panel] = [
        ("What each rule looked at", tuple(_verdicts(trace))),
        ("Conditions of validity", tuple(_regime(trace))),
        ("Problems of the trace", tuple(_problems(trace))),
        ("Notes", tuple(("", safe.line(note, 600)) for note in trace.notes[:_NOTES])),
        (
            "Labels",
            tuple((safe.line(name, 60), safe.line(text, 200)) for name, text in list(trace.labels.items())[:30]),
        ),
    ]
    return tuple(panel for panel in made if panel[1])


def _verdicts(trace: TraceReport) -> Iterable[tuple[str, str]]:
    for verdict, words in _VERDICTS:
        for rule in sorted(trace.verdicts):
            if trace.verdicts[rule] == verdict:
                yield safe.name(rule), f"{words.lower()}: {safe.line(trace.verdict_notes.get(rule, ''), 300)}"


def _regime(trace: TraceReport) -> Iterable[tuple[str, str]]:
    for one in trace.regime:
        state = "in force" if one.in_force else "not in force"
        yield f"rules on {condition_words(one.seed)}", f"{state}: {safe.line(one.because, 600)}"


def _problems(trace: TraceReport) -> Iterable[tuple[str, str]]:
    for problem in trace.problems[:_PROBLEMS]:
        yield f"line {problem.line}, {safe.name(problem.problem, 40)}", safe.line(problem.detail, 400)
    rest = len(trace.problems) - _PROBLEMS
    if rest > 0:
        yield "", f"and {counted(rest, 'more problem')}"
