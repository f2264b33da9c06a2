"""Every claim and its one verdict."""

from collections.abc import Iterable
from typing import Any

import pytest

from ctxaudit.sourcing import Book, Claim, letters, read_claims, shelf
from ctxaudit.sourcing.claims import claims_by_span
from ctxaudit.timeline import replay
from tests.build import Build, span

CODE = "GUL-4410"


def claims(build: Build) -> tuple[Claim, ...]:
    timeline = replay(build.trace())
    return read_claims(timeline, Book(timeline))


def one(build: Build) -> Claim:
    found = claims(build)
    assert len(found) == 1, [(claim.spelled, claim.verdict) for claim in found]
    return found[0]


def verdicts(build: Build) -> dict[str, str]:
    return {claim.spelled: claim.verdict for claim in claims(build)}


def faded(**keys: object) -> Build:
    """The code's one source left at line 3."""
    return Build(**keys).add("a", f"ring {CODE}").evict("a")


# --- which claims there are ---


def test_by_default_only_cites_are_claims() -> None:
    build = faded().add("t", f"I saw {CODE} and TRN-9001", "assistant").cite(CODE, claim="t")
    assert verdicts(build) == {CODE: "faded"}


def test_in_implicit_mode_the_models_tokens_are_claims_and_cites_are_not() -> None:
    build = faded(citations="implicit").add("t", f"I saw {CODE}", "assistant").cite("TRN-9001", claim="t")
    assert verdicts(build) == {CODE: "faded"}


def test_a_cite_takes_its_token_out_of_the_implicit_claims() -> None:
    build = faded(citations="both").add("t", f"I saw {CODE} and TRN-9001", "assistant").cite(CODE, claim="t")
    found = claims(build)
    assert sorted((claim.spelled, claim.cite is not None) for claim in found) == [(CODE, True), ("TRN-9001", False)]


def test_nothing_is_claimed_before_something_left() -> None:
    assert claims(Build(citations="implicit").add("a", CODE).add("t", CODE, "assistant")) == ()


def test_a_span_that_came_in_before_the_first_leaving_claims_nothing() -> None:
    build = Build(citations="implicit").add("a", CODE).add("t", "TRN-9001", "assistant").evict("a")
    assert [claim.place for claim in claims(build.add("u", CODE, "assistant"))] == ["u"]


def test_two_spellings_in_one_span_are_one_claim() -> None:
    build = faded(citations="implicit").add("t", "7be01c94aa52, that is 7be01c94", "assistant")
    assert list(verdicts(build)) == ["7be01c94aa52"]


def test_one_token_in_two_spans_is_two_claims() -> None:
    build = faded(citations="implicit").add("t", CODE, "assistant").add("u", CODE, "assistant")
    assert [claim.place for claim in claims(build)] == ["t", "u"]


def test_words_of_others_are_no_claims() -> None:
    assert claims(faded(citations="implicit").add("t", CODE, "user").add("r", CODE)) == ()


def test_a_surrogate_is_no_claim() -> None:
    build = faded(citations="implicit").add("b").compact(["b"], "m", CODE, by="model")
    assert claims(build.add("n", CODE, "assistant", lossy=True, provenance=["b"])) == ()


def test_a_token_that_is_everywhere_is_no_implicit_claim() -> None:
    build = Build(citations="implicit")
    for number in range(8):
        build.add(f"s{number}", f"words {CODE}")
    build.evict(*(f"s{number}" for number in range(8)))
    assert claims(build.add("t", CODE, "assistant")) == ()


# --- verdicts ---


def test_live_evidence_makes_it_sourced() -> None:
    assert one(Build().add("a", CODE).add("t", CODE, "assistant").cite(CODE, claim="t")).verdict == "sourced"


def test_the_claiming_span_is_no_source_of_its_own() -> None:
    assert one(Build().add("a", CODE, "user").cite(CODE, claim="a")).verdict == "unsourced"


def test_a_token_that_only_the_model_said_is_unsourced() -> None:
    assert one(Build().add("t", CODE, "assistant").add("u", CODE, "assistant").cite(CODE, claim="u")).verdict == (
        "unsourced"
    )


