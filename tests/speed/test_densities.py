"""What is counted of a session, on a trace whose figures can be told by eye; and the page that shows the table."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from benchmarks.speed.densities import LEAST_BYTES, MB, Figures, figures, lines, main, of_group
from ctxaudit.ingest.native_write import write
from ctxaudit.timeline import replay
from tests.build import Build
from tests.speed.recorded import ALL

TAKEN = [f"r{number}" for number in range(12)]
ONCE = [f"path src/part/file_{number}.py" for number in range(12)]


def _built() -> Build:
    """Twelve reads with a path each and a line that all share; a summary keeps one path; then three are named."""
    build = Build(citations="implicit")
    for name, text in zip(TAKEN, ONCE, strict=True):
        build.add(name, f"{text}\nthe same line\n", kind="read")
    build.turn(1).compact(TAKEN, "m", "about src/part/file_0.py")
    build.turn(2).add("t", "see src/other/live.py", kind="read")
    return build.turn(3).add("a", "src/part/file_1.py, src/other/live.py, src/never/seen.py", "assistant")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"".join(write(_built().trace())))
    return path


@pytest.fixture
def counted(log: Path) -> Figures:
    return figures(log)


def test_records_spans_and_tokens_are_counted_by_the_megabyte(log: Path, counted: Figures) -> None:
    size = log.stat().st_size / MB
    assert counted["records a MB of log"] == pytest.approx(16 / size)
    assert counted["spans a MB of log"] == pytest.approx(15 / size)
    text = sum(len(life.span.text) for life in replay(_built().trace()).lives) / MB
    assert counted["distinct tokens a MB of text"] == pytest.approx(14 / text)
    assert counted["(span, token) pairs a MB of text"] == pytest.approx(17 / text)
    assert counted["path, of the tokens %"] == 100


def test_the_parts_of_the_text_add_up(counted: Figures) -> None:
    parts = ("tool calls", "reads", "other results", "words of the model", "words of others")
    assert sum(counted[f"{part}, of the text %"] for part in parts) == pytest.approx(100)
    assert counted["reads, of the text %"] > 70


def test_a_line_counts_as_seen_before_from_its_second_time_on(counted: Figures) -> None:
    assert counted["lines seen before %"] == pytest.approx(100 * 11 / 27)


def test_claims_are_counted_with_their_verdicts(counted: Figures) -> None:
    assert counted["sourced, of those judged %"] == pytest.approx(100 / 3)
    assert counted["faded, of those judged %"] == pytest.approx(100 / 3)
    assert counted["coined, of those judged %"] == pytest.approx(100 / 3)


def test_a_rewrite_is_told_by_what_it_takes_and_what_is_found_on_it(counted: Figures) -> None:
    assert counted["spans that a rewrite takes"] == 12
    assert counted["distinct tokens that a rewrite takes"] == 12
    assert counted["kept of a rewrite's tokens %"] == pytest.approx(100 / 12)
    assert counted["faded-citation a rewrite"] == 1
    assert counted["altered-citation a rewrite"] == 0


def test_a_session_without_an_edit_shows_no_figure_of_edits(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"".join(write(Build().add("a", "see src/part/file_1.py").trace())))
    assert not [name for name in figures(path) if "claim" in name or "rewrite" in name]


def test_a_packed_log_counts_as_what_is_in_it(log: Path, tmp_path: Path, counted: Figures) -> None:
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(log.read_bytes()))
    assert figures(packed) == counted


def test_a_folder_counts_as_one_session_and_leaves_out_what_is_short_or_no_log(tmp_path: Path) -> None:
    folder = tmp_path / "several"
    folder.mkdir()
    for number, spans in enumerate((200, 300, 900)):
        build = Build()
        for span in range(spans):
            build.add(f"s{span}", "some words that nobody reads " * 4)
        (folder / f"{number}.jsonl").write_bytes(b"".join(write(build.trace())))
    (folder / "short.jsonl").write_bytes(b"".join(write(_built().trace())))
    (folder / "other.jsonl").write_bytes(b"{}\n" * LEAST_BYTES)
    group, middle = of_group(folder), figures(folder / "1.jsonl")
    assert group["spans a MB of log"] == pytest.approx(middle["spans a MB of log"])


def test_the_table_tells_least_middle_and_greatest_and_what_stands_beside() -> None:
    said = list(lines([{"a": 1.0, "b": 0.0}, {"a": 3.0}, {"a": 2.5, "b": 0.0}], [{"a": 200.0}, {}]))
    assert said[2:] == ["| a | 3 | 1.0 | 2.5 | 3.0 | 200 | - |"]


def test_the_command_prints_no_name_and_no_word_of_a_log(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = log.parent / "a-secret-name"
    folder.mkdir()
    (folder / "x.jsonl").write_bytes(log.read_bytes() + b" " * LEAST_BYTES)
    main([str(folder)])
    printed = capsys.readouterr().out
    assert "spans a MB of log" in printed
    assert "secret" not in printed
    assert "file_1" not in printed


def test_the_page_shows_every_figure_that_is_counted_of_a_session_with_edits(counted: Figures) -> None:
    rules = {name for name in counted if name.endswith(" a rewrite")}
    assert counted.keys() - rules - {"power of the text with which tokens grow"} <= ALL.keys()
