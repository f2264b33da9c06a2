"""Logs of many agents to traces: one module a format, found by listing this package.

A module is an importer when it has a NAME; the others are shared pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from ctxaudit.errors import InputError, UsageError
from ctxaudit.ingest import native
from ctxaudit.ingest.signatures import TITLES
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import Source, open_source
from ctxaudit.model.trace import Trace

__all__ = ["IMPORTERS", "READERS", "read_traces"]


def read_traces(path: str, format: str | None = None) -> list[Trace]:  # noqa: A002
    """The traces of one log. Its format is told from its content, unless it is named.

    Refused when it is no log of a session, or of an agent that nothing here reads.
    """
    if format is not None and format != "native" and format not in READERS:
        raise UsageError(f"no reader for the format {format!r}; choose one of {', '.join(['native', *READERS])}")
    source = open_source(path)
    name = format or sniff(source)
    if name == "native":
        return native.read(source)
    if name is None:
        raise InputError(path, f"no session log: its content is of no known format; {_readable()}")
    if name not in READERS:
        raise InputError(path, f"not yet readable: looks like {TITLES[name]}; {_readable()}")
    return READERS[name](source)


def _readable() -> str:
    titles = ", ".join(module.TITLE for module in IMPORTERS.values())
    return f"ctxaudit reads native traces and: {titles}" if titles else "ctxaudit reads native traces"


def _found() -> dict[str, ModuleType]:
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    return {module.NAME: module for module in modules if hasattr(module, "NAME")}


IMPORTERS: Mapping[str, ModuleType] = _found()
READERS: Mapping[str, Callable[[Source], list[Trace]]] = {name: module.read for name, module in IMPORTERS.items()}
