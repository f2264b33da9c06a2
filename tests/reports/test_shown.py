"""What leaves the command: rules with the report, no credentials ever, no words of the trace when it is redacted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.importers import read_traces
from ctxaudit.model import Add, Report, Restore, Rewrite, Trace
from ctxaudit.redact import redacted
from ctxaudit.reports import FORMATS
from tests.fixtures import ROOT, readable, shown
from tests.reports.made import written

COMMAND = Path(sys.executable).with_name("ctxaudit")
KEY = "sk-ant-" + "api03-Q7zpX2mK9vT4wB8nR5jL1cH6sD3fG0"
LEAK: list[dict[str, Any]] = [
    {"type": "trace", "version": 1, "id": "ferry"},
    {"type": "add", "turn": 0, "span": {"id": "t1", "text": f"Berth QUAY-7719 takes {KEY} at noon.", "role": "tool"}},
    {"type": "rewrite", "turn": 1, "sources": ["t1"],
     "surrogate": {"id": "m1", "text": "The berth takes a key.", "role": "memory"}},
    {"type": "cite", "turn": 2, "token": "QUAY-7719"},
]  # fmt: skip
WORD = re.compile(r"[A-Za-z0-9_/:@.=+-]{5,}")
TELLING = [path for path in readable() if "stories" in path.parts or path.name.startswith("fires-")]


@pytest.fixture
def leak(tmp_path: Path) -> Path:
    path = tmp_path / "ferry.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in LEAK), encoding="utf-8")
    return path


def ctxaudit(*arguments: str, folder: Path = ROOT) -> str:
    done = subprocess.run(
        [str(COMMAND), *arguments], capture_output=True, timeout=120, cwd=folder, check=True, env={**os.environ}
    )
    return done.stdout.decode() + done.stderr.decode()


def texts(trace: Trace) -> Iterator[str]:
    for event in trace.events:
        span = event.surrogate if isinstance(event, Rewrite) else getattr(event, "span", None)
        if isinstance(event, Add | Restore | Rewrite) and span is not None:
            yield span.text


def sentences(value: Any, key: str = "") -> Iterator[str]:
    """Every text of a JSON report that is no name: what people read."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name not in ("path", "id", "span", "spans", "surrogate", "lane", "fingerprint", "origin"):
                yield from sentences(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from sentences(one, key)
    elif isinstance(value, str):
        yield value


def names(trace: Trace) -> set[str]:
    """Ids stay; so may what a text shares with one."""
    ids = {trace.header.id, trace.path}
    for event in trace.events:
        span = event.surrogate if isinstance(event, Rewrite) else getattr(event, "span", None)
        ids |= {span} if isinstance(span, str) else {span.id} if span is not None else set()
    return ids


def telling(text: str) -> set[str]:
    """Its words that are no words: codes, paths, names with a digit or a mark in them."""
    words = {word.strip(".:-=/") for word in WORD.findall(text)}
    return {word for word in words if len(word) > 4 and re.search("[A-Za-z]", word) and re.search("[0-9_/@:.]", word)}


@pytest.mark.parametrize("path", TELLING, ids=shown)
def test_no_telling_word_of_a_trace_is_in_its_redacted_report(path: Path) -> None:
    traces = read_traces(str(path))
    report = Report(version=1, tool_version="0", traces=tuple(audit_trace(trace).report for trace in traces))
    said = "\n".join(sentences(json.loads(written(redacted(report), "json"))))
    words = {word for trace in traces for text in texts(trace) for word in telling(text)}
    kept = {name for trace in traces for name in names(trace)}
    assert [word for word in sorted(words - kept) if word in said] == []


def test_a_report_carries_the_rules_that_were_to_run(leak: Path) -> None:
    made = audit_paths([str(leak)], Plan(rules={"split-pair", "unpinned-loss"}), version="0")
    assert [(card.slug, card.uri) for card in made.rules] == [
        ("unpinned-loss", "docs/rules/unpinned-loss.md"),
        ("split-pair", "docs/rules/split-pair.md"),
    ]
    assert all(card.page.startswith(card.says.split()[0]) for card in made.rules)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """All formats of one plain and one redacted run."""
    folder = tmp_path_factory.mktemp("formats")
    (folder / "ferry.jsonl").write_text("".join(json.dumps(event) + "\n" for event in LEAK), encoding="utf-8")
    made = {}
    for run, more in (("plain", ()), ("redacted", ("--redact",))):
        outputs = [part for name in FORMATS for part in ("-o", f"{name}={folder / run}.{name}")]
        ctxaudit("audit", "ferry.jsonl", "--exit-zero", "--verbose", *outputs, *more, folder=folder)
        made[run] = {name: (folder / f"{run}.{name}").read_text(encoding="utf-8") for name in FORMATS}
    return made


@pytest.mark.parametrize("name", FORMATS)
def test_the_command_writes_every_format(name: str, everything: dict[str, dict[str, str]]) -> None:
    assert "unpinned-loss" in everything["plain"][name]


@pytest.mark.parametrize("name", FORMATS)
def test_the_command_never_shows_a_credential(name: str, everything: dict[str, dict[str, str]]) -> None:
    written_out = everything["plain"][name]
    assert (KEY in written_out, KEY[-20:] in written_out, "QUAY-7719" in written_out) == (False, False, True)


@pytest.mark.parametrize("name", FORMATS)
def test_redacted_the_command_shows_no_word_of_the_trace(name: str, everything: dict[str, dict[str, str]]) -> None:
    written_out = everything["redacted"][name]
    assert ("QUAY-7719" in written_out, "noon" in written_out, "redacted" in written_out) == (False, False, True)


def test_redaction_changes_no_fingerprint(everything: dict[str, dict[str, str]]) -> None:
    plain, hidden = (json.loads(everything[run]["json"]) for run in ("plain", "redacted"))
    prints = [[one["fingerprint"] for one in made["traces"][0]["findings"]] for made in (plain, hidden)]
    assert prints[0] == prints[1] != []


def test_places_are_told_from_the_folder_of_the_command(leak: Path) -> None:
    run = json.loads(ctxaudit("audit", str(leak), "--format", "sarif", "--exit-zero", folder=leak.parent))["runs"][0]
    assert run["artifacts"][0]["location"] == {"uri": "ferry.jsonl", "uriBaseId": "SRCROOT"}


def test_a_converted_trace_holds_no_credential_and_all_else(leak: Path, tmp_path: Path) -> None:
    ctxaudit("convert", str(leak), "-o", str(tmp_path / "out.jsonl"))
    written_lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    text = json.loads(written_lines[1])["span"]["text"]
    assert (KEY in text, len(text), text[:28]) == (False, len(LEAK[1]["span"]["text"]), "Berth QUAY-7719 takes sk-ant")


def test_a_converted_trace_without_credentials_is_read_the_same(tmp_path: Path) -> None:
    path = next(path for path in readable() if "stories" in path.parts)
    ctxaudit("convert", str(path), "-o", str(tmp_path / "out.jsonl"))
    (before,), (after,) = read_traces(str(path)), read_traces(str(tmp_path / "out.jsonl"))
    assert list(texts(after)) == list(texts(before))
