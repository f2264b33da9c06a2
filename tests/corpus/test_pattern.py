"""Patterns of paths: what they match is what a glob matches, but that `**` goes through no link."""

from __future__ import annotations

import os
from glob import glob
from pathlib import Path
from random import Random

import pytest

from ctxaudit.corpus.find import find
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.corpus.pattern import LONGEST, is_pattern, matched
from tests.corpus.runs import fleet, run, write_run
from tests.test_cli import ctxaudit

NAMES = ("a", "b.jsonl", "[c]", ".hid", "d d", "**", "x?")
PARTS = ("**", "*", "a", "*.jsonl", "[ab]*", ".h*", "[[]c]", "d d", "..", ".", "", "no")


def grown(folder: Path, random: Random, depth: int = 3) -> None:
    """Folders and files with such names, at random."""
    for name in random.sample(NAMES, random.randint(1, 3)):
        if depth and random.random() < 0.6:
            (folder / name).mkdir()
            grown(folder / name, random, depth - 1)
        else:
            (folder / name).touch()


@pytest.mark.parametrize("seed", range(20))
def test_without_links_it_matches_what_a_glob_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    random = Random(seed)
    (tmp_path / "top").mkdir()
    grown(tmp_path / "top", random)
    monkeypatch.chdir(tmp_path)
    for _ in range(20):
        start = random.choice(["top/", "", f"{tmp_path}/", "t*/", "**/"])
        pattern = start + "/".join(random.sample(PARTS, k=random.randint(1, 3)))
        links: list[str] = []
        found = {os.path.normpath(path) for path in matched(pattern, links)}
        # A glob takes the folder before a last `**` for there without a look.
        there = {os.path.normpath(path) for path in glob(pattern, recursive=True) if os.path.lexists(path)}
        assert (found, links) == (there, []), pattern


@pytest.fixture
def looped(tmp_path: Path) -> Path:
    """Three runs, and links in a folder that lead back to it in more ways than could be gone through."""
    runs = fleet(tmp_path / "runs", 0, 2)
    write_run(runs / "deep" / "run-002.jsonl", run("run-002"))
    for name in ("again", "once-more", "deep/up"):
        (runs / name).symlink_to(runs)
    return runs


@pytest.mark.parametrize("form", ["{}/**/*.jsonl", "{}/**", "{}/**/**/*.jsonl", "{}", "{}/../**/run-*"])
def test_links_that_lead_back_come_to_an_end(looped: Path, form: str) -> None:
    report = audit_paths([form.format(looped)], Plan(), version="0")
    assert [trace.id for trace in report.traces] == ["run-002", "run-000", "run-001"]
    assert (report.unaudited, report.notes) == ((), ())


def test_a_star_goes_through_the_link_that_it_matches(looped: Path) -> None:
    found = [os.path.relpath(path, looped) for path in matched(f"{looped}/*/run-000.jsonl")]
    assert found == ["again/run-000.jsonl", "once-more/run-000.jsonl"]


def test_a_link_that_leads_out_of_where_a_pattern_begins_is_told(looped: Path) -> None:
    write_run(looped.parent / "elsewhere" / "private.jsonl", run("private"))
    (looped / "out").symlink_to(looped.parent / "elsewhere")
    done = ctxaudit("audit", f"{looped}/**/*.jsonl")
    assert "out is a link that leads out of the folder that was searched" in " ".join(done.stdout.split())
    assert "private" not in done.stdout
    assert "private" in ctxaudit("audit", f"{looped}/ou*/*.jsonl").stdout


def test_a_link_to_a_file_is_matched_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "link.jsonl").symlink_to(write_run(tmp_path / "a.jsonl", run("a")))
    assert [Path(path).name for path in matched(f"{tmp_path}/runs/**/*.jsonl")] == ["link.jsonl"]


@pytest.mark.parametrize("pattern", ["[" * LONGEST + "*", "[" * 100_000, "x/**/" * 2000, "s3://" + "[" * 100_000])
def test_a_name_longer_than_any_path_is_no_pattern(pattern: str) -> None:
    assert not is_pattern(pattern)
    [one] = find([pattern])
    assert (one.path, one.named) == (pattern, True)


def test_a_pattern_of_the_longest_kind_comes_to_an_end() -> None:
    assert matched("[" * LONGEST) == []
