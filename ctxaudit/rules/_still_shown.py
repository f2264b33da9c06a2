"""Whether what was read from a file still stands in the window, in a text that came from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ctxaudit.packed import Unpacked
from ctxaudit.rules._unopened import Claim
from ctxaudit.sourcing.letters import contained
from ctxaudit.timeline import Life, Timeline

LINES = 8  # of a result that are looked for
_LENGTH = range(12, 200)
_GUTTER = re.compile(r"\A(?:\s*\d+[→\t|:])+")


class StillShown:
    """The longest lines of all results that are spoken of, searched for at once."""

    def __init__(self, timeline: Timeline, claims: Iterable[Claim]) -> None:
        claims = list(claims)
        results = {one.moved.life.serial: one.moved.life for claim in claims for one in claim.spoken}
        self._lines = {serial: _telling_lines(life.span.text) for serial, life in results.items()}
        first = min((claim.step.before for claim in claims), default=timeline.end)
        lives = [life for life in timeline.lives if life.evidence and (life.left is None or life.left >= first)]
        wanted = {line for lines in self._lines.values() for line in lines}
        self._holders: dict[str, list[Life]] = {}
        for line, at in contained(wanted, Unpacked([life.span for life in lives])) if wanted else ():
            self._holders.setdefault(line, []).append(lives[at])

    def shows(self, result: Life, moment: int) -> bool:
        """Half of its longest lines stand in live sources."""
        lines = self._lines[result.serial]
        live = sum(any(life.live_at(moment) for life in self._holders.get(line, ())) for line in lines)
        return live > 0 and 2 * live >= len(lines)


def _telling_lines(text: str) -> list[str]:
    """The longest lines without the numbers that a listing puts before them."""
    lines = {_GUTTER.sub("", line).strip()[: _LENGTH.stop] for line in text.split("\n")}
    return sorted((line for line in lines if len(line) >= _LENGTH.start), key=lambda line: (-len(line), line))[:LINES]
