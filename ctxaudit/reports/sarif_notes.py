"""What a SARIF invocation says beside the results: inputs without a report, problems, verdicts not given, notes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ctxaudit.model import Report
from ctxaudit.reports import safe
from ctxaudit.reports.entries import in_records
from ctxaudit.reports.json_v1 import Json
from ctxaudit.reports.layout.coverage import NOTHING_TO_LOOK_AT
from ctxaudit.reports.words import counted

Object = dict[str, Json]
_PLACE_HOLDER = re.compile(r"\{([0-9]+)\}")  # viewers put arguments in its place, and ours have none
_MOST = 1000  # notifications of one kind; how many there are is in the run's properties
_KINDS = {
    "fault": ("ToolFault", "ctxaudit broke on an input."),
    "not-audited": ("InputNotAudited", "An input has no report."),
    "problem": ("TraceProblem", "A line of a trace is not as the format says."),
    "not-judged": ("RuleNotJudged", "A rule could not judge what it looked at."),
    "remark": ("RunRemark", "Something to know about the run or about a trace."),
}


@dataclass(frozen=True, slots=True)
class Told:
    """`successful`: ctxaudit itself did not break."""

    entries: list[Json]
    descriptors: list[Json]
    successful: bool


def notifications(report: Report, rules: Mapping[str, int], places: Mapping[str, Object]) -> Told:
    """In the order of their weight; each refers to its descriptor by the place in the list."""
    entries = [*_refusals(report, places), *_problems(report, places), *_not_judged(report, rules), *_remarks(report)]
    descriptors: list[Json] = [_descriptor(kind, name, said) for kind, (name, said) in _KINDS.items()]
    return Told(entries, descriptors, not any(one.broke for one in report.unaudited))


def _descriptor(kind: str, name: str, said: str) -> Object:
    told: Object = {"text": said}
    return {"id": kind, "name": name, "shortDescription": told, "fullDescription": told, "help": told}


def text(said: str) -> str:
    """A message in which nothing is a link or a place-holder, closed by a mark."""
    plain = _PLACE_HOLDER.sub(r"{{\1}}", said.replace("](", "] ("))
    return plain if plain.endswith((".", "!", "?", "…")) else f"{plain}."


def _entry(kind: str, level: str, said: str, **more: Json) -> Object:
    descriptor: Object = {"id": kind, "index": list(_KINDS).index(kind)}
    return {"descriptor": descriptor, "level": level, "message": {"text": text(said)}, **more}


def _refusals(report: Report, places: Mapping[str, Object]) -> list[Json]:
    entries: list[Json] = []
    for one in sorted(report.unaudited, key=lambda one: (not one.broke, not one.named))[:_MOST]:
        kind, level = ("fault", "error") if one.broke else ("not-audited", "error" if one.named else "warning")
        where: Json = [{"physicalLocation": {"artifactLocation": places[one.path]}}]
        entries.append(_entry(kind, level, safe.line(one.why, 1000), locations=where))
    return entries


def _problems(report: Report, places: Mapping[str, Object]) -> list[Json]:
    found = [(trace, problem) for trace in report.traces for problem in trace.problems]
    entries: list[Json] = []
    for trace, problem in found[:_MOST]:
        region: Object = {} if in_records(trace) else {"region": {"startLine": max(1, problem.line)}}
        at: Object = {"artifactLocation": places[trace.path], **region}
        said = f"{safe.name(problem.problem)}: {safe.line(problem.detail, 500)}"
        entries.append(_entry("problem", "warning", said, locations=[{"physicalLocation": at}]))
    return entries


def _not_judged(report: Report, rules: Mapping[str, int]) -> list[Json]:
    """One for each rule and reason, with the number of traces; that there was nothing to look at is no lack."""
    traces: dict[tuple[str, str], int] = {}
    for trace in report.traces:
        for rule, verdict in trace.verdicts.items():
            note = trace.verdict_notes.get(rule, "no reason on record")
            if verdict == "not-judged" and not note.startswith(NOTHING_TO_LOOK_AT):
                key = rule, safe.line(note, 300)
                traces[key] = traces.get(key, 0) + 1
    return [
        _entry(
            "not-judged",
            "note",
            f"{rule} was not judged in {counted(number, 'trace')}: {why}",
            associatedRule={"id": rule, "index": rules[rule]},
        )
        for (rule, why), number in sorted(traces.items())[:_MOST]
    ]


def _remarks(report: Report) -> list[Json]:
    said = dict.fromkeys([*report.notes, *(note for trace in report.traces for note in trace.notes)])
    return [_entry("remark", "note", safe.line(note, 1000)) for note in list(said)[:_MOST]]
