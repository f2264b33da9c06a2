"""How bad a claim without a live source is, and how sure that can be."""

from __future__ import annotations

from ctxaudit.model import CONFIDENCES, SEVERITIES, Confidence, Severity
from ctxaudit.sourcing.acting import Act

SURE_KINDS = frozenset({"hex-id", "uuid", "url", "address"})  # a near miss by chance was never met in these
_DOUBTED_WHEN_CITED = frozenset({"number", "path", "api-name", "quoted", "version"})
UNSEEN_TOKENS = 1_000  # above this, what the log does not show may hold the source

_NEAR: dict[str, Severity] = {"altered": "error", "respelled": "warning", "line-drift": "note"}


def severity_of(verdict: str, near_kind: str, act: Act, *, carried: bool, cited: bool) -> Severity:
    """Before a verifier and a check by the tool are counted.

    `carried`: the derivative that holds the token took it over from an ancestor that has it. `cited`: by a `cite`.
    """
    match verdict:
        case "altered":
            return _raised(_NEAR[near_kind]) if act.acted else _NEAR[near_kind]
        case "faded":
            return "error" if act.acted and act.failed else "warning"
        case "derivative" if carried and not cited:
            return "note"
        case "derivative":
            if not act.acted:
                return "note" if carried else "warning"
            return "error" if act.failed and not carried else "warning"
        case _:
            return "error"


def lowered(severity: Severity, act: Act, *, verifier: bool) -> Severity:
    """One step down for an external verifier, one more when the tool itself checked the claim."""
    steps = int(verifier) + int(act.checked)
    return SEVERITIES[min(SEVERITIES.index(severity) + steps, len(SEVERITIES) - 1)]


def _raised(severity: Severity) -> Severity:
    return SEVERITIES[max(SEVERITIES.index(severity) - 1, 0)]


def confidence_of(verdict: str, kind: str, act: Act, *, cited: bool, seconded: bool) -> Confidence:
    """Before the basis of the events is asked. `seconded`: another claim of the span is altered towards one source."""
    if verdict in ("faded", "derivative"):
        return "medium"
    if cited:
        return "medium" if verdict == "altered" and kind in _DOUBTED_WHEN_CITED else "high"
    if kind in SURE_KINDS:
        return "high"
    if kind == "code":
        return "medium"
    return "medium" if seconded or (act.acted and act.failed) else "low"


def capped_by_unseen(verdict: str, confidence: Confidence) -> Confidence:
    """While much of the window cannot be seen, what seems gone may be there."""
    cap: Confidence = "low" if verdict in ("faded", "derivative") else "medium"
    return max(cap, confidence, key=CONFIDENCES.index)
