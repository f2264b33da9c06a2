"""One file's records as nodes of conversation trees, by lane: streamed pieces joined, every line accounted for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ctxaudit.importers._account import Account, LaneKey
from ctxaudit.importers._contents import parts_of
from ctxaudit.importers._values import part, picked, said, time_of, tokens_of
from ctxaudit.ingest.lines import Blank, Record, records
from ctxaudit.ingest.source import Source

NodeKind = Literal["user", "assistant", "result", "compression", "bootstrap", "command", "hole", "link"]

_KINDS: Mapping[str, NodeKind] = {"user": "user", "assistant": "assistant", "tool_result": "result"}
_SYSTEM: Mapping[str, NodeKind] = {
    "chat_compression": "compression",
    "agent_bootstrap": "bootstrap",
    "slash_command": "command",
}
_ASKED = (
    *("uuid", "parentUuid", "timestamp", "type", "subtype", "provenance", "usageMetadata", "systemPayload"),
    *("version", "model", "cwd"),
)
_NOT_SENT = frozenset({"realtime_message", "code_mode_tool_result"})
_NOT_HUMAN = frozenset({"notification", "cron", "agent_mention", "agent_message"})
_HUMAN_SOURCES = frozenset({"real_user"})


@dataclass(slots=True, eq=False)
class Node:
    """`key` is the record's uuid, or made from its line; `lines` all lines that the record was streamed on.

    `record` holds what is asked for later. The parts of its message are `parts`.
    """

    kind: NodeKind
    key: str
    record: dict[str, Any]
    lines: list[int]
    parts: list[Mapping[str, Any]]

    @property
    def line(self) -> int:
        return self.lines[0]

    @property
    def at(self) -> str | None:
        return time_of(self.record)

    @property
    def parent(self) -> str | None:
        return said(self.record, "parentUuid")

    @property
    def payload(self) -> Mapping[str, Any]:
        return part(self.record, "systemPayload")

    @property
    def label(self) -> str:
        kind, subtype = said(self.record, "type") or "untyped", said(self.record, "subtype")
        return (f"{kind}/{subtype}" if subtype else kind)[:60]

    @property
    def by_host(self) -> bool:
        """What stands in the user's role without being the human's."""
        source = said(self.record, "provenance")
        return said(self.record, "subtype") in _NOT_HUMAN or (source is not None and source not in _HUMAN_SOURCES)

    @property
    def tokens(self) -> int:
        """The size of the window as the provider counted it; 0 where nobody did."""
        usage = part(self.record, "usageMetadata")
        return tokens_of(usage.get("promptTokenCount")) or tokens_of(usage.get("input"))

    @property
    def output(self) -> int:
        usage = part(self.record, "usageMetadata")
        made = tokens_of(usage.get("candidatesTokenCount")) or tokens_of(usage.get("output"))
        return made + tokens_of(usage.get("thoughtsTokenCount"))


@dataclass(slots=True)
class Lane:
    """One lane's nodes in file order. `budget`: the largest window on record."""

    key: LaneKey
    nodes: list[Node] = field(default_factory=list)
    budget: int = 0
    _known: dict[str, Node] = field(default_factory=dict)

    def take(self, record: dict[str, Any], line: int) -> None:
        key = said(record, "uuid")
        parts = parts_of(part(record, "message").get("parts", []))
        self.budget = max(self.budget, tokens_of(record.get("contextWindowSize")))
        node = self._known.get(key or "")
        if node is not None and node.kind == kind_of(record):
            node.lines.append(line)
            node.parts += parts
            node.record |= {name: value for name, value in picked(record, _ASKED).items() if value is not None}
            return
        name = key if key and node is None else f"line-{line}"
        node = Node(kind_of(record), name, picked(record, _ASKED), [line], parts)
        self._known[node.key] = node
        self.nodes.append(node)

    def first(self, key: str) -> str | None:
        return next((found for node in self.nodes if (found := said(node.record, key))), None)

    @property
    def talks(self) -> bool:
        return any(node.kind in ("user", "assistant", "result", "bootstrap") for node in self.nodes)


def kind_of(record: Mapping[str, Any]) -> NodeKind:
    kind, subtype = said(record, "type") or "", said(record, "subtype")
    if kind == "system":
        return _SYSTEM.get(subtype or "", "link")
    return "link" if subtype in _NOT_SENT else _KINDS.get(kind, "link")


@dataclass(slots=True)
class Survey:
    lanes: dict[LaneKey, Lane] = field(default_factory=dict)
    account: Account = field(default_factory=Account)


def survey(source: Source) -> Survey:
    """Every record in its lane: a session, or a subagent that is written into its file.

    A line that cannot be read may have held a record of any lane, so each has a node for it.
    """
    found = Survey()
    session = _first_session(source)
    for item in records(source):
        if isinstance(item, Record):
            session = said(item.value, "sessionId") or session
            agent = said(item.value, "agentId") or "sidechain" if item.value.get("isSidechain") is True else ""
            key: LaneKey = (session, agent)
            found.lanes.setdefault(key, Lane(key)).take(item.value, item.line)
        elif isinstance(item, Blank):
            found.account.blank(item.line)
        else:
            found.account.problem(item)
            for lane in found.lanes.values() if item.hole else ():
                lane.nodes.append(Node("hole", f"line-{item.line}", {}, [item.line], []))
    return found


def _first_session(source: Source) -> str:
    """What stands before the first record that names its session belongs to that session."""
    named = (said(item.value, "sessionId") for item in records(source) if isinstance(item, Record))
    return next((session for session in named if session), "")
