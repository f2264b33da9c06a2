"""A report with something in every place that the formats for other tools write."""

from __future__ import annotations

from ctxaudit.model import RuleCard, Unaudited
from tests.reports.made import altered, finding, problem, report, trace

PAGE = (
    "A claimed token differs.\n\nIt looks at claims.\n\n"
    "Why it matters\n    The figure is wrong.\nHow to fix\n    Pin it."
)


def card(slug: str) -> RuleCard:
    return RuleCard(
        slug=slug,
        group="citations",
        severity="error",
        says="A claimed token differs.",
        page=PAGE,
        uri=f"docs/rules/{slug}.md",
        fix="Pin it.",
    )


WHOLE = report(
    trace(
        altered(),
        finding(line=31, spans=("a4",), tokens=("pool_size",)),
        finding("derivative-citation", 32, severity="note"),
        finding(line=33, confidence="low", message="perhaps"),
        finding(line=34, suppressed="the host sends it again"),
        verdicts={"altered-citation": "findings", "faded-citation": "findings", "split-pair": "clean",
                  "demoted-pin": "not-judged", "deep-rewrite": "not-in-force"},
        verdict_notes={"split-pair": "looked at 1 edit", "demoted-pin": "its text was cut",
                       "deep-rewrite": "nothing is lossy"},
        problems=(problem(),),
        notes=("two lanes were read",),
    ),
    trace(path="sub/b.jsonl", id="run-2", lane="sub", verdicts={"split-pair": "clean"}),
    unaudited=(
        Unaudited(path="gone.jsonl", why="there is no such file"),
        Unaudited(path="run.jsonl", why="rule split-pair broke: KeyError", broke=True),
    ),
    passed_over=2,
    notes=("one allowance is stale",),
    rules=tuple(map(card, ("altered-citation", "faded-citation", "derivative-citation", "split-pair", "demoted-pin",
                           "deep-rewrite"))),
)  # fmt: skip
