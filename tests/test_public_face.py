"""What `import ctxaudit` offers, and what it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ctxaudit
from tests.fixtures import TRACES


def test_audit_gives_a_report_as_a_value() -> None:
    report = ctxaudit.audit(str(TRACES / "clean"))
    assert report.traces
    assert all(trace.findings == () for trace in report.traces)


def test_audit_can_be_asked_for_one_rule() -> None:
    [trace] = ctxaudit.audit(str(next((TRACES / "clean").glob("*.jsonl"))), rules=["hollow-surrogate"]).traces
    assert list(trace.verdicts) == ["hollow-surrogate"]


def test_what_cannot_be_read_is_in_the_report() -> None:
    [refused] = ctxaudit.audit("no-such-file.jsonl").unaudited
    assert refused.path == "no-such-file.jsonl"


@pytest.mark.parametrize("name", ctxaudit.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(ctxaudit, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = ctxaudit.no_such_name


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    code = "import sys, ctxaudit; print([name for name in sys.modules if name.startswith('ctxaudit.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