def test_a_derivative_and_a_gone_source_make_it_derivative() -> None:
    build = Build().add("a", f"ring {CODE}, seen").compact(["a"], "m", CODE).cite(CODE)
    assert one(build).verdict == "derivative"


def test_a_derivative_alone_makes_it_unsourced() -> None:
    assert one(Build().add("a", "a ring").compact(["a"], "m", CODE).cite(CODE)).verdict == "unsourced"


def test_a_gone_source_alone_makes_it_faded() -> None:
    assert one(faded().cite(CODE)).verdict == "faded"


def test_a_near_miss_makes_it_altered() -> None:
    claim = one(faded().cite("GUL-4401"))
    assert claim.verdict == "altered"
    assert claim.near is not None
    assert (claim.near.kind, claim.near.token.text, claim.near.source and claim.near.source.id) == (
        "altered",
        CODE,
        "a",
    )


def test_a_near_miss_of_a_pinned_token_makes_it_altered() -> None:
    claim = one(Build().add("b").evict("b").pin(tokens=[CODE]).cite("GUL-4401"))
    assert claim.verdict == "altered"
    assert claim.near is not None
    assert claim.near.source is None


def test_a_near_miss_of_the_models_own_words_is_none() -> None:
    build = Build().add("b").evict("b").add("t", CODE, "assistant").cite("GUL-4401")
    assert one(build).verdict == "unsourced"


def test_a_near_miss_that_comes_in_later_is_none() -> None:
    assert one(Build().add("b").evict("b").cite("GUL-4401").add("a", CODE)).verdict == "unsourced"


def test_while_nothing_has_left_nothing_is_altered() -> None:
    claim = one(Build().add("a", CODE).cite("GUL-4401").evict("a"))
    assert (claim.verdict, claim.edited) == ("unsourced", False)


def test_a_family_of_near_tokens_is_no_near_miss() -> None:
    build = Build().add("a", "GUL-4410 GUL-4412 GUL-4413 GUL-4414").evict("a").cite("GUL-4411")
    assert one(build).verdict == "unsourced"


def test_an_implicit_claim_without_a_source_is_coined() -> None:
    assert one(faded(citations="implicit").add("t", "TRN-9001", "assistant")).verdict == "coined"


def test_a_claim_is_read_with_its_subject_in_the_claiming_span() -> None:
    build = Build().add("a", "the winch timeout is 4500 ms").evict("a")
    build.add("t", "I set the winch timeout to 3000 ms", "assistant").cite("3000 ms", claim="t")
    claim = one(build)
    assert (claim.verdict, claim.spelled) == ("altered", "3000 ms")


def test_a_cited_claim_is_read_where_it_is_said_last() -> None:
    build = Build().add("a", "the hatch is locked by kelim 4.18.2").evict("a")
    build.add("t", "4.18.4\nthe hatch is locked by kelim 4.18.4", "assistant").cite("4.18.4", claim="t")
    assert one(build).verdict == "altered"


def test_what_a_claim_is_said_of_before_its_last_place_does_not_count() -> None:
    build = Build().add("a", "the hatch is locked by kelim 4.18.2").evict("a")
    build.add("t", "locked by kelim 4.18.4\npacked by morel 4.18.4", "assistant").cite("4.18.4", claim="t")
    assert one(build).verdict == "unsourced"


def test_words_that_are_no_token_can_stand() -> None:
    build = Build().add("a", "the hatch stays shut").cite("hatch stays shut")
    assert one(build).verdict == "sourced"


def test_words_that_are_no_token_have_no_near_miss() -> None:
    build = Build().add("a", "the hatch stays shut").evict("a").cite("hatch stays shot")
    assert one(build).verdict == "unsourced"


def test_a_cite_of_an_unknown_span_is_judged_all_the_same() -> None:
    claim = one(faded().cite(CODE, claim="never"))
    assert (claim.verdict, claim.place) == ("faded", "never")


# --- what cannot be judged ---


