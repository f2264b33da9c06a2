"""The Ray engine: the bytes of the local one, tasks that die, what a node must have, and nothing left running."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import pytest

from ctxaudit._version import __version__
from ctxaudit.corpus import ray as engine
from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.local import Engine, Plan, audit_paths
from ctxaudit.corpus.one import audit_file
from ctxaudit.corpus.plan import FileAudit, Step
from ctxaudit.corpus.pool import Work
from ctxaudit.corpus.ray import cluster
from ctxaudit.errors import UsageError
from ctxaudit.ingest.places import settings
from ctxaudit.reports import FORMATS, RenderOptions
from tests.corpus.conftest import Put
from tests.corpus.runs import (
    RIGHT,
    dies_of_poison,
    dies_once_at_frail,
    fleet,
    refuses,
    run,
    tells_surroundings,
    write_run,
)
from tests.corpus.test_pool import SEVERAL, session_with_lane
from tests.test_cli import COMMAND, ctxaudit

pytestmark = pytest.mark.filterwarnings("default:::ray", "default:.*:ResourceWarning")
ENGINES: tuple[Engine, ...] = ("local", "ray")
OPTIONS = RenderOptions()
PATHS = [*map(str, SEVERAL), "no-such-file.jsonl"]


@pytest.fixture(scope="module")
def ray_here() -> Iterator[str]:
    """The address of a Ray with two cores that lives as long as this module."""
    skip_without_ray()
    before = {name: value for name, value in os.environ.items() if name.startswith("RAY_")}
    os.environ["RAY_TMPDIR"] = folder = mkdtemp(prefix="ray", dir="/tmp")  # its sockets need a short path
    try:
        with cluster(Plan(), 2):
            yield _address()
        assert running(folder) == []
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for name in [name for name in os.environ if name.startswith("RAY_")]:
            del os.environ[name]
        os.environ.update(before)


def skip_without_ray() -> None:
    """Without loading it: that is for the engine, which tells it first what to do."""
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed")


def _address() -> str:
    import ray

    return str(ray.get_runtime_context().gcs_address)


def running(folder: str) -> list[int]:
    """Processes that were told of that folder, once they had some time to end."""
    found: list[int] = []
    for _ in range(100):
        found = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if _told(pid, folder)]
        if not found:
            break
        time.sleep(0.1)
    return found


def _told(pid: int, folder: str) -> bool:
    """Not of those that the pool of this process has."""
    try:
        told = folder.encode() in Path(f"/proc/{pid}/environ").read_bytes()
        return told and pid != os.getpid() and b"multiprocessing" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def audited_with(work: Work, folder: Path, name: str, plan: Plan | None = None) -> dict[int, FileAudit]:
    """What came of 40 files and one of that name beside them."""
    fleet(folder, 0, 40)
    write_run(folder / f"run-020-{name}.jsonl", run(name, RIGHT))
    files = [(n, Wanted(str(path), named=False), 1) for n, path in enumerate(sorted(folder.glob("*.jsonl")))]
    with cluster(plan or Plan(), None, work) as spread:
        return dict(spread(files))


@pytest.mark.parametrize("name", ["json", "csv"])
@pytest.mark.usefixtures("ray_here")
def test_the_bytes_are_those_of_one_process_and_of_two(name: str) -> None:
    made = {
        "".join(FORMATS[name](audit_paths(PATHS, Plan(pictures=True), version="0", jobs=2, engine=kind), OPTIONS))
        for kind in ENGINES
    }
    made.add("".join(FORMATS[name](audit_paths(PATHS, Plan(pictures=True), version="0"), OPTIONS)))
    assert len(made) == 1


@pytest.mark.usefixtures("ray_here")
def test_a_lane_that_was_read_with_its_session_is_not_audited_twice(tmp_path: Path) -> None:
    folder = str(session_with_lane(tmp_path))
    one, ray = (audit_paths([folder], Plan(), version="0", engine=kind) for kind in ENGINES)
    assert one == ray
    assert len(ray.traces) > 1


@pytest.mark.usefixtures("ray_here")
def test_relative_paths_begin_where_the_run_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet(tmp_path / "runs", 1, 2)
    monkeypatch.chdir(tmp_path)
    made = audit_paths(["runs"], Plan(), version="0", engine="ray")
    assert [trace.path for trace in made.traces] == [f"runs/run-00{n}.jsonl" for n in range(3)]


@pytest.mark.usefixtures("ray_here")
def test_each_file_is_told_once_with_what_is_done_so_far(tmp_path: Path) -> None:
    told: list[Step] = []
    audit_paths([str(fleet(tmp_path, 0, 9))], Plan(), version="0", engine="ray", each=told.append)
    assert [step.files for step in told] == list(range(1, 10))


@pytest.mark.usefixtures("ray_here")
def test_an_index_is_filled_by_the_workers(tmp_path: Path) -> None:
    plan = Plan(index=str(tmp_path / "index"))
    folder = str(fleet(tmp_path / "runs", 1, 2))
    first, again = (audit_paths([folder], plan, version="0", engine="ray") for _ in range(2))
    assert first == again == audit_paths([folder], Plan(), version="0")
    assert len(list((tmp_path / "index").rglob("*.ctxaudit"))) == 3


@pytest.mark.usefixtures("ray_here")
def test_a_file_that_kills_its_tasks_is_told_as_broken_and_the_rest_goes_on(tmp_path: Path) -> None:
    made = audited_with(dies_of_poison, tmp_path, "poison")
    [broken] = [one for result in made.values() for one in result.unaudited]
    why = "ctxaudit broke on it: 2 tasks that had only this file died, the last of WorkerCrashedError"
    assert (Path(broken.path).name, broken.why, broken.broke) == ("run-020-poison.jsonl", why, True)
    assert sum(bool(result.reports) for result in made.values()) == 40


@pytest.mark.usefixtures("ray_here")
def test_a_worker_that_dies_once_costs_no_file(tmp_path: Path) -> None:
    made = audited_with(dies_once_at_frail, tmp_path, "frail")
    assert (tmp_path / "run-020-frail.jsonl.died").exists()
    assert sum(bool(result.reports) for result in made.values()) == 41


@pytest.mark.usefixtures("ray_here")
def test_workers_are_told_how_to_reach_what_is_behind_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = pytest.importorskip("fsspec.config")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://depot.example")
    monkeypatch.setenv("UNRELATED", "stays here")
    monkeypatch.setitem(config.conf, "depot", {"anon": True})
    told = {
        json.loads(result.read[0])["AWS_ENDPOINT_URL"]: json.loads(result.read[0]) for result in surroundings(tmp_path)
    }
    assert told["http://depot.example"] == {
        "AWS_ENDPOINT_URL": "http://depot.example",
        "UNRELATED": None,
        "POLARS_MAX_THREADS": "1",
        "depot": {"anon": True},
    }


@pytest.mark.usefixtures("ray_here")
def test_workers_read_a_bucket_with_the_credentials_of_the_run(tmp_path: Path, s3: Put) -> None:
    url = s3(fleet(tmp_path, 1, 3), "for-workers")
    one, ray = (audit_paths([url], Plan(), version="0", engine=kind) for kind in ENGINES)
    assert (one, len(ray.traces)) == (ray, 4)


def surroundings(folder: Path) -> list[FileAudit]:
    return list(audited_with(tells_surroundings, folder, "any").values())


@pytest.mark.usefixtures("ray_here")
def test_wrong_usage_in_a_worker_is_wrong_usage_here(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not wanted"):
        audited_with(refuses, tmp_path, "any")


@pytest.mark.usefixtures("ray_here")
@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (
            "code_digest",
            lambda: "other",
            f"has other code of ctxaudit {__version__}, and the run is one of {__version__}",
        ),
        ("__version__", "99.1", f"has ctxaudit {__version__}, and the run is one of 99.1"),
    ],
)
def test_a_node_with_other_code_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object, said: str
) -> None:
    monkeypatch.setattr(engine, name, value)
    with pytest.raises(UsageError, match=said):
        audit_paths([str(fleet(tmp_path, 0, 1))], Plan(), version="0", engine="ray")


@pytest.mark.usefixtures("ray_here")
def test_a_node_that_lacks_a_module_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "only_here.py").write_text("def work(wanted, plan):\n    return None\n")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here  # type: ignore[import-not-found]

    with pytest.raises(UsageError, match=r"cannot run ctxaudit .*only_here.*on every node"):
        audited_with(only_here.work, tmp_path / "runs", "any")


def test_a_file_that_no_other_node_sees_ends_the_run(tmp_path: Path) -> None:
    task = engine.Task(Plan(), refuses, str(tmp_path), ("", ""), settings())
    path = write_run(tmp_path / "one.jsonl", run("one"))
    with pytest.raises(UsageError, match=r"one\.jsonl is not there on node-7, a node of the Ray cluster"):
        engine._settled(task, Wanted(str(path), named=True), "node-7")


def test_a_file_that_is_gone_meanwhile_is_told_as_without_a_cluster(tmp_path: Path) -> None:
    task = engine.Task(Plan(), audit_file, str(tmp_path), ("", ""), settings())
    gone = Wanted(str(tmp_path / "gone.jsonl"), named=True)
    assert engine._answer(gone, task) == socket.gethostname()
    [refused] = engine._settled(task, gone, "node-7").unaudited
    assert (refused.why, refused.broke) == ("no such file", False)


def test_without_ray_the_package_to_install_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UsageError, match=r"pip install 'ctxaudit-replay\[ray\]'"):
        audit_paths([str(fleet(tmp_path, 0, 1))], Plan(), version="0", engine="ray")


def test_without_files_for_it_no_ray_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    [refused] = audit_paths(["no-such-file.jsonl"], Plan(), version="0", engine="ray").unaudited
    assert refused.path == "no-such-file.jsonl"


@pytest.mark.parametrize("address", ["127.0.0.1:{}", "ray://127.0.0.1:{}"])
def test_an_address_at_which_nothing_listens_is_wrong_usage_at_once(address: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(UsageError, match="without RAY_ADDRESS one is started here"):
        engine._reach(address.format(port))


@pytest.mark.parametrize("address", ["auto", "head.example", "ray://head.example", "head:x"])
def test_what_names_no_port_is_left_to_ray(address: str) -> None:
    engine._reach(address)


class Refuses:
    """Stands in for Ray where a cluster lets nobody in."""

    def __init__(self, why: str) -> None:
        self.why = why

    def init(self, **_: object) -> None:
        raise ConnectionError("Failed to connect\nto the cluster") from RuntimeError(self.why)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("timed out", ""),
        ("exceptions.AuthenticationError", "; it asks for a token: set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"),
    ],
)
def test_a_cluster_that_lets_nobody_in_is_wrong_usage(why: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        engine._join(Refuses(why), "auto", 2)
    assert str(raised.value) == f"no Ray cluster can be used at auto: Failed to connect{said}"


def test_a_cluster_that_cannot_be_started_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="no Ray can be started on this machine: Failed to connect"):
        engine._join(Refuses("no room"), engine.HERE, 2)


def test_the_cluster_of_ray_address_is_used_and_left_running(tmp_path: Path, ray_here: str) -> None:
    folder = str(fleet(tmp_path, 1, 3))
    local, ray = (ctxaudit("audit", folder, "-f", "json", "--engine", kind, RAY_ADDRESS=ray_here) for kind in ENGINES)
    assert (ray.stdout, ray.stderr, ray.returncode) == (local.stdout, "", local.returncode)
    assert audit_paths([folder], Plan(), version="0", engine="ray").traces


def test_a_cluster_that_the_command_started_ends_with_it(tmp_path: Path) -> None:
    skip_without_ray()
    fleet(tmp_path / "runs", 1, 3)
    for name in ("orjson", "polars", "msgpack"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('run by mistake')\n")
    home = mkdtemp(prefix="ray", dir="/tmp")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    command = [str(COMMAND), "audit", "runs", "-f", "json", "--engine", "ray", "-j", "2"]
    try:
        done = subprocess.run(
            command,
            cwd=tmp_path,
            capture_output=True,
            env={**environment, "RAY_TMPDIR": home, "HOME": home},
            check=False,
        )
        assert (done.returncode, done.stderr) == (1, b"")
        assert len(json.loads(done.stdout)["traces"]) == 4
        assert running(home) == []
        assert not (Path(home) / ".ray").exists()
    finally:
        shutil.rmtree(home, ignore_errors=True)
