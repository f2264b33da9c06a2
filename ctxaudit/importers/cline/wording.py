"""The family's fixed phrases: how a summary, a cut or a removed result is worded in the window."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WRAPPER = re.compile(r"<(user_input|user_command)\b[^>]*>")
_CONTINUED = "This session is being continued from a previous conversation that ran out of context."
_LEADS = (
    re.compile(r"\s*## Conversation Summary[ \t]*\n?"),
    re.compile(r"\s*Context summary:\s*"),
    re.compile(r"\s*<SYSTEM_NOTICE>\s*Earlier context was compacted\.[^\n]*\n?"),
    re.compile(r"\s*" + re.escape(_CONTINUED) + r"[ \t]*(?:The conversation is summarized below:)?\s*"),
)
_CLOSINGS = ("</SYSTEM_NOTICE>", "\nPlease continue the conversation from where we left it off")
_SUPERSEDED = "This file read has been removed to save space"


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a summary's own words stand, and whether the window says that it is one."""

    start: int
    end: int | None
    told: bool


def frame_of(text: str) -> Frame:
    lead = next((found for pattern in _LEADS if (found := pattern.match(text))), None)
    start = lead.end() if lead else 0
    ends = [place for closing in _CLOSINGS if (place := text.rfind(closing)) >= start]
    return Frame(start, min(ends) if ends else None, lead is not None or "summar" in text[:300].casefold())


def is_notice(text: str) -> bool:
    """What the SDK's basic compaction puts in the place of what it took: made by code, not by a model."""
    return text.lstrip().startswith("<SYSTEM_NOTICE>")


def continues(text: str) -> bool:
    """A user's text that carries the summary of what was removed."""
    return text.lstrip().startswith(_CONTINUED)


def superseded(text: str) -> bool:
    """A notice that stands for a file read which a later one made out of date."""
    return _SUPERSEDED in text[:300]


def sent_input(text: str) -> str:
    """A user's text as it is sent: without the wrapper that the transcript keeps it in."""
    text = text.strip()
    for tag in ("user_input", "user_command"):
        if f"<{tag}" not in text:
            continue
        opened = _WRAPPER.sub(lambda found, tag=tag: "" if found[1] == tag else found[0], text)  # type: ignore[misc]
        text = (opened.replace(f"</{tag}>", "") if f"</{tag}>" in text else opened).strip()
    return text


def shown_input(text: str) -> str:
    """A user's text as the harness displays it: also without its notices of a change of mode."""
    text = sent_input(text)
    opening, closing = "<mode_notice>", "</mode_notice>"
    while (start := text.find(opening)) >= 0 and (end := text.find(closing, start)) >= 0:
        text = text[:start] + text[end + len(closing) :]
    return text.strip()
