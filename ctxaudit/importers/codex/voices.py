"""Who speaks in the user's role: the human, or the harness that puts instructions and notices there."""

from __future__ import annotations

from ctxaudit.model import Maker

SUMMARY_OPENING = "Another language model started to solve this problem and produced a summary"

INITIAL_CONTEXT = (
    "# agents.md instructions",
    "<user_instructions>",
    "<instructions>",
    "<environment_context>",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<personality",
    "<skill",
    "<apps_instructions>",
    "<plugins_instructions>",
)
_NOTICES = (
    "<turn_aborted>",
    "<user_shell_command>",
    "<user_action>",
    "<subagent_notification>",
    "<model_switch>",
    "<realtime_conversation>",
    "<hook_",
)
_FROM_THE_EDITOR = "# Context from my IDE setup:"
_REQUEST = "## My request for Codex:"
_LONGEST_OPENING = 40


def is_host_text(text: str) -> bool:
    start = text.lstrip()[:_LONGEST_OPENING].casefold()
    return start.startswith(INITIAL_CONTEXT + _NOTICES)


def context_kind(text: str) -> str | None:
    """Which part of the initial context a text is; None when it is none of it."""
    start = text.lstrip()[:_LONGEST_OPENING].casefold()
    return next((opening for opening in INITIAL_CONTEXT if start.startswith(opening)), None)


def parts_of(text: str) -> list[tuple[str, Maker]]:
    """The text in order, each part with its maker: what an editor put before the request is the host's."""
    if is_host_text(text) or text.startswith(SUMMARY_OPENING):
        return [(text, "host")]
    at = text.find(_REQUEST) if text.lstrip().startswith(_FROM_THE_EDITOR) else -1
    if at < 0:
        return [(text, "human")]
    at += len(_REQUEST)
    parts: list[tuple[str, Maker]] = [(text[:at], "host"), (text[at:], "human")]
    return [(part, maker) for part, maker in parts if part.strip()]
