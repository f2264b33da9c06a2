"""What `ctxaudit validate` prints: every problem with its line, and where every line went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxaudit.model import Problem, Trace, Unaudited
from ctxaudit.reports.safe import line


def trace_lines(trace: Trace, problems: Sequence[Problem]) -> Iterator[str]:
    """A head line, the account of lines, then one line a problem: path, line, kind, detail."""
    lines = trace.lines
    left_out = ", ".join(f"{count} {line(kind)}" for kind, count in lines.not_context.items()) or "0"
    yield f"{line(trace.path)} ({trace.format}): trace {line(trace.header.id)}\n"
    yield (
        f"  {lines.read} lines = {lines.events} with events + {left_out} not context "
        f"+ {lines.blank} blank + {lines.problems} unreadable\n"
    )
    for note in trace.notes:
        yield f"  note: {line(note)}\n"
    for problem in problems:
        yield f"  {line(trace.path)}:{problem.line}: {problem.problem}: {line(problem.detail)}\n"


def refusal_lines(unaudited: Unaudited) -> Iterator[str]:
    yield f"{line(unaudited.path)}: refused: {line(unaudited.why)}\n"
