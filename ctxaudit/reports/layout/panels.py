"""What stands below the findings: where the tokens went, which conditions hold, what was kept, what was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ctxaudit.model import Finding, Ledger, Retention, TraceReport, Verdict
from ctxaudit.reports import safe
from ctxaudit.reports.layout.coverage import HANG, NOTHING_TO_LOOK_AT, labelled
from ctxaudit.reports.layout.rows import Row
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import condition_words, counted, joined, some

_WAYS = ("rewritten", "evicted_external", "evicted_dispensable", "withdrawn", "truncated", "unattributed")
_WAY_WORDS = {"evicted_external": "evicted (copy kept)", "evicted_dispensable": "dispensable"}
_REWRITES = 3
_PANELS: tuple[tuple[Verdict, str], ...] = (
    ("clean", "Clean"),
    ("not-in-force", "Not in force"),
    ("not-judged", "Not judged"),
)
_GROUNDS = 3
_RULES = 6


def ledger(traces: Sequence[TraceReport], options: RenderOptions) -> list[Row]:
    """The tokens that entered as the sum of what is live and of the ways in which the rest left."""
    total = _sum(trace.ledger for trace in traces)
    about = " (estimated)" if total.estimated else ""
    parts = [f"{total.live:,} live"]
    parts += [f"{number:,} {_WAY_WORDS.get(way, way)}" for way in _WAYS if (number := getattr(total, way))]
    said = f"{counted(total.entered, 'token')}{about} = {' + '.join(parts)}"
    budgets = {trace.budget for trace in traces if trace.budget is not None}
    if len(traces) == 1 and budgets:
        said += f"; budget {budgets.pop():,}"
    return labelled("Ledger", said, options.width)


def _sum(ledgers: Iterable[Ledger]) -> Ledger:
    total: Counter[str] = Counter()
    estimated = False
    for one in ledgers:
        estimated |= one.estimated
        total.update({name: getattr(one, name) for name in ("entered", "live", *_WAYS)})
    return Ledger(**total, estimated=estimated)


def regime(traces: Sequence[TraceReport], options: RenderOptions) -> list[Row]:
    """Which groups of rules are in force, with what says so; for many traces in how many of them each group is."""
    if len(traces) > 1:
        return _regime_of_many(traces, options)
    rows: list[Row] = []
    for one in traces[0].regime:
        state = "in force" if one.in_force else "not in force"
        head = f"{condition_words(one.seed)} {state}: "
        limit = 600 if options.verbose else options.width - HANG - len(head) - 8
        rows += labelled("" if rows else "Rules on", head + safe.line(one.because, max(20, limit)), options.width)
    return rows


def _regime_of_many(traces: Sequence[TraceReport], options: RenderOptions) -> list[Row]:
    every = [one for trace in traces for one in trace.regime]
    parts = []
    for seed in sorted({one.seed for one in every}):
        held = sum(one.in_force for one in every if one.seed == seed)
        parts.append(f"{condition_words(seed)} in force in {held:,}")
    return (
        labelled("Rules on", f"{', '.join(parts)} of {counted(len(traces), 'trace')}", options.width) if parts else []
    )


def retention(traces: Sequence[TraceReport], options: RenderOptions) -> list[Row]:
    """One row for each rewrite that lost something needed later, the worst first; the rest is counted."""
    every = [one for trace in traces for one in trace.retention]
    if not every:
        return []
    if len(traces) > 1:
        said = f"{counted(len(every), 'rewrite')}: {_kept(every)}"
        return labelled("Retention", said, options.width)
    costly = sorted((one for one in every if one.needed_later), key=lambda one: (-one.needed_later, one.line))
    shown = every if options.verbose else costly[:_REWRITES]
    rows: list[Row] = []
    for one in shown:
        rows += labelled("" if rows else "Retention", _retention_words(one, options), options.width)
    if len(costly) > len(shown):
        rest = costly[len(shown) :]
        rows += labelled("", f"and {counted(len(rest), 'more rewrite')}: {_kept(rest)}", options.width)
    harmless = [one for one in every if not one.needed_later]
    if harmless and not options.verbose:
        rows += labelled("" if rows else "Retention", _harmless_words(harmless), options.width)
    return rows


def _harmless_words(rewrites: Sequence[Retention]) -> str:
    """A loss that nothing names again is still a loss: the session may have ended there."""
    lost, held = (sum(getattr(one, name) for one in rewrites) for name in ("lost", "tokens_in_sources"))
    who = counted(len(rewrites), "rewrite")
    if not lost:
        return f"{who} lost nothing"
    return f"{who} lost {lost:,} of {counted(held, 'verbatim token')}, none of them named again later"


def _retention_words(one: Retention, options: RenderOptions) -> str:
    place = f"line {one.line}, turn {one.turn}" if options.verbose else f"line {one.line}"
    said = f"{place}: {_kept([one])}"
    tokens = [safe.name(token, 40) for token in one.needed_tokens] if options.verbose else []
    return f"{said}: {', '.join(tokens)}" if tokens else said


def _kept(rewrites: Sequence[Retention]) -> str:
    held, kept, pinned, lost, needed = (
        sum(getattr(one, name) for one in rewrites)
        for name in ("tokens_in_sources", "kept", "pinned", "lost", "needed_later")
    )
    pins = f", pinned {pinned:,}" if pinned else ""
    return f"kept {kept:,} of {held:,}{pins}, lost {lost:,}, {needed:,} needed later"


def verdicts(trace: TraceReport, options: RenderOptions, *, names: bool) -> list[Row]:
    """What each verdict stands on, rules with the same ground together.

    `names` False counts the larger groups and leaves what was not judged to the panel of coverage.
    """
    rows: list[Row] = []
    for verdict, label in _PANELS if names else _PANELS[:-1]:
        grounds: dict[str, list[str]] = {}
        for rule, given in trace.verdicts.items():
            if given == verdict:
                grounds.setdefault(_short(trace.verdict_notes.get(rule, "")), []).append(rule)
        if grounds:
            ranked = sorted(grounds.items(), key=lambda item: (-len(item[1]), item[0]))
            said = [_ground(why, rules, names=names) for why, rules in ranked]
            text = some(said, len(said) if names else _GROUNDS)
            looked = " looked at" if verdict == "clean" else ""
            head = f"{counted(sum(map(len, grounds.values())), 'rule')}{looked}: "
            rows += labelled(label, head + text, options.width)
    return rows


def _short(note: str) -> str:
    """A verdict's note without what the panel says once: that this was looked at, or that there was nothing."""
    if note.startswith(NOTHING_TO_LOOK_AT):
        return NOTHING_TO_LOOK_AT
    return note.removeprefix("looked at ")


