"""Lines or one document: told from the content, counted alike, salvaged where damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers._snapshots.model import Recording
from ctxaudit.importers._snapshots.reading import entries
from ctxaudit.ingest.source import open_source

ONE, TWO = {"n": 1, "inner": {"x": [1]}}, {"n": 2}


def unpack(value: Any) -> Iterator[dict[str, Any]]:
    for item in value if isinstance(value, list) else value.get("all", [value]) if isinstance(value, dict) else []:
        if isinstance(item, dict) and "n" in item:
            yield item


def told(folder: Path, content: str | bytes) -> tuple[Recording, list[tuple[int, int]]]:
    path = folder / "x"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    recording = Recording()
    return recording, [(number, entry["n"]) for number, entry in entries(open_source(str(path)), recording, unpack)]


@pytest.mark.parametrize(
    ("content", "numbered"),
    [
        (f"{json.dumps(ONE)}\n{json.dumps(TWO)}\n", "line"),
        (f"\n{json.dumps(ONE)}\n{json.dumps(TWO)}", "line"),
        (f"torn {{\n{json.dumps(ONE)}\n{json.dumps(TWO)}\n", "line"),
        (json.dumps([ONE, TWO]), "record"),
        (json.dumps([ONE, TWO], indent=2), "record"),
        (json.dumps({"all": [ONE, TWO]}), "record"),
        (json.dumps({"all": [ONE, TWO]}, indent=1), "record"),
    ],
)
def test_a_file_is_lines_or_a_document(tmp_path: Path, content: str, numbered: str) -> None:
    recording, found = told(tmp_path, content)
    assert (recording.numbered, [n for _, n in found]) == (numbered, [1, 2])


def test_lines_keep_their_numbers_and_documents_count_records(tmp_path: Path) -> None:
    lines = told(tmp_path, f"\n{json.dumps(ONE)}\n\n{json.dumps(TWO)}\n")
    document = told(tmp_path, json.dumps([ONE, TWO], indent=1))
    assert ([place for place, _ in lines[1]], [place for place, _ in document[1]]) == ([2, 4], [1, 2])
    assert lines[0].blanks == [1, 3]


def test_a_line_that_holds_no_record_is_no_context(tmp_path: Path) -> None:
    recording, _ = told(tmp_path, f'{json.dumps(ONE)}\n{{"other": 1}}\n')
    assert recording.aside == [(2, "line without a record")]


def test_a_damaged_array_gives_the_records_beside_the_damage(tmp_path: Path) -> None:
    content = json.dumps([ONE, {"n": 9, "text": "lost"}, TWO], indent=1).replace("lost", "lo\0st")
    recording, found = told(tmp_path, content)
    assert ([n for _, n in found], recording.holes) == ([1, 2], True)


def test_a_torn_array_gives_the_records_before_the_end(tmp_path: Path) -> None:
    recording, found = told(tmp_path, json.dumps([ONE, TWO], indent=1)[:-8])
    assert ([n for _, n in found], [problem.line for problem in recording.problems]) == ([1], [2])


def test_a_document_that_nests_without_end_ends(tmp_path: Path) -> None:
    _, found = told(tmp_path, '[\n{"a":' * 20_000)
    assert found == []


def test_a_long_unclosed_document_is_not_read_again_and_again(tmp_path: Path) -> None:
    _, found = told(tmp_path, "[\n" + '{"a":[' * 300 + (json.dumps(ONE) + ",") * 2000)
    assert len(found) <= 2000
