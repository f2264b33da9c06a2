"""Times as tracers write them, in one form: seconds to sort by, and RFC 3339 to show."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Any

_ISO = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?\d*\s*(Z|[+-]\d\d:?\d\d)?")
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)  # noqa: UP017 - datetime.UTC is the same object
_LATEST = 253_402_300_000  # the year 9999


def moment(value: Any) -> tuple[float, str | None]:
    """Seconds since 1970 and the time in RFC 3339; (0, None) for what is no time.

    Numbers are seconds, milliseconds, microseconds or nanoseconds, told by their size; a time without a zone is UTC.
    """
    if isinstance(value, str):
        return _of_text(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _of_number(float(value))
    return 0.0, None


def _of_text(text: str) -> tuple[float, str | None]:
    if text.isascii() and text.isdigit() and len(text) < 25:
        return _of_number(float(text))
    found = _ISO.fullmatch(text[:40])
    if found is None:
        return 0.0, None
    day, clock, part, zone = found.groups()
    zone = "Z" if zone is None else zone if zone == "Z" or ":" in zone else f"{zone[:3]}:{zone[3:]}"
    try:
        second = datetime.fromisoformat(f"{day}T{clock}{'+00:00' if zone == 'Z' else zone}")
    except ValueError:
        return 0.0, None
    return (second - _EPOCH).total_seconds() + float(part or 0), f"{day}T{clock}{part or ''}{zone}"


def _of_number(number: float) -> tuple[float, str | None]:
    if not 0 < number < _LATEST * 1e9:
        return 0.0, None
    for unit in (1.0, 1e3, 1e6, 1e9):
        if number / unit < 1e11:
            seconds = number / unit
            try:
                return seconds, (_EPOCH + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")
            except OverflowError:
                return 0.0, None
    return 0.0, None
