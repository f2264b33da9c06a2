"""Inspect AI eval logs: `.eval` (a zip, its members compressed with Zstandard) and `.json` (one document).

**What the log records.** Each sample's events in order. A model event holds the very prompt of its call, inline or
(since 0.3.195) as ranges of a pool of messages; texts of more than a hundred characters are moved to the sample's
attachments. Tool events, with the size of an output before it was cut. Compaction events with their strategy and the
harness's own sizes, without the ids of what left.

**What it does not.** Which messages a compaction took: the ids of two prompts in a row tell it exactly. The tools'
schemas, which count in the recorded sizes. What a provider's own compaction wrote: it is encrypted.

**The window.** The prompts of one agent, in order; between two of them the messages that only one of them has. Equal
ids count as recorded; a message that has a new id and says the same is the same span; prompts without ids make the edit
`derived`. By the compaction's kind: a summary is one `rewrite`, its sources all that left, also what only the
summariser was shown; a cleared result is a `truncate`, with a stub in its place, because the agent cannot read the log;
a trim is a `truncate`. Messages that vanish without a compaction event are a `truncate` as well. What left before any
prompt had shown it is said in the notes.

**Who said it.** Messages of the sample's input are the human's; all other messages in the user's role are the
harness's, and so are all of them in the conversation of a subagent.

**Lanes.** Each sample is a trace of its own; further conversations in it (another agent's span, another role, a prompt
that shares nothing with the one before) are lanes of it. Summarisers' and scorers' calls, and calls that failed, are no
calls of the agent.

**Traps.** Records are a sample's events, numbered from 1 in each sample. `sample.messages` is the full history, never
the window. The pool keeps one entry for messages that say the same, so one id may stand in a prompt twice. The final
answer is rewritten in `sample.messages` under its old id. An answer that no later prompt holds was thrown away by the
harness, unless its tools ran. A log that is still being written has no header.json, but a journal.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.inspect_ai.traces import NAME, traces_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "Inspect AI eval log"
CLASS: Literal["snapshots"] = "snapshots"
TOLERANCE = (
    "Windows are the recorded prompts themselves. Recorded sizes also count the tools' schemas; sizes of spans are"
    " estimated, and the harness's own counts of the whole window before and after a compaction are told in the notes."
)
RECORDS = (
    "the whole prompt of every model call, with message ids",
    "compaction events with strategy, trigger and the size of the window before and after",
    "how much of an output was cut before it was sent",
)
UNKNOWN = (
    "the tools' schemas, which are sent beside the messages",
    "what a provider's own, encrypted compaction says",
    "the window after a compaction that no call followed",
)
WHERE: tuple[str, ...] = ()

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace a sample, and one more for each further conversation of it. A zip without its directory is refused."""
    return traces_of(source)
