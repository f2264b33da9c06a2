"""Whether a provenance accounts for the spans that it stands for."""

from __future__ import annotations

from collections.abc import Iterable

from ctxaudit.timeline import Life


class Coverage:
    """Asked which sources a provenance leaves out. One a trace: it remembers what it has walked."""

    def __init__(self) -> None:
        self._known: dict[frozenset[str], dict[int, bool]] = {}

    def left_out(self, sources: Iterable[Life], names: frozenset[str]) -> list[Life]:
        """The sources that are neither named nor derivatives all of whose originals are named.

        A derivative without originals must be named itself. Naming more than the sources is fine.
        """
        known = self._known.setdefault(names, {})
        return [life for life in sources if life.id not in names and not _stood_for(life, names, known)]


def _stood_for(life: Life, names: frozenset[str], known: dict[int, bool]) -> bool:
    """All of its originals are named, and there is one. `known` holds earlier answers for the same names."""
    if not life.derivative:
        return False
    seen = {life.serial}
    queue = [life]
    originals = 0
    for derivative in queue:
        for source in (*derivative.parents, *derivative.named):
            if source.serial in seen:
                continue
            seen.add(source.serial)
            verdict = known.get(source.serial) if source.derivative else source.id in names
            if verdict is False:
                known[life.serial] = False
                return False
            if verdict is None:
                queue.append(source)
            else:
                originals += 1
    known[life.serial] = originals > 0
    return originals > 0
