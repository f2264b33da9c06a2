"""The conditions of validity: declared, refuted by the trace, or read off it."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.conditions import out_of_force, regimes
from ctxaudit.timeline import replay
from tests.build import Build, span


def because(build: Build, seed: int) -> tuple[bool, str]:
    regime = regimes(replay(build.trace()))[seed]
    assert regime.seed == seed
    return regime.in_force, regime.because


def out(build: Build) -> set[str]:
    return set(out_of_force(replay(build.trace())))


def declared(**conditions: Any) -> Build:
    return Build(conditions=conditions)


# --- nothing declared ---


def test_a_trace_that_declares_nothing_is_in_every_regime() -> None:
    build = Build().add("a")
    assert [regime.in_force for regime in regimes(replay(build.trace()))] == [True, True, True]
    assert out(build) == set()


def test_every_regime_says_why() -> None:
    assert all(regime.because for regime in regimes(replay(Build().trace())))


@pytest.mark.parametrize(
    "conditions",
    [
        {"relevance": "reversible"},
        {"eviction": "model"},
        {"retention": "none"},
        {"retention": "host-only"},
        {"external_store": "partial"},
        {"external_store": "none"},
        {"verifier": False},
        {"truncation": "hard"},
        {"eviction": "deterministic"},
        {"eviction": "deterministic", "retains": ["falsifier"]},
        {"retains": ["falsifier", "decision"]},
    ],
)
def test_declarations_that_a_seed_does_not_ask_for_leave_it_in_force(conditions: dict[str, Any]) -> None:
    assert out(declared(**conditions).add("a")) == set()


# --- seed 0: monotonic relevance ---


def test_monotonic_relevance_without_any_edit_puts_seed_0_out_of_force() -> None:
    build = declared(relevance="monotonic").add("a")
    assert out(build) == {"seed-0"}
    assert because(build, 0)[1].startswith("`relevance: monotonic` is declared")


@pytest.mark.parametrize("tag", ["dispensable", "superseded"])
def test_rewrites_of_spans_marked_dispensable_leave_it_out_of_force(tag: str) -> None:
    assert out(declared(relevance="monotonic").add("a", tags=[tag]).compact(["a"], "m")) == {"seed-0"}


def test_one_rewritten_span_that_was_not_marked_refutes_monotonic_relevance() -> None:
    build = declared(relevance="monotonic").add("a", tags=["dispensable"]).add("b").compact(["a", "b"], "m")
    in_force, why = because(build, 0)
    assert in_force
    assert "refuted: line 4 rewrites b, which was not marked dispensable" in why


@pytest.mark.parametrize("source", ["external", "retained", "model"])
def test_any_restore_refutes_monotonic_relevance(source: Any) -> None:
    build = declared(relevance="monotonic").add("a").evict("a").restore("a", span("a"), source)
    why = f"`relevance: monotonic` is declared, but refuted: line 4 brings a back from {source}"
    assert because(build, 0) == (True, why)


def test_a_restore_that_failed_was_wanted_too() -> None:
    assert out(declared(relevance="monotonic").add("a").evict("a").restore("a", failed=True)) == set()


def test_gone_sources_and_refused_rewrites_refute_nothing() -> None:
    build = declared(relevance="monotonic").add("a").add("b", tags=["dispensable"]).evict("a")
    assert out(build.compact(["a", "b"], "m").add("c").compact(["c"], "n", refused=True)) == {"seed-0"}


# --- seed 0: an authoritative store ---


def test_an_authoritative_store_puts_seed_0_out_of_force_whatever_is_rewritten() -> None:
    build = declared(external_store="authoritative").add("a").compact(["a"], "m").restore("m", span("a2"))
    assert out(build) == {"seed-0"}


def test_a_restore_from_the_model_refutes_an_authoritative_store() -> None:
    build = declared(external_store="authoritative").add("a").evict("a").restore("a", span("a"), "model")
    in_force, why = because(build, 0)
    assert in_force
    assert "`external_store: authoritative` is declared, but refuted: line 4 brings a back from model" in why


def test_one_of_two_declarations_that_holds_is_enough() -> None:
    build = declared(relevance="monotonic", external_store="authoritative").add("a").compact(["a"], "m")
    assert because(build, 0) == (
        False,
        "`external_store: authoritative` is declared, and nothing is restored from the model",
    )


def test_what_is_read_off_the_trace_names_its_lines() -> None:
    build = Build().add("a").add("b").compact(["a"], "m").truncate("b").restore("b", span("b"), "retained")
    assert because(build, 0)[1] == (
        "line 6 brings b back from retained; line 4 puts m in the place of its sources; line 5 is a hard truncation"
    )


# --- truncation ---


def test_a_host_without_hard_limit_is_out_of_that_condition() -> None:
    build = declared(truncation="none").add("a")
    assert out(build) == {"truncation"}
    assert "`truncation: none` is declared" in out_of_force(replay(build.trace()))["truncation"]


def test_a_truncation_refutes_that_there_is_none_and_the_panel_says_so() -> None:
    build = declared(truncation="none").add("a").truncate("a")
    assert out(build) == set()
    assert "`truncation: none` is declared, but refuted: line 3 truncates" in because(build, 0)[1]


# --- seed 1 ---


def test_a_window_that_the_model_can_read_again_puts_seed_1_out_of_force() -> None:
    build = declared(retention="readable").add("a", falsifier=True).evict("a")
    assert out(build) == {"seed-1"}


def deterministic() -> Build:
    return declared(eviction="deterministic", retains=["decision", "falsifier", "plan"])


def test_a_deterministic_policy_that_keeps_reasons_puts_seed_1_out_of_force() -> None:
    assert out(deterministic().add("a").evict("a")) == {"seed-1"}


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"falsifier": True}, "falsifier"),
        ({"tags": ["falsifier"]}, "falsifier"),
        ({"tags": ["decision"]}, "decision"),
        ({"kind": "decision"}, "decision"),
    ],
)
def test_an_edit_that_takes_one_refutes_the_policy(keys: dict[str, Any], what: str) -> None:
    build = deterministic().add("x").add("a", **keys).compact(["x", "a"], "m")
    in_force, why = because(build, 1)
    assert in_force
    assert f"but refuted: line 4 removes the {what} a" in why


def test_a_checkpoint_that_lacks_one_is_no_edit_and_refutes_nothing() -> None:
    assert out(deterministic().add("a", falsifier=True).checkpoint()) == {"seed-1"}


def test_readable_retention_holds_where_the_policy_is_refuted() -> None:
    build = declared(retention="readable", eviction="deterministic", retains=["falsifier", "decision"])
    assert out(build.add("a", falsifier=True).evict("a")) == {"seed-1"}


def test_a_policy_that_keeps_too_little_is_told_what_it_lacks() -> None:
    build = declared(eviction="deterministic", retains=["falsifier"]).add("a")
    assert "its `retains` lacks decision" in because(build, 1)[1]


def test_the_first_edit_of_the_model_is_the_proof() -> None:
    build = Build().add("a").add("b").evict("a", by="host").evict("b")
    assert because(build, 1) == (True, "at line 5 the model decides what leaves")


def test_a_copy_that_only_the_host_can_read_is_named_as_no_help() -> None:
    assert "the model cannot read what left" in because(declared(retention="host-only"), 1)[1]


# --- seed 2 ---


def test_a_verifier_puts_seed_2_out_of_force() -> None:
    build = declared(verifier=True).add("a").compact(["a"], "m").rank("m")
    assert out(build) == {"seed-2"}


def test_a_rank_after_a_rewrite_is_the_proof_of_seed_2() -> None:
    build = Build().rank().add("a").compact(["a"], "m").rank("m")
    assert because(build, 2) == (True, "line 5 ranks what line 4 may have rewritten, and no verifier is declared")


def test_a_rank_before_every_rewrite_proves_nothing() -> None:
    assert because(Build().add("a").rank("a").compact(["a"], "m"), 2) == (True, "no external verifier is declared")
