"""Where a step's prompt and answer stand in the document, and how messages without ids are told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxaudit.importers._values import as_json, listed, said

Message = Mapping[str, Any]


def has_prompt(step: Mapping[str, Any]) -> bool:
    return any(isinstance(step.get(key), list) and step[key] for key in ("query", "messages"))


def prompt_of(step: Mapping[str, Any], history: Sequence[Message], number: int) -> Sequence[Message] | None:
    """The prompt of a step; None where neither the step nor the history has it."""
    prompt = listed(step.get("query")) or listed(step.get("messages"))
    if prompt:
        response = (said(step, "response") or "").strip()
        last = [at for at in (len(prompt) - 1, len(prompt) - 2) if at > 0 and prompt[at].get("role") == "assistant"]
        own = next((at for at in last if response and text_of(prompt[at]).strip() == response), None)
        return prompt if own is None else prompt[:own]
    answers = [at for at, message in enumerate(history) if is_answer(message)]
    return history[: answers[number - 1]] if number <= len(answers) else None


def answer_of(step: Mapping[str, Any], later: Sequence[Message], history: Sequence[Message], answers: int) -> Message:
    """The answer as a later prompt has it, or the history: with its command and its tool calls told apart.

    Else the step's own response. `later`: what the next prompt holds behind this one's messages.
    """
    response = (said(step, "response") or said(step, "thought") or "").strip()
    spoken = [message for message in history if is_answer(message)]
    found = [*later[:1], *spoken[answers : answers + 1]]
    for message in found:
        text = text_of(message).strip()
        says_it = not has_prompt(step) or not response or text in response or response in text
        if is_answer(message) and says_it:
            return message
    return {"role": "assistant", "content": response, "action": step.get("action")}


def is_answer(message: Message) -> bool:
    return message.get("role") == "assistant" and not is_demo(message)


def is_demo(message: Message) -> bool:
    return message.get("is_demo") is True or said(message, "message_type") == "demonstration"


def key_of(message: Message) -> tuple[str, str]:
    """What tells a message from the others: who says what. Marks for the provider's cache are no part of it."""
    return said(message, "role") or "user", text_of(message).strip() + as_json(message.get("tool_calls"))


def text_of(message: Message) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(text for block in listed(content) if (text := said(block, "text")))
