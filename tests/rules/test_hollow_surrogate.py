"""hollow-surrogate: empty, an error or a refusal, a bare form, or cut inside a word."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ctxaudit.rules import hollow_surrogate as rule
from tests.build import Build
from tests.rules.saying import findings, keys, only, verdict

SOURCE = "The harvester stops at row nine because its gearbox overheats, says operator Ingmar."


def summarised(text: str, source: str = SOURCE, **surrogate: Any) -> Build:
    return Build().add("a", source).compact(["a"], "m", text, **surrogate)


def fires(text: str, source: str = SOURCE, **surrogate: Any) -> bool:
    return bool(findings(rule, summarised(text, source, **surrogate)))


def test_an_ordinary_summary_is_clean() -> None:
    assert verdict(rule, summarised("The harvester stops at row nine: gearbox.")) == "clean"


@pytest.mark.parametrize("text", ["", "   ", "\n\t\n"])
def test_an_empty_text_fires(text: str) -> None:
    assert keys(rule, summarised(text)) == [(3, ("m",), ())]


def test_only_what_stands_between_body_start_and_body_end_is_judged() -> None:
    frame = "Summary of the session so far:\n<end of summary, go on>"
    assert fires(frame, body_start=31, body_end=31)


@pytest.mark.parametrize(
    ("text", "said"), [("", "is empty"), ("Summary so far:", "has nothing but the words that introduce a summary")]
)
def test_an_empty_body_is_told_from_an_empty_text(text: str, said: str) -> None:
    assert only(rule, summarised(text, body_start=len(text))).message.endswith(f"and {said}")


def test_body_start_counts_code_points() -> None:
    assert fires("📎📎 so far:", body_start=11)
    assert not fires("📎📎 so far: gearbox.", body_start=11)


@pytest.mark.parametrize("opener", rule.OPENERS)
def test_each_opener_fires(opener: str) -> None:
    assert fires(f"{opener} and so on, and so forth.")


@pytest.mark.parametrize("lead", ["# ", "**", "[", "(", "<", "- ", "  \n", "#*[(<- "])
def test_marks_before_an_opener_are_passed_over(lead: str) -> None:
    assert fires(f"{lead}Request timed out. Try again.")


def test_case_and_curly_apostrophes_do_not_matter() -> None:
    assert fires("I’M SORRY, there is nothing here.")


def test_an_opener_counts_at_the_beginning_only() -> None:
    assert not fires("The operator saw an API error and rebooted.")


def test_an_opener_counts_up_to_three_hundred_characters() -> None:
    assert fires("I'm sorry " + "x" * 289 + ".")
    assert not fires("I'm sorry " + "x" * 290 + ".")


def test_an_opener_beside_a_token_of_the_source_does_not_count() -> None:
    source = f"{SOURCE} Fault GBX-4410 on the panel."
    assert not fires("API error GBX-4410 stops the harvester.", source)


def test_an_opener_beside_another_token_counts() -> None:
    source = f"{SOURCE} Fault GBX-4410 on the panel."
    assert fires("API error ABC-4411 stops the summary.", source)


@pytest.mark.parametrize(
    "text",
    [
        "# Goal\n# Done",
        "Goal:\nDone:",
        "## Goal\n(none)\n\n## Done\n- n/a\n* nothing\n• Empty\n1. TODO\n2) tbd\n3. NULL\n-",
        "Open questions: none\nFiles: no items",
        "- Files: none",
        "**Goal:**\n**Done:** none",
    ],
)
def test_a_form_that_nobody_filled_in_fires(text: str) -> None:
    assert fires(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Goal\nbring in row nine",
        "Goal: bring in row nine\nDone: none",
        "none of the rows is done",
        "# Goal\n- none - but the gearbox is hot",
        "nothing: the gearbox",
    ],
)
def test_a_form_with_one_entry_is_quiet(text: str) -> None:
    assert not fires(text)


@pytest.mark.parametrize("text", ["It stops because its gear", "It stops because its GEARB", "Ask operator Ing"])
def test_a_text_cut_inside_a_word_of_the_source_fires(text: str) -> None:
    assert fires(text)


@pytest.mark.parametrize(
    "text",
    [
        "It stops because of its gearbox",  # a whole word of the source
        "It stops, says operator Ingmar",  # a whole word once its full stop is off
        "It stops because of its ge",  # two letters
        "It stops because of its gear.",  # a full stop
        "It stops because its gear!",
        "It stops at row n1n",  # not letters only
        "It stops because of the engine",  # no word of the source begins so
        "It stops because of gearé",  # not ASCII
    ],
)
def test_a_text_that_ends_otherwise_is_not_cut(text: str) -> None:
    assert not fires(text)


def test_quotes_and_stars_around_a_word_of_the_source_are_off() -> None:
    assert not fires("It calls it gear", f'{SOURCE} He calls it **"gear"**.')


def test_sources_of_thirty_nine_characters_are_too_little_to_judge() -> None:
    assert not fires("", "x" * 30 + "   " + "y" * 8)
    assert fires("", "x" * 30 + "   " + "y" * 9)


def test_sources_are_taken_together() -> None:
    assert keys(rule, Build().add("a", "x" * 20).add("b", "y" * 20).compact(["a", "b"], "m", "")) == [(4, ("m",), ())]


def test_a_rewrite_that_removed_nothing_is_quiet() -> None:
    assert verdict(rule, Build().add("a", SOURCE).evict("a").compact(["a"], "m", "")) == "clean"


def test_a_surrogate_that_the_log_cut_is_not_judged() -> None:
    assert verdict(rule, summarised("It stops because its gear", complete=False)) == "not-judged"


def test_a_refused_rewrite_is_not_looked_at() -> None:
    assert verdict(rule, Build().add("a", SOURCE).compact(["a"], "m", "", refused=True)) == "not-judged"


def test_it_is_an_error_that_says_what_is_wrong() -> None:
    finding = only(rule, summarised("Request failed."))
    assert finding.severity == "error"
    assert finding.message.startswith("m (15 characters) stands for 1 span (a) of about ")
    assert finding.message.endswith('tokens, and is no summary: it begins "request failed"')


def test_the_evidence_names_the_recorded_size_of_the_last_call_before_it() -> None:
    build = Build().add("a", SOURCE).call(159_000).compact(["a"], "m", "Request failed.")
    assert "the window of the call before it: 159,000 tokens as recorded" in [
        step.shows for step in only(rule, build).evidence
    ]


def test_the_evidence_shows_what_left_and_the_body() -> None:
    finding = only(rule, summarised("Lead-in. n/a", body_start=9))
    assert [(step.span, step.excerpt) for step in finding.evidence] == [("a", SOURCE), ("m", "n/a")]


def test_confidence_is_that_of_the_rewrite() -> None:
    build = Build().add("a", SOURCE).compact(["a"], "m", "", basis="inferred")
    assert only(rule, build).confidence == "low"


def test_odd_characters_are_no_obstacle() -> None:
    assert not fires("\x00 \ud800 gearbox\u2028 hot.", SOURCE + "\x00\ud800")


@pytest.mark.parametrize("seed", range(3))
def test_the_beginnings_of_sources_tell_whether_they_are_enough(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr(rule, "_BEGINNING", 5)
    for _ in range(300):
        texts = ["".join(rng.choices("a  \n", k=rng.randrange(40))) for _ in range(rng.randrange(1, 4))]
        build = Build()
        for number, text in enumerate(texts):
            build.add(f"s{number}", text)
        build.compact([f"s{number}" for number in range(len(texts))], "m", "")
        enough = sum(len(" ".join(text.split())) for text in texts) >= rule.LEAST_SOURCE_CHARACTERS
        assert bool(findings(rule, build)) is enough, texts


def test_a_last_word_that_a_source_has_whole_is_not_cut_though_another_goes_on() -> None:
    sources = "the lantern was lit, the lanterns were lit and painted green by the keeper"
    build = Build().add("a", sources).compact(["a"], "m", "They painted the lantern")
    assert findings(rule, build) == []
