"""What one rule says about a built trace: its findings, its verdict, what it left unjudged."""

from __future__ import annotations

from types import ModuleType

from ctxaudit.case import Case
from ctxaudit.model import Finding, Looked, NotJudged, Said
from ctxaudit.timeline import replay
from tests.build import Build


def said(rule: ModuleType, build: Build) -> list[Said]:
    return list(rule.check(Case(replay(build.trace()))))


def findings(rule: ModuleType, build: Build) -> list[Finding]:
    return [word for word in said(rule, build) if isinstance(word, Finding)]


def keys(rule: ModuleType, build: Build) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """(line, spans, tokens) of each finding."""
    return [(finding.line, finding.spans, finding.tokens) for finding in findings(rule, build)]


def only(rule: ModuleType, build: Build) -> Finding:
    """The one finding that the rule gives; refuses more and less."""
    given = findings(rule, build)
    assert len(given) == 1, given
    return given[0]


def verdict(rule: ModuleType, build: Build) -> str:
    """As an audit gives it, conditions of validity left aside."""
    words = said(rule, build)
    if any(isinstance(word, Finding) for word in words):
        return "findings"
    looked = sum(word.count for word in words if isinstance(word, Looked))
    unjudged = sum(isinstance(word, NotJudged) for word in words)
    return "not-judged" if unjudged >= looked else "clean"
