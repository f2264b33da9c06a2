"""What to do stands below the findings: of the first rule in full, of the rest by name."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.model import Report, RuleCard
from ctxaudit.reports.layout.remedies import remedies
from ctxaudit.reports.options import RenderOptions
from ctxaudit.ruledocs import remedy, rule_cards
from ctxaudit.rules import load_rules
from tests.reports.made import finding, report, trace, written

SLUGS = ("split-pair", "deep-rewrite", "lost-request", "hollow-surrogate", "unpinned-loss")
MORE = "`ctxaudit explain RULE` says why, and when a rule is wrong"


def card(slug: str, fix: str | None = None) -> RuleCard:
    fix = f"Mend {slug}." if fix is None else fix
    return RuleCard(slug=slug, group="protocol", severity="error", says=slug, page=slug, uri=slug, fix=fix)


def texts(*found: str, cards: list[RuleCard] | None = None, **options: Any) -> list[str]:
    rows = remedies(cards or [*map(card, SLUGS)], map(finding, found), RenderOptions(width=120, **options))
    return [" ".join(row.text().split()) for row in rows]


def made(*found: str) -> Report:
    return report(trace(*map(finding, found)), rules=tuple(map(card, SLUGS)))


def test_each_rule_is_told_once_in_the_order_of_the_findings() -> None:
    assert texts("lost-request", "split-pair", "lost-request", verbose=True) == [
        "To fix lost-request: Mend lost-request.",
        "split-pair: Mend split-pair.",
        MORE,
    ]


def test_rules_beyond_the_first_are_named() -> None:
    shown = texts(*SLUGS)
    assert shown[0] == "To fix split-pair: Mend split-pair."
    assert shown[1:] == [
        "`ctxaudit explain RULE` tells of deep-rewrite, lost-request, hollow-surrogate and unpinned-loss"
    ]


def test_all_are_told_when_verbose() -> None:
    shown = texts(*SLUGS, verbose=True)
    assert (len(shown), shown[-1]) == (6, MORE)


def test_without_findings_there_is_nothing_to_fix() -> None:
    assert texts() == []


def test_a_rule_without_a_remedy_is_left_out() -> None:
    assert texts("split-pair", cards=[card("split-pair", "")]) == []
    assert texts("split-pair", "lost-request", cards=[card("split-pair", ""), card("lost-request")]) == [
        "To fix lost-request: Mend lost-request.",
        MORE,
    ]


def test_a_long_remedy_wraps_beside_the_label() -> None:
    rows = remedies([card("split-pair", "mend " * 40)], [finding("split-pair")], RenderOptions(width=60))
    assert all(len(row.text()) <= 60 for row in rows)
    assert rows[1].text().startswith(" " * 15 + "mend")


@pytest.mark.parametrize("traces", [1, 2])
def test_the_screen_has_it_between_the_findings_and_the_ledger(traces: int) -> None:
    one = made("lost-request")
    text = written(report(*one.traces * traces, rules=one.rules), "text")
    assert text.count("Mend lost-request.") == 1
    assert text.index("[lost-request") < text.index("To fix") < text.index("Ledger")


def test_a_quiet_report_and_one_without_findings_have_none() -> None:
    assert "To fix" not in written(made("lost-request"), "text", quiet=True)
    assert "To fix" not in written(made(), "text")


def test_notes_and_suppressed_findings_need_no_remedy() -> None:
    shown = report(
        trace(finding("split-pair", severity="note"), finding("lost-request", suppressed="known")),
        rules=tuple(map(card, SLUGS)),
    )
    assert "To fix" not in written(shown, "text")


def test_markdown_lists_each_rule_once_below_the_traces() -> None:
    text = written(made("split-pair", "lost-request", "split-pair"), "markdown")
    _, _, after = text.rpartition("</details>")
    assert after.count("\n* split-pair: Mend split-pair.\n") == after.count("\n* lost-request:") == 1
    assert "To fix" not in written(made(), "markdown")


def test_every_rule_has_a_remedy_of_its_page() -> None:
    cards = rule_cards()
    assert all(card.fix and " ".join(card.page.split()).count(card.fix) == 1 for card in cards)
    assert len({card.fix for card in cards}) == len(cards)


def test_a_remedy_ends_where_the_next_heading_begins() -> None:
    assert remedy(load_rules()["derivative-citation"]) == (
        "Pin the token, or read the source again before acting on it."
    )
