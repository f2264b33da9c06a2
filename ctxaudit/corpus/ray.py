"""Audits files on a Ray cluster, which is asked for by name or lives only as long as the run.

A task audits a share of the files. One that dies takes with it what its share had come to, and it is not known at which
file: so its files come again, each in a task of its own, and one of which tasks die again and again is given up.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from typing import Any

from ctxaudit._version import __version__
from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.index import code_digest
from ctxaudit.corpus.one import audit_file, broken
from ctxaudit.corpus.plan import FileAudit, Plan
from ctxaudit.corpus.pool import Work
from ctxaudit.corpus.shares import DEATHS, Numbered, Shares, Spread
from ctxaudit.corpus.start import cores
from ctxaudit.errors import CtxauditError, UsageError
from ctxaudit.ingest.places import Settings, settings, use

Answer = FileAudit | CtxauditError | str  # a text: the name of the node, which does not find the file
_STORE = 100 << 20  # bytes for results on their way; what does not fit goes to disk
_REACH = 10.0  # seconds to wait for the cluster's port
HERE = "local"  # how Ray calls a cluster that is started for the occasion


@dataclass(frozen=True, slots=True)
class Task:
    """What every share of a run is done with. `folder`: where relative paths begin. `code`: what the driver runs."""

    plan: Plan
    work: Work
    folder: str
    code: tuple[str, str]
    stores: Settings


@contextmanager
def cluster(plan: Plan, jobs: int | None, work: Work = audit_file) -> Iterator[Spread]:
    """What spreads files over the cluster of RAY_ADDRESS, or over one that is started here and ends with the run.

    `jobs`: so many tasks at a time, None or 0 = as many as keep all cores of the cluster busy. Ray that is in use in
    this process already is used as it is, and left so.
    """
    address = os.environ.get("RAY_ADDRESS") or HERE
    task = Task(plan, work, os.getcwd(), (__version__, code_digest()), settings())
    with redirect_stdout(sys.stderr):  # Ray tells its troubles on standard output
        ray = _loaded(address)
        ours = not ray.is_initialized()
        if ours:
            _join(ray, address, jobs or cores())
        try:
            yield partial(_spread, ray, task, jobs or 0)
        finally:
            if ours:
                ray.shutdown()


def _loaded(address: str) -> Any:
    """The library. What it is told by variables it reads as it is loaded.

    A cluster of ours reports to nobody, and listens to nobody but us: its ports are open to the network.
    """
    if address == HERE and "ray" not in sys.modules:
        os.environ.update({"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"})
        if "RAY_AUTH_MODE" not in os.environ:
            os.environ.update({"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32)})
    try:
        import ray
    except ImportError as error:
        raise UsageError(
            "--engine ray needs Ray: pip install 'ctxaudit-replay[ray]', here and on every node of the cluster"
        ) from error
    return ray


def _join(ray: Any, address: str, processes: int) -> None:
    """Connects, or starts a cluster.

    Workers look for modules where the driver stands. That is anybody's folder, so it stands elsewhere meanwhile.
    """
    new: dict[str, Any] = {}
    if address == HERE:
        new = {"num_cpus": processes, "include_dashboard": False, "object_store_memory": _STORE}
    else:
        _reach(address)
    try:
        with chdir(sys.prefix):
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", **new)
    except (ConnectionError, RuntimeError, ValueError) as error:
        asked = "no Ray can be started on this machine" if new else f"no Ray cluster can be used at {address}"
        refused = "AuthenticationError" in str(error.__cause__)
        hint = "; it asks for a token: set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN" if refused else ""
        raise UsageError(f"{asked}: {str(error).strip().splitlines()[0]}{hint}") from error


def _reach(address: str) -> None:
    """Refuses an address at which nothing listens: Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACH).close()
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"no Ray cluster answers at {address} (RAY_ADDRESS): {error}; without RAY_ADDRESS one is started here"
        ) from error


def _spread(ray: Any, task: Task, jobs: int, files: Sequence[Numbered]) -> Iterator[tuple[int, FileAudit]]:
    """What came of each file, by its number, as the tasks end."""
    names = {number: wanted for number, wanted, _ in files}
    remote = ray.remote(num_cpus=1, max_retries=0)(_serve)
    shares = Shares(files, jobs or _cores_of(ray))
    running: dict[Any, list[int]] = {}
    while shares or running:
        while shares and len(running) < (jobs or 2 * _cores_of(ray)):
            share = shares.take()
            running[remote.remote(task, [names[number] for number in share])] = share
        [ended], _ = ray.wait(list(running))
        share = running.pop(ended)
        answers = _answers(ray, ended)
        if isinstance(answers, list):
            yield from (
                (number, _settled(task, names[number], answer)) for number, answer in zip(share, answers, strict=True)
            )
        elif (guilty := shares.lost(share)) is not None:
            why = f"{DEATHS} tasks that had only this file died, the last of {answers}"
            yield guilty, FileAudit(unaudited=(broken(names[guilty], why),))


def _settled(task: Task, wanted: Wanted, answer: Answer) -> FileAudit:
    """The result; or the end of the run, where no node would have another answer."""
    if isinstance(answer, CtxauditError):
        raise answer
    if not isinstance(answer, str):
        return answer
    if not os.path.isfile(wanted.path):
        return task.work(wanted, task.plan)  # it is gone: that is told as without a cluster
    raise UsageError(
        f"{wanted.path} is not there on {answer}, a node of the Ray cluster: "
        "every node must find the files, in a shared folder or behind a URL"
    )


def _cores_of(ray: Any) -> int:
    """Those of the cluster at this moment; one that grows has none at first."""
    return max(1, int(ray.cluster_resources().get("CPU", 0)))


def _answers(ray: Any, ended: Any) -> list[Answer] | str:
    """What a task gave, or the name of the error that it died of."""
    errors = ray.exceptions
    try:
        answers: list[Answer] = ray.get(ended)
    except (errors.RayTaskError, errors.RuntimeEnvSetupError) as error:
        said = str(error).strip().splitlines() or [type(error).__name__]
        raise UsageError(
            f"a worker of the Ray cluster cannot run ctxaudit {__version__}: {said[-1]}; "
            "install the same version, with the same extras, on every node"
        ) from error
    except errors.RayError as error:
        return type(error).__name__
    return answers


def _serve(task: Task, files: Sequence[Wanted]) -> list[Answer]:
    """The work of a task. What it cannot do for the node that it runs on ends the run."""
    if task.code != (__version__, code_digest()):
        return [_other_code(task)] * len(files)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    use(task.stores)
    with suppress(OSError):
        os.chdir(task.folder)
    return [_answer(wanted, task) for wanted in files]


def _answer(wanted: Wanted, task: Task) -> Answer:
    if "://" not in wanted.path and not os.path.isfile(wanted.path):
        return socket.gethostname()
    try:
        return task.work(wanted, task.plan)
    except CtxauditError as error:
        return error


def _other_code(task: Task) -> UsageError:
    theirs = task.code[0]
    here = f"ctxaudit {__version__}" if theirs != __version__ else f"other code of ctxaudit {__version__}"
    return UsageError(
        f"{socket.gethostname()}, a node of the Ray cluster, has {here}, and the run is one of {theirs}: "
        "every node must have the same"
    )
