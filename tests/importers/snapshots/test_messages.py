"""Messages of all shapes that tracers keep become the same blocks."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.importers._snapshots.messages import blocks_of, system_blocks

HIGH = "high water 06:12"
TIDE = {"path": "tide.txt"}
SPELLED = '{"path": "tide.txt"}'
ARGUMENTS = '{"path":"tide.txt"}'
CALL = ("assistant", "call", ARGUMENTS, "c1")
RESULT = ("tool", "result", HIGH, "c1")
SHAPES: dict[str, tuple[Any, list[tuple[str, str, str, str | None]]]] = {
    "parts": (
        [
            {"role": "user", "parts": [{"type": "text", "content": "When is high water?"}]},
            {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "read", "arguments": TIDE}]},
            {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "result": HIGH}]},
        ],
        [("user", "text", "When is high water?", None), CALL, RESULT],
    ),
    "chat": (
        [
            {"role": "developer", "content": "Be brief."},
            {
                "role": "user",
                "content": [{"type": "text", "text": "When?"}, {"type": "image_url", "image_url": {"url": "x"}}],
            },
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "read", "arguments": SPELLED}}],
            },
            {"role": "tool", "tool_call_id": "c1", "content": HIGH},
        ],
        [
            ("system", "text", "Be brief.", None),
            ("user", "text", "When?", None),
            ("user", "other", "[image_url]", None),
            CALL,
            RESULT,
        ],
    ),
    "responses": (
        [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "When?"}]},
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Look it up."}]},
            {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "read", "arguments": ARGUMENTS},
            {"type": "function_call_output", "call_id": "c1", "output": HIGH},
        ],
        [("user", "text", "When?", None), ("scratchpad", "thinking", "Look it up.", None), CALL, RESULT],
    ),
    "content blocks": (
        [
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "Look it up."},
                    {"type": "text", "text": "A moment."},
                    {"type": "tool_use", "id": "c1", "name": "read", "input": TIDE},
                ],
            },
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": HIGH}]}],
            },
        ],
        [("scratchpad", "thinking", "Look it up.", None), ("assistant", "text", "A moment.", None), CALL, RESULT],
    ),
    "contents": (
        [
            {
                "role": "model",
                "parts": [
                    {"text": "Look it up.", "thought": True},
                    {"functionCall": {"id": "c1", "name": "read", "args": TIDE}},
                ],
            },
            {
                "role": "user",
                "parts": [{"functionResponse": {"id": "c1", "name": "read", "response": {"output": HIGH}}}],
            },
        ],
        [("scratchpad", "thinking", "Look it up.", None), CALL, RESULT],
    ),
    "constructors": (
        [
            [
                {
                    "lc": 1,
                    "type": "constructor",
                    "id": ["langchain", "schema", "HumanMessage"],
                    "kwargs": {"content": "When?", "id": "m1"},
                },
                {
                    "lc": 1,
                    "type": "constructor",
                    "id": ["x", "AIMessage"],
                    "kwargs": {"content": "", "tool_calls": [{"id": "c1", "name": "read", "args": TIDE}]},
                },
                {
                    "lc": 1,
                    "type": "constructor",
                    "id": ["x", "ToolMessage"],
                    "kwargs": {"content": HIGH, "tool_call_id": "c1"},
                },
            ]
        ],
        [("user", "text", "When?", None), CALL, RESULT],
    ),
    "dumped": (
        [
            {"type": "human", "data": {"content": "When?", "id": "m1"}},
            {"type": "ai", "data": {"content": "", "tool_calls": [{"id": "c1", "name": "read", "args": TIDE}]}},
            {"type": "tool", "data": {"content": HIGH, "tool_call_id": "c1", "id": "m3"}},
        ],
        [("user", "text", "When?", None), CALL, RESULT],
    ),
    "sdk parts": (
        [
            {
                "role": "assistant",
                "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "read", "args": TIDE}],
            },
            {
                "role": "tool",
                "content": [{"type": "tool-result", "toolCallId": "c1", "toolName": "read", "result": HIGH}],
            },
        ],
        [CALL, RESULT],
    ),
    "wrapped": ([{"message": {"role": "assistant", "content": "At six."}}], [("assistant", "text", "At six.", None)]),
    "a bare text": ("When?", [("user", "text", "When?", None)]),
    "nothing": (None, []),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_becomes_blocks(shape: str) -> None:
    value, expected = SHAPES[shape]
    assert [(block.role, block.kind, block.text, block.call_id) for block in blocks_of(value)] == expected


@pytest.mark.parametrize(
    "result",
    [{"is_error": True}, {"status": "error"}, {"isError": True}],
)
def test_a_failed_result_says_so(result: dict[str, Any]) -> None:
    (block,) = blocks_of({"role": "tool", "tool_call_id": "c1", "content": "no such file", **result})
    assert block.failed


def test_a_result_without_content_is_incomplete() -> None:
    (block,) = blocks_of([{"role": "tool", "tool_call_id": "c1"}])
    assert (block.text, block.complete) == ("", False)


def test_a_structured_result_is_read_as_its_values() -> None:
    (block,) = blocks_of([{"role": "tool", "tool_call_id": "c1", "content": {"stdout": "row 1\nrow 2", "lines": 2}}])
    assert block.text == "row 1\nrow 2\nlines: 2"


def test_a_message_of_the_summarisation_middleware_says_so() -> None:
    (block,) = blocks_of([{"type": "human", "content": "x", "additional_kwargs": {"lc_source": "summarization"}}])
    assert block.summary


@pytest.mark.parametrize("value", ["Be brief.", [{"type": "text", "content": "Be brief."}], {"content": "Be brief."}])
def test_instructions_of_any_shape_are_one_system_text(value: Any) -> None:
    assert [(block.role, block.text) for block in system_blocks(value)] == [("system", "Be brief.")]


@pytest.mark.parametrize(
    "value",
    [7, [7, None, True], {}, [{}], {"role": 5}, [[[]]], {"role": "user", "content": {"a": 1}}, {"parts": "x"},
     {"role": "assistant", "tool_calls": {"a": 1}}, {"role": "assistant", "tool_calls": [None, {"function": 3}]},
     {"type": "constructor", "id": 3, "kwargs": {"content": 4}}, [{"role": "tool", "content": [None, [[1]]]}]],
)  # fmt: skip
def test_any_value_is_survived(value: Any) -> None:
    assert all(isinstance(block.text, str) for block in blocks_of(value))
