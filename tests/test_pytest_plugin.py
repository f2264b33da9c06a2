"""The plugin as its users run it: in a pytest of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxaudit.errors import UsageError
from ctxaudit.pytest_plugin import TraceError, assert_clean
from tests.fixtures import TRACES
from tests.test_cli import LOSSY, QUIET

pytest_plugins = ["pytester"]
CLEAN = TRACES / "clean" / "clean-rank-the-source-and-pin.jsonl"


def write(folder: Path, name: str, events: list[dict[str, object]]) -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    return path


@pytest.fixture
def traces(pytester: pytest.Pytester) -> Path:
    folder = pytester.mkdir("traces")
    write(folder, "ferry.jsonl", LOSSY)
    write(folder, "still.jsonl", QUIET)
    (folder / "settings.json").write_text("{}")
    return folder


def test_each_trace_is_a_test(pytester: pytest.Pytester, traces: Path) -> None:
    result = pytester.runpytest_subprocess("--ctxaudit", traces.name)
    result.assert_outcomes(failed=1, passed=1, skipped=1)


def test_a_failing_trace_reads_like_its_report(pytester: pytest.Pytester, traces: Path) -> None:
    result = pytester.runpytest_subprocess("--ctxaudit", traces.name)
    result.stdout.fnmatch_lines(["*m1 stands for t1 without provenance*", "*untagged-surrogate*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_the_tests_that_there_are_run_beside_it(pytester: pytest.Pytester, traces: Path) -> None:
    pytester.makepyfile("def test_one(): pass")
    result = pytester.runpytest_subprocess("--ctxaudit", f"{traces.name}/still.jsonl", ".")
    result.assert_outcomes(passed=2)


@pytest.mark.usefixtures("traces")
def test_without_the_option_nothing_is_audited(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_one(): pass")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_it_works_under_xdist(pytester: pytest.Pytester, traces: Path) -> None:
    result = pytester.runpytest_subprocess("-n", "2", "--ctxaudit", traces.name)
    result.assert_outcomes(failed=1, passed=1, skipped=1)


def test_a_path_that_is_not_there_fails(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("--ctxaudit", "nowhere.jsonl")
    result.assert_outcomes(failed=1)


def test_warnings_fail_only_when_asked(pytester: pytest.Pytester) -> None:
    folder = pytester.mkdir("traces")
    tagged = json.loads(json.dumps(LOSSY).replace("berth 14", "berth BRT-1414"))
    tagged[-1]["surrogate"] |= {"lossy": True, "provenance": ["t1"]}
    write(folder, "ferry.jsonl", tagged)
    pytester.runpytest_subprocess("--ctxaudit", "traces").assert_outcomes(passed=1)
    pytester.runpytest_subprocess("--ctxaudit", "traces", "--ctxaudit-fail-on", "warning").assert_outcomes(failed=1)


@pytest.mark.usefixtures("traces")
def test_the_fixture_asserts_inside_a_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_clean(ctxaudit):
            ctxaudit.assert_clean("traces/still.jsonl")

        def test_lossy(ctxaudit):
            ctxaudit.assert_clean("traces/ferry.jsonl")

        def test_report(ctxaudit):
            [trace] = ctxaudit.audit("traces/ferry.jsonl").traces
            assert trace.id == "ferry"
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*m1 stands for t1*"])


def test_a_clean_trace_passes() -> None:
    assert_clean(CLEAN)


def test_an_ignored_rule_does_not_fail(tmp_path: Path) -> None:
    path = write(tmp_path, "ferry.jsonl", LOSSY)
    assert_clean(path, ignore=["untagged-surrogate"])


def test_a_selected_rule_is_the_only_one_that_fails(tmp_path: Path) -> None:
    path = write(tmp_path, "ferry.jsonl", LOSSY)
    assert_clean(path, select=["hollow-surrogate"])
    with pytest.raises(TraceError, match="m1 stands for t1"):
        assert_clean(path, select=["untagged-surrogate"])


def test_a_rule_that_does_not_exist_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="no such-rule"):
        assert_clean(CLEAN, ignore=["no such-rule"])


def test_a_folder_without_a_trace_fails(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no session log"):
        assert_clean(tmp_path)
