"""Results that are kept from run to run: a file is audited again only when something that its result rests on changed.

That is the content of every file that was read for it, the answers to every question about files beside it, how it was
asked for, what was to be run, and the code of ctxaudit itself. An entry that is damaged, or that somebody else made, is
as good as none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from ctxaudit.corpus import codec
from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.plan import FileAudit, Plan
from ctxaudit.ingest.witness import Witness

ENDING = ".ctxaudit"  # none that a search for logs looks at: an index may lie among them
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Entry:
    """`key` says what it is an entry of; the three others what a witness saw."""

    key: str
    opened: tuple[tuple[str, str], ...]
    beside: tuple[tuple[str, str, str | None], ...]
    members: tuple[tuple[str, str, tuple[str, ...]], ...]
    result: FileAudit


def indexed(wanted: Wanted, plan: Plan, audit: Callable[[Wanted, Plan, Witness], FileAudit]) -> FileAudit:
    """What the index holds of the file, if it is still true; else what `audit` gives, which is then kept.

    Nothing is kept where ctxaudit broke, or where a file changed while it was read.
    """
    key = _key(wanted, plan)
    path = Path(plan.index or "") / key[:2] / f"{key}{ENDING}"
    known = _read(path)
    if known is not None and known.key == key and _witness(known).holds():
        return known.result
    witness = Witness()
    result = audit(wanted, plan, witness)
    if witness.opened and not any(one.broke for one in result.unaudited) and witness.holds():
        _write(path, _entry(key, witness, result))
    return result


def _key(wanted: Wanted, plan: Plan) -> str:
    asked = [
        code_digest(),
        wanted.path,
        wanted.named,
        wanted.size > 0,  # a file that is emptied later is told otherwise than one that was empty when it was found
        None if plan.rules is None else sorted(plan.rules),
        plan.all_conditions,
        plan.format,
        plan.budget,
        None if plan.lanes is None else sorted(plan.lanes),
        plan.pictures,
    ]
    return sha256(json.dumps(asked).encode()).hexdigest()


@cache
def code_digest() -> str:
    """Of every file of the package: between two versions the code may change as well."""
    made = sha256()
    for path in sorted(path for path in _PACKAGE.rglob("*") if path.suffix in (".py", ".json")):
        made.update(str(path.relative_to(_PACKAGE)).encode() + b"\0" + path.read_bytes())
    return made.hexdigest()


def _entry(key: str, witness: Witness, result: FileAudit) -> Entry:
    return Entry(
        key,
        tuple(witness.opened.items()),
        tuple((path, name, found) for (path, name), found in witness.beside.items()),
        tuple((path, folder, tuple(found)) for (path, folder), found in witness.members.items()),
        result,
    )


def _witness(entry: Entry) -> Witness:
    return Witness(
        dict(entry.opened),
        {(path, name): found for path, name, found in entry.beside},
        {(path, folder): list(found) for path, folder, found in entry.members},
    )


def _read(path: Path) -> Entry | None:
    try:
        check, _, text = path.read_text(encoding="ascii").partition("\n")
        return codec.read(Entry, text) if check == sha256(text.encode()).hexdigest() else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _write(path: Path, entry: Entry) -> None:
    """Whole or not at all. An index that cannot be written only saves no time."""
    text = codec.written(entry)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(f"{sha256(text.encode()).hexdigest()}\n{text}", encoding="ascii")
        partial.replace(path)
