"""Names a finding so that it is the same one tomorrow: by rule, trace, spans and its token, never by place.

A finding of several tokens is named by its spans alone: it stays the same one when one of thousands comes or goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256

from ctxaudit.model import Finding
from ctxaudit.verbatim import fold_space, token_from

LENGTH = 24  # hex digits: 96 bits


def with_fingerprints(findings: Iterable[Finding], trace_id: str) -> Iterator[Finding]:
    """Findings in their order, each with its fingerprint. Where several would share one, later ones are numbered."""
    seen: Counter[tuple[str, ...]] = Counter()
    for finding in findings:
        token = _canonical(finding.tokens[0]) if len(finding.tokens) == 1 else ""
        key = (finding.rule, trace_id, *finding.spans, "", token)
        seen[key] += 1
        yield replace(finding, fingerprint=_digest((*key, str(seen[key])) if seen[key] > 1 else key))


@lru_cache(maxsize=4096)
def _canonical(token: str) -> str:
    known = token_from(token)
    return fold_space(token) if known is None else known.canonical


def _digest(key: Iterable[str]) -> str:
    joined = "\x1f".join(part.replace("\x1f", " ") for part in key)
    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]
