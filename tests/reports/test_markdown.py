"""The summary for a job is Markdown whose structure is ours alone, and never grows out of what a page can show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown_it import MarkdownIt

from ctxaudit.model import Evidence, Unaudited
from ctxaudit.reports.markdown import LARGEST, dead
from tests.reports.made import altered, finding, report, trace, written
from tests.reports.poison import POISONS, poisoned, twice
from tests.reports.whole import WHOLE

OURS = {"h2", "p", "details", "summary", "table", "thead", "tbody", "tr", "th", "td", "br", "ul", "li"}
LIVE_TEXTS = [
    "<script>alert(1)</script><img src=x onerror=y>",
    "[a](javascript:x) ![b](http://x/y.png) <http://x>",
    "| a | b |\n|---|---|\n",
    "**bold** _em_ ~~gone~~ `code` $math$",
    "# heading\n\n> quote\n\n* item\n\n```\ncode\n",
    "</details></summary><details open>",
    "see https://example.org/x, www.example.org and me@example.org",
    "&lt;b&gt; &#60;b&#62; &amp;",
    "<!-- a comment -->",
    "\\| \\` \\<b>",
]


class Page(HTMLParser):
    """Which elements there are, with which attributes, and what is to be read."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[Any] = []
        self.text = ""
        self.feed(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(source))

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def page(made: Any = WHOLE, **options: Any) -> Page:
    return Page(written(made, "markdown", **options))


def rows(made: Any = WHOLE, **options: Any) -> Iterator[str]:
    yield from (line for line in written(made, "markdown", **options).splitlines() if line.startswith("| "))


def test_the_heading_has_the_totals() -> None:
    assert written(WHOLE, "markdown").splitlines()[0] == "## ctxaudit: 1 error, 1 warning, 1 note"


def test_each_trace_with_findings_is_a_folded_table() -> None:
    assert page(report(trace(altered()), trace(finding(), path="b.jsonl"))).tags.count("details") == 2
    assert page(report(trace(altered()), trace(finding(), path="b.jsonl"))).tags.count("table") == 2


def test_traces_without_findings_are_counted() -> None:
    shown = page()
    assert (shown.tags.count("details"), "1 trace without findings that count" in shown.text) == (1, True)


def test_a_fold_says_what_is_in_it() -> None:
    assert "<summary>run.jsonl: 1 error (acted on), 1 warning, 1 note</summary>" in written(WHOLE, "markdown")


def test_a_row_has_the_rule_the_place_and_the_claim() -> None:
    _, first, *_ = rows()
    assert first.startswith(
        "| error | altered-citation | line 30, turn 3, acted on | "
        "the call at line 30 passes 3000, but its source at line 8 said 4500<br>1. line 8, turn 1, r1: the source: "
    )


def test_the_trace_with_the_worst_finding_comes_first() -> None:
    shown = page(report(trace(finding(), path="mild.jsonl"), trace(altered(), path="bad.jsonl"))).text
    assert shown.index("bad.jsonl") < shown.index("mild.jsonl")


def test_inputs_without_a_report_are_listed_with_the_reason() -> None:
    shown = page().text
    assert "gone.jsonl: there is no such file" in shown
    assert "run.jsonl: ctxaudit broke: rule split-pair broke: KeyError" in shown


def test_many_inputs_without_a_report_are_counted() -> None:
    made = report(unaudited=tuple(Unaudited(path=f"{n}.jsonl", why="missing") for n in range(50)))
    assert "and 30 more inputs" in page(made).text


def test_findings_beyond_the_fiftieth_are_counted() -> None:
    made = report(trace(*(finding(line=n) for n in range(10, 110))))
    assert (len(list(rows(made))), "And 50 more findings" in page(made).text) == (51, True)


def test_a_cap_is_kept_and_the_rest_counted() -> None:
    made = report(trace(altered(), finding(), finding(line=40)))
    assert (len(list(rows(made, max_findings=1))), "And 2 more findings" in page(made, max_findings=1).text) == (
        2,
        True,
    )


def test_suppressed_and_unsure_findings_have_no_row() -> None:
    made = report(trace(finding(suppressed="known"), finding(confidence="low")))
    assert list(rows(made)) == []


@pytest.mark.parametrize("filling", ["word ", "<", "\x1b", "|"])
def test_it_stays_far_below_a_mebibyte_and_counts_the_rest(filling: str) -> None:
    step = Evidence(line=1, turn=0, shows=filling * 500, excerpt=filling * 500)
    one = trace(*(altered(n, message=filling * 5000, evidence=(step,) * 9) for n in range(60)), path=filling * 500)
    shown = written(report(*[one] * 60), "markdown")
    assert len(shown.encode()) < LARGEST + 200
    assert re.search(r"\nAnd \d+ more traces with findings\n\Z", shown)


@pytest.mark.parametrize("hostile", [*LIVE_TEXTS, *POISONS.values()])
def test_hostile_text_adds_no_element_and_no_attribute(hostile: str) -> None:
    shown = page(twice(poisoned(hostile)))
    assert (set(shown.tags) <= OURS, shown.attributes) == (True, [])


@pytest.mark.parametrize("hostile", LIVE_TEXTS)
def test_hostile_text_is_read_as_it_was_written(hostile: str) -> None:
    folded = " ".join(hostile.split())
    assert folded in page(report(trace(altered(message=hostile)))).text


@pytest.mark.parametrize("hostile", LIVE_TEXTS)
def test_hostile_text_neither_opens_nor_closes_a_fold(hostile: str) -> None:
    source = written(poisoned(hostile), "markdown")
    assert (source.count("<details>"), source.count("</details>"), source.count("<summary>")) == (1, 1, 1)


def test_an_address_starts_no_link() -> None:
    assert dead("https://x www.x.org") == "https&#58;//x www&#46;x.org"


def test_a_name_is_not_mentioned() -> None:
    assert dead("@user") == "&#64;<!-- -->user"


@pytest.mark.parametrize("plain", ["the call at line 30 passes 3000", "src/pool.py, 12 %", "a: b", "naïve 日本"])
def test_ordinary_text_stays_as_it_is(plain: str) -> None:
    assert dead(plain) == plain
