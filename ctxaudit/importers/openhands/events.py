"""From one event of the SDK to what the model saw of it: drafts of spans, and the response that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._draft import Draft, spoken
from ctxaudit.importers._shell import only_reads
from ctxaudit.importers._values import as_json, listed, said
from ctxaudit.importers._values import part as inner
from ctxaudit.importers.openhands.results import SavedOutputs, Sent, sent
from ctxaudit.model import Maker, Role

FINISH = "finish"  # its argument is the last message, and its result repeats that

_REFUSED = "Action rejected: "
_UNSAID = "User rejected the action"
_READERS = frozenset({"grep", "glob", "read_file", "list_directory", "think", "browser_get_content"})
_SHELLS = frozenset({"terminal", "bash", "execute_bash"})


@dataclass(slots=True)
class Reader:
    """Makes drafts of the events of one conversation, and keeps what the results of its calls need to know."""

    outputs: SavedOutputs = field(default_factory=SavedOutputs)
    reads: dict[str, bool] = field(default_factory=dict)
    clipped: list[tuple[int, str]] = field(default_factory=list)  # records whose saved output is clipped itself

    def drafts(self, event: Mapping[str, Any], record: int) -> list[Draft] | None:
        """None for what the model never sees."""
        match said(event, "kind"):
            case "SystemPromptEvent":
                parts = (said(inner(event, key), "text") for key in ("system_prompt", "dynamic_context"))
                return [Draft(text, "system", "host") for text in parts if text]
            case "MessageEvent":
                return self._message(event)
            case "ActionEvent":
                return self._action(event)
            case "ObservationEvent":
                return self._observation(event, record)
            case "UserRejectObservation":
                return _rejection(event)
            case "AgentErrorEvent":
                fields = _bound(event) | {"kind": "tool-result", "tags": ("error",)}
                return [Draft(said(event, "error") or "", "tool", "host", fields)]
        return None

    def _message(self, event: Mapping[str, Any]) -> list[Draft]:
        message = inner(event, "llm_message")
        role: Role = "assistant" if said(message, "role") == "assistant" else "user"
        if said(message, "role") == "system":
            role = "system"
        maker: Maker = "host"
        if role == "assistant":
            maker = "model" if said(event, "source") == "agent" else "host"
        elif said(event, "source") == "user" and role == "user":
            maker = "human"
        thinking = _thinking(message) if maker == "model" else []
        return [
            *thinking,
            *spoken(listed(message.get("content")), role, maker),
            *spoken(listed(event.get("extended_content")), "user", "host"),
        ]

    def _action(self, event: Mapping[str, Any]) -> list[Draft]:
        call = inner(event, "tool_call")
        name, arguments = said(event, "tool_name") or said(call, "name"), call.get("arguments")
        action = inner(event, "action")
        thought = spoken(listed(event.get("thought")), "assistant", "model")
        if name == FINISH and (last := said(action, "message")):
            return [*_thinking(event), *thought, Draft(last, "assistant", "model")]
        bound = _bound(event)
        self.reads[str(bound["call_id"])] = _looks_up(name or "", action)
        text = arguments if isinstance(arguments, str) else as_json(arguments if arguments is not None else action)
        fields = bound | {"kind": "tool-call", "name": name}
        return [*_thinking(event), *thought, Draft(text, "assistant", "model", fields)]

    def _observation(self, event: Mapping[str, Any], record: int) -> list[Draft]:
        observation = inner(event, "observation")
        if said(event, "tool_name") == FINISH:
            return spoken(listed(observation.get("content")), "tool", "host")
        shown = sent(observation, self.outputs)
        if shown.saved and not shown.whole:
            self.clipped.append((record, shown.saved))
        fields = _bound(event) | {
            "kind": "read" if self.reads.get(str(_bound(event)["call_id"])) else "tool-result",
            "tags": ("error",) if _failed(observation) else (),
            "complete": shown.complete,
            "external_copy": _copy(shown),
        }
        extended = spoken(listed(event.get("extended_content")), "tool", "host")
        return [Draft(shown.text, "tool", "tool", fields), *extended]


def _rejection(event: Mapping[str, Any]) -> list[Draft]:
    """The human's reason is a span of its own; a hook's is the host's."""
    reason = said(event, "rejection_reason") or _UNSAID
    fields = _bound(event) | {"kind": "tool-result", "tags": ("error",)}
    if reason == _UNSAID or said(event, "rejection_source") == "hook":
        return [Draft(_REFUSED + reason, "tool", "host", fields)]
    return [Draft(_REFUSED, "tool", "host", fields), Draft(reason, "user", "human")]


def _thinking(event: Mapping[str, Any]) -> list[Draft]:
    """Thinking blocks say again what `reasoning_content` says, so they count only without it."""
    reasoning = said(event, "reasoning_content")
    blocks = (said(block, "thinking") for block in listed(event.get("thinking_blocks")))
    texts = [reasoning] if reasoning else [text for text in blocks if text]
    return [Draft(text, "scratchpad", "model", {"tags": ("thinking",)}) for text in texts]


def _bound(event: Mapping[str, Any]) -> dict[str, Any]:
    return {"call_id": said(event, "tool_call_id"), "name": said(event, "tool_name")}


def _failed(observation: Mapping[str, Any]) -> bool:
    code = observation.get("exit_code")
    return observation.get("is_error") is True or (isinstance(code, int) and code not in (0, -1))


def _copy(shown: Sent) -> str | None:
    return shown.saved if shown.whole else None


def _looks_up(name: str, action: Mapping[str, Any]) -> bool:
    command = said(action, "command") or ""
    if name in _SHELLS:
        return only_reads(command)
    return name in _READERS or (command == "view" and "editor" in name)
