"""Google ADK sessions: the JSON of one session, as the runner, `adk web` or the session services write it.

**What the log records.** Every event in order, each with its author, time and invocation; the size of each prompt as
the provider counted it; compactions, each with its summary and the span of time whose events it replaces; rewinds.

**What it does not.** The instruction and the schemas of the tools. What the summariser was shown: of each argument and
each response 2,000 characters at most. What callbacks and plugins changed in a request before it was sent.

**The window.** Before each answer of a model: the events so far, without those that lie in the time of a compaction,
and with each summary at the end of its time. A compaction whose time lies inside another's no longer counts, so a
later summary takes the earlier one along with the events. Each is one `rewrite`. Its summary stands in the agent's own
voice (role `model`) and nothing in the window says that it is one, unless its first words do: it is no tagged
surrogate, and the rewrite is `derived`. The human's request goes with the rest. A rewind is `withdrawn`, by the human.
A call that lies in the time of a compaction stays while the response to it stays.

**Lanes.** Agents that run side by side write into branches; each branch is a trace of its own, which also holds what
stood before it. Agents that hand over to one another share one window here; in truth each is told of the others' words
as context in the user's role.

**Traps.** The compaction's event is by the author `user` and has no content. Parts of a stream that is still coming in
(`partial`) were never sent. Responses are structured: they are read decoded, strings without their keys.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.adk.traces import NAME, traces_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "Google ADK session"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "Recorded sizes hold the instruction and the tools' schemas, which the log lacks; a movement of more than 2,000"
    " tokens or 15 % that the window does not explain is named in the notes. Sizes of spans are estimated."
)
RECORDS = (
    "every event with its author and time",
    "compactions with their summary and the span of time that they replace",
    "the size of each prompt as the provider counted it",
    "rewinds",
)
UNKNOWN = (
    "the instruction and the tools' schemas",
    "what callbacks and plugins changed before a request was sent",
    "what the summariser was shown: 2,000 characters of each argument and response at most",
    "whether the model knew: nothing in its window says that a summary is one, so `untagged-surrogate` is right here",
)
WHERE: tuple[str, ...] = ()

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace a branch; the events of no branch are the main one."""
    return traces_of(source)
