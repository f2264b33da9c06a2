"""lost-request: the words of the newest request that is not answered yet."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ctxaudit.model import Looked, NotJudged
from ctxaudit.rules import lost_request as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict

WORDS = "Count the lanterns of the harbour and paint every second one green."
REWORDED = "The user wants the harbour lanterns counted and every second one painted green."


def asked(text: str = WORDS, **keys_of_ask: object) -> Build:
    return Build().add("ask", text, "user", **keys_of_ask).add("list", "a list of lanterns").turn(1)


# --- fires ---


@pytest.mark.parametrize("edit", ["evict", "truncate", "rewrite"])
def test_an_edit_that_takes_the_open_request_fires(edit: str) -> None:
    build = asked()
    if edit == "rewrite":
        build.compact(["ask", "list"], "m", "There are many ships.")
    else:
        getattr(build, edit)("ask")
    finding = only(rule, build)
    assert (finding.line, finding.spans, finding.severity, finding.confidence) == (4, ("ask",), "error", "high")


def test_only_the_newest_request_is_looked_after() -> None:
    build = asked().add("ask2", "Leave the lanterns, count the ropes.", "user").turn(2).evict("ask")
    assert verdict(rule, build) == "clean"


def test_a_request_is_lost_once() -> None:
    build = asked().evict("ask").turn(2).restore("ask", span("ask", WORDS, "user")).turn(3).evict("ask")
    assert keys(rule, build) == [(4, ("ask",), ())]


def test_each_request_may_be_lost() -> None:
    build = asked().evict("ask").turn(2).add("ask2", "Now count the ropes of the yard.", "user").turn(3).evict("ask2")
    assert keys(rule, build) == [(4, ("ask",), ()), (6, ("ask2",), ())]


def test_of_several_edits_that_settle_together_the_last_is_named() -> None:
    build = asked().evict("ask").restore("ask", span("ask", WORDS, "user")).evict("ask").evict("list")
    assert keys(rule, build) == [(6, ("ask",), ())]


def test_the_words_may_be_lost_long_after_their_own_span_left() -> None:
    build = asked().compact(["ask"], "m", f"Asked: {WORDS} More to come.").turn(2).evict("m")
    assert keys(rule, build) == [(5, ("ask",), ())]


@pytest.mark.parametrize(("basis", "confidence"), [("derived", "medium"), ("inferred", "low")])
def test_confidence_is_that_of_the_edits_basis(basis: str, confidence: str) -> None:
    assert only(rule, asked().truncate("ask", basis=basis)).confidence == confidence


# --- answered or not ---


def test_a_request_that_was_answered_before_the_edit_may_go() -> None:
    assert said(rule, asked().add("done", "All painted.", "assistant").turn(2).evict("ask")) == []


def test_an_answer_after_the_edit_comes_too_late() -> None:
    assert len(findings(rule, asked().evict("ask").add("done", "All painted.", "assistant"))) == 1


@pytest.mark.parametrize("kind", ["tool-call", "plan", "decision"])
def test_a_request_whose_last_words_of_the_model_are_no_message_is_never_answered(kind: str) -> None:
    build = asked().add("said", "On it.", "assistant").add("more", "{}", "assistant", kind=kind).turn(2).evict("ask")
    assert keys(rule, build) == [(6, ("ask",), ())]


def test_a_message_in_the_middle_of_the_work_is_not_yet_the_answer() -> None:
    build = asked().add("said", "I start.", "assistant").turn(2).evict("ask").add("done", "Painted.", "assistant")
    assert len(findings(rule, build)) == 1


def test_a_model_made_summary_of_an_edit_is_no_answer_and_undoes_none() -> None:
    build = asked().add("done", "All painted.", "assistant").turn(2)
    assert said(rule, build.compact(["ask", "list"], "m", "Short.", role="assistant")) == []


# --- quiet ---


def test_the_whole_text_in_another_live_span_is_enough_with_other_white_space() -> None:
    text = WORDS.replace(" and ", "\n  and ")
    assert verdict(rule, asked().compact(["ask", "list"], "m", f"Asked:\n{text}\nNothing yet.")) == "clean"


def test_the_same_words_said_twice_are_lost_only_with_the_second() -> None:
    build = Build().add("old", WORDS, "user").add("new", WORDS, "user").turn(1).evict("new").turn(2).evict("old")
    assert keys(rule, build) == [(5, ("new",), ())]


def test_words_that_are_back_when_the_edit_settles_are_not_lost() -> None:
    assert verdict(rule, asked().evict("ask").restore("ask", span("ask", WORDS, "user"))) == "clean"


def test_words_that_come_back_only_after_the_next_call_are_lost() -> None:
    assert len(findings(rule, asked().evict("ask").call().restore("ask", span("ask", WORDS, "user")))) == 1


def test_a_human_may_take_the_own_words_back() -> None:
    assert verdict(rule, asked().evict("ask", reason="withdrawn", by="human")) == "clean"


def test_after_a_human_took_them_back_no_later_edit_loses_them() -> None:
    assert verdict(rule, asked().evict("ask", reason="withdrawn", by="human").turn(2).evict("list")) == "clean"


@pytest.mark.parametrize("keys_of_ask", [{"by": "host"}, {"kind": "plan"}])
def test_text_of_the_host_and_other_kinds_are_no_requests(keys_of_ask: dict[str, Any]) -> None:
    assert said(rule, asked(**keys_of_ask).evict("ask")) == []


def test_a_request_without_words_cannot_be_lost() -> None:
    assert verdict(rule, asked(" \n ").evict("ask")) == "clean"


def test_an_edit_elsewhere_loses_nothing() -> None:
    assert verdict(rule, asked().evict("list")) == "clean"


def test_a_restored_old_message_is_no_new_request() -> None:
    build = asked().add("done", "Painted.", "assistant").evict("ask").turn(2).restore("ask", span("ask", WORDS, "user"))
    assert said(rule, build.turn(3).evict("ask")) == []


# --- not judged ---


def test_a_request_whose_text_the_log_cut_is_not_judged() -> None:
    assert verdict(rule, asked(complete=False).evict("ask")) == "not-judged"


def test_a_live_span_whose_text_the_log_cut_may_hold_the_request() -> None:
    build = asked().compact(["ask", "list"], "m", "", complete=False)
    assert [type(word) for word in said(rule, build)] == [Looked, NotJudged]


def test_a_cut_text_that_is_gone_by_then_holds_nothing() -> None:
    build = Build().add("cut", "and so", complete=False).add("ask", WORDS, "user").turn(1).evict("cut").turn(2)
    assert keys(rule, build.evict("ask")) == [(5, ("ask",), ())]


def test_a_cut_text_elsewhere_does_not_matter_while_the_request_is_live() -> None:
    assert verdict(rule, asked().add("cut", "and so", complete=False).evict("list")) == "clean"


# --- severity ---


def test_a_request_that_is_there_in_other_words_is_a_note() -> None:
    assert only(rule, asked().compact(["ask", "list"], "m", REWORDED)).severity == "note"


def test_one_sentence_of_several_in_other_words_makes_it_a_note() -> None:
    text = f"{WORDS} Then lock the shed behind the chapel and bring me its key."
    finding = only(rule, asked(text).compact(["ask", "list"], "m", REWORDED))
    assert (finding.severity, "1 of its 2 sentences is there" in finding.message) == ("note", True)


def test_other_words_need_not_deny_anything() -> None:
    text = "Do not paint the lanterns of the harbour green."
    build = asked(text).compact(["ask", "list"], "m", "Paint the harbour lanterns green.")
    assert only(rule, build).severity == "note"


def test_a_pasted_document_in_the_middle_is_not_the_request() -> None:
    pasted = "The inventory of the lighthouse museum lists oak tables, iron beds and copper kettles. " * 40
    text = f"{WORDS} Here is the paper. {'x' * 600} {pasted} {'y' * 600} Tell me the sum in the evening."
    build = asked(text).compact(["ask"], "m", "The museum's inventory lists oak tables, iron beds and copper kettles.")
    assert only(rule, build).severity == "error"


def test_the_end_of_a_long_message_is_part_of_the_request() -> None:
    text = f"See the paper. {'some padding without any matter ' * 60} {WORDS}"
    assert only(rule, asked(text).compact(["ask"], "m", REWORDED)).severity == "note"


def test_a_request_that_is_code_alone_is_read_as_it_stands() -> None:
    text = "```\nforge.melt(ingots)\n```"
    assert only(rule, asked(text).evict("ask")).severity == "error"


def test_words_so_near_that_a_reader_may_know_them_again_give_low_confidence() -> None:
    build = asked().compact(["ask", "list"], "m", "The harbour has lanterns on poles, many green.")
    finding = only(rule, build)
    assert (finding.severity, finding.confidence) == ("error", "low")


# --- evidence, looked at ---


def test_the_evidence_shows_the_request_the_edit_the_closest_words_and_what_the_model_wrote_next() -> None:
    build = (
        asked().compact(["ask", "list"], "m", "The harbour has lanterns.").turn(2).add("a", "What now?", "assistant")
    )
    finding = only(rule, build)
    assert [(step.line, step.span) for step in finding.evidence] == [(2, "ask"), (4, None), (4, None), (5, "a")]


def test_one_shared_word_is_not_shown_as_the_closest() -> None:
    build = asked(f"{WORDS} Files are in this directory.").compact(["ask", "list"], "m", "Files")
    assert not any("closest" in step.shows for step in only(rule, build).evidence)


def test_the_closest_is_that_of_the_sentence_with_the_larger_share() -> None:
    build = asked(f"{WORDS} Files are in this directory.").compact(["ask", "list"], "m", "The directory has files.")
    [shown] = [step for step in only(rule, build).evidence if "closest" in step.shows]
    assert (shown.shows.split()[6], shown.excerpt) == ("100%", "The directory has files.")


def test_edits_are_looked_at_while_a_request_is_open() -> None:
    build = Build().add("x").evict("x").add("ask", WORDS, "user").add("y").evict("y").add("z").evict("z")
    assert said(rule, build.add("done", "Painted.", "assistant").evict("ask")) == [Looked(2)]


def test_without_a_request_nothing_is_judged() -> None:
    assert verdict(rule, Build().add("x").evict("x")) == "not-judged"


@pytest.mark.parametrize(("left", "severity"), [("Files read: none.", "error"), ("Files: see the directory.", "note")])
def test_one_word_of_a_short_sentence_does_not_keep_it(left: str, severity: str) -> None:
    build = asked(f"{WORDS} Files are in this directory.").compact(["ask", "list"], "m", left)
    assert only(rule, build).severity == severity


@pytest.mark.parametrize(("role", "when"), [("system", "before"), ("assistant", "before"), ("system", "after")])
def test_words_that_do_not_come_from_the_request_do_not_keep_it(role: str, when: str) -> None:
    build = Build()
    if when == "before":
        build.add("old", REWORDED, role)
    build.add("ask", WORDS, "user").turn(1)
    if when == "after":
        build.add("old", REWORDED, role)
    assert only(rule, build.truncate("ask")).severity == "error"


def summed_up(first: str, second: str) -> Build:
    """A summary older than the request, and one of both that takes the request away."""
    build = Build().add("old", "Old notes.").compact(["old"], "m", f"# Goal\n{first}").add("ask", WORDS, "user").turn(1)
    return build.compact(["m", "ask"], "n", f"# Goal\n{second}")


def test_a_line_that_a_summary_took_over_from_an_older_one_does_not_keep_it() -> None:
    assert only(rule, summed_up(REWORDED, REWORDED)).severity == "error"
    assert only(rule, summed_up(REWORDED, f"  {REWORDED} \nAnd more.")).severity == "error"


def test_a_line_that_is_new_in_the_summary_keeps_it() -> None:
    assert only(rule, summed_up("Keep the gulls away.", REWORDED)).severity == "note"
    assert only(rule, summed_up("Keep the gulls away.", f"Keep the gulls away.\n{REWORDED}")).severity == "note"


def test_a_line_of_a_summary_that_came_after_the_request_keeps_it_through_the_next() -> None:
    build = Build().add("ask", WORDS, "user").turn(1).add("old", "Old notes.").compact(["old"], "m", REWORDED)
    assert only(rule, build.compact(["m", "ask"], "n", REWORDED)).severity == "note"


# --- scripts without blanks ---

WIDE = "\u6e2f\u306e\u706f\u7c60\u3092\u6570\u3048\u308b harbour/lamps.txt\n\n\uff0c\u305d\u3057\u3066\u5857\u308b"


@pytest.mark.parametrize("text", [WIDE, "".join(WIDE.split()), WIDE.replace("\n\n", " ")])
def test_white_space_beside_wide_letters_means_nothing(text: str) -> None:
    assert verdict(rule, asked(WIDE).compact(["ask", "list"], "m", f"Asked: {text}")) == "clean"


def test_other_wide_letters_are_other_words() -> None:
    assert len(findings(rule, asked(WIDE).compact(["ask", "list"], "m", WIDE[:-1]))) == 1


def test_blanks_between_words_of_an_alphabet_still_count() -> None:
    assert len(findings(rule, asked().compact(["ask", "list"], "m", WORDS.replace(" ", "")))) == 1


def test_a_request_that_a_summary_may_have_translated_gives_low_confidence() -> None:
    finding = only(rule, asked(WIDE[:8]).compact(["ask", "list"], "m", "Asked to count lanterns."))
    assert (finding.severity, finding.confidence) == ("error", "low")


def test_a_request_in_another_language_that_nothing_stands_for_is_gone() -> None:
    assert only(rule, asked(WIDE[:8]).truncate("ask")).confidence == "high"


# --- what a damaged log may have held ---


def test_an_unreadable_line_before_the_edit_may_have_held_the_answer() -> None:
    assert verdict(rule, asked().skip_line().evict("ask")) == "not-judged"


def test_an_unreadable_line_elsewhere_is_no_doubt() -> None:
    before = Build().skip_line().add("ask", WORDS, "user").turn(1).evict("ask")
    assert (verdict(rule, before), verdict(rule, asked().evict("ask").skip_line())) == ("findings", "findings")


def test_a_span_that_stands_for_lost_records_may_have_held_the_answer() -> None:
    lost = asked().add("gap", "", "assistant", complete=False, tags=["lost"]).evict("gap").evict("ask")
    assert verdict(rule, lost) == "not-judged"


# --- where the words are looked for ---


def session(seed: int) -> Build:
    """Requests that repeat, quote and hold each other, in windows that are edited all the time."""
    rng, build, live = random.Random(seed), Build(), list[str]()
    asks = [WORDS, "go on", "Go on!", "paint every second one", f"{WORDS} go on", "数 灯笼 and paint"]
    for number in range(40):
        name = f"s{number}"
        text = rng.choice([*asks, f"They said: {rng.choice(asks)}", "ropes", WORDS.replace(" ", "\n ")])
        match rng.randrange(8):
            case 0 | 1:
                build.add(name, text, "user")
            case 2:
                build.add(name, text, "assistant", kind=rng.choice(["message", "plan"]))
            case 3:
                build.add(name, text)
            case 4 if live:
                gone = live.pop(rng.randrange(len(live)))
                build.evict(gone, by=rng.choice(["host", "host", "human"]))
                if rng.random() < 0.4:
                    build.restore(gone, span(gone, text, "user"))
                    live.append(gone)
                continue
            case 5 if len(live) > 2:
                sources = [live.pop(rng.randrange(len(live))) for _ in range(2)]
                build.compact(sources, name, text)
            case 6:
                build.call()
                continue
            case _:
                build.turn(number)
                continue
        live.append(name)
    return build


@pytest.mark.parametrize("seed", range(25))
def test_the_window_holds_what_a_search_in_all_texts_finds(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    found = said(rule, session(seed))
    monkeypatch.setattr(rule._Elsewhere, "_there", lambda elsewhere, *_: elsewhere._timeline.lives)
    assert said(rule, session(seed)) == found
    monkeypatch.setattr(rule._Elsewhere, "_effort", property(lambda _: -1, lambda *_: None), raising=False)
    assert said(rule, session(seed)) == found


def test_some_of_these_sessions_lose_requests_and_some_do_not() -> None:
    counts = [len(findings(rule, session(seed))) for seed in range(25)]
    assert min(counts) == 0
    assert max(counts) > 1


def test_large_windows_are_not_read_for_each_request(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    there = rule._Elsewhere._there

    def noted(elsewhere: Any, *asked: Any) -> Any:
        read.append(len(asked))
        return there(elsewhere, *asked)

    monkeypatch.setattr(rule._Elsewhere, "_there", noted)
    build = Build()
    for number in range(30):
        build.add(f"t{number}", "many words " * 200)
    for number in range(300):
        build.turn(number).add(f"r{number}", f"paint lantern {number:04} green", "user").evict(f"r{number}")
    assert len(findings(rule, build)) == 300
    assert len(read) < 5
