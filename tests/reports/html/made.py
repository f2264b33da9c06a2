"""Pages of built traces and of hostile pictures, and a reader that tells markup from text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

from ctxaudit.auditing import audit_trace
from ctxaudit.model import (
    Column,
    DrawnEdit,
    Picture,
    Report,
    RuleCard,
    SpanExcerpt,
    Stretch,
    Taking,
    TokenLife,
    TokenUse,
    TraceReport,
)
from ctxaudit.secrets import masked_report
from tests.build import Build, span
from tests.reports.made import report, written
from tests.reports.poison import poisoned

_VOID = {"meta", "link", "input", "br"}


class Read(HTMLParser):
    """The elements of a page, its text without styles and scripts, and elements that were never closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.raw: dict[str, str] = {}
        self.wrong: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        self.wrong += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        if inside in ("style", "script"):
            self.raw[inside] = self.raw.get(inside, "") + data
        else:
            self.text += data

    def all(self, tag: str, kind: str = "") -> list[dict[str, str | None]]:
        """The attributes of all elements of that name and class."""
        return [found for name, found in self.elements if name == tag and kind in (found.get("class") or "").split(" ")]

    def one(self, tag: str, kind: str = "") -> dict[str, str | None]:
        [only] = self.all(tag, kind) if kind else [found for name, found in self.elements if name == tag]
        return only


def gate() -> Build:
    """An altered claim of a port that a rewrite dropped, and an eviction with a copy."""
    built = Build(budget=200, id="gate").add("role", "You keep the gate.", "system", tokens=10)
    built.turn(1).tool_result("r1", "The gate listens on port 8081 since May.", "k1", tokens=60)
    built.tool_result("r2", "Rain until noon.", "k2", tokens=30)
    built.turn(2).rewrite(["r1"], span("m1", "The gate listens.", "memory", tokens=8))
    built.evict("r2", reason="external-copy", copies={"r2": "store/r2"})
    built.turn(3).tool_call("c1", '{"open": "port 8091"}', "k3", tokens=9)
    return built.cite("port 8091", claim="c1", action="opened the gate")


def audited(built: Build, **keys: Any) -> TraceReport:
    return replace(audit_trace(built.trace(), pictures=True).report, **keys)


def page(*traces: TraceReport, **options: Any) -> str:
    return written(masked_report(report(*traces)), "html", **options)


def read(*traces: TraceReport, **options: Any) -> Read:
    return Read(page(*traces, **options))


def hostile(text: str) -> Report:
    """A report with this text in every field, those of a picture too."""
    [trace] = poisoned(text).traces
    shown = SpanExcerpt(
        span=text,
        role=text,
        kind=text,
        tokens=3,
        excerpt=text,
        attribution="unattributed",
        copy=text,
        stands_for_it=text,
    )
    edit = DrawnEdit(
        line=20,
        turn=2,
        column=1,
        kind=text,
        by="model",
        spans_left=9,
        spans_entered=1,
        tokens_left=30,
        tokens_entered=3,
        left=(shown,),
        entered=(shown,),
        lost=(text,),
        needed=(text,),
        lost_count=2,
        needed_count=1,
    )
    life = TokenLife(
        token=text,
        kind=text,
        verdict=text,
        acted=True,
        born_line=1,
        born_turn=0,
        born_span=text,
        stretches=(Stretch(held="evidence", start=0, end=1),),
        takings=(Taking(line=20, turn=2, column=1, kind=text),),
        uses=(TokenUse(line=30, turn=3, column=1, verdict=text, said=text, acted=True, action=text),),
    )
    drawn = Picture(
        columns=(Column(turn=0, last_turn=0, line=1, sources=30), Column(turn=2, last_turn=3, line=20, sources=3)),
        edits=(edit, replace(edit, line=21)),
        tokens=(life,),
        places={30: 1},
    )
    card = RuleCard(slug="altered-citation", group="citations", severity="error", says=text, page=text, uri=text)
    return replace(report(replace(trace, picture=drawn), trace), rules=(card,), tool_version=text)
