"""Audits files in several processes. A process that dies takes down the one file that it was at, and nothing else.

Processes are spawned, not forked: the threads of the text engine do not survive a fork. Files go out in chunks of
similar size in bytes, the largest first, and each file's result comes back on its own, so that it is always known
which file a process is at.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import cast

from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.one import audit_file, broken
from ctxaudit.corpus.plan import FileAudit, Plan
from ctxaudit.errors import CtxauditError, InternalError

Numbered = tuple[int, Wanted, int]  # the file's place in the order, the file, its bytes as stored
Work = Callable[[Wanted, Plan], FileAudit]
CHUNK_FILES = 16
CHUNK_BYTES = 1 << 18


def cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_for(files: int, asked: int | None) -> int:
    """How many processes: as many as asked, all cores for 0, one without an answer; never more than there are files."""
    wanted = cores() if asked == 0 else asked or 1
    return max(1, min(wanted, files))


def side_by_side(
    files: Sequence[Numbered], plan: Plan, jobs: int, work: Work = audit_file
) -> Iterator[tuple[int, FileAudit]]:
    """What came of each file, by its number, as they end. A file that a process dies of is told as broken."""
    names = {number: wanted for number, wanted, _ in files}
    waiting = deque(chunks(files, jobs))
    crew: list[_Worker] = []
    try:
        while waiting or any(worker.at for worker in crew):
            crew = [worker for worker in crew if worker.alive]
            crew += [_Worker(plan, jobs, work) for _ in range(min(jobs - len(crew), len(waiting)))]
            for worker in crew:
                if waiting and not worker.at:
                    worker.take([(number, names[number]) for number in waiting.popleft()])
            busy = {worker.connection: worker for worker in crew if worker.at}
            for connection in wait(list(busy)):
                worker = busy[cast("Connection", connection)]
                number = worker.at[0]
                yield number, worker.answer(names[number])
                if not worker.alive and worker.at:
                    waiting.appendleft(list(worker.at))
                    worker.at.clear()
    finally:
        for worker in crew:
            worker.stop()


def chunks(files: Sequence[Numbered], jobs: int) -> list[list[int]]:
    """Numbers of files: the largest files first, in chunks that hold neither many files nor many bytes."""
    most = max(1, min(CHUNK_FILES, len(files) // (4 * jobs)))
    made: list[list[int]] = []
    room = 0
    for number, _, size in sorted(files, key=lambda file: (-file[2], file[0])):
        if not made or len(made[-1]) >= most or size > room:
            made.append([])
            room = CHUNK_BYTES
        made[-1].append(number)
        room -= size
    return made


class _Worker:
    """One process, and the numbers of the files that it has yet to answer for, in the order of its work."""

    def __init__(self, plan: Plan, jobs: int, work: Work) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.at: deque[int] = deque()
        self.alive = True
        self._process = context.Process(target=_serve, args=(theirs, plan, max(1, cores() // jobs), work), daemon=True)
        self._started = False
        self._process.start()
        theirs.close()

    def take(self, files: Sequence[tuple[int, Wanted]]) -> None:
        self.at.extend(number for number, _ in files)
        with suppress(OSError):  # it is gone: that shows when it is asked for its answer
            self.connection.send([wanted for _, wanted in files])

    def answer(self, wanted: Wanted) -> FileAudit:
        """What came of the file that it is at. Refuses to go on without processes that can start at all."""
        try:
            if not self._started:
                self.connection.recv()
                self._started = True
            answer = self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            self.alive = False
            if not self._started:
                raise InternalError("a process of the pool ended before it began; try --jobs 1") from None
            answer = FileAudit(unaudited=(broken(wanted, _death(self._process.exitcode)),))
        if isinstance(answer, CtxauditError):
            raise answer
        self.at.popleft()
        result: FileAudit = answer
        return result

    def stop(self) -> None:
        self.connection.close()
        if self.at:
            self._process.terminate()
        self._process.join()


def _serve(connection: Connection, plan: Plan, threads: int, work: Work) -> None:
    """The life of a process: a list of files comes in, an answer for each goes out, until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one at the terminal is for the process that started this one
    os.environ.setdefault("POLARS_MAX_THREADS", str(threads))
    connection.send(None)
    with suppress(EOFError, OSError):
        while True:
            for wanted in connection.recv():
                connection.send(_answer(wanted, plan, work))


def _answer(wanted: Wanted, plan: Plan, work: Work) -> FileAudit | CtxauditError:
    try:
        return work(wanted, plan)
    except CtxauditError as error:
        return error


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        return f"the process that audited it was ended by signal {-code}"
    return f"the process that audited it ended with {code}"
