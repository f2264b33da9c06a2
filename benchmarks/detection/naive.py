"""The second seed's own partitioner, as a baseline: five patterns and a set, nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

PATTERNS = (
    r"\b[0-9a-f]{7,40}\b",  # commit ids
    r"\b\d{1,5}/(?:tcp|udp)\b",  # ports
    r"\b[A-Z]{2,}-\d{3,}\b",  # error codes
    r"[\w./-]+:\d+(?::\d+)?",  # file:line
    r"`[^`]+`",  # quoted spans
)


def extract_pinned(text: str) -> list[str]:
    """Everything that one of the patterns matches, once, sorted."""
    return sorted({match for pattern in PATTERNS for match in re.findall(pattern, text)})


def flags(claim: str, sources: Iterable[str]) -> bool:
    """Whether the partitioner calls a claim wrong: it sees tokens in it, and one of them is in no source's set."""
    claimed = extract_pinned(claim)
    known = set(extract_pinned(" ".join(sources)))
    return any(token not in known for token in claimed)
