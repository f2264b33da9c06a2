"""The newest sessions that agents left below a home directory; nothing else looks for logs that nobody named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from heapq import nlargest
from itertools import chain
from pathlib import Path

from ctxaudit.errors import InputError, UsageError
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source

_TRIED = 20  # files of one agent, newest first, among which a session is looked for


@dataclass(frozen=True, slots=True)
class Session:
    """A log of an agent. `changed`: when it was last written, in seconds since 1970."""

    agent: str
    path: str
    changed: float


def newest_sessions(home: Path, only: str | None = None) -> list[Session]:
    """The newest session of each agent, or of the one named, by the agents' names. None is found: an empty list.

    A file counts when its content is a log of that agent. A name that no agent has is refused.
    """
    from ctxaudit.importers import FORMATS, importer  # not at the top: it would be a circle

    places = {
        name: tuple(getattr(module, "WHERE", ())) for name, module in ((name, importer(name)) for name in FORMATS)
    }
    if only is not None and not places.get(only):
        raise UsageError(_no_agent(only, places))
    names = sorted(places) if only is None else [only]
    found = (_newest(home, name, places[name]) for name in names)
    return [session for session in found if session is not None]


def _newest(home: Path, name: str, globs: Iterable[str]) -> Session | None:
    files: dict[str, float] = {}
    for path in chain.from_iterable(home.glob(pattern) for pattern in globs):
        changed = _changed(path)
        if changed is not None:
            files[str(path)] = changed
    for path_name in nlargest(_TRIED, files, key=lambda path: (files[path], path)):
        if _is_log_of(name, path_name):
            return Session(name, path_name, files[path_name])
    return None


def _changed(path: Path) -> float | None:
    try:
        return path.stat().st_mtime if path.is_file() else None
    except OSError:
        return None


def _is_log_of(name: str, path: str) -> bool:
    try:
        return sniff(open_source(path)) == name
    except InputError:
        return False


def _no_agent(name: str, places: Mapping[str, tuple[str, ...]]) -> str:
    known = sorted(agent for agent, globs in places.items() if globs)
    if name in places:
        return f"{name} is no agent that leaves its logs below the home directory; there are: {', '.join(known)}"
    near = get_close_matches(name, known, n=1, cutoff=0.5) or [agent for agent in known if agent.startswith(name[:3])]
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
    return f"no agent is named {name!r}; {hint}"
