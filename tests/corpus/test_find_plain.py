"""What is found below a folder, held to a plain walk over trees that dice made, with links that lead anywhere."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from ctxaudit.corpus.find import SUFFIXES, find, is_lane

SEEDS = range(40)
NAMES = (
    "run.jsonl",
    "agent-1.jsonl",
    "agent-2.json",
    "b.jsonl.gz",
    "notes.txt",
    "store.db",
    ".hid.jsonl",
    "x.bak",
)


def grown(top: Path, outside: Path, dice: Random, depth: int = 3) -> None:
    """Files, folders and links, some of them to what lies elsewhere, above, or nowhere."""
    top.mkdir(parents=True, exist_ok=True)
    for name in dice.sample(NAMES, dice.randint(1, 5)):
        (top / name).write_text("x" * dice.randint(0, 9))
    for number in range(dice.randint(0, 2) if depth else 0):
        grown(top / f"deep-{number}", outside, dice, depth - 1)
    targets = [outside, outside / "run.jsonl", top.parent, top / "notes.txt", top / "gone", Path("."), Path("deep-0")]
    for number in range(dice.randint(0, 3)):
        (top / f"link-{number}{dice.choice(['', '.jsonl', '.json'])}").symlink_to(dice.choice(targets))


def expected(top: Path) -> set[str]:
    """Every log that lies there, and every link to a file that lies there: one file system call at a time."""
    found: set[str] = set()
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        for name in os.listdir(folder):
            path = folder / name
            if path.is_dir() and not path.is_symlink():
                waiting.append(path)
            elif name.endswith(SUFFIXES) and path.is_file() and path.resolve().is_relative_to(top.resolve()):
                found.add(str(path))
    return found


@pytest.fixture(params=SEEDS)
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "run.jsonl").write_text("private")
    grown(tmp_path / "top", tmp_path / "outside", Random(request.param))
    return tmp_path / "top"


def test_every_log_that_lies_there_is_found_once_and_nothing_else(tree: Path) -> None:
    found = [wanted.path for wanted in find([str(tree)])]
    assert (sorted(found), len(set(found))) == (sorted(expected(tree)), len(found))


def test_lanes_come_after_all_others_and_each_in_order(tree: Path) -> None:
    found = [wanted.path for wanted in find([str(tree)])]
    assert found == sorted(found, key=lambda path: (is_lane(path), path))


def test_sizes_are_those_of_the_files(tree: Path) -> None:
    assert all(wanted.size == os.stat(wanted.path).st_size for wanted in find([str(tree)]))


def test_links_that_are_left_lead_out_of_the_folder(tree: Path) -> None:
    left: list[str] = []
    list(find([str(tree)], left))
    assert all(os.path.islink(path) and not Path(path).resolve().is_relative_to(tree.resolve()) for path in left)


def test_a_folder_that_is_named_twice_or_in_part_is_found_once(tree: Path) -> None:
    once = [wanted.path for wanted in find([str(tree)])]
    again = [wanted.path for wanted in find([str(tree), str(tree), f"{tree}/**", *once])]
    assert again[: len(once)] == once
    assert len(set(again)) == len(again)


def test_a_pattern_of_all_depths_finds_what_the_folder_holds_but_what_is_hidden(tree: Path) -> None:
    """A star matches a link to a file wherever that leads: the user asked for it."""
    found = {
        wanted.path for wanted in find([f"{tree}/**/*.jsonl"]) if wanted.barred is None and os.path.isfile(wanted.path)
    }
    shown = {path for path in expected(tree) if path.endswith(".jsonl") and "/." not in path.removeprefix(str(tree))}
    assert shown <= found
    assert all(os.path.islink(path) for path in found - shown if not is_below_a_link(path, tree))


def is_below_a_link(path: str, top: Path) -> bool:
    """The last step of a pattern may match a link to a folder, which is then searched like one that is named."""
    inner = Path(path)
    return any(folder.is_symlink() for folder in inner.parents if folder.is_relative_to(top))
