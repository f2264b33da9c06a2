"""The answer to "why is this absent?" as values: who held it, what took it, what stands for it, who cited it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxaudit.auditing import audit_case
from ctxaudit.case import Case
from ctxaudit.importers import read_traces
from ctxaudit.timeline import replay
from ctxaudit.why import Answer, why
from ctxaudit.why.excerpts import place
from ctxaudit.why.stays import MOST_LINKS
from tests.build import Build, span
from tests.fixtures import readable, shown
from tests.timeline.naive import naive_replay

UNEXPLAINED = "no rule that was run reports it"


def ask(built: Build, asked: str) -> Answer:
    case = Case(replay(built.trace()))
    return why(case, audit_case(case, all_conditions=True).report.findings, asked)


def ferry(**header: Any) -> Build:
    """A timetable that a rewrite takes, and a claim of its exact time."""
    built = Build(citations="explicit", **header).add("ask", "When does the ferry leave?", "user")
    built.turn(1).add("table", "Ferry FR-2207 leaves berth 14 at 16:45, gates close 9 minutes before.", tokens=30)
    built.turn(2).compact(["table"], "short", "The ferry leaves in the afternoon from berth 14.")
    return built.turn(3).add("say", "Take ferry FR-2207.", "assistant").cite("FR-2207", claim="say", action="book")


# --- a span ---


def test_a_span_says_where_it_was_born() -> None:
    [stay] = ask(ferry(), "table").stays
    assert (stay.line, stay.turn, stay.arrival, stay.role, stay.tokens) == (3, 1, "add", "tool", 30)


def test_a_span_says_which_edit_took_it_and_under_which_attribution() -> None:
    [stay] = ask(ferry(), "table").stays
    assert stay.taken is not None
    assert (stay.taken.line, stay.taken.turn, stay.taken.edit, stay.taken.by) == (4, 2, "rewrite", "model")
    assert stay.taken.attribution == "rewritten-with-surrogate"


def test_a_live_span_was_taken_by_nothing() -> None:
    [stay] = ask(ferry(), "short").stays
    assert (stay.taken, stay.chain, stay.ending) == (None, (), "live")


def test_what_stands_for_a_span_is_followed_to_the_end() -> None:
    built = ferry().compact(["short"], "shorter", "A ferry leaves.").evict("shorter")
    [stay] = ask(built, "table").stays
    assert [link.span for link in stay.chain] == ["short", "shorter"]
    assert stay.ending == "gone"


def test_a_chain_that_ends_in_a_truncation_ends_in_nothing() -> None:
    [stay] = ask(ferry().truncate("short"), "table").stays
    assert stay.ending == "nothing"


def test_a_very_long_chain_keeps_its_last_link() -> None:
    built = Build().add("n0", "The first of very many notes.")
    for number in range(MOST_LINKS + 20):
        built.compact([f"n{number}"], f"n{number + 1}", "A note.")
    [stay] = ask(built, "n0").stays
    assert (len(stay.chain), stay.chain[-1].span, stay.chain_omitted) == (MOST_LINKS, f"n{MOST_LINKS + 20}", 20)


def test_each_life_of_an_id_is_a_stay_with_its_own_attribution() -> None:
    built = (
        ferry().restore("table", span("table", "Ferry FR-2207 leaves."), "external").evict("table", reason="withdrawn")
    )
    taken = [stay.taken.attribution for stay in ask(built, "table").stays if stay.taken is not None]
    assert taken == ["rewritten-with-surrogate", "withdrawn"]


def test_a_surrogate_says_what_it_was_made_of() -> None:
    [stay] = ask(ferry(), "short").stays
    assert (stay.arrival, stay.made_of, stay.nature) == ("surrogate", ("table",), "derivative")


def test_an_absence_without_attribution_names_the_finding() -> None:
    [stay] = ask(Build().add("table", "Berth 14.").turn(1).truncate("table"), "table").stays
    assert [(named.rule, named.line) for named in stay.findings] == [("unattributed-truncation", 3)]


def test_an_absence_that_no_rule_reports_says_why_none_does() -> None:
    built = (
        Build().add("log", "A long log.", tags=["dispensable"]).compact(["log"], "m", "A log.").turn(1).truncate("m")
    )
    [stay] = ask(built, "m").stays
    assert (stay.findings, stay.silence) == ((), "all that it was made of is dispensable or has an external copy")


def test_an_absence_after_an_unreadable_line_says_so() -> None:
    built = Build().add("table", "Berth 14.").skip_line().turn(1).checkpoint()
    [stay] = ask(built, "table").stays
    assert (stay.findings, stay.silence) == ((), "line 3 could not be read and may have explained it")


def test_an_explained_absence_has_no_silence() -> None:
    [stay] = ask(ferry(), "table").stays
    assert stay.silence == ""


def test_a_named_copy_is_told() -> None:
    built = Build().add("table", "Berth 14.").evict("table", reason="external-copy", copies={"table": "shelf/7"})
    [stay] = ask(built, "table").stays
    assert stay.taken is not None
    assert stay.taken.copy == "shelf/7"


def test_another_span_that_holds_the_whole_text_is_a_holder() -> None:
    text = "Ferry FR-2207 leaves berth 14 at 16:45."
    built = Build().add("a", text).add("b", f"As told:  {text}").add("c", "Ferry FR-2207 leaves.")
    assert [stay.span for stay in ask(built, "a").holders] == ["b"]


def test_a_text_of_a_few_letters_has_no_holders() -> None:
    assert ask(Build().add("a", "ok").add("b", "that is ok"), "a").holders == ()


def test_a_claim_with_its_source_in_the_span_is_a_use() -> None:
    [use] = ask(ferry(), "table").uses
    assert (use.line, use.turn, use.span, use.token, use.verdict) == (6, 3, "say", "FR-2207", "faded")
    assert (use.acted, use.action) == (True, "book")


def test_what_a_span_claims_itself_is_no_use_of_it() -> None:
    assert ask(ferry(), "say").uses == ()


def test_a_span_that_a_cite_names_is_used_though_it_does_not_hold_the_token() -> None:
    built = ferry().cite("16:45", claim="say", span="ask")
    assert [use.token for use in ask(built, "ask").uses] == ["16:45"]


# --- a token ---


def test_a_token_lists_the_spans_that_hold_it_verbatim() -> None:
    answer = ask(ferry(), "FR-2207")
    assert (answer.what, answer.token_kind) == ("token", "code")
    assert [(stay.span, stay.nature) for stay in answer.stays] == [("table", "evidence"), ("say", "words")]


def test_a_token_that_left_says_when_it_last_stood_in_evidence() -> None:
    now = ask(ferry(), "FR-2207").now
    assert now.last is not None
    assert (now.last.span, now.evidence, now.words) == ("table", (), ("say",))
    assert [(spell.from_line, spell.to_line) for spell in now.spells] == [(3, 4)]


def test_a_token_in_live_evidence_has_no_last_stay() -> None:
    now = ask(Build().add("a", "FR-2207 leaves"), "FR-2207").now
    assert (now.last, now.evidence, [spell.to_line for spell in now.spells]) == (None, ("a",), [None])


def test_times_in_evidence_that_touch_are_one_and_others_are_apart() -> None:
    built = Build().add("a", "FR-2207 leaves").add("b", "FR-2207 waits").evict("a").evict("b")
    built.add("other").add("c", "FR-2207 is late")
    spells = ask(built, "FR-2207").now.spells
    assert [(spell.from_line, spell.to_line) for spell in spells] == [(2, 5), (7, None)]


def test_the_last_to_leave_is_the_last_stay_though_it_came_first() -> None:
    built = Build().add("a", "FR-2207 leaves").add("b", "FR-2207 waits").evict("b").evict("a")
    last = ask(built, "FR-2207").now.last
    assert last is not None
    assert last.span == "a"


def test_a_link_says_whether_it_holds_the_token() -> None:
    built = Build().add("a", "FR-2207 leaves berth 14").compact(["a"], "m", "FR-2207").compact(["m"], "n", "A ferry")
    [first, *_] = ask(built, "FR-2207").stays
    assert [(link.span, link.holds) for link in first.chain] == [("m", True), ("n", False)]


def test_a_token_is_found_in_another_spelling() -> None:
    answer = ask(Build().add("a", "wait 1,500 ms for it"), "1500 ms")
    assert [stay.span for stay in answer.stays] == ["a"]


def test_the_excerpt_shows_the_token() -> None:
    [stay] = ask(Build().add("a", "x " * 5000 + "FR-2207" + " y" * 5000), "FR-2207").stays
    assert "FR-2207" in stay.excerpt


def test_an_altered_claim_is_a_use_of_what_it_alters() -> None:
    built = Build(citations="explicit").add("a", "commit 5c9e1af7 broke it").evict("a")
    built.add("b", "revert 5c9e1fa7", "assistant").cite("5c9e1fa7", claim="b")
    [use] = ask(built, "5c9e1af7").uses
    assert (use.token, use.verdict, use.instead) == ("5c9e1fa7", "altered", "5c9e1af7")


def test_a_token_of_the_model_alone_has_the_nearest_in_evidence() -> None:
    built = Build().add("a", "commit 5c9e1af7 broke it").add("b", "revert 5c9e1fa7", "assistant")
    answer = ask(built, "5c9e1fa7")
    assert answer.nearest is not None
    assert (answer.found, answer.nearest.text, answer.nearest.span) == (True, "5c9e1af7", "a")


def test_a_token_in_evidence_has_no_nearest() -> None:
    built = Build().add("a", "commit 5c9e1af7 broke it").add("c", "commit 5c9e1fa7 too")
    assert ask(built, "5c9e1af7").nearest is None


def test_a_pinned_token_says_where_it_is_pinned() -> None:
    built = Build().add("a", "FR-2207 leaves").pin(tokens=["FR-2207"]).evict("a")
    assert ask(built, "FR-2207").now.pin == "FR-2207"


def test_an_unpinned_token_is_pinned_nowhere() -> None:
    built = Build().add("a", "FR-2207 leaves").pin(tokens=["FR-2207"]).unpin(tokens=["FR-2207"]).evict("a")
    assert ask(built, "FR-2207").now.pin is None


# --- a phrase, and nothing ---


def test_a_phrase_is_found_across_white_space() -> None:
    answer = ask(Build().add("a", "gates close\n  before noon"), "close before")
    assert (answer.what, [stay.span for stay in answer.stays]) == ("phrase", ["a"])


def test_a_phrase_is_found_in_another_case_only_where_it_stands_nowhere_in_its_own() -> None:
    assert [stay.span for stay in ask(Build().add("a", "Gates Close"), "gates close").stays] == ["a"]
    both = Build().add("a", "Gates Close").add("b", "gates close")
    assert [stay.span for stay in ask(both, "gates close").stays] == ["b"]


def test_a_number_inside_a_longer_one_is_not_found_and_is_the_nearest() -> None:
    answer = ask(Build().add("a", "file x4500y here"), "4500")
    assert answer.nearest is not None
    assert (answer.found, answer.nearest.how, answer.nearest.span) == (False, "inside", "a")


@pytest.mark.parametrize(
    ("asked", "how", "text"),
    [
        ("FR-2270", "token", "FR-2207"),
        ("tabel", "id", "table"),
        ("the gates close soon", "words", "Ferry FR-2207 leaves berth 14 at 16:45, gates close 9 minutes before."),
    ],
)
def test_what_never_stood_there_has_the_nearest(asked: str, how: str, text: str) -> None:
    answer = ask(ferry(), asked)
    assert answer.nearest is not None
    assert (answer.found, answer.nearest.how, answer.nearest.text) == (False, how, text)


@pytest.mark.parametrize("asked", ["qqqqqqqq", "\x00", "\ud800", "{}[]()*+?", "9" * 5000])
def test_what_is_like_nothing_has_no_nearest_and_breaks_nothing(asked: str) -> None:
    answer = ask(ferry(), asked)
    assert (answer.found, answer.nearest) == (False, None)


def test_a_span_s_id_is_tried_before_a_token() -> None:
    assert ask(Build().add("FR-2207", "a ferry").add("b", "FR-2207 leaves"), "FR-2207").what == "span"


def test_a_trace_without_events_holds_nothing() -> None:
    answer = ask(Build(), "FR-2207")
    assert (answer.found, answer.axis.end, answer.axis.ticks) == (False, 0, ())


def test_the_axis_names_the_moments_at_which_turns_begin() -> None:
    assert ask(ferry(), "table").axis.ticks == ((0, 0), (1, 1), (2, 2), (3, 3))


# --- on every fixture ---


@pytest.mark.parametrize("path", readable(), ids=shown)
def test_each_absent_span_has_the_one_attribution_of_a_plain_replay_or_names_its_finding(path: Path) -> None:
    for trace in read_traces(str(path)):
        case = Case(replay(trace))
        findings = audit_case(case, all_conditions=True).report.findings
        naive = naive_replay(trace.events)
        for name in dict.fromkeys(stay.id for stay in naive.entered if stay.left_as):
            answer = why(case, findings, name)
            given = ["" if stay.taken is None else str(stay.taken.attribution) for stay in answer.stays]
            assert given == [stay.left_as for stay in naive.entered if stay.id == name]
            open_ends = [s for s in answer.stays if s.taken is not None and s.taken.attribution == "unattributed"]
            assert [stay.span for stay in open_ends if not stay.findings and stay.silence in ("", UNEXPLAINED)] == []


# --- credentials ---

SECRET = "ghp_" + "aB3xY9kQ2m" * 4


def test_no_excerpt_and_no_claim_shows_a_credential() -> None:
    built = Build(citations="explicit").add("a", f"login with {SECRET} at berth 14 FR-2207").evict("a")
    built.add("b", f"use {SECRET}", "assistant").cite(SECRET, claim="b", action=f"curl {SECRET}")
    for asked in ("a", "b", "FR-2207", "login with", SECRET):
        answer = ask(built, asked)
        shown = [stay.excerpt for stay in answer.stays] + [use.token + use.action for use in answer.uses]
        assert not any(SECRET in text or SECRET[20:] in text for text in shown)


def test_an_excerpt_shows_a_word_of_its_own_before_one_inside_another() -> None:
    assert place("FR-22070 and FR-2207", "FR-2207") == 13
    assert place("FR-22070 alone", "FR-2207") == 0
    assert place("then fr-2207", "FR-2207") == 5


def test_half_a_credential_at_the_edge_of_an_excerpt_is_masked() -> None:
    for pad in range(40, 90):
        [stay] = ask(Build().add("a", f"{SECRET}{' ' * (pad - 40)} word FR-2207 {'y ' * 200}"), "FR-2207").stays
        assert SECRET[-10:] not in stay.excerpt


def test_what_is_no_credential_is_shown() -> None:
    [stay] = ask(Build().add("a", "commit 5c9e1af7 of FR-2207"), "FR-2207").stays
    assert stay.excerpt == "commit 5c9e1af7 of FR-2207"
