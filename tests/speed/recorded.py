"""The ranges of recorded sessions, as docs/speed.md tells them."""

from __future__ import annotations

import re

from tests.fixtures import ROOT

_ROW = re.compile(
    r"^\| (?P<figure>[^|]+?) \| (?P<of>\d+) \| (?P<least>[\d.,]+) \| [\d.,]+ \| (?P<greatest>[\d.,]+) \|", re.MULTILINE
)
_FEW = (  # of four rewrites that were recorded: what none of them shows may be seen in the fifth
    "deep-rewrite a rewrite", "dropped-falsifier a rewrite", "ungrounded-claim a rewrite", "unpinned-loss a rewrite",
)  # fmt: skip
PAGE = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")


def _number(text: str) -> float:
    return float(text.replace(",", ""))


ALL = {row["figure"]: (_number(row["least"]), _number(row["greatest"])) for row in _ROW.finditer(PAGE)}
RANGES = {figure: span for figure, span in ALL.items() if figure not in _FEW}
