"""Two sets of runs side by side: whether a rate differs by more than chance alone would give."""

from __future__ import annotations

from ctxaudit.corpus.chance import fisher, holm, newcombe
from ctxaudit.corpus.rates import rate, statistics
from ctxaudit.model import Comparison, Confidence, Difference, Rate, Report, Side


def compared(
    first: tuple[str, Report], second: tuple[str, Report], min_confidence: Confidence = "medium"
) -> Comparison:
    """Pairs are the path of a side and its report. Runs are taken for independent of each other, on both sides.

    A rule without a finding on either side tells of no difference whatever the runs are like: it is left out, and the
    others are not made to answer for it.
    """
    one, two = (statistics(report, min_confidence) for _, report in (first, second))
    rules_2 = {rate.name: rate for rate in two.rules}
    pairs = [(a, rules_2.get(a.name) or rate(a.name, 0, two.runs)) for a in one.rules]
    pairs = [(a, b) for a, b in pairs if a.hits or b.hits]
    chances = [fisher((a.hits, a.runs), (b.hits, b.runs)) for a, b in pairs]
    return Comparison(
        first=_side(*first),
        second=_side(*second),
        wrong=difference(one.wrong, two.wrong),
        acted=difference(one.acted, two.acted),
        rules=tuple(difference(a, b, adjusted) for (a, b), adjusted in zip(pairs, holm(chances), strict=True)),
    )


def difference(first: Rate, second: Rate, adjusted: float | None = None) -> Difference:
    sides = (first.hits, first.runs), (second.hits, second.runs)
    low, high = newcombe(*sides)
    chance = fisher(*sides)
    return Difference(
        first=first, second=second, low=low, high=high, p=chance, adjusted=chance if adjusted is None else adjusted
    )


def _side(path: str, report: Report) -> Side:
    return Side(path=path, runs=len(report.traces), unaudited=len(report.unaudited))
