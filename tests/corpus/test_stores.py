"""Runs in an object store and on the web, with servers on this machine, and what is said when they cannot be read."""

from __future__ import annotations

import gzip
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fsspec.registry import _registry  # type: ignore[import-untyped]

from ctxaudit.corpus.find import find
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.model import TraceReport
from tests.corpus.conftest import Put
from tests.corpus.runs import fleet, run, write_run
from tests.corpus.test_pool import session_with_lane
from tests.test_cli import ctxaudit


def audited(*paths: str, jobs: int = 1) -> list[TraceReport]:
    made = audit_paths(paths, Plan(), version="0", jobs=jobs)
    assert made.unaudited == ()
    return list(made.traces)


def refusal(path: str) -> str:
    """Why that path is not audited. It is refused by name, and nothing broke."""
    made = audit_paths([path], Plan(), version="0")
    [one] = made.unaudited
    assert (made.traces, one.path, one.named, one.broke) == ((), path, True, False)
    return one.why


def unplaced(traces: list[TraceReport]) -> list[TraceReport]:
    return [replace(trace, path="") for trace in traces]


@pytest.fixture(params=["s3", "gs"])
def put(request: pytest.FixtureRequest) -> Put:
    """Puts runs into a bucket of either kind."""
    given: Put = request.getfixturevalue(request.param)
    return given


@pytest.mark.parametrize(("form", "jobs"), [("{}/", 1), ("{}", 2), ("{}/**/*.jsonl", 1)])
def test_a_prefix_of_a_bucket_is_searched_like_a_folder(tmp_path: Path, put: Put, form: str, jobs: int) -> None:
    fleet(tmp_path / "deep", 1, 1)
    url = put(fleet(tmp_path, 1, 2), "searched")
    there = audited(form.format(url), jobs=jobs)
    assert unplaced(there) == unplaced(audited(str(tmp_path))) != []
    assert there[0].path == f"{url}/deep/run-000.jsonl"


def test_a_pattern_matches_what_stands_directly_below_a_prefix(tmp_path: Path, put: Put) -> None:
    fleet(tmp_path / "deep", 0, 1)
    url = put(fleet(tmp_path, 0, 12), "matched")
    paths = [trace.path for trace in audited(f"{url}/run-00[12]*.jsonl")]
    assert paths == [f"{url}/run-001.jsonl", f"{url}/run-002.jsonl"]


def test_a_compressed_object_is_read(tmp_path: Path, put: Put) -> None:
    path = write_run(tmp_path / "plain" / "a.jsonl", run("a"))
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed" / "a.jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
    assert unplaced(audited(put(tmp_path / "packed", "packed"))) == unplaced(audited(str(path)))


def test_the_sizes_of_objects_are_known_from_the_search(tmp_path: Path, put: Put) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a"))
    assert [wanted.size for wanted in find([put(tmp_path, "sized")])] == [path.stat().st_size]


def test_a_session_in_a_bucket_is_read_with_its_lanes_once(tmp_path: Path, put: Put) -> None:
    paths = [trace.path for trace in audited(put(session_with_lane(tmp_path), "session"))]
    assert any("/agent-" in path for path in paths)
    assert len(paths) == len(set(paths))


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("s3://depot/gone/run.jsonl", "no such file"),
        ("s3://depot/gone/", "no such file"),
        ("s3://depot/gone/*.jsonl", "no such file"),
        ("s3://no-such-depot/run.jsonl", "no such file"),
        ("s3://depot/holds/empty.jsonl", "is empty: there is nothing to audit"),
        ("gs://depot/gone/run.jsonl", "no such file"),
        ("gs://depot/gone/*.jsonl", "no such file"),
        ("gs://depot/holds/empty.jsonl", "is empty: there is nothing to audit"),
    ],
)
def test_what_is_not_in_a_bucket_is_refused_by_name(
    tmp_path: Path, request: pytest.FixtureRequest, path: str, why: str
) -> None:
    (tmp_path / "empty.jsonl").touch()
    request.getfixturevalue(path[:2])(tmp_path, "holds")
    assert refusal(path) == why


def test_without_credentials_it_is_said_how_to_give_them(
    tmp_path: Path, s3: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = s3(fleet(tmp_path, 0, 1), "secret")
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    done = ctxaudit("audit", url)
    assert (done.returncode, "AWS_PROFILE" in done.stderr, url in done.stderr) == (3, True, True)


def test_an_object_that_may_be_listed_but_not_read_is_refused(tmp_path: Path, s3: Put) -> None:
    url = s3(fleet(tmp_path, 0, 1), "closed")
    done = ctxaudit("audit", url, "--exit-zero", FSSPEC_S3_ANON="true")
    said = f"ctxaudit: {url}/run-000.jsonl: cannot be read: permission denied\n"
    assert (done.returncode, done.stderr) == (3, said)


@pytest.mark.usefixtures("s3")
def test_a_store_that_does_not_answer_is_told_with_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    assert "http://127.0.0.1:9" in refusal("s3://depot/run.jsonl")


@pytest.mark.parametrize(
    ("url", "module", "said"),
    [
        ("s3://depot/a.jsonl", "s3fs", "pip install 'ctxaudit-replay[s3]' to read it"),
        ("gs://depot/a.jsonl", "gcsfs", "pip install 'ctxaudit-replay[gcs]' to read it"),
        ("http://127.0.0.1:9/a.jsonl", "fsspec.implementations.http", "pip install 'ctxaudit-replay[http]' to read it"),
        ("abfs://depot/a.jsonl", "adlfs", "Install adlfs"),
    ],
)
def test_the_package_that_a_url_needs_is_named(
    monkeypatch: pytest.MonkeyPatch, url: str, module: str, said: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(_registry, url.partition("://")[0], raising=False)
    assert refusal(url).startswith(f"cannot be read: {said}")


def test_a_log_on_the_web_is_audited(web: tuple[Path, str]) -> None:
    folder, address = web
    path = write_run(folder / "runs" / "a.jsonl", run("a"))
    assert unplaced(audited(f"{address}/runs/a.jsonl")) == unplaced(audited(str(path)))
    assert audited(f"{address}/runs/a.jsonl?from=/elsewhere/")[0].path == f"{address}/runs/a.jsonl?from=/elsewhere/"


def test_a_session_on_the_web_is_read_without_its_folders(web: tuple[Path, str]) -> None:
    folder, address = web
    session_with_lane(folder)
    url = f"{address}/subagent-in-a-file.jsonl"
    assert [trace.path for trace in audited(url)] == [url]


def test_what_the_web_answers_instead_of_a_log_is_told(web: tuple[Path, str]) -> None:
    _, address = web
    assert refusal(f"{address}/gone.jsonl").startswith("cannot be read: 404")


def test_a_web_server_that_does_not_answer_is_no_missing_file() -> None:
    pytest.importorskip("aiohttp")
    assert "Cannot connect to host 127.0.0.1:9" in refusal("http://127.0.0.1:9/a.jsonl")