def test_after_a_cut_text_only_sourced_is_a_verdict() -> None:
    build = Build().add("a", "head of a list", complete=False).add("b", CODE)
    assert verdicts(build.cite(CODE).cite("TRN-9001")) == {CODE: "sourced", "TRN-9001": "not-judged"}


def test_a_text_that_is_cut_later_does_not_matter() -> None:
    assert one(faded().cite(CODE).add("b", complete=False)).verdict == "faded"


def test_a_cut_text_of_the_model_does_not_matter() -> None:
    assert one(faded().add("t", "words", "assistant", complete=False).cite(CODE)).verdict == "faded"


def test_after_an_unreadable_line_absence_is_open_and_presence_is_not() -> None:
    found = claims(faded().skip_line().cite(CODE).cite("TRN-9001"))
    assert [(claim.verdict, bool(claim.unjudged)) for claim in found] == [("faded", False), ("unsourced", True)]


def test_before_an_unreadable_line_everything_is_judged() -> None:
    assert one(Build().cite("TRN-9001").skip_line()).unjudged == ""


# --- what was done with it ---


def test_an_action_is_an_act() -> None:
    claim = one(faded().cite(CODE, action="ring the bird"))
    assert claim.act.acted
    assert claim.act.action == "ring the bird"


def test_a_claim_in_a_tool_call_is_acted_on() -> None:
    build = faded(citations="implicit").tool_call("c", f'{{"ring": "{CODE}"}}', "k")
    claim = one(build)
    assert claim.act.call is claim.life


def test_a_later_call_of_the_turn_that_holds_it_is_an_act() -> None:
    build = faded().turn(1).add("t", CODE, "assistant").cite(CODE, claim="t")
    claim = one(build.tool_call("c", f'{{"ring": "{CODE}"}}', "k"))
    assert claim.act.call is not None
    assert claim.act.call.id == "c"


def test_a_call_of_a_later_turn_is_none() -> None:
    build = faded().turn(1).add("t", CODE, "assistant").cite(CODE, claim="t").turn(2)
    assert not one(build.tool_call("c", f'{{"ring": "{CODE}"}}', "k")).act.acted


def test_an_earlier_call_of_the_turn_is_none() -> None:
    build = faded().turn(1).tool_call("c", f'{{"ring": "{CODE}"}}', "k")
    assert not one(build.add("t", CODE, "assistant").cite(CODE, claim="t")).act.acted


def asked(result: str, **keys: Any) -> Claim:
    build = faded(citations="implicit").tool_call("c", f'{{"ring": "{CODE}"}}', "k")
    return one(build.tool_result("r", result, "k", **keys))


def test_a_successful_lookup_checks_its_own_question() -> None:
    assert asked("a young bird", kind="read").act.checked


def test_an_answer_that_holds_the_token_checks_it() -> None:
    assert asked(f"{CODE} is young").act.checked


def test_an_answer_that_does_not_hold_it_checks_nothing() -> None:
    assert not asked("stored").act.checked


def test_a_failed_lookup_checks_nothing() -> None:
    act = asked("no such ring", kind="read", tags=["error"]).act
    assert act.failed
    assert not act.checked


def test_a_check_lowers_the_severity() -> None:
    assert [asked("stored").severity, asked("a young bird", kind="read").severity] == ["warning", "note"]


def test_a_verifier_lowers_the_severity() -> None:
    assert one(faded(conditions={"verifier": True}).cite(CODE)).severity == "note"


def test_a_refused_verifier_lowers_nothing() -> None:
    assert one(faded(conditions={"verifier": False}).cite(CODE)).severity == "warning"


# --- grouping, confidence ---


def test_the_edit_behind_a_faded_claim_is_the_one_that_took_the_source() -> None:
    edit = one(faded().cite(CODE)).edit
    assert edit is not None
    assert edit.line == 3


def test_the_edit_behind_a_token_that_only_a_derivative_holds_is_what_made_it() -> None:
    edit = one(Build().add("a", "a ring").compact(["a"], "m", CODE).cite(CODE)).edit
    assert edit is not None
    assert edit.line == 3


