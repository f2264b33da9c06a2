"""What a command says on standard error of inputs that gave no report; it is masked and dead like the report itself."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ctxaudit.cli.traces import MAIN

if TYPE_CHECKING:
    from ctxaudit.model import Report

_MOST_LANES = 20


def say(what: str, of: str = "") -> None:
    """One line, `of` being the path that it is about."""
    from ctxaudit.reports import safe
    from ctxaudit.secrets import masked

    about = f"{safe.name(masked(of), 300)}: " if of else ""
    print(f"ctxaudit: {about}{safe.line(masked(what), 500)}", file=sys.stderr)


def complain(
    report: Report, paths: Sequence[str], *, lanes: Collection[str] | None = None, read_as: str | None = None
) -> None:
    """Why inputs were not audited, which of the lanes asked for is in no log, or that there was no log at all."""
    for what, path in complaints(report, paths, lanes=lanes, read_as=read_as):
        say(what, path)


def complain_of_both(
    sides: Sequence[tuple[str, Report]], *, lanes: Collection[str] | None = None, read_as: str | None = None
) -> None:
    """The same of the two reports of a comparison: with the path of the side, and what is true of both is said once."""
    told: dict[tuple[str, str], list[str]] = {}  # what is said, and of which input of the side, to the sides
    for side, report in sides:
        for what, path in complaints(report, [side], lanes=lanes, read_as=read_as):
            told.setdefault((what, path), []).append(side)
    for (what, path), of in told.items():
        say(what, path or " and ".join(dict.fromkeys(of)))


def complaints(
    report: Report, paths: Sequence[str], *, lanes: Collection[str] | None, read_as: str | None
) -> Iterator[tuple[str, str]]:
    """Each with the path of the input that it is about; without one where it is about all of them."""
    yield from ((unaudited.why, unaudited.path) for unaudited in report.unaudited)
    known = {trace.lane or MAIN for trace in report.traces}
    missing = [lane for lane in dict.fromkeys(lanes or ()) if lane not in known]
    if any(unaudited.broke for unaudited in report.unaudited):
        return  # what lanes the input has is not known
    if missing and report.traces:
        yield f"no log has {_named(missing)}", ""
    elif missing and ((there := lanes_of(paths, read_as)) or "-" in paths):
        yield f"no log has {_named(missing)}{_listed(there)}", ""
    elif not report.traces and not report.unaudited:
        passed = f" ({report.passed_over} files passed over)" if report.passed_over else ""
        yield f"no session log was found{passed}", ""


def lanes_of(paths: Sequence[str], read_as: str | None) -> list[str]:
    """The names of the lanes of all logs that can be read once more, in the order in which they stand there."""
    from ctxaudit.corpus.find import find, only_here
    from ctxaudit.corpus.local import read_paths
    from ctxaudit.model import Trace

    files = [wanted.path for wanted in find(paths) if not only_here(wanted.path)]
    found = (item.header.lane or MAIN for item in read_paths(files, read_as) if isinstance(item, Trace))
    return list(dict.fromkeys(found))


def _named(lanes: Sequence[str]) -> str:
    return f"the lane{'s' * (len(lanes) > 1)} {', '.join(map(repr, lanes))}"


def _listed(lanes: Sequence[str]) -> str:
    if not lanes:
        return ""
    more = f" and {len(lanes) - _MOST_LANES} more" if len(lanes) > _MOST_LANES else ""
    return f"; there {'is' if len(lanes) == 1 else 'are'}: {', '.join(lanes[:_MOST_LANES])}{more}"
