"""ungrounded-claim: a span written from memory."""

from typing import Any

from ctxaudit.model import Looked
from ctxaudit.rules import ungrounded_claim as rule
from tests.build import Build
from tests.rules.saying import findings, only, said, verdict

CODES = ["GUL-4410", "TRN-5520", "AUK-6630", "SKU-7740", "RAZ-8850", "PUF-9960", "GAN-1070", "FUL-2180"]


def left(*kept: str, **header: Any) -> Build:
    """The list of all codes left at line 4; a card with some of them is live. The next line is 5."""
    build = Build(citations="implicit", **header).add("card", " ".join(kept) or "a card")
    return build.add("list", " ".join(CODES)).evict("list")


def wrote(build: Build, *codes: str, result: dict[str, Any] | None = None) -> Build:
    build.tool_call("c", f'{{"text": "{" ".join(codes)}"}}', "k", "write")
    return build.tool_result("r", "saved", "k", "write", **(result or {}))


def test_a_span_of_faded_tokens_fires_at_its_add() -> None:
    finding = only(rule, wrote(left(), *CODES))
    assert (finding.line, finding.spans, set(finding.tokens)) == (5, ("c",), set(CODES))


def test_the_message_counts_the_places() -> None:
    build = wrote(left(CODES[0]), *CODES, "EID-1111")
    assert only(rule, build).message == (
        "c rests on list, gone since the evict at line 4: "
        "of its 9 tokens 7 only in text that left, 1 nowhere, 1 in a live source"
    )


def test_altered_tokens_count_too() -> None:
    altered = ["GUL-4401", "TRN-5502", "AUK-6603"]
    finding = only(rule, wrote(left(*CODES[3:6]), *altered, *CODES[3:6], "EID-1111", "EID-2222"))
    assert set(finding.tokens) == set(altered)


def test_tokens_that_only_a_rewrite_holds_count_as_not_sourced_but_not_as_faded() -> None:
    build = Build(citations="implicit").add("list", " ".join(CODES)).compact(["list"], "m", " ".join(CODES[:6]))
    assert verdict(rule, wrote(build, *CODES)) == "clean"


def test_seven_tokens_are_too_few() -> None:
    assert verdict(rule, wrote(left(), *CODES[:7])) == "clean"


def test_two_faded_tokens_are_too_few() -> None:
    coined = [f"EID-{number}111" for number in range(1, 7)]
    assert verdict(rule, wrote(left(), *CODES[:2], *coined)) == "clean"


def test_three_are_enough() -> None:
    coined = [f"EID-{number}111" for number in range(1, 6)]
    assert len(findings(rule, wrote(left(), *CODES[:3], *coined))) == 1


def test_half_of_the_tokens_with_a_live_source_are_enough_to_be_quiet() -> None:
    assert verdict(rule, wrote(left(*CODES[:4]), *CODES)) == "clean"


def test_fewer_than_half_are_not() -> None:
    assert len(findings(rule, wrote(left(*CODES[:3]), *CODES))) == 1


def test_a_list_that_was_read_again_is_quiet() -> None:
    assert verdict(rule, wrote(left().add("again", " ".join(CODES)), *CODES)) == "clean"


def test_before_anything_left_nothing_is_looked_at() -> None:
    build = wrote(Build(citations="implicit").add("list", "words"), *CODES)
    assert said(rule, build) == []


def test_cites_alone_are_not_looked_at() -> None:
    build = Build().add("list", " ".join(CODES)).evict("list")
    for code in CODES:
        build.cite(code)
    assert said(rule, build) == []


def test_each_claiming_span_is_looked_at_once() -> None:
    build = wrote(left(), *CODES[:3]).add("t", "and GUL-4410", "assistant").add("u", "no token", "assistant")
    words = said(rule, build)
    assert [word for word in words if isinstance(word, Looked)] == [Looked(), Looked()]


def test_one_token_that_cannot_be_judged_leaves_the_span_open() -> None:
    build = left(*CODES[:1]).add("cut", "head", complete=False)
    assert verdict(rule, wrote(build, *CODES)) == "not-judged"


def test_an_unreadable_line_before_it_leaves_a_span_with_an_unknown_token_open() -> None:
    assert verdict(rule, wrote(left().skip_line(), *CODES, "EID-1111")) == "not-judged"


def test_a_call_that_writes_is_an_error() -> None:
    finding = only(rule, wrote(left(), *CODES))
    assert (finding.severity, finding.confidence, finding.acted) == ("error", "medium", True)
    assert finding.follows == "write was called with it and answered at line 6"


def test_a_call_that_reads_is_a_warning() -> None:
    assert only(rule, wrote(left(), *CODES, result={"kind": "read"})).severity == "warning"


def test_a_call_that_failed_is_a_warning() -> None:
    finding = only(rule, wrote(left(), *CODES, result={"tags": ["error"]}))
    assert finding.severity == "warning"
    assert finding.follows == "write was called with it and failed at line 6"


def test_a_call_without_an_answer_is_a_warning() -> None:
    assert only(rule, left().tool_call("c", f'["{" ".join(CODES)}"]', "k")).severity == "warning"


def test_a_message_is_a_warning() -> None:
    finding = only(rule, left().add("t", " ".join(CODES), "assistant"))
    assert (finding.severity, finding.acted, finding.follows) == ("warning", False, "")


def test_a_verifier_lowers_it() -> None:
    assert only(rule, wrote(left(conditions={"verifier": True}), *CODES)).severity == "warning"


def test_an_unseen_part_of_the_window_makes_it_low() -> None:
    assert only(rule, wrote(left().call(9_000, unseen=4_200), *CODES)).confidence == "low"


def test_it_is_grouped_under_the_edit_that_took_most() -> None:
    build = Build(citations="implicit").add("a", CODES[0]).add("b", " ".join(CODES[1:])).evict("a").evict("b")
    assert only(rule, wrote(build, *CODES)).edit == 5
