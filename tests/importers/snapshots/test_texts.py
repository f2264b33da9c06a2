"""From a block to a span: its id, its maker, its kind."""

from __future__ import annotations

import pytest

from ctxaudit.importers._snapshots.model import Block
from ctxaudit.importers._snapshots.texts import Spans


def spans(**keys: object) -> Spans:
    return Spans(lambda wanted: wanted, **keys)  # type: ignore[arg-type]


def test_ids_are_given_once_even_before_they_enter() -> None:
    made = spans()
    call = Block("assistant", "{}", "call", "c1", "find")
    assert [made.span(call).id for _ in range(3)] == ["c1", "c1-2", "c1-3"]


@pytest.mark.parametrize(
    ("tool", "arguments", "kind"),
    [
        ("read_file", "{}", "read"),
        ("grep", "{}", "read"),
        ("bash", '{"command":"cat a | head"}', "read"),
        ("bash", '{"command":"rm a"}', "tool-result"),
        ("write_file", "{}", "tool-result"),
        ("bash", "not json", "tool-result"),
    ],
)
def test_a_result_is_a_reading_when_its_call_only_looks_up(tool: str, arguments: str, kind: str) -> None:
    made = spans()
    made.span(Block("assistant", arguments, "call", "c1", tool))
    result = made.span(Block("tool", "rows", "result", "c1"))
    assert (result.kind, result.name, result.call_id) == (kind, tool, "c1")


def test_a_result_whose_call_failed_is_tagged() -> None:
    made = spans(failed={"c1"})
    assert made.span(Block("tool", "no", "result", "c1")).tags == ("error",)
    assert made.span(Block("tool", "no", "result", "c2")).tags == ()


@pytest.mark.parametrize(
    ("block", "by"),
    [
        (Block("user", "Go."), "human"),
        (Block("user", "<system-reminder>Go.</system-reminder>"), "host"),
        (Block("assistant", "Gone."), "model"),
        (Block("scratchpad", "Hm.", "thinking"), "model"),
        (Block("tool", "rows", "result"), "tool"),
        (Block("system", "Be brief."), "host"),
    ],
)
def test_a_span_has_the_maker_of_its_role(block: Block, by: str) -> None:
    assert spans().span(block).by == by


def test_a_subagent_is_spoken_to_by_the_host() -> None:
    assert spans(by_host=True).span(Block("user", "Go.")).by == "host"


def test_a_summary_at_the_start_of_a_log_is_a_surrogate() -> None:
    span = spans().span(Block("user", "Context summary: it rained."))
    assert (span.kind, span.by, span.lossy, span.text[span.body_start :]) == ("summary", "model", True, "it rained.")


def test_a_shortened_result_names_its_copy() -> None:
    text = "row 1\n[Showing lines 1-9 of 90 (50.0KB limit). Full output: /var/kept/b.log]"
    assert spans().span(Block("tool", text, "result", "c1")).external_copy == "/var/kept/b.log"


def test_a_stub_is_the_hosts_and_no_reading() -> None:
    made = spans()
    made.span(Block("assistant", "{}", "call", "c1", "grep"))
    stub = made.span(Block("tool", "[cleared]", "result", "c1"), stub=True)
    assert (stub.by, stub.kind, stub.provenance) == ("host", "tool-result", ())
