"""What the page tells of one trace: before and after, what was lost, retention, the lives of tokens."""

from __future__ import annotations

from dataclasses import replace

from ctxaudit.redact import redacted
from ctxaudit.secrets import masked_report
from tests.build import Build
from tests.reports.html.made import Read, audited, gate, page, read
from tests.reports.made import altered, kept, report, trace, written

KEY = "ghp_" + "Q7zpX2mK9vT4wB8nR5jL1cH6sD3fG0aYeU"


def test_before_and_after_stand_side_by_side() -> None:
    text = read(audited(gate())).text
    before = text.index("Before")
    assert before < text.index("The gate listens on port 8081", before) < text.index("After", before)
    assert "The gate listens." in text[text.index("After", before) :]


def test_a_lost_token_that_was_needed_is_marked_where_it_stood() -> None:
    assert 'on <mark class="needed">port 8081</mark> since May' in page(audited(gate()))


def test_a_token_is_not_marked_inside_a_longer_one() -> None:
    assert '<mark class="named">45</mark>' not in page(trace(altered(tokens=("45",))))


def test_the_token_of_a_finding_is_marked_in_its_evidence() -> None:
    assert 'retry_delay = <mark class="named">4500</mark>' in page(trace(altered(tokens=("4500",))))


def test_an_eviction_is_told_with_its_copy() -> None:
    assert "stands for it: its copy at store/r2" in read(audited(gate())).text


def test_an_edit_whose_spans_nothing_stands_for_says_so() -> None:
    built = Build().add("r1", "port 8081", tokens=5).truncate("r1")
    assert "nothing stands for it" in read(audited(built)).text


def test_a_finding_that_no_edit_caused_has_its_own_heading() -> None:
    assert "Not tied to an edit" in read(trace(altered(edit=None))).text


def test_an_edit_without_a_picture_still_has_its_heading() -> None:
    assert "Rewrite at line 20" in read(trace(altered(edit_kind="rewrite"))).text


def test_a_report_without_pictures_says_that_there_is_none() -> None:
    shown = read(trace(altered()))
    assert ("No picture: none was made for this report." in shown.text, shown.all("svg", "drawing")) == (True, [])


def test_a_trace_without_events_says_why_it_has_no_picture() -> None:
    assert "No picture: the trace has no event." in read(audited(Build())).text


def test_the_retention_of_a_rewrite_is_a_row_with_its_bar() -> None:
    shown = read(trace(retention=(kept(),)))
    bars = [found["class"] for name, found in shown.elements if name == "rect" and found.get("class")]
    assert bars == ["kept", "pinned", "needed", "lost"]


def test_rewrites_beyond_the_first_ten_are_folded() -> None:
    text = read(trace(retention=tuple(kept(line) for line in range(20, 32)))).text
    assert "2 more rewrites" in text


def test_the_life_of_a_token_is_told_in_words() -> None:
    text = read(audited(gate())).text
    assert "Born at line 3, turn 1, in r1. Left: rewrite at line 5, turn 2. " in text
    assert "Claimed at line 8, turn 3 as port 8091: altered (medium confidence), acted on (opened the gate)." in text


def test_the_life_of_a_token_is_drawn_from_birth_to_claim() -> None:
    shown = read(audited(gate()))
    assert [found["x1"] for found in shown.all("line", "evidence")] == ["14.29%"]
    assert len(shown.all("path", "cross")) == 1
    assert len(shown.all("svg", "use")) == 1


def test_a_claim_less_sure_than_was_asked_for_is_folded() -> None:
    made = audited(gate())
    assert made.picture is not None
    [only] = made.picture.tokens
    unsure = replace(made.picture, tokens=(replace(only, confidence="low"),))
    assert "1 token with claims less sure" in read(replace(made, picture=unsure)).text


def test_verdicts_and_conditions_can_be_unfolded() -> None:
    text = read(trace()).text
    assert ("What each rule looked at" in text, "not judged: nothing is pinned" in text) == (True, True)
    assert "in force: r1 was restored at line 25" in text


def test_no_credential_is_shown() -> None:
    built = gate().tool_result("r9", f"token {KEY}", "k9", tokens=20).compact(["r9"], "m9", f"key {KEY}", tokens=5)
    assert KEY[4:] not in page(audited(built))


def test_a_redacted_page_has_none_of_the_words_of_the_trace() -> None:
    shown = Read(written(redacted(masked_report(report(audited(gate())))), "html"))
    said = [word for word in ("8081", "8091", "listens", "opened the gate", "Rain", "store/r2") if word in shown.text]
    assert said == []


def test_many_traces_have_an_index_with_the_worst_first() -> None:
    shown = read(trace(path="quiet.jsonl"), trace(altered(), path="bad.jsonl"))
    assert shown.text.index("bad.jsonl") < shown.text.index("quiet.jsonl")
    assert [found["href"] for found in shown.all("a") if str(found["href"]).startswith("#t")][:2] == ["#t1", "#t2"]


def test_one_trace_has_no_index() -> None:
    assert read(trace(altered())).all("section", "index") == []


def test_beyond_fifty_traces_are_rows_without_a_section() -> None:
    shown = read(*(trace(path=f"{number}.jsonl") for number in range(53)))
    assert len(shown.all("details", "trace")) == 50
    assert all(f"{number}.jsonl" in shown.text for number in range(53))
