"""Counts what the cost of an audit depends on, in recorded or generated sessions: how the generators are set.

usage: python -m benchmarks.speed.densities PATH... [--beside PATH...]

A PATH is a log, or a folder whose logs count as one session: the median of each figure. Printed are the least, the
middle and the greatest of all PATHs, and the figures of each that `--beside` names; of a log no name, path or word.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from math import log
from pathlib import Path

from ctxaudit.auditing import audit_case
from ctxaudit.case import Case
from ctxaudit.errors import InputError
from ctxaudit.importers import read_traces
from ctxaudit.model import Call, Rewrite
from ctxaudit.pauses import collection_paused
from ctxaudit.rules import load_rules
from ctxaudit.timeline import Life, Step, replay

MB = 1 << 20
LEAST_BYTES = 30_000  # shorter logs are samples of a format
LEAST_LEFT = 10  # spans; a rewrite that takes fewer is one of a sample
KINDS = ("api-name", "path", "number", "quoted", "file-line")
VERDICTS = ("sourced", "coined", "faded", "derivative", "altered")
Figures = dict[str, float]


@collection_paused()
def figures(path: Path) -> Figures:
    """The figures of one log, all its lanes together. What it does not show at all is left out."""
    raw = path.read_bytes()
    raw = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    cases = [Case(replay(trace)) for trace in read_traces(str(path))]
    lives = [life for case in cases for life in case.timeline.lives]
    size, chars = len(raw) / MB, sum(len(life.span.text) for life in lives) / MB
    if not chars:
        return {}
    calls = sum(1 for case in cases for _ in case.timeline.of(Call))
    return {
        "records a MB of log": raw.count(b"\n") / size,
        "spans a MB of log": len(lives) / size,
        "calls a MB of log": calls / size,
        "text, of the log %": 100 * chars / size,
        **_parts(lives),
        **_tokens(cases, chars),
        **_words(cases, chars),
        **_lines(cases),
        **_claims(cases),
        **_rewrites(cases),
    }


def _parts(lives: Iterable[Life]) -> Figures:
    """What the text consists of."""
    sizes: Counter[str] = Counter()
    for life in lives:
        sizes[_part(life)] += len(life.span.text)
    parts = ("tool calls", "reads", "other results", "words of the model", "words of others")
    return {f"{part}, of the text %": 100 * sizes[part] / sizes.total() for part in parts}


def _part(life: Life) -> str:
    if life.span.kind == "tool-call":
        return "tool calls"
    if life.span.role == "tool":
        return "reads" if life.span.kind == "read" else "other results"
    return "words of the model" if life.span.by == "model" else "words of others"


def _tokens(cases: Sequence[Case], chars: float) -> Figures:
    texts = [[case.book.tokens(life) for life in case.timeline.lives] for case in cases]
    distinct = [set(chain.from_iterable(tokens)) for tokens in texts]
    count = sum(map(len, distinct))
    kinds = Counter(token.kind for tokens in distinct for token in tokens)
    found = {
        "distinct tokens a MB of text": count / chars,
        "(span, token) pairs a MB of text": sum(len(set(tokens)) for text in texts for tokens in text) / chars,
    }
    found |= {f"{kind}, of the tokens %": 100 * kinds[kind] / count for kind in KINDS if count}
    return found | _growth(max(cases, key=lambda case: len(case.timeline.lives)))


def _growth(case: Case) -> Figures:
    """With which power of the text its distinct tokens grow, from the first quarter of the text to the whole."""
    lives = case.timeline.lives
    sizes = list(accumulate(len(life.span.text) for life in lives))
    quarter = bisect_left(sizes, sizes[-1] / 4) + 1
    some, of_all = ({token for life in part for token in case.book.tokens(life)} for part in (lives[:quarter], lives))
    if not some or quarter == len(lives):
        return {}
    return {
        "power of the text with which tokens grow": log(len(of_all) / len(some)) / log(sizes[-1] / sizes[quarter - 1])
    }


def _words(cases: Sequence[Case], chars: float) -> Figures:
    """Runs without white space, and those of them that consist of letters."""
    runs = [run for case in cases for life in case.timeline.lives for run in case.book.read(life).split()]
    distinct = set(runs)
    return {
        "distinct words a MB of text": sum(run.isalpha() for run in distinct) / chars,
        "distinct other runs a MB of text": sum(not run.isalpha() for run in distinct) / chars,
        "runs a MB of text": len(runs) / chars,
    }


def _lines(cases: Sequence[Case]) -> Figures:
    """How much is shown again. Blank lines do not count."""
    total, again, length, length_again = 0, 0, 0, 0
    for case in cases:
        seen: set[str] = set()
        for line in chain.from_iterable(case.book.read(life).split("\n") for life in case.timeline.lives):
            if not line.strip():
                continue
            known = line in seen
            seen.add(line)
            total, length = total + 1, length + len(line)
            again, length_again = again + known, length_again + len(line) * known
    return {
        "characters of a line": length / total,
        "lines seen before %": 100 * again / total,
        "characters of lines seen before %": 100 * length_again / length,
    }


def _claims(cases: Sequence[Case]) -> Figures:
    """Of what follows the first leaving: before it nothing can be missing."""
    chars, count = 0, 0
    verdicts: Counter[str] = Counter()
    for case in cases:
        first = case.timeline.first_leaving
        if first is None:
            continue
        chars += sum(len(life.span.text) for life in case.timeline.lives if life.entered >= first)
        count += len(case.claims)
        verdicts.update(claim.verdict for claim in case.claims)
    if not count:
        return {}
    unjudged = verdicts["not-judged"]
    judged = count - unjudged
    return {
        "claims a MB of text after the first edit": count * MB / chars,
        "not judged, of the claims %": 100 * unjudged / count,
        **{f"{verdict}, of those judged %": 100 * verdicts[verdict] / judged for verdict in VERDICTS if judged},
    }


def _rewrites(cases: Sequence[Case]) -> Figures:
    """Means over the rewrites, with what the rules find on the trace for each of them."""
    found: Counter[str] = Counter({f"{rule} a rewrite": 0 for rule in load_rules()})
    count, kept, weighed = 0, 0, 0
    for case in cases:
        steps = [step for step, _ in case.timeline.of(Rewrite) if len(step.left) >= LEAST_LEFT]
        if not steps:
            continue
        count += len(steps)
        for step in steps:
            found.update(_taken(case, step))
        report = audit_case(case).report
        kept += sum(row.kept for row in report.retention)
        weighed += sum(row.tokens_in_sources for row in report.retention)
        found.update(f"{finding.rule} a rewrite" for finding in report.findings)
    if not count:
        return {}
    return {
        **{name: total / count for name, total in sorted(found.items())},
        **({"kept of a rewrite's tokens %": 100 * kept / weighed} if weighed else {}),
    }


def _taken(case: Case, step: Step) -> Mapping[str, int]:
    return {
        "spans that a rewrite takes": len(step.left),
        "characters that a rewrite takes": sum(len(life.span.text) for life in step.left),
        "distinct tokens that a rewrite takes": len({token for life in step.left for token in case.book.tokens(life)}),
        "characters of a surrogate": len(step.surrogate.span.text) if step.surrogate else 0,
    }


def of_group(path: Path) -> Figures:
    """The figures of a log, or the medians over those of a folder."""
    logs = sorted(one for one in path.rglob("*.jsonl*") if one.is_file()) if path.is_dir() else [path]
    several = [one for one in map(_readable, logs) if one]
    return {name: statistics.median(values) for name, values in _by_name(several)}


def _readable(path: Path) -> Figures:
    if path.stat().st_size < LEAST_BYTES:
        return {}
    try:
        return figures(path)
    except InputError:
        return {}


def _by_name(several: Iterable[Figures]) -> Iterator[tuple[str, list[float]]]:
    values: dict[str, list[float]] = {}
    for one in several:
        for name, value in one.items():
            values.setdefault(name, []).append(value)
    yield from values.items()


def lines(groups: Sequence[Figures], beside: Sequence[Figures] = ()) -> Iterator[str]:
    """The table, as Markdown. `of`: how many groups show the figure at all. What is nought everywhere is left out."""
    heads = ["figure", "of", "least", "middle", "greatest", *("generated" for _ in beside)]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for name, values in _by_name(groups):
        generated = [one.get(name) for one in beside]
        if any(values) or any(generated):
            told = [min(values), statistics.median(values), max(values), *generated]
            yield f"| {' | '.join([name, str(len(values)), *map(_told, told)])} |"


def _told(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.densities")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="recorded logs, or folders of them")
    parser.add_argument("--beside", nargs="+", default=[], type=Path, metavar="PATH", help="generated ones")
    options = parser.parse_args(arguments)
    groups = [one for one in map(of_group, options.paths) if one]
    print("\n".join(lines(groups, [of_group(path) for path in options.beside])))


if __name__ == "__main__":
    main(sys.argv[1:])
