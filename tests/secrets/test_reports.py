"""Every text of a report is masked where it stands, and what holds no credential stays the very same value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ctxaudit.model import Evidence, Report, Unaudited
from ctxaudit.secrets import masked, masked_report
from ctxaudit.secrets.reports import texts_of
from tests.reports.made import altered, finding, kept, problem, report, trace
from tests.reports.whole import WHOLE
from tests.secrets.plain import WHOLE_SECRETS, plainly_masked_in
from tests.secrets.test_secrets import ORDINARY

KEY = WHOLE_SECRETS[2]


@some.composite
def reports(draw: some.DrawFn) -> Report:
    def word() -> str:
        return draw(some.sampled_from([*WHOLE_SECRETS, *ORDINARY, "r1", "retry_delay"]))

    def words() -> tuple[str, ...]:
        return tuple(word() for _ in range(draw(some.integers(0, 12))))

    found = [
        altered(
            message=word(),
            spans=words(),
            tokens=words(),
            evidence=(Evidence(line=1, turn=0, span=word(), shows=word(), excerpt=word()),),
            suppressed=draw(some.sampled_from([None, KEY])),
            fingerprint=word(),
        )
        for _ in range(draw(some.integers(0, 3)))
    ]
    one = trace(
        *found,
        retention=(kept(lost_tokens=words(), needed_tokens=words()),),
        verdict_notes={word(): word()},
        problems=(problem(detail=word()),),
        notes=words(),
        labels={word(): word()},
    )
    return report(one, WHOLE.traces[0], unaudited=(Unaudited(path=word(), why=word()),), notes=words())


@given(reports())
def test_a_report_is_masked_as_by_masking_each_text(made: Report) -> None:
    assert masked_report(made) == plainly_masked_in(made)


def test_a_report_without_credentials_comes_back_itself() -> None:
    assert masked_report(WHOLE) is WHOLE


def test_a_trace_without_credentials_is_not_made_anew_for_those_of_another() -> None:
    made = report(WHOLE.traces[0], trace(notes=(KEY,)))
    assert masked_report(made).traces[0] is made.traces[0]
    assert masked_report(made).traces[1].notes == (masked(KEY),)


def test_a_finding_without_credentials_is_not_made_anew_for_those_of_its_neighbour() -> None:
    still, telling = altered(), finding(message=KEY)
    shown = masked_report(report(trace(still, telling))).traces[0].findings
    assert (shown[0] is still, shown[1].message) == (True, masked(KEY))


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ((), set()),
        (("a", "b", "a"), {"a", "b"}),
        (("a", 1, None, 2.5, True, ("b", ("c",))), {"a", "b", "c"}),
        (tuple("abcdefghijkl"), set("abcdefghijkl")),
        ((*"abcdefghijkl", ("m",)), set("abcdefghijklm")),
        ({"a": 1, "b": ("c", {"d": "e"})}, set("abcde")),
        (Unaudited(path="p", why="w"), {"p", "w"}),
    ],
)
def test_the_texts_of_a_value_are_found_at_any_depth(value: object, texts: set[str]) -> None:
    assert texts_of(value) == texts


def test_a_text_of_a_kind_of_its_own_is_masked_as_well() -> None:
    class Name(str):
        __slots__ = ()

    assert masked_report(report(trace(notes=(Name(KEY),)))).traces[0].notes == (masked(KEY),)


def test_fingerprints_and_the_pages_of_rules_are_not_among_the_texts() -> None:
    told = report(trace(altered(fingerprint=KEY)), rules=(replace(WHOLE.rules[0], page=KEY),))
    assert KEY not in texts_of(told)


def test_a_value_that_nobody_knows_stays_as_it_is() -> None:
    odd: Any = frozenset({KEY})
    assert masked_report(report(trace(labels={"x": odd}))).traces[0].labels == {"x": odd}
