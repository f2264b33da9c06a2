"""unopened-result: words about a file whose text had been moved out, and that nothing had opened again."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.fingerprints import with_fingerprints
from ctxaudit.model import NotJudged
from ctxaudit.rules import unopened_result as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict

FILE = "/srv/quay/docs/tides.md"
TEXT = "Tides of the inner quay\nThe ebb runs for six hours in spring\nNobody moors while it runs\n"
SAYS = "The ebb in tides.md is too short for the barge."


def called(build: Build, key: str, arguments: dict[str, Any], answer: str, kind: str = "read", **keys: Any) -> Build:
    build.tool_call(f"c-{key}", json.dumps(arguments), key)
    return build.tool_result(f"r-{key}", answer, key, kind=kind, **keys)


def read(path: str = FILE, build: Build | None = None, key: str = "k") -> Build:
    """The call is at line 2 and its result at line 3 in a fresh trace."""
    return called(build or Build(), key, {"path": path}, TEXT)


def moved(build: Build, *names: str, **keys: Any) -> Build:
    """At line 4, with the pointer at line 5, after one read."""
    copies = {name: f"results/{name}.txt" for name in names}
    build.turn(1).evict(*names, reason="external-copy", copies=copies, **keys)
    for name in names:
        build.add(f"{name}-stub", "moved", by="host", kind="tool-result", call_id=name[2:], external_copy=copies[name])
    return build.turn(2)


def away(path: str = FILE, **keys: Any) -> Build:
    """The next line is 6."""
    return moved(read(path), "r-k", **keys)


def says(build: Build, text: str = SAYS, **keys: Any) -> Build:
    return build.add("say", text, "assistant", **keys)


def test_words_about_a_moved_and_unopened_file_fire_at_the_span_that_speaks() -> None:
    finding = only(rule, says(away()))
    assert (finding.line, finding.spans, finding.tokens) == (6, ("say", "r-k"), ())
    assert (finding.severity, finding.confidence, finding.edit) == ("warning", "medium", 4)
    assert finding.message == "say speaks of tides.md, whose text had left for a copy at line 4; nothing read it again"


def test_the_evidence_goes_from_the_read_over_the_move_to_the_words() -> None:
    proof = only(rule, says(away())).evidence
    assert [(step.line, step.span) for step in proof] == [(2, "c-k"), (4, "r-k"), (6, "say")]
    assert proof[1].excerpt == "results/r-k.txt"
    assert proof[2].excerpt == SAYS


def test_the_fingerprint_holds_no_line() -> None:
    below = says(moved(read(FILE, Build().add("u", "hello", "user")), "r-k"))
    prints = [next(with_fingerprints([only(rule, build)], "run")).fingerprint for build in (says(away()), below)]
    assert prints[0] == prints[1]


def test_a_report_on_several_files_is_one_finding() -> None:
    build = moved(read("b/lamps.md", read("a/tides.md"), "l"), "r-k", "r-l")
    build.add("say", "tides.md forbids it, and lamps.md says nothing of it.", "assistant")
    finding = only(rule, build)
    assert finding.spans == ("say", "r-k", "r-l")
    assert finding.message.startswith("say speaks of tides.md and lamps.md, whose text had left for a copy at line 6;")


def test_a_result_is_told_once_however_often_it_is_spoken_of() -> None:
    assert keys(rule, says(away()).add("more", SAYS, "assistant")) == [(6, ("say", "r-k"), ())]


@pytest.mark.parametrize(
    "name", [FILE, "docs/tides.md", "`tides.md`", "tides.md:12", "(see tides.md)", "docs\\tides.md"]
)
def test_any_end_of_the_path_names_the_file(name: str) -> None:
    assert findings(rule, says(away(), f"The ebb is too short for the barge: {name}"))


@pytest.mark.parametrize("name", ["ebbtides.md", "tides", "old/tides.md", "tides.mdx", "tides.md.bak"])
def test_another_name_is_another_file(name: str) -> None:
    assert findings(rule, says(away(), f"The ebb is too short for the barge: {name}")) == []


def test_a_name_that_may_be_one_of_two_files_means_none() -> None:
    build = moved(read("b/tides.md", read("a/tides.md"), "l"), "r-k", "r-l")
    assert findings(rule, says(build)) == []
    assert keys(rule, build.add("more", "b/tides.md forbids it for the barge.", "assistant")) == [
        (10, ("more", "r-l"), ())
    ]


def test_words_before_the_move_are_quiet() -> None:
    assert verdict(rule, moved(says(read()), "r-k")) == "clean"


# --- what was opened ---


@pytest.mark.parametrize("path", ["results/r-k.txt", "/home/u/results/r-k.txt", FILE, "./docs/tides.md"])
def test_a_call_for_the_copy_or_for_the_file_opens_it(path: str) -> None:
    assert verdict(rule, says(called(away(), "z", {"path": path}, "Tides"))) == "clean"


def test_a_command_that_names_the_file_opens_it() -> None:
    assert verdict(rule, says(called(away(), "z", {"command": f"grep -n ebb {FILE}"}, "2: ebb"))) == "clean"


def test_a_call_that_failed_opens_nothing() -> None:
    assert findings(rule, says(called(away(), "z", {"path": FILE}, "no such file", tags=["error"])))


def test_a_call_for_another_file_opens_nothing() -> None:
    assert findings(rule, says(called(away(), "z", {"path": "docs/lamps.md"}, "Lamps")))


def test_what_was_opened_and_moved_again_has_to_be_opened_again() -> None:
    build = moved(read(FILE, away(), "l"), "r-l")
    assert keys(rule, says(build)) == [(10, ("say", "r-l"), ())]


@pytest.mark.parametrize("source", ["external", "retained"])
def test_a_restore_opens_it(source: str) -> None:
    assert verdict(rule, says(away().restore("r-k", span("again", TEXT), source))) == "clean"


def test_a_restore_that_failed_or_came_from_the_model_opens_nothing() -> None:
    assert findings(rule, says(away().restore("r-k", None, failed=True)))
    assert findings(rule, says(away().restore("r-k", span("again", "the ebb", lossy=True), "model")))


def test_a_checkpoint_that_has_it_again_opens_it() -> None:
    assert findings(rule, says(away().checkpoint("c-k", "r-k", "r-k-stub"))) == []
    assert findings(rule, says(away().checkpoint("c-k", "r-k")).evict("r-k", reason="external-copy")) == []


# --- what speaks for the file all the same ---


def test_another_live_result_from_the_same_file_is_enough() -> None:
    assert verdict(rule, says(moved(read(FILE, read(), "l"), "r-k"))) == "clean"


def test_a_change_that_the_model_made_to_the_file_is_enough() -> None:
    build = called(read(), "e", {"path": FILE, "new": "The ebb\nis longer"}, "changed", "tool-result")
    assert verdict(rule, says(moved(build, "r-k"))) == "clean"


def test_its_own_words_from_when_the_text_was_there_are_enough() -> None:
    build = moved(says(read(), "The ebb in docs/tides.md runs for six hours."), "r-k")
    assert verdict(rule, build.add("more", SAYS, "assistant")) == "clean"


def test_its_own_words_on_one_file_do_not_speak_for_another_of_that_name() -> None:
    build = says(read("a/tides.md"), "The ebb in tides.md runs for six hours.")
    build = moved(read("b/tides.md", build, "l"), "r-k", "r-l").add(
        "more", "b/tides.md forbids it to the barge.", "assistant"
    )
    assert [finding.spans for finding in findings(rule, build)] == [("more", "r-l")]


def test_its_own_words_have_to_be_in_the_window_still() -> None:
    build = moved(says(read(), "The ebb in docs/tides.md runs for six hours."), "r-k").evict("say")
    assert keys(rule, build.add("more", SAYS, "assistant")) == [(8, ("more", "r-k"), ())]


def test_a_live_rewrite_that_names_the_file_is_the_other_rules_business() -> None:
    build = Build().add("u", "long talk", "user")
    build = moved(read(FILE, build), "r-k").compact(["u"], "m", "tides.md: an ebb of six hours")
    assert verdict(rule, says(build)) == "clean"


def test_the_same_text_from_elsewhere_is_enough() -> None:
    numbered = "".join(f"   {number}→{line}\n" for number, line in enumerate(TEXT.splitlines(), 1))
    assert verdict(rule, says(away().add("pasted", numbered, "user"))) == "clean"
    assert findings(rule, says(away().add("pasted", TEXT.splitlines()[2], "user")))


def test_a_rewrite_into_a_pointer_is_a_move() -> None:
    pointer = span("p", "docs/tides.md is in results/1.txt", lossy=True, external_copy="results/1.txt", call_id="k")
    assert keys(rule, says(read().rewrite(["r-k"], pointer, by="host"))) == [(5, ("say", "r-k"), ())]


# --- sentences that say nothing of it, and those that do ---


@pytest.mark.parametrize(
    "text",
    [
        "Let me read docs/tides.md before I go on with this.",
        "I'll have to look at tides.md for the ebb of the quay.",
        "I’m going to open tides.md for the ebb of the quay.",
        "Next: opening docs/tides.md for the ebb of the quay.",
        "tides.md should be checked for the ebb of the quay.",
        "Verify the ebb of the quay in tides.md.",
        "What does tides.md say of the ebb in spring?",
        "Files:\n- docs/tides.md\n- docs/lamps.md",
        "Files to read for the quay:\n- docs/tides.md",
        'The order says: "tides.md forbids mooring at the quay."',
        "The order says: “tides.md forbids mooring at the quay.”",
        "I have not read docs/tides.md, so I cannot tell.",
        "tides.md knows the ebb of the quay. I never actually opened it.",
    ],
)
def test_a_sentence_that_says_nothing_of_the_file_is_quiet(text: str) -> None:
    assert verdict(rule, says(away(), text)) == "clean"


@pytest.mark.parametrize(
    "text",
    [
        "Read: docs/tides.md and others",
        "I read docs/tides.md",
        "## Papers reviewed\n\n- docs/tides.md",
        "I have examined these:\n- docs/tides.md\n",
        "The order forbids it. According to `tides.md` too.",
        '"tides.md" has an ebb of six hours in spring.',
        "潮汐文件 tides.md 规定春季退潮六小时不得停泊。",
    ],
)
def test_a_sentence_that_says_something_of_the_file_fires(text: str) -> None:
    assert findings(rule, says(away(), text)) != [] or text.startswith("Read:")


def test_a_line_of_very_many_names_is_a_listing() -> None:
    few, many = (" ".join(f"f{number}.md" for number in range(most)) for most in (40, 60))
    assert findings(rule, says(away(), f"I read tides.md {few}"))
    assert findings(rule, says(away(), f"I read tides.md {many}")) == []


@pytest.mark.parametrize(
    "noise", [":" * 200_000 + "x", "a.b" * 100_000, "1:" * 100_000 + "x", '"' * 100_001, "!" * 200_000]
)
def test_long_runs_of_marks_are_read_in_one_pass(noise: str) -> None:
    assert findings(rule, says(away(), f"{noise}\n{SAYS}"))


def test_thinking_and_plans_are_no_report() -> None:
    assert verdict(rule, away().add("t", SAYS, "scratchpad").add("p", SAYS, "assistant", kind="plan")) == "clean"


def test_a_text_written_into_a_file_of_prose_is_a_report() -> None:
    content = f"# Report\n\n{SAYS}\n"
    build = called(away(), "w", {"path": "report.md", "content": content}, "written", "tool-result")
    assert keys(rule, build) == [(6, ("c-w", "r-k"), ())]


def test_what_the_written_text_replaces_is_not_said() -> None:
    arguments = {"path": "report.md", "old_string": f"# Report\n\n{SAYS}", "new_string": "# Report\n\nnothing"}
    assert findings(rule, called(away(), "w", arguments, "written", "tool-result")) == []


def test_code_and_what_was_not_written_are_no_report() -> None:
    content = f"# Report\n\n{SAYS}\n"
    assert findings(rule, called(away(), "w", {"path": "a.py", "content": content}, "written", "tool-result")) == []
    arguments = {"path": "report.md", "content": content}
    assert findings(rule, called(away(), "w", arguments, "refused", "tool-result", tags=["error"])) == []


# --- severity, confidence, what cannot be judged ---


def test_it_is_a_note_when_the_model_had_the_text_while_it_worked_on_something() -> None:
    worked = called(read(), "e", {"path": "barge.py", "new": "x"}, "changed", "tool-result")
    assert only(rule, says(moved(worked, "r-k"))).severity == "note"
    wrote = read().add("long", "The barge is long. " * 60, "assistant")
    assert only(rule, says(moved(wrote, "r-k"))).severity == "note"


def test_work_that_was_begun_before_the_result_came_does_not_count() -> None:
    build = Build().tool_call("c-e", '{"path": "barge.py"}', "e")
    build = read(FILE, build).tool_result("r-e", "changed", "e")
    assert only(rule, says(moved(build, "r-k"))).severity == "warning"


def test_an_external_verifier_makes_it_a_note() -> None:
    build = Build(conditions={"verifier": True})
    assert only(rule, says(moved(read(FILE, build), "r-k"))).severity == "note"


def test_an_inferred_move_gives_low_confidence() -> None:
    assert only(rule, says(away(basis="inferred"))).confidence == "low"


def test_a_pointer_of_the_same_move_that_was_followed_lifts_it() -> None:
    build = moved(read("b/lamps.md", read(), "l"), "r-k", "r-l", basis="inferred")
    finding = only(rule, says(called(build, "z", {"path": "results/r-l.txt"}, "Lamps")))
    assert finding.confidence == "medium"
    assert "pointed to it" in " ".join(step.shows for step in finding.evidence)


def test_a_pointer_of_another_move_lifts_nothing() -> None:
    build = moved(read("b/lamps.md", away(basis="inferred"), "l"), "r-l", basis="inferred")
    assert only(rule, says(called(build, "z", {"path": "results/r-l.txt"}, "Lamps"))).confidence == "low"


def test_a_result_without_its_call_is_not_judged() -> None:
    build = says(Build().add("r", TEXT, kind="read").evict("r", reason="external-copy", copies={"r": "results/r.txt"}))
    assert said(rule, build)[-1:] != []
    assert [word.line for word in said(rule, build) if isinstance(word, NotJudged)] == [3]


def test_words_behind_a_line_that_may_have_opened_it_are_not_judged() -> None:
    assert verdict(rule, says(away().skip_line())) == "not-judged"
    assert findings(rule, says(moved(read(FILE, Build().skip_line()), "r-k")))


@pytest.mark.parametrize(
    "build",
    [
        says(read().evict("r-k")),
        says(read().truncate("r-k")),
        says(read().compact(["r-k"], "m", "a summary")),
        says(moved(called(Build(), "k", {"path": FILE}, TEXT, "tool-result"), "r-k")),
        says(moved(called(Build(), "k", {"ask": "the tides"}, TEXT), "r-k")),
    ],
    ids=["dispensable", "truncated", "rewritten", "no read", "no file"],
)
def test_other_leavings_are_not_looked_at(build: Build) -> None:
    assert verdict(rule, build) == "not-judged"
    assert findings(rule, build) == []


def test_it_is_out_of_force_where_the_store_is_always_read_again() -> None:
    build = says(moved(read(FILE, Build(conditions={"external_store": "authoritative"})), "r-k"))
    report = audit_trace(build.trace(), rules={rule.RULE.slug}).report
    assert report.verdicts[rule.RULE.slug] == "not-in-force"


# --- against a plain reading ---


@pytest.mark.parametrize("seed", range(40))
def test_it_agrees_with_a_plain_walk_over_generated_traces(seed: int) -> None:
    """Reads, moves, openings and words in any order; a file is told at its first words since it was last moved away."""
    rng = random.Random(seed)
    build, expected = Build(), []
    there: dict[str, list[str]] = {}
    gone: dict[str, list[str]] = {}
    known: set[str] = set()  # the model has words of its own on them, or a copy
    for number in range(80):
        path = f"d{rng.randrange(3)}/f{rng.randrange(4)}.md"
        act = rng.choice(["read", "read", "move", "move", "move", "say", "copy"])
        if act == "read":
            called(build, f"k{number}", {"path": path}, f"alone in {number}")
            there.setdefault(path, []).append(f"r-k{number}")
            gone.pop(path, None)
        elif act == "move" and path in there:
            gone[path] = there.pop(path)
            moved(build, *gone[path])
        elif act == "copy" and path in gone:
            called(build, f"k{number}", {"path": f"results/{rng.choice(gone.pop(path))}.txt"}, "opened")
            known.add(path)
        elif act == "say":
            build.add(f"s{number}", f"So {path} forbids the barge to moor.", "assistant")
            if path in there or path in known:
                known.add(path)
            elif path in gone:
                expected.append((f"s{number}", frozenset(gone.pop(path))))
    assert [(key[1][0], frozenset(key[1][1:])) for key in keys(rule, build)] == expected
