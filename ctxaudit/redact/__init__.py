"""A report without the words of the trace: excerpts and tokens become hashes and lengths, ids and places stay.

Knows no format: it goes from report to report. Fingerprints stay as they are, so that a redacted report and a baseline
still speak of the same findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ctxaudit.model import (
    Evidence,
    Finding,
    Picture,
    Problem,
    Report,
    Retention,
    SpanExcerpt,
    TraceReport,
    Unaudited,
)
from ctxaudit.redact.prose import Hiding, hiding, mark, sentence

_KIND = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_./:][A-Za-z0-9]+){0,5}")

__all__ = ["redacted"]


def redacted(report: Report) -> Report:
    """Paths, ids of traces and spans, lines, turns, counts and rules stay; in our sentences the trace's words go."""
    plain = hiding({path for trace in report.traces for path in (trace.path, trace.id)}, ())
    return replace(
        report,
        traces=tuple(_trace(trace) for trace in report.traces),
        unaudited=tuple(_unaudited(one) for one in report.unaudited),
        notes=tuple(sentence(note, plain) for note in report.notes),
    )


def _trace(trace: TraceReport) -> TraceReport:
    names = {trace.id, trace.path, trace.lane or "", *trace.verdicts}
    names |= {one.surrogate for one in trace.retention}
    names |= {span for finding in trace.findings for span in _spans(finding)}
    said = [*(token for one in trace.retention for token in one.needed_tokens)]
    said += [token for finding in trace.findings for token in finding.tokens]
    # Texts are looked for where they were found. Of numbers the short ones are counts more often than tokens.
    here = Hiding(frozenset(names), shared=frozenset(n for n in hiding((), said).numbers if len(n) > 2))
    return replace(
        trace,
        lines=replace(trace.lines, not_context={_kind(kind): n for kind, n in trace.lines.not_context.items()}),
        regime=tuple(replace(one, because=sentence(one.because, here)) for one in trace.regime),
        retention=tuple(_retention(one) for one in trace.retention),
        verdict_notes={rule: sentence(note, here) for rule, note in trace.verdict_notes.items()},
        findings=tuple(_finding(finding, here) for finding in trace.findings),
        problems=tuple(_problem(one, here) for one in trace.problems),
        notes=tuple(sentence(note, here) for note in trace.notes),
        labels=_labels(trace.labels),
        picture=None if trace.picture is None else _picture(trace.picture),
    )


def _picture(picture: Picture) -> Picture:
    return replace(
        picture,
        edits=tuple(
            replace(
                edit,
                left=tuple(map(_span, edit.left)),
                entered=tuple(map(_span, edit.entered)),
                lost=tuple(map(mark, edit.lost)),
                needed=tuple(map(mark, edit.needed)),
            )
            for edit in picture.edits
        ),
        tokens=tuple(
            replace(
                life,
                token=mark(life.token),
                uses=tuple(replace(use, said=mark(use.said), action=mark(use.action)) for use in life.uses),
            )
            for life in picture.tokens
        ),
    )


def _span(span: SpanExcerpt) -> SpanExcerpt:
    return replace(span, excerpt=mark(span.excerpt), copy=None if span.copy is None else mark(span.copy))


def _finding(finding: Finding, trace: Hiding) -> Finding:
    excerpts = [step.excerpt.strip("…") for step in finding.evidence]
    own = hiding((), [*finding.tokens, *excerpts])
    here = replace(own, keeps=trace.keeps, shared=trace.shared)
    return replace(
        finding,
        message=sentence(finding.message, here),
        tokens=tuple(map(mark, finding.tokens)),
        evidence=tuple(_evidence(step, here) for step in finding.evidence),
        follows=sentence(finding.follows, here),
        suppressed=None if finding.suppressed is None else mark(finding.suppressed),
    )


def _evidence(step: Evidence, here: Hiding) -> Evidence:
    return replace(step, shows=sentence(step.shows, here), excerpt=mark(step.excerpt))


def _spans(finding: Finding) -> Iterable[str]:
    yield from finding.spans
    yield from (step.span for step in finding.evidence if step.span)


def _retention(one: Retention) -> Retention:
    lost, needed = (tuple(map(mark, tokens)) for tokens in (one.lost_tokens, one.needed_tokens))
    return replace(one, lost_tokens=lost, needed_tokens=needed)


def _problem(one: Problem, here: Hiding) -> Problem:
    return replace(one, problem=_kind(one.problem), detail=sentence(one.detail, here))


def _unaudited(one: Unaudited) -> Unaudited:
    return replace(one, why=sentence(one.why, hiding({one.path}, ())))


def _labels(labels: Mapping[str, str]) -> dict[str, str]:
    """Runs can still be grouped by them: equal labels have equal hashes."""
    return {key: mark(label) for key, label in labels.items()}


def _kind(name: str) -> str:
    return name if len(name) <= 80 and _KIND.fullmatch(name) else mark(name)
