"""From one event of an older history to what the model saw of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._draft import Draft
from ctxaudit.importers._shell import only_reads
from ctxaudit.importers._values import as_json, listed, said
from ctxaudit.importers._values import part as inner
from ctxaudit.importers.openhands.results import around
from ctxaudit.model import Maker

MOST = 30_000  # characters of a result, when nobody set another limit

_ACTIONS = frozenset(
    {
        *("system", "message", "run", "run_ipython", "read", "edit", "write", "think", "finish", "delegate"),
        *("browse", "browse_interactive", "mcp", "call_tool_mcp", "task_tracking"),
    }
)
_ASIDE = frozenset({"null", "agent_state_changed", "condense", "server_ready", "loop_recovery"})
_NOT_ARGUMENTS = frozenset({"thought", "confirmation_state", "security_risk", "is_input", "blocking", "hidden"})
_READERS = frozenset({"read", "browse", "recall"})
_CUT = "\n[... Observation truncated due to length ...]\n"


def in_history(event: Mapping[str, Any]) -> bool:
    """Events that count where a summary's place is told; some of them are not shown to the model."""
    action = said(event, "action")
    if action is not None:
        return action in _ACTIONS or action == "recall"
    observation = said(event, "observation")
    return observation is not None and observation not in _ASIDE


def response_of(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """The model's response that the action came from, when it was saved."""
    return inner(inner(event, "tool_call_metadata"), "model_response")


@dataclass(slots=True)
class Reader:
    _calls: dict[int, tuple[str, str, bool]] = field(
        default_factory=dict
    )  # of actions: call id, tool, whether it reads
    _responses: set[str] = field(default_factory=set)

    def drafts(self, event: Mapping[str, Any]) -> list[Draft]:
        if said(event, "action") is not None:
            return self._action(event)
        return self._observation(event)

    def _action(self, event: Mapping[str, Any]) -> list[Draft]:
        kind, arguments = said(event, "action") or "", inner(event, "args")
        source = said(event, "source")
        if kind == "system":
            return _texts(said(arguments, "content"), "system", "host")
        if kind == "recall":
            return []
        if source != "agent":
            return self._of_user(kind, arguments, source)
        if kind in ("message", "finish"):
            text = said(arguments, "content") or said(arguments, "final_thought")
            thought = said(arguments, "thought")
            return _said(event) or _texts("\n".join(t for t in (thought, text) if t), "assistant", "model")
        return [*self._words(event, arguments), self._call(event, kind, arguments)]

    def _of_user(self, kind: str, arguments: Mapping[str, Any], source: str | None) -> list[Draft]:
        maker: Maker = "human" if source == "user" else "host"
        if kind == "message":
            images = arguments.get("image_urls")
            shown = (
                [Draft("[image]", "user", maker, {"complete": False}) for _ in images or []]
                if isinstance(images, list)
                else []
            )
            return [*_texts(said(arguments, "content"), "user", maker), *shown]
        if kind == "run":
            return _texts(f"User executed the command:\n{said(arguments, 'command') or ''}", "user", "host")
        return _texts(f"User requested to {kind}: {as_json(arguments)}", "user", "host")

    def _words(self, event: Mapping[str, Any], arguments: Mapping[str, Any]) -> list[Draft]:
        """What the model said beside its calls, once a response."""
        name = said(response_of(event), "id")
        if name is not None and name in self._responses:
            return []
        if name is not None:
            self._responses.add(name)
        return _said(event) or _texts(said(arguments, "thought"), "assistant", "model")

    def _call(self, event: Mapping[str, Any], kind: str, arguments: Mapping[str, Any]) -> Draft:
        metadata, key = inner(event, "tool_call_metadata"), int(event["id"])
        call = said(metadata, "tool_call_id") or f"event-{key}"
        name = said(metadata, "function_name") or kind
        command = said(arguments, "command") or ""
        self._calls[key] = (call, name, kind in _READERS or (kind == "run" and only_reads(command)))
        asked = {
            key: value for key, value in arguments.items() if key not in _NOT_ARGUMENTS and value not in (None, "")
        }
        text = _as_called(event, call) or as_json(asked)
        return Draft(text, "assistant", "model", {"kind": "tool-call", "call_id": call, "name": name})

    def _observation(self, event: Mapping[str, Any]) -> list[Draft]:
        kind, extras = said(event, "observation") or "", inner(event, "extras")
        content, cause = said(event, "content") or "", event.get("cause")
        if kind == "recall":
            return _recalled(extras)
        call, name, reads = (
            self._calls.get(cause, (None, None, False)) if isinstance(cause, int) else (None, None, False)
        )
        failed = kind in ("error", "user_rejected") or _failed(extras)
        text = cut(_shown(kind, content, extras))
        if call is None:
            return _texts(text, "user", "host")
        fields: dict[str, Any] = {"call_id": call, "name": name, "kind": "read" if reads else "tool-result"}
        complete = not said(extras, "screenshot") and not extras.get("image_urls")
        return [Draft(text, "tool", "tool", fields | {"tags": ("error",) if failed else (), "complete": complete})]


def cut(text: str) -> str:
    """The middle of a long result is left out when it is sent."""
    return text if len(text) <= MOST else text[: MOST // 2] + _CUT + text[-MOST // 2 :]


def _shown(kind: str, content: str, extras: Mapping[str, Any]) -> str:
    if kind == "run":
        return around(content, inner(extras, "metadata"))
    if kind == "error":
        return f"{content}\n[Error occurred in processing last action]"
    if kind == "user_rejected":
        return f"OBSERVATION:\n{content}\n[Last action has been rejected by the user]"
    return content


def _failed(extras: Mapping[str, Any]) -> bool:
    code = inner(extras, "metadata").get("exit_code", extras.get("exit_code"))
    return isinstance(code, int) and code not in (0, -1)


def _recalled(extras: Mapping[str, Any]) -> list[Draft]:
    """What the program knows of the workspace; the template around it is not in the log."""
    texts = [
        said(extras, key) for key in ("repo_instructions", "additional_agent_instructions", "conversation_instructions")
    ]
    texts += [said(agent, "content") for agent in listed(extras.get("microagent_knowledge"))]
    shown = "\n\n".join(text for text in texts if text)
    return [Draft(shown, "user", "host", {"complete": False})] if shown else []


def _said(event: Mapping[str, Any]) -> list[Draft]:
    return _texts(said(_answer(event), "content"), "assistant", "model")


def _as_called(event: Mapping[str, Any], call: str) -> str | None:
    """The arguments as the model sent them."""
    asked = (inner(item, "function") for item in listed(_answer(event).get("tool_calls")) if said(item, "id") == call)
    return next((text for function in asked if (text := said(function, "arguments"))), None)


def _answer(event: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = listed(response_of(event).get("choices"))
    return inner(choices[0], "message") if choices else {}


def _texts(text: str | None, role: Any, maker: Maker) -> list[Draft]:
    return [Draft(text, role, maker)] if text and text.strip() else []
