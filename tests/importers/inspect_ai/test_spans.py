"""Who made a message, of what kind it is, and what of it the log lacks."""

from __future__ import annotations

from pathlib import Path

from ctxaudit.model import Span
from tests.importers.inspect_ai.log import Sample
from tests.importers.seen import spans


def of(sample: Sample, folder: Path, name: str) -> Span:
    return spans(sample.trace(folder))[name]


def answer(sample: Sample, folder: Path, field: str) -> list[str]:
    return [getattr(span, field) for name, span in spans(sample.trace(folder)).items() if name.startswith("a1")]


def asked(*more: str) -> Sample:
    return (
        Sample()
        .task()
        .model("u1", "a1", "I look.", ("c1", "read_log"))
        .model(" ".join(["u1", "a1", *more]), "a2", "So.")
    )


def test_the_sample_s_input_is_the_human_s(tmp_path: Path) -> None:
    assert of(asked(), tmp_path, "u1").by == "human"


def test_an_operator_s_message_is_the_human_s(tmp_path: Path) -> None:
    sample = (
        Sample()
        .task()
        .say("u2", "user", "Hurry.", source="operator")
        .model("u1", "a1", "x")
        .model("u1 a1 u2", "a2", "y")
    )
    assert of(sample, tmp_path, "u2").by == "human"


def test_a_later_message_in_the_user_s_role_is_the_harness_s(tmp_path: Path) -> None:
    sample = Sample().task().say("u2", "user", "Please proceed to the next step.").model("u1", "a1", "x")
    assert of(sample.model("u1 a1 u2", "a2", "y"), tmp_path, "u2").by == "host"


def test_an_older_input_without_a_source_is_the_human_s(tmp_path: Path) -> None:
    sample = Sample().say("u1", "user", "Why?").model("u1", "a1", "Because.")
    assert of(sample, tmp_path, "u1").by == "human"


def test_a_call_and_its_result_are_bound(tmp_path: Path) -> None:
    sample = asked("t1").result("t1", "c1", "fault F-31")
    call, result = of(sample, tmp_path, "a1.1"), of(sample, tmp_path, "t1")
    assert (call.kind, call.name, call.call_id, call.text) == ("tool-call", "read_log", "c1", '{"at":"c1"}')
    assert (result.kind, result.name, result.call_id, result.by) == ("read", "read_log", "c1", "tool")


def test_a_result_of_a_tool_that_acts_is_no_lookup(tmp_path: Path) -> None:
    sample = Sample().task().model("u1", "a1", "x", ("c1", "fire_kiln")).result("t1", "c1", "lit", "fire_kiln")
    assert of(sample.model("u1 a1 t1", "a2", "y"), tmp_path, "t1").kind == "tool-result"


def test_a_failed_result_is_its_error(tmp_path: Path) -> None:
    sample = asked("t1").result("t1", "c1", "", error={"type": "timeout", "message": "no answer in 30 s"})
    result = of(sample, tmp_path, "t1")
    assert (result.text, result.tags) == ("no answer in 30 s", ("error",))


def test_a_text_that_was_moved_is_put_back(tmp_path: Path) -> None:
    sample = asked("t1").result("t1", "c1", "attachment://0f")
    sample.attachments["0f"] = "fault F-31 " * 20
    result = of(sample, tmp_path, "t1")
    assert (result.text, result.complete) == ("fault F-31 " * 20, True)


def test_a_moved_text_is_put_back_in_arguments_as_well(tmp_path: Path) -> None:
    sample = asked()
    sample.messages["a1"]["tool_calls"][0]["arguments"] = {"path": "attachment://0f"}
    sample.attachments["0f"] = "kiln/wiring.txt"
    assert of(sample, tmp_path, "a1.1").text == '{"path":"kiln/wiring.txt"}'


def test_a_moved_text_that_is_lost_is_not_whole(tmp_path: Path) -> None:
    result = of(asked("t1").result("t1", "c1", "attachment://0f"), tmp_path, "t1")
    assert (result.text, result.complete) == ("", False)


def test_reasoning_is_a_span_of_its_own(tmp_path: Path) -> None:
    parts = [{"type": "reasoning", "reasoning": "relays stick"}, {"type": "text", "text": "Relay."}]
    sample = Sample().task().model("u1", "a1", parts)
    thought, said = of(sample, tmp_path, "a1.0"), of(sample, tmp_path, "a1.1")
    assert (thought.role, thought.text, said.text) == ("scratchpad", "relays stick", "Relay.")


def test_hidden_reasoning_stands_as_its_summary_or_not_at_all(tmp_path: Path) -> None:
    hidden = {"type": "reasoning", "reasoning": "gAAA", "redacted": True}
    sample = Sample().task().model("u1", "a1", [hidden, hidden | {"summary": "relays"}, {"type": "text", "text": "R."}])
    assert [span.text for name, span in spans(sample.trace(tmp_path)).items() if name.startswith("a1")] == [
        "relays",
        "R.",
    ]


def test_an_image_is_not_whole(tmp_path: Path) -> None:
    sample = (
        Sample().say("u1", "user", [{"type": "image", "image": "data:x"}], source="input").model("u1", "a1", "A kiln.")
    )
    assert (of(sample, tmp_path, "u1").text, of(sample, tmp_path, "u1").complete) == ("[image]", False)


def test_a_tool_of_the_provider_s_is_call_and_result(tmp_path: Path) -> None:
    search = {
        "type": "tool_use",
        "id": "w1",
        "name": "web_search",
        "arguments": '{"q":"K4"}',
        "result": "K4 is a relay",
    }
    sample = Sample().task().model("u1", "a1", [search, {"type": "text", "text": "A relay."}])
    assert answer(sample, tmp_path, "kind") == ["tool-call", "read", "message"]


def test_long_random_ids_are_cut_short(tmp_path: Path) -> None:
    sample = Sample().task("GhiBMhoK37vDzca2ZcFJuC").model("GhiBMhoK37vDzca2ZcFJuC", "a1", "x")
    assert "GhiBMhoK" in spans(sample.trace(tmp_path))