def test_a_claim_with_a_live_source_near_by_has_no_edit_behind_it() -> None:
    assert one(Build().add("b").evict("b").add("a", CODE).cite("GUL-4401")).edit is None


def test_a_live_span_is_named_before_one_that_left() -> None:
    claim = one(Build().add("a", CODE).add("b", CODE).evict("b").cite("GUL-4401"))
    assert claim.near is not None
    assert claim.near.source is not None
    assert claim.near.source.id == "a"


def test_an_unseen_part_of_the_window_lowers_the_confidence() -> None:
    claim = one(faded().call(9_000, unseen=1_001).cite(CODE))
    assert claim.confidence == "low"
    assert claim.unseen is not None


def test_a_small_unseen_part_does_not() -> None:
    assert one(faded().call(9_000, unseen=1_000).cite(CODE)).confidence == "medium"


def test_only_the_last_call_before_the_claim_counts() -> None:
    build = faded().call(9_000, unseen=5_000).call(9_000).cite(CODE).call(9_000, unseen=5_000)
    assert one(build).confidence == "medium"


def test_two_altered_claims_of_a_span_towards_one_source_speak_for_each_other() -> None:
    build = Build(citations="implicit").add("a", "nests/counting.py and charts/harbours.svg").evict("a")
    build.add("t", "see nests/countings.py and charts/harbour.svg", "assistant")
    assert {(claim.verdict, claim.confidence) for claim in claims(build)} == {("altered", "medium")}


def test_one_alone_stays_doubtful() -> None:
    build = Build(citations="implicit").add("a", "nests/counting.py").evict("a")
    assert one(build.add("t", "see nests/countings.py", "assistant")).confidence == "low"


def test_implicit_claims_are_grouped_by_their_span() -> None:
    build = faded(citations="both").add("t", f"{CODE} and TRN-9001", "assistant").add("u", CODE, "assistant")
    groups = claims_by_span(claims(build.cite(CODE, claim="u")))
    assert [[claim.spelled for claim in group] for group in groups] == [[CODE, "TRN-9001"]]


def test_claims_come_in_the_order_of_the_trace() -> None:
    build = faded(citations="both").cite("TRN-9001").add("t", CODE, "assistant").cite("TRN-9002")
    assert [claim.spelled for claim in claims(build)] == ["TRN-9001", CODE, "TRN-9002"]


def test_a_restored_source_makes_the_next_claim_sourced() -> None:
    build = faded().cite(CODE).restore("a", span("a", f"ring {CODE}")).cite(CODE)
    assert [claim.verdict for claim in claims(build)] == ["faded", "sourced"]


def test_hostile_tokens_are_judged() -> None:
    build = faded().cite("\ud800").cite("").cite("x" * 100_000).cite("\x00")
    assert [claim.verdict for claim in claims(build)] == ["unsourced"] * 4


# --- what is looked for, and when ---


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The needles of each search for letters."""
    found: list[set[str]] = []

    def standing(needles: Iterable[str], texts: Any) -> Iterable[tuple[str, int]]:
        found.append(set(needles))
        return letters.standing(found[-1], texts)

    monkeypatch.setattr(shelf, "standing", standing)
    return found


def test_letters_are_looked_for_once_for_all_sourced_claims(searches: list[set[str]]) -> None:
    build = Build(citations="implicit").add("a", f"{CODE} TRN-9001").add("b").evict("b")
    found = claims(build.add("t", f"{CODE} and TRN-9001", "assistant"))
    assert [claim.verdict for claim in found] == ["sourced", "sourced"]
    assert searches == []
    assert [claim.where.source.id for claim in found if claim.where.source is not None] == ["a", "a"]
    assert searches == [{CODE, "TRN-9001"}]


def test_what_surrogates_say_is_looked_for_with_the_first_claims(searches: list[set[str]]) -> None:
    build = Build().add("a", f"ring {CODE} at TRN-9001").compact(["a"], "m", f"ring {CODE}").cite("AUK-4410")
    claims(build)
    assert searches == [{CODE, "AUK-4410"}]
