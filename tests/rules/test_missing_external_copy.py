"""missing-external-copy: promises of a copy that cannot be kept."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import missing_external_copy as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def evicted(copies: dict[str, str] | None = None, **keys_of_a: object) -> Build:
    return (
        Build().add("a", "the tide table", **keys_of_a).turn(1).evict("a", reason="external-copy", copies=copies or {})
    )


@pytest.mark.parametrize(("copies", "own"), [(None, None), ({"a": ""}, None), (None, ""), ({"b": "store://b"}, None)])
def test_no_reference_anywhere_is_an_error(copies: dict[str, str] | None, own: object) -> None:
    finding = only(rule, evicted(copies, external_copy=own))
    assert (finding.line, finding.spans, finding.severity) == (3, ("a",), "error")


@pytest.mark.parametrize("copies", [None, {"a": ""}])
def test_an_unnamed_copy_is_a_warning(copies: dict[str, str] | None) -> None:
    assert only(rule, evicted(copies, external_copy=True)).severity == "warning"


def test_one_event_gives_one_finding_for_each_severity() -> None:
    build = Build().add("a").add("b", external_copy=True).add("c").add("d", external_copy=True)
    build.turn(1).evict("d", "c", "b", "a", reason="external-copy")
    assert [(finding.severity, finding.spans) for finding in findings(rule, build)] == [
        ("error", ("c", "a")),
        ("warning", ("d", "b")),
    ]


@pytest.mark.parametrize(
    ("copies", "own"),
    [({"a": "store://a"}, None), (None, "file:///a"), ({"a": "store://a"}, True), ({"a": ""}, "file:///a")],
)
def test_a_reference_in_the_event_or_on_the_span_is_enough(copies: dict[str, str] | None, own: object) -> None:
    assert verdict(rule, evicted(copies, external_copy=own)) == "clean"


@pytest.mark.parametrize("reason", ["dispensable", "withdrawn"])
def test_other_reasons_promise_no_copy(reason: str) -> None:
    assert verdict(rule, Build().add("a").evict("a", reason=reason)) == "not-judged"


def test_an_evict_that_explains_a_truncation_makes_the_same_promise() -> None:
    assert keys(rule, Build().add("a").truncate("a").evict("a", reason="external-copy")) == [(4, ("a",), ())]


def test_spans_that_were_gone_already_are_not_looked_at() -> None:
    build = evicted({"a": "store://a"}).turn(2).evict("a", reason="external-copy")
    assert verdict(rule, build) == "clean"


def test_a_derived_evict_gives_medium_confidence() -> None:
    assert only(rule, Build().add("a").evict("a", reason="external-copy", basis="derived")).confidence == "medium"


# --- the copy fails later ---


def failed(build: Build, **keys_of_restore: Any) -> Build:
    return build.turn(5).restore("a", None, keys_of_restore.pop("source", "external"), failed=True)


def test_a_copy_that_cannot_be_read_back_is_an_error_at_the_restore() -> None:
    finding = only(rule, failed(evicted({"a": "store://a"})))
    assert (finding.line, finding.spans, finding.severity, finding.edit) == (4, ("a",), "error", 3)


def test_each_failed_read_is_told() -> None:
    assert keys(rule, failed(failed(evicted({"a": "store://a"})))) == [(4, ("a",), ()), (5, ("a",), ())]


def test_a_copy_that_never_was_and_then_fails_is_told_at_both_places() -> None:
    assert [finding.line for finding in findings(rule, failed(evicted()))] == [3, 4]


def test_a_read_that_works_is_nothing() -> None:
    build = evicted({"a": "store://a"}).turn(5).restore("a", span("a", "the tide table"))
    assert verdict(rule, build) == "clean"


@pytest.mark.parametrize("source", ["retained", "model"])
def test_only_a_read_from_outside_keeps_the_promise(source: str) -> None:
    assert verdict(rule, failed(evicted({"a": "store://a"}), source=source)) == "clean"


@pytest.mark.parametrize(
    "build",
    [
        Build().add("a").evict("a"),
        Build().add("a").compact(["a"], "m"),
        Build().add("a").truncate("a"),
        Build().add("a").truncate("a").evict("a"),
        Build().add("x"),
    ],
    ids=["dispensable", "rewritten", "truncated", "truncated and evicted", "never seen"],
)
def test_a_span_that_left_without_such_a_promise_breaks_none(build: Build) -> None:
    assert findings(rule, failed(build)) == []


def test_the_last_leaving_counts_and_not_an_earlier_one() -> None:
    build = evicted({"a": "store://a"}).turn(2).checkpoint("a").turn(3).truncate("a")
    assert findings(rule, failed(build)) == []


def test_a_live_span_has_made_no_promise() -> None:
    assert findings(rule, failed(evicted({"a": "store://a"}).turn(2).checkpoint("a"))) == []
