"""The lanes of one log file: its records by session and subagent, each as a list of nodes in file order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._account import Account, LaneKey
from ctxaudit.importers._values import said
from ctxaudit.importers.claude_code.nodes import TALK, Node, is_api_error, node_of, used_tokens
from ctxaudit.importers.claude_code.sidecars import Applied, applied_edits
from ctxaudit.ingest.lines import Blank, Record, records
from ctxaudit.ingest.source import Source
from ctxaudit.model import Problem


@dataclass(slots=True)
class Lane:
    """One lane's nodes and what its records say about the run. `tokens`, `output`, `applied`: by model call."""

    key: LaneKey
    nodes: list[Node] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)
    output: dict[str, int] = field(default_factory=dict)
    applied: dict[str, Applied] = field(default_factory=dict)
    version: str | None = None
    model: str | None = None
    cwd: str | None = None
    started_at: str | None = None
    talks: bool = False
    agents: set[str] = field(default_factory=set)  # subagents that tool results name
    starts_agents: bool = False
    _known: dict[str, Node] = field(default_factory=dict)
    _request: tuple[str, str] = ("", "")

    def take(self, node: Node) -> Node | None:
        """Adds the node. A uuid that was there before: the later record's text, at the earlier one's place in time."""
        before = self._known.get(node.key)
        if before is None or node.kind == "queue":
            self._known[node.key] = node
        elif before.kind != node.kind or not said(node.record, "uuid"):
            node.key = f"{node.key}#{len(self.nodes)}"
        else:
            return self._repeat(before, node)
        self._learn(node)
        self.nodes.append(node)
        return None

    def _repeat(self, before: Node, node: Node) -> Node:
        """Returns a node with the line that counts no more."""
        loser = Node(kind="copy", line=node.line, key=node.key, record={}, parent=node.parent, root=node.root)
        self.nodes.append(loser)
        self._learn(node)
        if before.record.get("message") == node.record.get("message"):
            return loser
        replaced = Node(kind="copy", line=before.line, key=node.key, record={})
        before.record, before.blocks, before.line = node.record, node.blocks, node.line
        before.group, before.answers, before.synthetic = node.group, node.answers, node.synthetic
        return replaced

    def _learn(self, node: Node) -> None:
        self.talks = self.talks or node.kind in TALK or node.kind == "queue"
        self.version = self.version or said(node.record, "version")
        self.cwd = self.cwd or said(node.record, "cwd")
        self.started_at = self.started_at or node.at
        if node.kind == "assistant":
            self._learn_call(node)
        elif node.kind in TALK:
            self._request = ("", "")
            outcome = node.record.get("toolUseResult")
            agent = said(outcome, "agentId") if isinstance(outcome, dict) else None
            if agent is not None:
                self.agents.add(agent)

    def _learn_call(self, node: Node) -> None:
        if node.group.startswith("request "):
            asked, full = self._request
            if asked != node.group:
                asked, full = node.group, f"{node.group} line {node.line}"
            self._request = (asked, full)
            node.group = full
        tokens, output = used_tokens(node.record)
        if tokens:
            self.tokens[node.group] = max(tokens, self.tokens.get(node.group, 0))
            self.output[node.group] = max(output, self.output.get(node.group, 0))
        applied = applied_edits(node.record)
        if applied is not None:
            self.applied[node.group] = applied
        if self.model is None and not node.synthetic:
            self.model = said(node.record["message"], "model")
        if not self.starts_agents:
            self.starts_agents = any(block.get("name") in ("Task", "Agent") for block in node.blocks)


@dataclass(slots=True)
class Survey:
    """A whole log file: its lanes in order of appearance, and the account of its lines."""

    lanes: dict[LaneKey, Lane] = field(default_factory=dict)
    account: Account = field(default_factory=Account)

    @property
    def talking(self) -> list[Lane]:
        """Lanes that hold anything of a window: main ones first, each in order of appearance."""
        found = [lane for lane in self.lanes.values() if lane.talks]
        return sorted(found, key=lambda lane: lane.key[1] != "")


def survey(source: Source) -> Survey:
    """Every record of the log in its lane, every line in the account (those of nodes when they are replayed)."""
    found = Survey()
    rows: list[Record] = []
    for item in records(source):
        if isinstance(item, Record):
            rows.append(item)
        elif isinstance(item, Blank):
            found.account.blank(item.line)
        elif isinstance(item, Problem):
            found.account.problem(item)
    session = next((name for row in rows if (name := _session(row.value))), "")
    roots = _Sidechains()
    for row in rows:
        session = _session(row.value) or session
        _sort_in(row, session, roots, found)
    return found


def _sort_in(row: Record, session: str, roots: _Sidechains, found: Survey) -> None:
    record = row.value
    key: LaneKey = (session, roots.lane(record) if record.get("isSidechain") is True else "")
    node = node_of(record, row.line)
    if node is not None:
        lane = found.lanes.get(key)
        if lane is None:
            lane = found.lanes[key] = Lane(key)
        replaced = lane.take(node)
        if replaced is not None:
            found.account.aside(replaced.line, key, "repeated uuid")
            return
    if node is None or node.kind == "link":
        found.account.aside(row.line, key, _kind_name(record))


class _Sidechains:
    """Names the lane of a subagent's record: its agent's id, else the uuid of the root that it hangs on."""

    def __init__(self) -> None:
        self._root: dict[str, str] = {}
        self._last = ""

    def lane(self, record: Mapping[str, Any]) -> str:
        agent = said(record, "agentId")
        if agent:
            return agent
        key, parent = said(record, "uuid"), said(record, "parentUuid")
        if parent in self._root:
            name = self._root[parent]
        elif parent is not None and self._last:
            name = self._last
        else:
            name = key or self._last or "sidechain"
        self._last = name
        if key:
            self._root[key] = name
        return name


def _session(record: Mapping[str, Any]) -> str | None:
    return said(record, "sessionId") or said(record, "session_id")


def _kind_name(record: Mapping[str, Any]) -> str:
    if is_api_error(record):
        return "api-error"
    kind, subtype = said(record, "type") or "untyped", said(record, "subtype")
    return (f"{kind}/{subtype}" if subtype and kind == "system" else kind)[:60]
