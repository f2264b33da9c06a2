"""A redacted report says where and what kind, and none of the trace's own words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from ctxaudit.model import Evidence, Finding, Lines, Problem, Regime, Unaudited
from ctxaudit.redact import redacted
from ctxaudit.redact.prose import hiding, mark, sentence
from tests.reports.made import altered, finding, kept, report, trace, written
from tests.reports.poison import POISONS, poisoned
from tests.reports.whole import WHOLE

MARK = re.compile(r"\[redacted [0-9a-f]{8}, \d+ characters?\]")
SAID = [
    "zanzibar_pool",
    "10.4.0.7:8443",
    "The quay was ruled out because the crane is broken.",
    "4711",
    "/srv/quay.cfg",
]


def one(found: Finding) -> Finding:
    return redacted(report(trace(found))).traces[0].findings[0]


def said(message: str, **keys: Any) -> str:
    """The message of a redacted finding, each mark as `#`."""
    return MARK.sub("#", one(altered(message=message, **keys)).message)


def test_tokens_and_excerpts_become_hashes_and_lengths() -> None:
    made = one(altered(tokens=("zanzibar_pool",)))
    assert made.tokens == (mark("zanzibar_pool"),)
    assert made.evidence[0].excerpt == mark("retry_delay = 4500")


def test_a_mark_has_the_length_and_tells_equal_texts_from_others() -> None:
    assert mark("abc") == "[redacted ba7816bf, 3 characters]"
    assert (mark("abc") == mark("abc"), mark("abc") == mark("abd")) == (True, False)


def test_nothing_is_marked_as_nothing() -> None:
    assert one(altered(follows="", evidence=(Evidence(line=1, turn=0, shows="it left"),))).evidence[0].excerpt == ""


def test_places_ids_severity_and_fingerprint_stay() -> None:
    before, after = altered(), one(altered())
    fields = ("rule", "severity", "confidence", "line", "turn", "spans", "acted", "edit", "fingerprint")
    assert [getattr(before, name) for name in fields] == [getattr(after, name) for name in fields]
    assert [step.span for step in after.evidence] == ["r1", "m1"]


SENTENCES = {
    "the call at line 30 passes 3000, but its source at line 8 said 4500": (
        "the call at line 30 # #, but its source at line 8 said #"
    ),
    "the model rewrites what is pinned: m1": "the model rewrites what is pinned: m1",
    "the rewrite of 2 sources lost 3 of 5 verbatim tokens: 3000 and 2 more": (
        "the rewrite of 2 sources lost 3 of 5 verbatim tokens: # and 2 more"
    ),
    "m1 drops a reason: “The quay was ruled out.”": "m1 drops a reason: “#”",
    'it begins "api error"': 'it begins "#"',
    "its list names 'berth'": "its list names '#'",
    "its list names 'm1'": "its list names 'm1'",
    "it was acted on: berth 'quay' (book crane)": "it was acted on: # '#' (#)",
    "pinned zanzibar_pool stands in no source": "pinned # stands in no source",
    "t2 leaves as evicted-with-external-copy at line 7": "# leaves as evicted-with-external-copy at line 7",
    "three rewrites in 4 turns: 160 → 83 characters": "three rewrites in 4 turns: 160 → 83 characters",
    "turns 2 and 3 freed 60 tokens of a window": "turns 2 and 3 freed 60 tokens of a window",
    "an open “quotation never ends here": "an open “#",
}


@pytest.mark.parametrize("message", SENTENCES)
def test_our_words_stay_and_those_of_the_trace_go(message: str) -> None:
    assert said(message, tokens=("3000",), spans=("m1",)) == SENTENCES[message]


def test_a_token_that_is_a_word_of_ours_goes() -> None:
    assert said("the rewrite lost source", tokens=("source",)) == "the rewrite lost #"


def test_a_token_within_a_longer_word_leaves_the_word() -> None:
    assert said("the resource of 40 tokens", tokens=("source", "4")) == "the # of 40 tokens"


def test_an_excerpt_that_the_message_quotes_goes_whole() -> None:
    step = Evidence(line=1, turn=0, shows="the source", excerpt="…it was not there at all")
    assert said("the source said it was not there at all", tokens=(), evidence=(step,)) == "the source said #"


def test_a_number_that_the_trace_says_goes_and_a_count_stays() -> None:
    step = Evidence(line=1, turn=0, shows="the source", excerpt="wait 900")
    assert said("the source said 900 until line 900 of 12", tokens=(), evidence=(step,)) == (
        "the source said # until line 900 of 12"
    )


def test_a_token_cut_in_the_message_goes() -> None:
    long = "x9" * 200
    assert said(f"{long[:79]}… stands nowhere", tokens=(long,)) == "#… stands nowhere"


@pytest.mark.parametrize("text", SAID)
def test_a_text_of_the_trace_is_nowhere_in_a_redacted_report(text: str) -> None:
    step = Evidence(line=8, turn=1, span="r1", shows=f"said {text}", excerpt=f"we know: {text} at once")
    whole = altered(message=f"{text} stands nowhere", tokens=(text,), evidence=(step,), follows=f"it was: {text}")
    made = trace(
        whole,
        finding(message="quiet", suppressed=text, tokens=(text,)),
        regime=(Regime(seed=0, in_force=True, because=f"the host said “{text}”"),),
        retention=(kept(lost_tokens=(text,), needed_tokens=(text,)),),
        verdict_notes={"split-pair": f'the log has "{text}"', "demoted-pin": "x"},
        problems=(Problem("unknown-key", 3, f'"{text}": read over'),),
        notes=(f"the agent said “{text}”",),
        labels={"task": text},
    )
    hidden = redacted(report(made, unaudited=(Unaudited(path="a", why=f"no '{text}'"),), notes=(f"“{text}”",)))
    for name in ("json", "text", "sarif", "junit", "markdown"):
        assert text not in written(hidden, name, verbose=True)


@pytest.mark.parametrize("name", ["json", "jsonl", "sarif", "junit", "github", "markdown", "text"])
def test_every_format_can_write_a_redacted_report(name: str) -> None:
    assert "redacted" in written(redacted(WHOLE), name, verbose=True)


def test_rules_pages_and_counts_stay() -> None:
    hidden = redacted(WHOLE)
    assert (hidden.rules, hidden.rules_run, hidden.passed_over) == (WHOLE.rules, WHOLE.rules_run, WHOLE.passed_over)
    assert hidden.traces[0].verdicts == WHOLE.traces[0].verdicts


def test_kinds_of_lines_stay_and_what_is_no_kind_goes() -> None:
    made = trace(lines=Lines(read=3, not_context={"file-history-snapshot": 2, "my own words": 1}))
    kinds = redacted(report(made)).traces[0].lines.not_context
    assert list(kinds) == ["file-history-snapshot", mark("my own words")]


def test_equal_labels_stay_equal() -> None:
    made = redacted(report(trace(labels={"arm": "a"}), trace(labels={"arm": "a"}), trace(labels={"arm": "b"})))
    first, second, third = (one.labels["arm"] for one in made.traces)
    assert (first == second, first == third) == (True, False)


def test_the_same_report_is_redacted_to_the_same_bytes() -> None:
    assert written(redacted(WHOLE), "json") == written(redacted(WHOLE), "json")


def test_the_order_of_the_tokens_changes_no_sentence() -> None:
    tokens = ("pool", "pool size", "size")
    sentences = {said("the pool size of size pool", tokens=order) for order in (tokens, tokens[::-1])}
    assert len(sentences) == 1


@pytest.mark.parametrize("poison", POISONS)
def test_hostile_text_is_hidden_where_the_trace_said_it(poison: str) -> None:
    text = POISONS[poison]
    found = redacted(poisoned(text)).traces[0].findings[0]
    assert (found.tokens, found.evidence[0].excerpt) == ((mark(text),), mark(text))
    assert len(text.strip()) < 4 or text not in found.message


@pytest.mark.parametrize("filling", ["x", '"', "“", "' ", "line 4 ", "1,"])
def test_a_sentence_of_a_megabyte_is_one_mark(filling: str) -> None:
    text = filling * 10**6
    assert sentence(text, hiding((), ())) == mark(text)


def test_ten_thousand_tokens_are_no_hindrance() -> None:
    many = replace(altered(), tokens=tuple(f"tok_{n}" for n in range(10_000)), message="lost tok_7, tok_9999 and more")
    assert MARK.sub("#", one(many).message) == "lost #, # and more"
