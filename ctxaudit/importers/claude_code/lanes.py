"""The lanes of one log file: its records by session and subagent, each as a list of nodes in file order."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._account import Account, LaneKey
from ctxaudit.importers._values import said
from ctxaudit.importers.claude_code.nodes import NOTHING, TALK, Node, is_api_error, node_of, used_tokens
from ctxaudit.importers.claude_code.sidecars import Applied, applied_edits
from ctxaudit.ingest.lines import Blank, spelled
from ctxaudit.ingest.source import Source

Json = Mapping[str, Any]
_AGENT_TOOLS = ("Task", "Agent")


@dataclass(slots=True)
class Repeats:
    """Records that come twice. Of a uuid that is `known` to come again the message is held, to be compared."""

    known: Container[str] = ()
    seen: set[str] = field(default_factory=set)
    messages: dict[tuple[LaneKey, str], Any] = field(default_factory=dict)


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
    _group: str = ""

    def take(self, node: Node, record: Json, repeats: Repeats) -> Node | None:
        """Adds the node. A uuid that was there before: the later record's text, at the earlier one's place in time."""
        known, key = self._known, node.key
        before = known.get(key)
        if before is None or node.kind == "queue":
            known[key] = node
            if key in repeats.known:
                repeats.messages[self.key, key] = record.get("message")
        elif before.kind != node.kind or not said(record, "uuid"):
            node.key = f"{key}#{len(self.nodes)}"
            node.id = node.id and node.key
        else:
            return self._repeat(before, node, record, repeats)
        above = known.get(node.parent or "")
        if above is not None:
            node.parent = above.key  # the same text once
        self._learn(node, record)
        self.nodes.append(node)
        return None

    def _repeat(self, before: Node, node: Node, record: Json, repeats: Repeats) -> Node:
        """Returns a node with the line that counts no more."""
        loser = Node("copy", node.line, node.key, NOTHING, None, node.parent)
        self.nodes.append(loser)
        self._learn(node, record)
        repeats.seen.add(node.key)
        message = record.get("message")
        if repeats.messages.get((self.key, node.key)) == message:
            return loser
        repeats.messages[self.key, node.key] = message
        replaced = Node("copy", before.line, node.key, NOTHING)
        before.line, before.blocks, before.kept, before.by_host = node.line, node.blocks, node.kept, node.by_host
        before.group, before.answers = node.group, node.answers
        return replaced

    def _learn(self, node: Node, record: Json) -> None:
        if self.version is None:
            self.version = said(record, "version")
        if self.cwd is None:
            self.cwd = said(record, "cwd")
        if self.started_at is None:
            self.started_at = node.at
        if node.kind == "assistant":
            self.talks = True
            self._learn_call(node, record["message"])
        elif node.kind in TALK:
            self.talks = True
            self._request = ("", "")
            outcome = record.get("toolUseResult")
            if isinstance(outcome, dict) and (agent := said(outcome, "agentId")):
                self.agents.add(agent)
        elif node.kind == "queue":
            self.talks = True

    def _learn_call(self, node: Node, message: Json) -> None:
        group = node.group
        if group.startswith("request "):
            asked, full = self._request
            if asked != group:
                asked, full = group, f"{group} line {node.line}"
            self._request = (asked, full)
            group = full
        if group == self._group:
            group = self._group  # the same text once
        self._group = node.group = group
        tokens, output = used_tokens(message)
        if tokens > self.tokens.get(group, 0):
            self.tokens[group] = tokens
        if tokens and output >= self.output.get(group, 0):
            self.output[group] = output
        if "context_management" in message and (applied := applied_edits(message)) is not None:
            self.applied[group] = applied
        if self.model is None and not node.by_host:
            self.model = said(message, "model")
        for block in node.blocks:
            if block.tool is not None and block.tool.name in _AGENT_TOOLS:
                self.starts_agents = True


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
    """Every record of the log in its lane, every line in the account (those of nodes when they are replayed).

    No record is held. A log in which uuids come again is read a second time, so that only their messages are.
    """
    session = _first_session(source)
    repeats = Repeats()
    found = _sorted_in(source, session, repeats)
    return _sorted_in(source, session, Repeats(repeats.seen)) if repeats.seen else found


def _first_session(source: Source) -> str:
    """What stands before the first record that names its session belongs to that session."""
    found = (_session(item) for _, _, item in spelled(source) if isinstance(item, dict))
    return next((session for session in found if session), "")


def _sorted_in(source: Source, session: str, repeats: Repeats) -> Survey:
    found = Survey()
    account, lanes, roots = found.account, found.lanes, _Sidechains()
    for line, _, record in spelled(source):
        if not isinstance(record, dict):
            account.blank(line) if isinstance(record, Blank) else account.problem(record)
            continue
        if not session or record.get("sessionId") != session:  # nearly always the one before
            session = _session(record) or session
        key = (session, roots.lane(record) if record.get("isSidechain") is True else "")
        node = node_of(record, line)
        if node is not None:
            lane = lanes.get(key)
            if lane is None:
                lane = lanes[key] = Lane(key)
            replaced = lane.take(node, record, repeats)
            if replaced is not None:
                account.aside(replaced.line, key, "repeated uuid")
                continue
        if node is None or node.kind == "link":
            account.aside(line, key, _kind_name(record))
    return found


class _Sidechains:
    """Names the lane of a subagent's record: its agent's id, else the uuid of the root that it hangs on."""

    def __init__(self) -> None:
        self._root: dict[str, str] = {}
        self._last = ""

    def lane(self, record: Json) -> str:
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


def _session(record: Json) -> str | None:
    return said(record, "sessionId") or said(record, "session_id")


def _kind_name(record: Json) -> str:
    if is_api_error(record):
        return "api-error"
    kind, subtype = said(record, "type") or "untyped", said(record, "subtype")
    return (f"{kind}/{subtype}" if subtype and kind == "system" else kind)[:60]
