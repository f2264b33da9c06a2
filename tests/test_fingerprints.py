"""A fingerprint names a finding by what it is about, so that it is the same one after lines have moved."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.fingerprints import LENGTH, with_fingerprints
from ctxaudit.model import Finding
from tests.build import Build, span


def finding(**keys: Any) -> Finding:
    whole: dict[str, Any] = {"spans": ("m",), "tokens": ("src/app.py",), "line": 3, "turn": 1, "message": "x", **keys}
    return Finding(**{"rule": "unpinned-loss", "severity": "error", "confidence": "high", **whole})


def marks(*findings: Finding, trace: str = "run") -> list[str]:
    return [one.fingerprint for one in with_fingerprints(findings, trace)]


def one(**keys: Any) -> str:
    return marks(finding(**keys))[0]


def test_a_fingerprint_is_so_many_hexadecimal_digits() -> None:
    assert len(one()) == LENGTH
    assert set(one()) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    "keys",
    [
        {"line": 99},
        {"turn": 7},
        {"message": "told otherwise"},
        {"severity": "note"},
        {"confidence": "low"},
        {"acted": True},
        {"edit": 12},
        {"suppressed": "known"},
        {"tokens": ("./src/app.py",)},
    ],
)
def test_place_wording_weight_and_spelling_do_not_touch_it(keys: dict[str, Any]) -> None:
    assert one(**keys) == one()


@pytest.mark.parametrize(
    "keys",
    [
        {"rule": "deep-rewrite"},
        {"spans": ("n",)},
        {"spans": ("m", "n")},
        {"spans": ()},
        {"tokens": ("src/api.py",)},
        {"tokens": ()},
    ],
)
def test_rule_spans_and_tokens_make_it(keys: dict[str, Any]) -> None:
    assert one(**keys) != one()


def test_the_trace_makes_it() -> None:
    assert marks(finding(), trace="a") != marks(finding(), trace="b")


def test_of_several_tokens_none_makes_it() -> None:
    assert one(tokens=("src/a.py", "FR-2207")) == one(tokens=("FR-2207", "src/b.py", "src/c.py"))


def test_a_single_token_tells_it_from_findings_of_several() -> None:
    assert one(tokens=("src/a.py",)) != one(tokens=("src/a.py", "FR-2207"))


def test_a_token_is_not_taken_for_a_span() -> None:
    assert one(spans=("a",), tokens=("b",)) != one(spans=("a", "b"), tokens=())


def test_two_findings_that_would_share_one_are_numbered() -> None:
    first, second, third = marks(finding(), finding(line=9), finding(line=12))
    assert len({first, second, third}) == 3
    assert first == one()


def test_hostile_ids_have_fingerprints_of_their_own() -> None:
    hostile = ["\x1f", "\ud800", "\x00", "a\x1fb", ""]
    assert len({one(spans=(name,)) for name in hostile}) == len(hostile)


def test_a_line_inserted_above_leaves_the_fingerprint_of_an_audit() -> None:
    def audited(*, moved: bool) -> list[str]:
        built = Build().call() if moved else Build()
        built.add("a", "Berth 14 at FR-2207.").rewrite(["a"], span("m", "A berth.", "memory"))
        return [one.fingerprint for one in audit_trace(built.trace()).report.findings]

    assert audited(moved=True) == audited(moved=False) != []


def test_every_finding_of_an_audit_has_one() -> None:
    built = Build().add("a", "Berth 14 at FR-2207.").rewrite(["a"], span("m", "A berth.", "memory"))
    assert all(len(one.fingerprint) == LENGTH for one in audit_trace(built.trace()).report.findings)
