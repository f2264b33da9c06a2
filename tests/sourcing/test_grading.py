"""Severity and confidence of claims, as tables."""

import pytest

from ctxaudit.model import Confidence, Severity
from ctxaudit.sourcing.acting import Act
from ctxaudit.sourcing.grading import capped_by_unseen, confidence_of, lowered, severity_of
from ctxaudit.timeline import Life
from tests.build import span


def result(*tags: str) -> Life:
    return Life(serial=0, span=span("r", tags=tags), entered=0, arrival="add", tokens=1, estimated=False)


IDLE = Act()
ACTED = Act(action="send it")
FAILED = Act(action="send it", result=result("error"))
CHECKED = Act(action="send it", result=result(), checked=True)


@pytest.mark.parametrize(
    ("kind", "idle", "acted"),
    [("altered", "error", "error"), ("respelled", "warning", "error"), ("line-drift", "note", "warning")],
)
def test_an_altered_claim_goes_by_how_it_is_near_and_one_up_when_acted_on(
    kind: str, idle: Severity, acted: Severity
) -> None:
    assert severity_of("altered", kind, IDLE, carried=False, cited=True) == idle
    assert severity_of("altered", kind, ACTED, carried=False, cited=True) == acted


@pytest.mark.parametrize(("act", "severity"), [(IDLE, "warning"), (ACTED, "warning"), (FAILED, "error")])
def test_a_faded_claim_is_an_error_only_when_the_tool_failed_with_it(act: Act, severity: Severity) -> None:
    assert severity_of("faded", "", act, carried=False, cited=True) == severity


@pytest.mark.parametrize(
    ("act", "carried", "severity"),
    [
        (IDLE, True, "note"),
        (IDLE, False, "warning"),
        (ACTED, True, "warning"),
        (ACTED, False, "warning"),
        (FAILED, True, "warning"),
        (FAILED, False, "error"),
    ],
)
def test_a_cite_of_a_derivative_starts_at_note_when_it_was_carried(act: Act, carried: bool, severity: Severity) -> None:
    assert severity_of("derivative", "", act, carried=carried, cited=True) == severity


@pytest.mark.parametrize("act", [IDLE, ACTED, FAILED])
def test_an_implicit_claim_that_was_carried_stays_a_note(act: Act) -> None:
    assert severity_of("derivative", "", act, carried=True, cited=False) == "note"


@pytest.mark.parametrize("act", [IDLE, ACTED])
def test_an_unsourced_claim_is_an_error(act: Act) -> None:
    assert severity_of("unsourced", "", act, carried=False, cited=True) == "error"


@pytest.mark.parametrize(
    ("act", "verifier", "severity"),
    [(IDLE, False, "error"), (IDLE, True, "warning"), (CHECKED, False, "warning"), (CHECKED, True, "note")],
)
def test_a_verifier_and_a_check_take_one_step_each(act: Act, verifier: bool, severity: Severity) -> None:
    assert lowered("error", act, verifier=verifier) == severity


def test_a_note_is_never_lowered_further() -> None:
    assert lowered("note", CHECKED, verifier=True) == "note"


@pytest.mark.parametrize(
    ("verdict", "kind", "confidence"),
    [
        ("unsourced", "number", "high"),
        ("altered", "hex-id", "high"),
        ("altered", "code", "high"),
        ("altered", "number", "medium"),
        ("altered", "path", "medium"),
        ("altered", "version", "medium"),
        ("faded", "hex-id", "medium"),
        ("derivative", "hex-id", "medium"),
    ],
)
def test_confidence_of_a_cite(verdict: str, kind: str, confidence: Confidence) -> None:
    assert confidence_of(verdict, kind, IDLE, cited=True, seconded=False) == confidence


@pytest.mark.parametrize(
    ("kind", "confidence"), [("uuid", "high"), ("address", "high"), ("code", "medium"), ("path", "low")]
)
def test_confidence_of_an_implicit_claim(kind: str, confidence: Confidence) -> None:
    assert confidence_of("altered", kind, IDLE, cited=False, seconded=False) == confidence


def test_a_doubtful_implicit_claim_is_surer_when_the_tool_failed_with_it() -> None:
    assert confidence_of("altered", "path", FAILED, cited=False, seconded=False) == "medium"


def test_a_doubtful_implicit_claim_that_was_merely_acted_on_is_not() -> None:
    assert confidence_of("altered", "path", ACTED, cited=False, seconded=False) == "low"


def test_a_second_claim_towards_the_same_source_makes_it_surer() -> None:
    assert confidence_of("altered", "path", IDLE, cited=False, seconded=True) == "medium"


@pytest.mark.parametrize(
    ("verdict", "given", "capped"),
    [
        ("faded", "medium", "low"),
        ("derivative", "medium", "low"),
        ("unsourced", "high", "medium"),
        ("altered", "high", "medium"),
        ("altered", "low", "low"),
    ],
)
def test_an_unseen_part_of_the_window_caps_the_confidence(verdict: str, given: Confidence, capped: Confidence) -> None:
    assert capped_by_unseen(verdict, given) == capped
