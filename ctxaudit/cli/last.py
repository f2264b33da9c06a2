"""`--last`: the newest sessions of the agents on this machine stand in for paths."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def last_sessions(agents: Sequence[str], home: Path | None = None) -> list[str]:
    """Paths of the newest session of each agent, or of the agents named. Which ones is said on standard error.

    Refused when no agent has that name, or when none of them left a session.
    """
    from ctxaudit.errors import InputError
    from ctxaudit.importers.discover import newest_sessions
    from ctxaudit.reports import safe

    below = home or Path.home()
    sessions = [session for agent in agents or (None,) for session in newest_sessions(below, agent)]
    if not sessions:
        whose = f" of {', '.join(agents)}" if agents else ""
        raise InputError("--last", f"no session{whose} was found below the home directory")
    for session in sessions:
        print(f"ctxaudit: last session of {session.agent}: {safe.name(session.path, 300)}", file=sys.stderr)
    return list(dict.fromkeys(session.path for session in sessions))
