"""The gate for people who test agents with pytest: recorded traces as tests, a fixture, and an assertion.

    pytest --ctxaudit traces/            each trace file is a test, beside the tests that there are

    def test_the_agent_keeps_its_evidence(ctxaudit, tmp_path):
        run_agent(record_to=tmp_path / "run.jsonl")
        ctxaudit.assert_clean(tmp_path / "run.jsonl", ignore=["unpinned-loss"])

Nothing of the analysis is imported before a trace is audited.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ctxaudit.model import Report
    from ctxaudit.reports.options import FailOn


class TraceError(AssertionError):
    """A trace has findings that count, or could not be audited. Its text is the report's findings."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ctxaudit", "audit recorded agent sessions")
    group.addoption(
        "--ctxaudit",
        action="append",
        default=[],
        metavar="PATH",
        help="audit the session logs at this file, directory or glob; each file is a test (may be repeated)",
    )
    group.addoption(
        "--ctxaudit-fail-on",
        default="error",
        choices=("error", "warning", "note"),
        help="the least severity that fails a trace (default: error)",
    )


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    paths = config.getoption("--ctxaudit")
    if not paths:
        return
    from ctxaudit.corpus.find import find

    items.extend(
        TraceItem.from_parent(session, name=wanted.path, nodeid=f"ctxaudit::{wanted.path}", named=wanted.named)
        for wanted in find(paths)
    )


class TraceItem(pytest.Item):
    """One file. It fails with the findings of its traces; a file of a directory that is no session log is skipped."""

    def __init__(self, *, named: bool, **keys: Any) -> None:
        super().__init__(**keys)
        self._named = named

    def runtest(self) -> None:
        report = audited(self.name)
        if not report.traces and not self._named and not any(one.broke for one in report.unaudited):
            pytest.skip("no session log")
        refuse(report, self.config.getoption("--ctxaudit-fail-on"))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, TraceError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return Path(self.name), None, f"ctxaudit {self.name}"


class Auditor:
    """What the `ctxaudit` fixture gives."""

    def audit(self, path: str | Path, *, rules: Collection[str] | None = None) -> Report:
        """The report of a file or directory."""
        return audited(str(path), rules)

    def assert_clean(self, path: str | Path, **asked: Any) -> None:
        """See `assert_clean`."""
        __tracebackhide__ = True
        assert_clean(path, **asked)


@pytest.fixture(name="ctxaudit")
def _ctxaudit() -> Auditor:
    """Audits traces inside a test."""
    return Auditor()


def assert_clean(
    path: str | Path, *, fail_on: FailOn = "error", select: Collection[str] | None = None, ignore: Collection[str] = ()
) -> None:
    """Fails, with the findings as its message, when a trace has one at or above `fail_on` at medium confidence or more.

    `select` and `ignore` name rules. A path without a readable trace fails as well.
    """
    __tracebackhide__ = True
    from ctxaudit.errors import UsageError
    from ctxaudit.rules import load_rules

    known = set(load_rules())
    if unknown := sorted({*(select or ()), *ignore} - known):
        raise UsageError(f"there is no rule {', '.join(unknown)}; see `ctxaudit rules`")
    report = audited(str(path), (set(select) if select is not None else known) - set(ignore))
    if not report.traces and not report.unaudited:
        raise TraceError(f"{path}: no session log was found")
    refuse(report, fail_on)


def audited(path: str, rules: Collection[str] | None = None) -> Report:
    from ctxaudit._version import __version__
    from ctxaudit.corpus.local import Plan, audit_paths

    return audit_paths([path], Plan(rules=rules), version=__version__)


def refuse(report: Report, fail_on: FailOn) -> None:
    """Raises `TraceError` unless the report would end the command with 0."""
    __tracebackhide__ = True
    from ctxaudit.reports import FORMATS
    from ctxaudit.reports.exit_code import CLEAN, exit_code
    from ctxaudit.reports.options import RenderOptions
    from ctxaudit.secrets import masked_report

    if exit_code(report, fail_on) == CLEAN:
        return
    options = RenderOptions(width=100, quiet=True, fail_on=fail_on)
    raise TraceError("".join(FORMATS["text"](masked_report(report), options)).strip())
