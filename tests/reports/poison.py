"""Texts that try to act on whatever shows them, and reports that hold them in every field that a trace can fill."""

from __future__ import annotations

from ctxaudit.model import Evidence, Lines, Origin, Problem, Regime, Report, Unaudited
from tests.reports.made import altered, finding, kept, problem, report, trace

POISONS = {
    "escape code": "a\x1b[2J\x1b]8;;http://x\x07b",
    "c1 control": "a\x9b31mb\x85c",
    "bidi": "user\u202etxt.exe\u2066\u2069",
    "zero width": "a\u200b\u200d\ufeffb",
    "tags": "a\U000e0061\U000e0062",
    "nul": "a\x00b",
    "lone surrogate": "a\ud800b\udfff",
    "markup": "[red]x[/red][/][/bold]\\[",
    "command": "::error file=a::stop",
    "old command": "##[error]stop ##vso[task.complete]",
    "carriage return": "safe\rrm -rf\n::error::x\n\n",
    "braces": "{0} %s {name!r} ${x}",
    "wide": "漢字" * 40,
    "empty": "",
    "long": "x" * 20_000,
    "long and hostile": "\x1b" * 20_000,
}


def poisoned(text: str) -> Report:
    """A report that holds this text wherever a trace or a path can put its own."""
    step = Evidence(line=8, turn=1, span=text, shows=text, excerpt=text)
    whole = altered(
        message=text,
        spans=(text, text),
        tokens=(text,),
        evidence=(step,) * 6,
        follows=text,
        origin=Origin(file=text, id=text),
        fingerprint=text,
    )
    one = trace(
        whole,
        altered(31, edit=None, message=text, spans=(text,), tokens=(text,)),
        finding(severity="note", message=text),
        finding(suppressed=text),
        path=text,
        id=text,
        format=text,
        lane=text,
        lines=Lines(read=40, events=30, not_context={text: 9}, problems=1),
        regime=(Regime(seed=0, in_force=True, because=text),),
        retention=(kept(surrogate=text, lost_tokens=(text,), needed_tokens=(text,) * 6),),
        verdict_notes={"split-pair": text, "demoted-pin": text},
        problems=(problem(), Problem(text, 3, text)),
        notes=(text,),
        labels={text: text},
    )
    return report(
        one, unaudited=(Unaudited(path=text, why=text), Unaudited(path=text, why=text, broke=True)), notes=(text,)
    )


def twice(made: Report) -> Report:
    """The same trace two times: the report of many traces."""
    return report(*made.traces, *made.traces, unaudited=made.unaudited)
