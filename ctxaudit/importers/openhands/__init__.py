"""OpenHands conversations: the SDK's folder of events, and the histories that the older program saved.

**What the log records.** SDK: one file an event below `events/`, beside `base_state.json`, which holds the agent's
configuration, the head of the active branch, and the recorded size of each call by its response id. Messages, actions
with the arguments as the model sent them, results, and condensations: the ids of the forgotten events, the summary,
and the place in the reduced window where it stands. Histories: a list of events with integer ids, alone, in a
document, or one document a line.

**What it does not.** The system prompt's tool schemas; what the summariser was shown (each event in at most 500
characters); masking of old results by condensers that only change the view; repairs of orphaned calls when a
conversation is loaded again; images.

**The window.** SDK: events of the active branch; a condensation takes the listed ones out, also an earlier summary
(`<id>-summary`), and puts its summary at the recorded place. A summary without a place is recorded and never shown.
Nothing in the window says that the text is a summary, and it is merged into the user's turn before it: the surrogate
is untagged and its rewrite `derived`. Histories: all ids that any condensation forgot are out, and only the last
summary is shown. A condensation without a summary is a `truncate`: the log lists the events, and no reason.

**Results.** What was sent is the stored text with the lines that the terminal's results get (folder, interpreter, exit
code), cut in its middle at 30,000 characters for the terminal and 50,000 for all tools, with a notice that names the
file where the whole is saved. That file is written from the stored text: when the session had clipped it already, it is
no whole copy, which is said in the notes.

**Records.** The state is record 1, the events follow in their order; in a history the document is a record of its own
when it holds more than the list. `origin.file` names the event's file.

**Traps.** Times have no zone, so they are left out. A gap in the numbers of the files ends the conversation for the
SDK; what stands behind it is not read. The same number twice: the first by name holds.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.openhands.conversation import conversation
from ctxaudit.importers.openhands.documents import NAME, documents
from ctxaudit.importers.openhands.histories import history
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "OpenHands conversation (SDK folder or saved history)"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; sizes of spans are estimated, so no count of a span or a rewrite is recorded."
)
RECORDS = (
    "every message, action and result, in its order",
    "condensations with the ids of what was forgotten, the summary and its place",
    "the size of the window at each call (SDK), or at calls whose response was saved (histories)",
    "the file to which a clipped output was saved",
)
UNKNOWN = (
    "the tool schemas",
    "what the summariser was shown",
    "results that a condenser masked in the view alone",
    "repairs of orphaned calls when a conversation is loaded again",
    "the order by which an attention condenser ranked the events",
    "whether the model knew: nothing in its window says that a summary is one, so `untagged-surrogate` is right here",
)
WHERE = (".openhands/conversations/*/base_state.json",)

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace a conversation. Refused when the source is no JSON, or holds neither a state nor a history."""
    return [
        conversation(document, source) if document.is_state else history(document, source)
        for document in documents(source)
    ]
