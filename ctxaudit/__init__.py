"""Audits recorded agent sessions: what left the context window, what stands in its place, what was done with it.

The public face: `audit()` for reports as values, `Recorder` to write a trace while an agent runs. Importing this
package imports nothing else of it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxaudit.model import Finding, Report
    from ctxaudit.recording import Recorder, RefusedEditError

__all__ = ["Finding", "Recorder", "RefusedEditError", "Report", "audit"]


def audit(*paths: str, rules: Collection[str] | None = None, all_conditions: bool = False) -> Report:
    """The report over files, directories and globs, as `ctxaudit audit` makes it. `rules`: slugs, default all.

    What cannot be read is in the report's `unaudited`, with the reason; nothing is printed and nothing raised for it.
    The columns of long logs run on threads that no fork survives: start your own processes by `spawn` or `forkserver`.
    """
    from ctxaudit._version import __version__
    from ctxaudit.corpus.local import Plan, audit_paths

    return audit_paths(paths, Plan(rules=rules, all_conditions=all_conditions), version=__version__)


def __getattr__(name: str) -> Any:
    if name in ("Recorder", "RefusedEditError"):
        from ctxaudit import recording

        return getattr(recording, name)
    if name in ("Finding", "Report"):
        from ctxaudit import model

        return getattr(model, name)
    raise AttributeError(f"module 'ctxaudit' has no attribute {name!r}")
