"""Damage that a crash, a full disk or a bad copy does to a log, by dice, so that what fails once fails again.

And values that no harness writes, where a record is read without a look at what it holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ctxaudit.ingest.source import Source, open_source
from ctxaudit.model import Trace
from tests.importers.seen import hold, lines_in

ODD: tuple[Any, ...] = (None, 7, "", "x", [], [1, None], {}, {"text": 3}, True, -1, 1e308, [{"type": "text"}], "\0")
Read = Callable[[Source], list[Trace]]


def held(path: Path, content: bytes, read: Read, *, lines: bool = True) -> list[Trace]:
    """The traces of a file with that content, held to the laws: no line is lost, turns grow, the replay is sound.

    `lines`: the file's lines are its records. A document has others, and what is lost of it cannot be counted.
    """
    path.write_bytes(content)
    traces = read(open_source(str(path)))
    hold(traces, lines_in(content) if lines else None)
    return traces


def content_of(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def cut(content: bytes, dice: Random, keep: int = 1) -> bytes:
    """Its beginning, of at least so many bytes."""
    return content[: dice.randint(keep, len(content) - 1)]


def thinned(lines: Sequence[str], dice: Random, *, shuffled: bool, keep: int = 0) -> list[str]:
    """A fifth of the lines is missing; the others stand in any order if they are shuffled. The first few stay."""
    rest = [line for line in lines[keep:] if dice.random() > 0.2]
    if shuffled:
        dice.shuffle(rest)
    return [*lines[:keep], *rest] or list(lines)


def spliced(content: bytes, dice: Random, keep: int = 0, most: int = 400) -> bytes:
    """Up to so many bytes are gone, or something else of any length stands there. The first ones stay."""
    start, length = dice.randint(keep, len(content) - 1), dice.randint(1, most)
    foreign = content[max(keep, 100) : max(keep, 100) + 80]
    filling = dice.choice([b"", bytes(length), b'"}\n{"type":', foreign, b"\xff\xfe", b"\n\n"])
    return content[:start] + filling + content[start + length :] or b"\n"


def mangled(content: bytes, dice: Random) -> bytes:
    """Spliced, and at times cut off behind it. The first byte stays: it says that this is a document."""
    found = spliced(content, dice, 1)
    return cut(found, dice) if dice.random() < 0.4 else found


def spoiled(parts: Iterable[object], dice: Random, share: float = 0.4, more: Sequence[Any] = ()) -> None:
    """So large a share of the objects has an odd value for one of its keys."""
    odd = (*ODD, *more)
    for part in parts:
        if isinstance(part, dict) and part and dice.random() < share:
            part[dice.choice(list(part))] = dice.choice(odd)


def respelled(line: str, dice: Random, of: Callable[[Any], Iterable[object]], **keys: Any) -> str:
    """The record of a line, spoiled in the parts of it that are named."""
    record = json.loads(line)
    spoiled(list(of(record)), dice, **keys)
    return json.dumps(record)


def spoilt(value: Any, dice: Random, share: float = 0.06, more: Sequence[Any] = ()) -> Any:
    """The same value, but that so large a share of all that it holds is odd."""
    if dice.random() < share:
        return dice.choice((*ODD, *more))
    if isinstance(value, dict):
        return {key: spoilt(inner, dice, share, more) for key, inner in value.items()}
    return [spoilt(inner, dice, share, more) for inner in value] if isinstance(value, list) else value


def every_part(value: object) -> Iterator[object]:
    """The value and all that it holds, however deep."""
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from every_part(inner)
