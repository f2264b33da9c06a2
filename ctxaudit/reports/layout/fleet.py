"""Many runs as tables for a person: the rates of one fleet, and two fleets side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ctxaudit.model import Comparison, Difference, LabelRates, Rate, RetentionSums, Side, Statistics, WorstRun
from ctxaudit.reports import safe
from ctxaudit.reports.layout.rows import BLANK, Row, Style, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted, some

_NAME = 24  # columns of the first column
_LIST = 8  # labels that are named


def statistics_rows(told: Statistics, options: RenderOptions) -> list[Row]:
    """Rules that were found in no run are counted, unless told otherwise."""
    return list(_statistics(told, options))


def comparison_rows(told: Comparison, options: RenderOptions) -> Iterator[Row]:
    """Each difference is called real or noise, in a word."""
    for letter, side in (("A", told.first), ("B", told.second)):
        yield from paragraph([("title", f"{letter}: "), ("plain", _side(side))], options.width, hang=3)
    yield BLANK
    yield _row(f"{'':<{_NAME}}{'A':>9}{'B':>9}  {'A - B in points, 95 %':<22} p", "title")
    yield from (_difference(one) for one in (told.wrong, told.acted))
    yield BLANK
    if not told.rules:
        yield _row("No rule has a finding on either side.")
        return
    yield _row("By rule; p adjusted by Holm over the rules", "title")
    yield from (_difference(one) for one in told.rules)


def _statistics(told: Statistics, options: RenderOptions) -> Iterator[Row]:
    yield _row(f"{'Rates of ' + counted(told.runs, 'run'):<{_NAME}}{'runs':>8}{'share':>9}   95 % interval", "title")
    yield from (_rate(one) for one in (told.wrong, told.acted))
    yield from (_rate(one) for one in told.rules if one.hits or options.verbose)
    never = sum(not one.hits for one in told.rules)
    if never and not options.verbose:
        yield from paragraph([("dim", f"{counted(never, 'rule')} in no run")], options.width)
    yield from _labels(told.labels, told.labels_left_out, options)
    yield from _retention(told.retention, options)
    yield from _worst(told.worst, options)


def _rate(one: Rate) -> Row:
    judged = "" if one.judged in (None, one.runs) else f"   judged in {one.judged:,}"
    return _row(f"{_name(one.name)}{one.hits:>8,}{_percent(one.share):>9}   {_interval(one)}{judged}")


def _labels(labels: Iterable[LabelRates], left_out: tuple[str, ...], options: RenderOptions) -> Iterator[Row]:
    last = None
    for one in labels:
        if one.label != last:
            yield BLANK
            title = f"By {safe.name(one.label, _NAME - 7)}"
            yield _row(f"{title:<{_NAME}}{'runs':>8}{'wrong':>18}{'acted':>9}   95 % of wrong", "title")
            last = one.label
        wrong = f"{one.wrong.hits:,} ({_percent(one.wrong.share)})"
        yield _row(f"{_name(one.value)}{one.wrong.runs:>8,}{wrong:>18}{one.acted.hits:>9,}   {_interval(one.wrong)}")
    if left_out:
        names = some([safe.name(name, 30) for name in left_out], _LIST)
        yield BLANK
        yield from paragraph([("dim", f"Labels with too many values to list: {names}")], options.width, hang=2)


def _retention(sums: RetentionSums, options: RenderOptions) -> Iterator[Row]:
    if not sums.rewrites:
        return
    said = (
        f"{counted(sums.rewrites, 'rewrite')} of {counted(sums.tokens_in_sources, 'verbatim token')}: "
        f"{sums.kept:,} kept, {sums.pinned:,} pinned, {sums.lost:,} lost, of which {sums.needed_later:,} needed later"
    )
    yield BLANK
    yield from paragraph([("title", "Retention "), ("plain", said)], options.width, hang=2)


def _worst(worst: Iterable[WorstRun], options: RenderOptions) -> Iterator[Row]:
    for number, run in enumerate(worst):
        if number == 0:
            yield BLANK
            yield _row("Worst runs", "title")
        what = [counted(run.errors, "error"), counted(run.warnings, "warning")]
        what += ["acted on a wrong claim"] if run.acted else ["a wrong claim"] if run.wrong else []
        yield from paragraph(
            [("plain", f"{safe.name(run.path, 70)}: {', '.join(what)}")], options.width, indent=2, hang=4
        )


def _side(side: Side) -> str:
    refused = f", {counted(side.unaudited, 'input')} not audited" if side.unaudited else ""
    return f"{safe.name(side.path, 60)}, {counted(side.runs, 'run')}{refused}"


def _difference(one: Difference) -> Row:
    sides = "".join(f"{f'{side.hits:,}/{side.runs:,}':>9}" for side in (one.first, one.second))
    bounds = f"{_signed(one.share)} [{_signed(one.low)}, {_signed(one.high)}]"
    verdict = "real" if one.more_than_noise else "noise"
    return _row(f"{_name(one.name)}{sides}  {bounds:<22} {_chance(one.adjusted):<7} {verdict}")


def _name(name: str) -> str:
    return f"{safe.name(name, _NAME):<{_NAME}}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}"


def _interval(one: Rate) -> str:
    return f"{100 * one.low:.1f}-{100 * one.high:.1f} %"


def _chance(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def _row(text: str, style: Style = "plain") -> Row:
    return Row(((style, safe.visible(text)),))
