"""Prompts that a tracer kept call by call, to the windows of agents; shared by all importers of such logs.

Each prompt is taken apart into blocks, and the blocks of consecutive prompts of one agent are aligned. What is in both
stayed; what is only in the later one entered; of what is only in the earlier one the reason is looked for: a summary
that stands there now, a placeholder, a notice, a step back. Messages have no ids in these logs and edits no records, so
every edit is `derived` (a fixed text, an answer that comes back, equal ids) or `inferred` (from the place, the words,
or the recorded size alone). A gap that the tracer itself may have made is no edit: what is missing stays in the window.
"""

from ctxaudit.importers._snapshots.model import Block, Mark, Ranked, Ranking, Recording, Snapshot
from ctxaudit.importers._snapshots.reading import entries
from ctxaudit.importers._snapshots.traces import traces_of

TOLERANCE = (
    "Recorded sizes decide only whether vanished messages left or were not traced: the size must move by at most half"
    " of what the lost text would explain (four bytes a token). No count of a span or a rewrite is recorded."
)

__all__ = ["TOLERANCE", "Block", "Mark", "Ranked", "Ranking", "Recording", "Snapshot", "entries", "traces_of"]