def _ground(why: str, rules: Sequence[str], *, names: bool) -> str:
    who = joined(sorted(rules)) if names or len(rules) == 1 else counted(len(rules), "rule")
    return f"{safe.line(why, 80)} ({who})" if why else who


def rules_of_many(listed: Sequence[tuple[TraceReport, Sequence[Finding]]], options: RenderOptions) -> list[Row]:
    """How often each rule's findings count and in how many traces, and the rules that no trace let judge."""
    found: Counter[str] = Counter()
    held: Counter[str] = Counter()
    unjudged: Counter[str] = Counter()
    for trace, findings in listed:
        found.update(finding.rule for finding in findings)
        held.update({finding.rule for finding in findings})
        unjudged.update(rule for rule, verdict in trace.verdicts.items() if verdict in ("not-judged", "not-in-force"))
    rows: list[Row] = []
    if found:
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        said = [f"{number:,} {rule} in {counted(held[rule], 'trace')}" for rule, number in ranked]
        rows += labelled("By rule", some(said, len(said) if options.verbose else _RULES), options.width)
    never = sorted(rule for rule, number in unjudged.items() if number == len(listed))
    if never:
        text = f"{counted(len(never), 'rule')}: {some(never, len(never) if options.verbose else _RULES)}"
        rows += labelled("Never judged", text, options.width)
    return rows
