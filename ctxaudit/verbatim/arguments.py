"""A tool call's arguments as text: the values that the model chose, without the keys of the tool's schema."""

import json
from collections.abc import Iterator

import orjson

from ctxaudit.packed import Kept, sharing, unpacked
from ctxaudit.verbatim.tokens import Reading
from ctxaudit.verbatim.words import TOOL_KNOBS


class _Numeral(str):
    """A JSON number in its own spelling."""

    __slots__ = ()


def reading(text: Kept, *, arguments: bool, prose: bool) -> Reading:
    """The text as the extractor reads it; with `arguments` JSON is read decoded, one value a line.

    Numbers keep their key, numbers under a knob of the tool are left out. What is no JSON is read as it is.
    """
    return Reading(_decoded(unpacked(text)) if arguments else sharing(text), prose)


def _decoded(text: str) -> str:
    lines = _without_numbers(text)
    if lines is not None:
        return "\n".join(lines)
    try:
        arguments = json.loads(text, parse_int=_Numeral, parse_float=_Numeral, parse_constant=_Numeral)
    except (ValueError, RecursionError):
        return text
    return "\n".join(_lines(arguments))


def _without_numbers(text: str) -> list[str] | None:
    """The values of arguments that hold no number, as most do, by the quicker parser; None of all others."""
    try:
        pending = [orjson.loads(text.encode())]
    except ValueError:
        return None
    lines: list[str] = []
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            lines.append(value)
        elif isinstance(value, dict):
            pending.extend(reversed(value.values()))
        elif isinstance(value, list):
            pending.extend(reversed(value))
        elif value is not None and not isinstance(value, bool):
            return None
    return lines


def _lines(arguments: object) -> Iterator[str]:
    pending: list[tuple[str, object]] = [("", arguments)]
    while pending:
        key, value = pending.pop()
        if isinstance(value, dict):
            pending.extend(reversed([(str(name), inner) for name, inner in value.items()]))
        elif isinstance(value, list):
            pending.extend((key, inner) for inner in reversed(value))
        elif isinstance(value, _Numeral):
            if key not in TOOL_KNOBS:
                yield f"{key}: {value}" if key else str(value)
        elif isinstance(value, str):
            yield value
