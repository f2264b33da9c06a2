"""Tables, limits and comparisons of timings that were not measured but set."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.speed import compare, record
from benchmarks.speed.table import AUDIT, UNIT, Limit, Measured, Row, growth, limits, lines
from benchmarks.speed.timing import Timing


def runs(*seconds: float, peak: float = 100, cpu: float = 1.0) -> list[Timing]:
    return [Timing(one, one * cpu, peak + number) for number, one in enumerate(seconds)]


def row(kind: str, size: int, audit: Sequence[Timing], unit: Sequence[Timing] = (), **more: Sequence[Timing]) -> Row:
    return Row(kind, float(size), {UNIT: unit or runs(1.0, 1.0, 1.0), AUDIT: audit, **more}, size)


def test_a_ratio_is_the_median_of_the_ratios_of_neighbours() -> None:
    """The third pair ran on a busy machine: medians of each alone would say 4 / 1."""
    one = row("claude-code", 10, runs(4, 4, 10), runs(1, 0.5, 2))
    assert one.ratio(AUDIT) == pytest.approx(5)
    assert one.cpu_ratio(AUDIT) == pytest.approx(5)


def test_a_tool_with_fewer_runs_is_set_beside_the_runs_it_has() -> None:
    assert row("claude-code", 10, runs(4, 6, 8), other=runs(2)).ratio("other") == pytest.approx(2)


def test_a_tool_without_a_run_has_no_ratio_and_no_peak() -> None:
    one = row("claude-code", 10, runs(4), other=[])
    assert (one.ratio("other"), one.peak("other"), one.wall("other"), one.ratio("unheard of")) == (None,) * 4


def test_the_peak_is_the_greatest_of_all_runs() -> None:
    assert row("claude-code", 10, runs(4, 4, 4, peak=200)).peak(AUDIT) == 202


def test_growth_is_told_against_the_smallest_file_of_the_kind() -> None:
    rows = [row("claude-code", 50, runs(60)), row("claude-code", 10, runs(10)), row("native", 2, runs(50))]
    assert [growth(rows, one) for one in rows] == pytest.approx([1.2, 1.0, 1.0])


def test_growth_of_cpu_time_is_told_apart() -> None:
    rows = [row("claude-code", 10, runs(10)), row("claude-code", 20, runs(20, cpu=2))]
    assert growth(rows, rows[1]) == pytest.approx(1)
    assert growth(rows, rows[1], cpu=True) == pytest.approx(2)


def test_the_table_has_a_line_for_each_file() -> None:
    rows = [row("claude-code", 10, runs(5), jq=runs(2)), row("claude-code", 50, runs(30), runs(4), jq=runs(12))]
    said = list(lines(Measured(rows)))
    assert said[2].split(" | ")[2:6] == ["1.00", "2.0", "5.00", "**5.0**"]
    assert said[3] == "| claude-code | 50.0 | 4.00 | 3.0 | 30.00 | **7.5** | 7.5 | 100 | 0.600 | 1.20 | 1.20 |"


def test_without_jq_its_column_is_empty() -> None:
    said = list(lines(Measured([row("claude-code", 10, runs(5))])))
    assert said[2].split(" | ")[2:4] == ["1.00", "-"]


def test_other_tools_have_a_column_each_and_a_dash_where_they_did_not_run() -> None:
    rows = [row("claude-code", 10, runs(5), slow=runs(30)), row("native", 10, runs(5))]
    said = list(lines(Measured(rows), ["slow"]))
    assert said[0].endswith("| slow × |")
    assert said[2].endswith("| 30.0 |")
    assert said[3].endswith("| - |")


def test_small_runs_are_told_by_the_number_of_processes() -> None:
    small = Row("small", 12.0, {"1": runs(20, 30, 20), "2": runs(10, 10, 10)})
    said = list(lines(Measured([], small=small, count=1000)))
    assert "| 1000 | 12.0 | 2 | 10.00 | 100 | 2.00 |" in said
    assert "| 1000 | 12.0 | 1 | 20.00 | 50 | 1.00 |" in said


def test_what_two_bare_loops_reach_is_told_below_the_small_runs() -> None:
    """The first pair of runs stood on a busy machine."""
    small = Row("small", 12.0, {"1": runs(20), "2": runs(12)})
    bare = Row("bare", 0.0, {"1": runs(9, 3, 3.2), "2": runs(9, 2, 2)})
    said = list(lines(Measured([], small=small, bare=bare, count=10)))
    at = said.index("Two bare loops side by side, in the same run: 1.50 times as fast as one after the other.")
    assert said[at - 2].startswith("| 10 | 12.0 | 2 |")


def test_without_bare_loops_nothing_is_said_of_them() -> None:
    assert not any("bare" in line for line in lines(Measured([], small=Row("small", 12.0, {"1": runs(20)}))))


def test_the_start_is_told_in_seconds() -> None:
    smallest = Row("native", 5 / 1024, {AUDIT: runs(0.3, peak=41)})
    assert "A trace of 5.0 KB: 0.300 s, 0.300 s of CPU time, peak 41 MB." in list(lines(Measured([], smallest)))


def test_a_limit_is_kept_up_to_its_bound_and_no_further() -> None:
    assert [Limit("", value, 6).kept for value in (5.9, 6.0, 6.1)] == [True, True, False]
    assert [Limit("", value, 1.8, least=True).kept for value in (1.7, 1.8)] == [False, True]
    assert Limit("", None, 6).kept is None


def test_limits_are_read_off_the_sessions_of_claude_code() -> None:
    rows = [
        row("claude-code", 10, runs(2), runs(0.4)),
        row("claude-code", 54, runs(10.8, peak=240), runs(2)),
        row("claude-code", 200, runs(60), runs(6)),
        row("claude-code", 1024, runs(300, peak=1400), runs(40)),
        row("native", 54, runs(900, peak=9000), runs(2)),
    ]
    small = Row("small", 12.0, {"1": runs(20), "2": runs(10)})
    told = {one.says: (one.measured, one.kept) for one in limits(Measured(rows, Row("", 1, {AUDIT: runs(0.4)}), small))}
    assert told == {
        "54 MB, times the orjson loop": (pytest.approx(5.4), True),
        "54 MB, peak MB": (240, True),
        "54 MB, time for a byte, times that at 10 MB": (pytest.approx(1.0), True),
        "200 MB, time for a byte, times that at 10 MB": (pytest.approx(1.5), False),
        "1024 MB, times the orjson loop": (pytest.approx(7.5), True),
        "1024 MB, peak MB": (1400, True),
        "a trace of 5 KB, s": (0.4, True),
        "small runs, two processes, times as fast as one": (pytest.approx(2), True),
    }


def test_what_was_not_measured_is_neither_kept_nor_missed() -> None:
    said = list(lines(Measured([row("claude-code", 10, runs(5))])))
    assert [line.endswith("| not measured |") for line in said if "54 MB" in line] == [True, True]


@pytest.fixture
def measured() -> Measured:
    small = Row("small", 12.0, {"1": runs(20), "2": runs(10)})
    bare = Row("bare", 0.0, {"1": runs(2), "2": runs(1)})
    rows = [row("claude-code", 10, runs(5, 6), jq=runs(2))]
    return Measured(rows, Row("", 1.0, {AUDIT: runs(0.4)}), small, bare, 1000)


def test_what_is_written_is_read_again(measured: Measured, tmp_path: Path) -> None:
    record.write(tmp_path / "a.json", measured)
    assert record.read(tmp_path / "a.json") == measured


def test_measurements_without_small_runs_are_read_again(tmp_path: Path) -> None:
    measured = Measured([row("native", 10, runs(5))])
    record.write(tmp_path / "a.json", measured)
    assert record.read(tmp_path / "a.json") == measured


def test_measurements_from_before_the_bare_loops_are_read(measured: Measured, tmp_path: Path) -> None:
    record.write(tmp_path / "a.json", measured)
    told = json.loads((tmp_path / "a.json").read_text())
    del told["bare"]
    (tmp_path / "a.json").write_text(json.dumps(told))
    assert record.read(tmp_path / "a.json") == replace(measured, bare=None)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="no measurements"):
        record.read(tmp_path / "a.json")


def test_two_measurements_are_set_beside_each_other(measured: Measured) -> None:
    after = Measured([row("claude-code", 10, runs(2.5, 3)), row("native", 10, runs(1))], count=1000)
    said = list(compare.lines(measured, after))
    assert said[2] == "| claude-code 10 MB | audit × | 5.50 | 2.75 | -50% |"
    assert not any("native" in line or "small" in line for line in said)


def test_small_runs_are_compared_by_the_number_of_processes(measured: Measured) -> None:
    said = list(compare.lines(measured, measured))
    assert "| 1000 small runs, processes: 2 | s | 10.00 | 10.00 | +0% |" in said


def test_small_runs_of_another_number_are_not_compared(measured: Measured) -> None:
    fewer = replace(measured, count=10)
    assert not any("small runs" in line for line in compare.lines(fewer, measured))


def test_the_command_compares_two_files(measured: Measured, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write(tmp_path / "a.json", measured)
    compare.main([str(tmp_path / "a.json"), str(tmp_path / "a.json")])
    assert "| a trace of 5 KB | s | 0.40 | 0.40 | +0% |" in capsys.readouterr().out
