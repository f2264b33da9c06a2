"""Audits files in several processes. A process that dies does not stop the others, nor does it cost its file at once.

No process is a fork of this one: the threads of the text engine do not survive that. Where the system can, all are
forks of one that has loaded what they have in common and nothing else. Files go out in shares, and each file's result
comes back on its own, so that it is always known which file a process is at.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from time import sleep
from typing import cast

from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.one import audit_file, broken
from ctxaudit.corpus.plan import FileAudit, Plan
from ctxaudit.corpus.shares import DEATHS, Numbered, Shares
from ctxaudit.corpus.start import cores, ready, safe_path
from ctxaudit.errors import CtxauditError, InternalError

Work = Callable[[Wanted, Plan], FileAudit]
_STARTS = 4  # times that a process is tried to be started
_PAUSE = 0.1  # seconds before the next time
_CONTEXT = get_context("forkserver") if sys.platform == "linux" else get_context("spawn")


def side_by_side(
    files: Sequence[Numbered], plan: Plan, jobs: int, work: Work = audit_file
) -> Iterator[tuple[int, FileAudit]]:
    """What came of each file, by its number, as they end. A file that several processes die of is told as broken."""
    names = {number: wanted for number, wanted, _ in files}
    shares = Shares(files, jobs)
    crew: list[_Worker] = []
    unborn = 0
    ready()
    try:
        while shares or any(worker.at for worker in crew):
            crew = [worker for worker in crew if worker.alive]
            for _ in range(min(jobs - len(crew), len(shares))):
                crew.append(_Worker(plan, jobs, work))  # each at once, so that it is stopped if the next fails
            for worker in crew:
                if shares and not worker.at:
                    worker.take([(number, names[number]) for number in shares.take()])
            busy = {worker.connection: worker for worker in crew if worker.at}
            for connection in wait(list(busy)):
                worker = busy[cast("Connection", connection)]
                number, result = worker.at[0], worker.answer()
                if result is not None:
                    yield number, result
                    continue
                unborn += not worker.started
                if unborn >= DEATHS:
                    raise InternalError("processes of the pool ended before they began; try --jobs 1")
                if not worker.started:
                    shares.give_back(worker.left())
                elif shares.lost(worker.left(), number) is not None:
                    yield number, FileAudit(unaudited=(broken(names[number], worker.death),))
    finally:
        for worker in crew:
            worker.stop()


class _Worker:
    """One process, and the numbers of the files that it has yet to answer for, in the order of its work."""

    def __init__(self, plan: Plan, jobs: int, work: Work) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self.at: deque[int] = deque()
        self.alive = True
        self.started = False
        environment = {"POLARS_MAX_THREADS": str(max(1, cores() // jobs)), **os.environ}
        self._process = _CONTEXT.Process(target=_serve, args=(theirs, plan, environment, work), daemon=True)
        self._start()
        theirs.close()

    def _start(self) -> None:
        """The process that others are forks of may be gone, even while it is asked: the next start makes a new one."""
        for left in reversed(range(_STARTS)):
            try:
                with safe_path():
                    self._process.start()
                return
            except (EOFError, OSError) as error:
                if not left:
                    why = str(error) or type(error).__name__
                    raise InternalError(f"processes of the pool cannot be started ({why}); try --jobs 1") from error
                sleep(_PAUSE)

    def take(self, files: Sequence[tuple[int, Wanted]]) -> None:
        self.at.extend(number for number, _ in files)
        with suppress(OSError):  # it is gone: that shows when it is asked for its answer
            self.connection.send([wanted for _, wanted in files])

    def answer(self) -> FileAudit | None:
        """What came of the file that it is at; None: it has died."""
        try:
            if not self.started:
                self.connection.recv()
                self.started = True
            answer = self.connection.recv()
        except (EOFError, OSError):
            self._process.join()
            self.alive = False
            return None
        if isinstance(answer, CtxauditError):
            raise answer
        self.at.popleft()
        result: FileAudit = answer
        return result

    def left(self) -> list[int]:
        """What it has not answered for; it never will."""
        left = list(self.at)
        self.at.clear()
        return left

    @property
    def death(self) -> str:
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"{DEATHS} processes that audited it were ended, the last by signal {-code}"
        return f"{DEATHS} processes that audited it ended, the last with {code}"

    def stop(self) -> None:
        self.connection.close()
        if self.at:
            self._process.terminate()
        self._process.join()


def _serve(connection: Connection, plan: Plan, environment: Mapping[str, str], work: Work) -> None:
    """The life of a process: a list of files comes in, an answer for each goes out, until the other side hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one at the terminal is for the process that started this one
    os.environ.clear()
    os.environ.update(environment)
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
