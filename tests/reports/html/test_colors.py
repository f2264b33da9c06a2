"""Text and drawing stand out from what is behind them, in light and in dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ctxaudit.reports.html

_SHEET = Path(ctxaudit.reports.html.__file__).parent / "templates" / "colors.css"
_SCHEMES = {
    name: dict(re.findall(r"--(\w+): (#\w+)", body))
    for name, body in re.findall(r"macro (\w+)\(\) %\}(.*?)\{% endmacro", _SHEET.read_text(encoding="utf-8"), re.DOTALL)
}
_TEXTS = ("ink", "soft", "link", "error", "warning", "note", "good")
_AREAS = ("system", "pinned", "surrogates", "sources")
_MARKS = ("needed", "lost", "named")


def light_of(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((light_of(one), light_of(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "panel"])
@pytest.mark.parametrize("text", _TEXTS)
def test_text_can_be_read(scheme: str, ground: str, text: str) -> None:
    assert contrast(_SCHEMES[scheme][text], _SCHEMES[scheme][ground]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("mark", _MARKS)
def test_marked_text_can_be_read(scheme: str, mark: str) -> None:
    assert contrast(_SCHEMES[scheme]["ink"], _SCHEMES[scheme][mark]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("area", _AREAS)
@pytest.mark.parametrize("ground", ["paper", "free"])
def test_areas_can_be_told_from_the_ground(scheme: str, area: str, ground: str) -> None:
    assert contrast(_SCHEMES[scheme][area], _SCHEMES[scheme][ground]) >= 3
