"""dropped-falsifier: why something was not done leaves the window, and nothing says it verbatim any more."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.model import Finding
from ctxaudit.rules import _falsifiers
from ctxaudit.rules import dropped_falsifier as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

SIREN = "The siren was rejected because it wakes the whole valley."
FLAGGED = "Siren: wakes the whole valley, see the complaint."
LAMP = "A lamp is mounted."


def noted(text: str = SIREN, role: str = "scratchpad", **keys: Any) -> Build:
    """A request, and the span `n` at line 3; the edit follows at line 4."""
    return Build().add("u", "Warn the cabins.", "user").turn(1).add("n", text, role, **keys).turn(2)


def compacted(text: str = LAMP, **keys: Any) -> Build:
    return noted().compact(["n"], "m", text, **keys)


def test_a_summary_without_the_sentence_fires() -> None:
    assert keys(rule, compacted()) == [(4, ("n",), ())]


def test_a_sentence_found_by_its_form_is_a_warning() -> None:
    assert only(rule, compacted()).severity == "warning"


def test_a_flagged_span_is_an_error() -> None:
    assert only(rule, noted(FLAGGED, falsifier=True).evict("n")).severity == "error"


def test_a_truncation_is_an_edit() -> None:
    assert keys(rule, noted().truncate("n")) == [(4, ("n",), ())]


def test_a_restore_that_replaces_a_surrogate_is_an_edit() -> None:
    build = noted().compact(["n"], "m", f"{SIREN} So a lamp.", by="model", role="scratchpad")
    build.turn(3).restore("m", span("m", LAMP), "external")
    assert keys(rule, build) == [(5, ("m",), ())]


def test_a_checkpoint_is_no_edit() -> None:
    assert findings(rule, noted().checkpoint("u")) == []


def test_a_refused_rewrite_drops_nothing() -> None:
    assert findings(rule, compacted(refused=True)) == []


def test_one_finding_for_each_removed_span() -> None:
    build = noted().add("o", "The bell was scrapped because frost cracks it.", "assistant").evict("o", "n")
    assert keys(rule, build) == [(5, ("o",), ()), (5, ("n",), ())]


# --- held ---


@pytest.mark.parametrize(
    "kept",
    [
        SIREN,
        "the siren  was rejected\nbecause it wakes the whole valley",
        "- **The siren was rejected** because it wakes the `whole` valley; a lamp instead",
    ],
)
def test_a_surrogate_that_holds_the_sentence_is_quiet(kept: str) -> None:
    assert verdict(rule, compacted(kept)) == "clean"


def test_any_live_span_may_hold_it() -> None:
    build = noted().add("r", f"minutes: {SIREN}", kind="read").evict("n")
    assert verdict(rule, build) == "clean"


def test_the_arguments_of_a_live_tool_call_may_hold_it_on_two_lines() -> None:
    build = noted().tool_call("c", '{"text": "The siren was rejected\\nbecause it wakes the whole valley."}', "k")
    assert verdict(rule, build.evict("n")) == "clean"


def test_a_longer_word_does_not_hold_it() -> None:
    assert len(findings(rule, compacted("The siren was rejected because it wakes the whole valleyside."))) == 1


def test_a_span_that_left_with_it_does_not_hold_it() -> None:
    build = noted().add("o", SIREN, "assistant").evict("n", "o")
    assert [finding.spans for finding in findings(rule, build)] == [("n",), ("o",)]


def test_saving_it_later_in_the_same_turn_is_too_late() -> None:
    assert keys(rule, compacted().add("n2", SIREN, "scratchpad")) == [(4, ("n",), ())]


def test_what_was_saved_later_is_told() -> None:
    assert "from line 5" in only(rule, compacted().add("n2", SIREN, "scratchpad")).follows


@pytest.mark.parametrize(
    "entry",
    [
        f"On warning: {SIREN}",
        {"alternative": "the siren", "reason": "it wakes the whole valley"},
        {"alternative": "warning", "reason": SIREN},
    ],
)
def test_a_promoted_entry_holds_it(entry: Any) -> None:
    assert verdict(rule, compacted(rejected_alternatives=[entry])) == "clean"


def test_an_entry_stands_for_the_rest_of_the_trace() -> None:
    build = noted().add("o", LAMP, "assistant").compact(["o"], "m", "A lamp.", rejected_alternatives=[SIREN])
    assert verdict(rule, build.turn(9).evict("n")) == "clean"


@pytest.mark.parametrize(
    "entry",
    [
        {"alternative": "the siren", "reason": ""},
        {"alternative": "the siren", "reason": "it is dear"},
        {"alternative": "the horn", "reason": "it wakes the whole valley"},
    ],
)
def test_an_entry_needs_both_parts_in_the_sentence(entry: Any) -> None:
    assert len(findings(rule, compacted(rejected_alternatives=[entry]))) == 1


def test_an_entry_of_a_later_rewrite_is_too_late() -> None:
    build = compacted().turn(3).compact(["m"], "m2", "A lamp.", rejected_alternatives=[SIREN])
    assert keys(rule, build) == [(4, ("n",), ())]


def test_an_entry_of_a_refused_rewrite_does_not_count() -> None:
    build = noted().compact(["u"], "m", "x", rejected_alternatives=[SIREN], refused=True).evict("n")
    assert len(findings(rule, build)) == 1


def test_what_a_decision_rejects_is_not_in_the_window() -> None:
    rejected = [{"alternative": "the siren", "reason": "it wakes the whole valley"}]
    assert len(findings(rule, noted().decide("d", "the lamp", rejected).evict("n"))) == 1


# --- flagged spans ---


def test_a_flagged_span_whose_whole_text_is_held_survives() -> None:
    assert verdict(rule, noted(FLAGGED, falsifier=True).compact(["n"], "m", f"{FLAGGED} A lamp.")) == "clean"


def test_a_flagged_span_survives_by_its_falsifier_sentences() -> None:
    text = f"Met at the hut. {SIREN} Coffee was short."
    assert verdict(rule, noted(text, falsifier=True).compact(["n"], "m", SIREN)) == "clean"


def test_a_flagged_span_of_which_one_sentence_is_lost_fires() -> None:
    text = f"{SIREN} The bell was scrapped because frost cracks it."
    finding = only(rule, noted(text, falsifier=True).compact(["n"], "m", SIREN))
    assert "The bell was scrapped" in finding.message


def test_a_flagged_span_without_words_loses_nothing() -> None:
    assert verdict(rule, noted(" \n", falsifier=True).evict("n")) == "clean"


@pytest.mark.parametrize("role", ["system", "tool", "memory"])
def test_a_flagged_span_of_any_role_counts(role: str) -> None:
    assert len(findings(rule, noted(FLAGGED, role, falsifier=True).evict("n"))) == 1


# --- who may hold a falsifier ---


@pytest.mark.parametrize(
    ("role", "keys_"),
    [
        ("assistant", {}),
        ("user", {}),
        ("memory", {"by": "model"}),
        ("assistant", {"kind": "plan"}),
        ("user", {"by": "model", "kind": "summary"}),
    ],
)
def test_own_words_may_hold_one(role: str, keys_: dict[str, Any]) -> None:
    assert len(findings(rule, noted(SIREN, role, **keys_).evict("n"))) == 1


@pytest.mark.parametrize(
    ("role", "keys_"),
    [
        ("tool", {}),
        ("system", {}),
        ("memory", {}),
        ("user", {"by": "host"}),
        ("assistant", {"kind": "tool-call"}),
        ("assistant", {"kind": "read"}),
        ("user", {"kind": "tool-result"}),
    ],
)
def test_tools_and_hosts_hold_none(role: str, keys_: dict[str, Any]) -> None:
    assert verdict(rule, noted(SIREN, role, **keys_).evict("n")) == "not-judged"


@pytest.mark.parametrize(
    "text", ["We chose the lamp.", "Was the siren rejected because it wakes the valley?", "The pump fails at noon."]
)
def test_a_span_without_a_falsifier_is_not_looked_at(text: str) -> None:
    assert verdict(rule, noted(text).evict("n")) == "not-judged"


# --- exempt ---


def test_a_human_may_remove_it() -> None:
    assert verdict(rule, noted().evict("n", by="human")) == "clean"


def test_a_copy_named_by_the_evict_exempts() -> None:
    assert verdict(rule, noted().evict("n", reason="external-copy", copies={"n": "box/7"})) == "clean"


def test_a_copy_named_on_the_span_exempts() -> None:
    assert verdict(rule, noted(external_copy="box/7").evict("n")) == "clean"


def test_an_unnamed_copy_does_not_exempt() -> None:
    assert len(findings(rule, noted(external_copy=True).evict("n"))) == 1


# --- severity ---


def test_a_choice_of_what_was_rejected_makes_it_an_error() -> None:
    finding = only(rule, compacted().turn(30).decide("d", "The  SIREN"))
    assert (finding.severity, finding.follows) == ("error", "at line 5 decision d chooses “The SIREN”")


@pytest.mark.parametrize("choice", ["the horn", "the sir", ""])
def test_another_choice_leaves_it_a_warning(choice: str) -> None:
    assert only(rule, compacted().decide("d", choice)).severity == "warning"


def test_an_earlier_choice_leaves_it_a_warning() -> None:
    assert only(rule, noted().decide("d", "the siren").compact(["n"], "m", LAMP)).severity == "warning"


def test_a_pointer_to_the_transcript_caps_the_severity() -> None:
    text = "A lamp. The full transcript is at /runs/7.jsonl"
    build = noted(FLAGGED, falsifier=True).compact(["n"], "m", text, tags=["transcript-pointer"])
    finding = only(rule, build)
    assert finding.severity == "warning"
    assert any("/runs/7.jsonl" in evidence.excerpt for evidence in finding.evidence)


# --- verbatim, in other words, gone ---


def test_a_reason_that_is_gone_has_high_confidence() -> None:
    finding = only(rule, compacted())
    assert finding.confidence == "high"
    assert "nothing in the window holds it verbatim" in finding.message


PARAPHRASE = "No siren: rejected, it wakes the valley."


def test_a_reason_in_other_words_has_medium_confidence_and_is_said_to_be() -> None:
    finding = only(rule, compacted(PARAPHRASE))
    assert finding.confidence == "medium"
    assert "only in other words" in finding.message


def test_a_flagged_reason_in_other_words_has_medium_confidence_too() -> None:
    build = noted(SIREN, falsifier=True).compact(["n"], "m", PARAPHRASE)
    finding = only(rule, build)
    assert (finding.severity, finding.confidence) == ("error", "medium")


def test_the_closest_place_and_its_share_are_evidence() -> None:
    shown = [evidence for evidence in only(rule, compacted(PARAPHRASE)).evidence if evidence.span == "m"]
    assert [(evidence.excerpt, "%" in evidence.shows) for evidence in shown] == [(PARAPHRASE, True)]


@pytest.mark.parametrize("kind", ["tool-result", "read"])
def test_output_that_shares_its_words_gives_no_reason(kind: str) -> None:
    log = "siren: wakes valley\nwhole valley: siren not found"
    finding = only(rule, noted().add("r", log, kind=kind).evict("n"))
    assert (finding.confidence, "only in other words" in finding.message) == ("high", False)


def test_a_promoted_entry_may_tell_it_in_other_words() -> None:
    assert "only in other words" in only(rule, compacted(rejected_alternatives=[PARAPHRASE])).message


def test_words_that_deny_nothing_are_no_paraphrase() -> None:
    assert "only in other words" not in only(rule, compacted("The siren wakes the whole valley.")).message


def test_a_few_of_its_words_give_low_confidence() -> None:
    finding = only(rule, compacted("The siren was not loud in the valley."))
    assert finding.confidence == "low"
    assert "the closest text left has" in finding.message


def test_one_sentence_that_is_gone_decides_the_confidence() -> None:
    text = f"{SIREN} The bell was scrapped because frost cracks it."
    finding = only(rule, noted(text).compact(["n"], "m", PARAPHRASE))
    assert (finding.confidence, "1 more of its sentences" in finding.message) == ("high", True)


def test_confidence_is_never_above_the_basis_of_the_edit() -> None:
    assert only(rule, compacted(basis="inferred")).confidence == "low"


def test_when_there_is_too_much_to_compare_the_finding_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_falsifiers, "_EFFORT", 0)
    assert only(rule, compacted()).confidence == "medium"


# --- what it is about is named again ---

VALVE = "The valve patch (7c1e04b92d5f) is not the cause because the boiler never starts."


def valve(later: str, **keys: Any) -> Build:
    return Build(citations="implicit").add("n", VALVE, "assistant").turn(1).truncate("n").add("late", later, **keys)


def test_an_identifier_of_the_lost_sentence_that_is_named_again_is_told() -> None:
    follows = only(rule, valve("So 7c1e04b92d5f was the cause.", role="assistant")).follows
    assert follows == "the sentence is about 7c1e04b92d5f, and at line 4 late names it again"


@pytest.mark.parametrize(
    ("later", "role"), [("So 81f0a6c3d4e2 was the cause.", "assistant"), ("commit 7c1e04b92d5f", "tool")]
)
def test_another_identifier_or_a_tool_that_names_it_is_no_sequel(later: str, role: str) -> None:
    assert only(rule, valve(later, role=role)).follows == ""


def test_a_path_that_the_task_goes_on_with_is_no_sequel() -> None:
    lost = "We did not touch src/boiler/feed.py because the pump depends on it."
    build = Build(citations="implicit").add("n", lost, "assistant").turn(1).truncate("n")
    assert only(rule, build.add("late", "Now src/boiler/feed.py is read.", "assistant")).follows == ""


# --- not judged ---


def test_another_alphabet_is_not_judged() -> None:
    assert verdict(rule, noted("Сирену отклонили, потому что она будит всю долину.").evict("n")) == "not-judged"


def test_another_alphabet_removed_by_a_human_is_not_looked_at() -> None:
    build = noted("Сирену отклонили.").evict("n", by="human").add("o", SIREN, "assistant").compact(["o"], "m", SIREN)
    assert verdict(rule, build) == "clean"


def test_a_flagged_span_is_judged_in_any_alphabet() -> None:
    text = "Сирена будит долину"
    assert len(findings(rule, noted(text, falsifier=True).evict("n"))) == 1
    assert verdict(rule, noted(text, falsifier=True).compact(["n"], "m", f"{text}, лампа")) == "clean"


def test_a_surrogate_that_the_log_cut_is_not_judged() -> None:
    assert verdict(rule, compacted("", complete=False)) == "not-judged"


def test_a_cut_tool_result_does_not_keep_it_from_being_judged() -> None:
    assert len(findings(rule, noted().add("r", "rows 1 to", kind="read", complete=False).evict("n"))) == 1


# --- what a finding shows ---


def test_the_evidence_leads_from_the_sentence_to_the_edit() -> None:
    finding: Finding = only(rule, noted().evict("n"))
    assert [(evidence.line, evidence.span) for evidence in finding.evidence] == [(3, "n"), (4, "n")]


def test_hostile_text_is_borne() -> None:
    text = f"\ud800\x00 {SIREN} \ud800"
    assert len(findings(rule, noted(text, falsifier=True).add("t", "\ud800\x00").evict("n"))) == 1
