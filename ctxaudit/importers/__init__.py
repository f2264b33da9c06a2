"""Logs of many agents to traces: one module a format, found by listing this package and imported when it is needed.

A format has the name of its module, with dashes. Modules that begin with an underscore are shared pieces.
"""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from ctxaudit.errors import InputError, InternalError, UsageError
from ctxaudit.ingest import native
from ctxaudit.ingest.signatures import TITLES
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import Source, open_source
from ctxaudit.ingest.witness import Witness
from ctxaudit.model.trace import Trace
from ctxaudit.pauses import collection_paused
from ctxaudit.stored import storing

__all__ = ["FORMATS", "importer", "read_traces"]

_NO_FORMATS = ("discover", "window")
FORMATS: tuple[str, ...] = tuple(
    sorted(
        found.name.replace("_", "-")
        for found in iter_modules(__path__)
        if not found.name.startswith("_") and found.name not in _NO_FORMATS
    )
)


@cache
def importer(name: str) -> ModuleType:
    """The module that reads a format of FORMATS. Refuses one that is not wholly an importer."""
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    lacking = [part for part in ("NAME", "TITLE", "CLASS", "TOLERANCE", "read") if not hasattr(module, part)]
    if lacking or name != module.NAME:
        raise InternalError(
            f"{module.__name__} is no importer of {name!r}: it lacks {', '.join(lacking) or 'that name'}"
        )
    return module


@collection_paused()
@storing()
def read_traces(path: str, format: str | None = None, *, witness: Witness | None = None) -> list[Trace]:  # noqa: A002
    """The traces of one log. Its format is told from its content, unless it is named.

    Refused when it is no log of a session, of an agent that nothing here reads, or not of the format that was named.
    `witness` is told what was read.
    """
    if format is not None and format != "native" and format not in FORMATS:
        raise UsageError(f"no reader for the format {format!r}; choose one of {', '.join(['native', *FORMATS])}")
    source = open_source(path, witness)
    name = format or sniff(source)
    if name == "native":
        return native.read(source)
    if name is None:
        raise InputError(path, f"no session log: {_unknown(source)}; {_readable()}")
    if name not in FORMATS:
        raise InputError(path, f"not yet readable: looks like {TITLES[name]}; {_readable()}")
    traces: list[Trace] = importer(name).read(source)
    if format is not None and not any(trace.lines.events for trace in traces) and (seen := sniff(source)) != format:
        looks = TITLES.get(seen or "", "no log that is known")
        raise InputError(path, f"nothing in it could be read as {format}; it looks like {looks}")
    return traces


def _unknown(source: Source) -> str:
    """What is wrong with a content that is of no format."""
    if source.head(2) in (BOM_UTF16_LE, BOM_UTF16_BE):
        return "its content is UTF-16, and logs are UTF-8: write it again as UTF-8"
    return "its content is of no known format"


def _readable() -> str:
    return f"ctxaudit reads native traces and: {', '.join(FORMATS)}"
