"""The formats for other tools under the worst that a trace can hold: bounded, repeatable, and never a command."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from ctxaudit.redact import redacted
from ctxaudit.secrets import masked_report
from tests.reports.made import altered, report, trace, written
from tests.reports.poison import POISONS, poisoned, twice
from tests.reports.whole import WHOLE

TOOLS = ["jsonl", "sarif", "junit", "github", "markdown"]
CUT = ["sarif", "junit", "github", "markdown"]  # formats that shorten what they show
WORSE = {
    "end of data": "]]>]]&gt;<![CDATA[",
    "markup within": "</failure></testcase><script>x</script>",
    "quotes": '"\'`“”\\"',
    "json": '{"runs":[]}\n{"a":"\\u0000"}',
    "percent": "%0A::error::x%25",
    "half an escape": "\\ud800 \\x1b &#27; &#x1b;",
    "last code points": "\ufffe\uffff\U0010ffff",
}
ALL = {**POISONS, **WORSE}


@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize("poison", ALL)
def test_no_line_is_a_command_that_is_not_ours(name: str, poison: str) -> None:
    shown = written(twice(poisoned(ALL[poison])), name)
    ours = ("::error file=", "::warning file=", "::notice file=") if name == "github" else ()
    lines = [line.lstrip() for line in shown.splitlines()]
    assert [line for line in lines if line.startswith("::") and not line.startswith(ours or "\0")] == []


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("filling", ["x", " ", "\x1b", "<", "|", "%", "\ud800", "]]>"])
def test_a_megabyte_in_every_field_gives_a_report_that_can_be_read(name: str, filling: str) -> None:
    made = poisoned(filling * (10**6 // len(filling)))
    assert len(written(made, name)) < 400_000


@pytest.mark.parametrize("poison", ALL)
def test_the_xml_can_be_parsed(poison: str) -> None:
    assert ET.fromstring(written(poisoned(ALL[poison]), "junit").encode()).tag == "testsuites"


@pytest.mark.parametrize("poison", ALL)
def test_each_line_of_json_can_be_parsed(poison: str) -> None:
    made = poisoned(ALL[poison])
    assert json.loads(written(made, "sarif"))["version"] == "2.1.0"
    assert all(json.loads(line)["version"] == 1 for line in written(made, "jsonl").splitlines())


@pytest.mark.parametrize("poison", ALL)
def test_masking_and_redaction_stand_hostile_text(poison: str) -> None:
    made = redacted(masked_report(poisoned(ALL[poison])))
    assert all(written(made, name) for name in TOOLS)


@pytest.mark.parametrize("name", TOOLS)
def test_a_report_without_secrets_is_written_the_same_when_it_is_masked(name: str) -> None:
    assert written(WHOLE, name) == written(masked_report(WHOLE), name)


@pytest.mark.parametrize("name", TOOLS)
def test_a_thousand_findings_are_written_twice_the_same(name: str) -> None:
    one, other = (report(trace(*(altered(n, tokens=(str(n),)) for n in range(1, 1001)))) for _ in range(2))
    assert written(one, name) == written(other, name)
