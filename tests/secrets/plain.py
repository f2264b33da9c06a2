"""The slow way, which the quick ones are held to: every shape is looked for in every text, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from hypothesis import strategies as some

from ctxaudit.model import RuleCard
from ctxaudit.secrets.shapes import CUT, FRAGMENT, MADE, NAMED, SHORTEST
from ctxaudit.secrets.text import hide
from tests.secrets.test_secrets import ORDINARY, SECRETS

WHOLE_SECRETS = [text for text, _ in SECRETS.values()]
NEEDLES = sorted({needle for shape in (*MADE, *NAMED) for needle in shape.needles})
ODD = [CUT, "\n", "\ud800", "\u212a", "\u0130", "\u017f", "*", " ", "é", "=", ":", "x9"]


def plainly_masked(text: str) -> str:
    if len(text) < SHORTEST:
        return text
    for shape in MADE:
        if any(needle in text for needle in shape.needles):
            text = hide(shape, text)
    lowered = text.lower()
    for shape in NAMED:
        if any(needle in lowered for needle in shape.needles):
            text = hide(shape, text)
    return hide(FRAGMENT, text) if text.startswith(CUT) else text


def plainly_masked_in(value: Any) -> Any:
    """Every text of a report, wherever it stands."""
    match value:
        case str():
            return plainly_masked(value)
        case None | int() | RuleCard():
            return value
        case tuple():
            return tuple(plainly_masked_in(one) for one in value)
        case Mapping():
            return {plainly_masked_in(key): plainly_masked_in(one) for key, one in value.items()}
    assert is_dataclass(value)
    assert not isinstance(value, type)
    named = {field.name: getattr(value, field.name) for field in fields(value)}
    return replace(value, **{name: plainly_masked_in(one) for name, one in named.items() if name != "fingerprint"})


@some.composite
def texts(draw: some.DrawFn) -> list[str]:
    """Some with a credential, some with one that is cut between them and the next, some with a needle alone."""
    made: list[str] = []
    for _ in range(draw(some.integers(0, 5))):
        kind = draw(some.sampled_from(("secret", "torn", "words", "cased")))
        whole = draw(some.sampled_from(WHOLE_SECRETS))
        if kind == "torn":
            at = draw(some.integers(0, len(whole)))
            made += [draw(_around) + whole[:at], whole[at:] + draw(_around)]
        elif kind == "cased":
            made.append("".join(draw(some.sampled_from((one.upper(), one.lower(), one))) for one in whole[:40]))
        else:
            made.append(draw(_around) + (whole if kind == "secret" else "") + draw(_around))
    return made


_around = some.lists(some.sampled_from([*NEEDLES, *ODD, *ORDINARY, "word"]), max_size=4).map("".join)
