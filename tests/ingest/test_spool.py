"""What a pipe gave can be read any number of times, from any place, whether it lies in memory or in a file."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
import threading
import time
import zipfile
from pathlib import Path
from random import Random
from tempfile import SpooledTemporaryFile
from typing import Any

import pytest

from ctxaudit.ingest import spool as module
from ctxaudit.ingest.source import open_source
from ctxaudit.ingest.spool import Spool

CONTENT = Random(3).randbytes(50_000)


@pytest.fixture(params=[100, 1 << 20], ids=["in a file", "in memory"])
def in_memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(module, "IN_MEMORY", request.param)
    return int(request.param)


@pytest.mark.usefixtures("in_memory")
def test_each_stream_reads_all_of_it_whatever_others_read() -> None:
    spool = Spool(io.BytesIO(CONTENT))
    one, other = spool.open(), io.BufferedReader(spool.open())  # type: ignore[type-var]
    assert other.read(10) == CONTENT[:10]
    assert one.read(7) == CONTENT[:7]
    assert other.read() == CONTENT[10:]
    assert one.read() == CONTENT[7:]
    assert one.read(1) == b""
    assert spool.size == len(CONTENT)


@pytest.mark.usefixtures("in_memory")
def test_a_stream_goes_anywhere_that_a_plain_one_goes() -> None:
    dice, spool = Random(4), Spool(io.BytesIO(CONTENT))
    found, plain = spool.open(), io.BytesIO(CONTENT)
    for _ in range(200):
        offset, whence = dice.choice([(dice.randrange(60_000), 0), (dice.randrange(9), 1), (-dice.randrange(60), 2)])
        assert found.seek(offset, whence) == plain.seek(offset, whence)
        size = dice.randrange(1, 100)
        assert found.read(size) == plain.read(size)
        assert found.tell() == plain.tell()
    assert found.seekable()
    assert found.readable()


def test_much_lies_in_a_file_and_the_file_is_closed_with_the_last_stream(in_memory: int) -> None:
    spool = Spool(io.BytesIO(CONTENT))
    kept: Any = spool._kept
    assert kept._rolled is (in_memory < len(CONTENT))
    stream = spool.open()
    del spool
    gc.collect()
    assert stream.read(3) == CONTENT[:3]
    del stream
    gc.collect()
    assert kept.closed


@pytest.mark.usefixtures("in_memory")
def test_an_archive_is_read_from_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("one.txt", CONTENT)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    with zipfile.ZipFile(open_source("-")._place.open()) as found:
        assert found.read("one.txt") == CONTENT


@pytest.mark.usefixtures("in_memory")
def test_the_lines_of_standard_input_are_those_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"".join(b"%d line\n" % number for number in range(5_000))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    found = open_source("-")
    assert [line for _, line in found.lines()] == content.split(b"\n")[:-1]
    assert found.size() == len(content)


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe there always waits")
@pytest.mark.usefixtures("in_memory")
@pytest.mark.parametrize("waits", [True, False])
def test_a_pipe_is_read_to_its_end_whether_it_waits_for_its_writer(waits: bool) -> None:
    out, into = os.pipe()
    os.set_blocking(out, waits)

    def write() -> None:
        with os.fdopen(into, "wb", buffering=0) as pipe:
            for at in range(0, len(CONTENT), 10_000):
                time.sleep(0.01)
                pipe.write(CONTENT[at : at + 10_000])

    writer = threading.Thread(target=write)
    writer.start()
    with os.fdopen(out, "rb") as pipe:
        spool = Spool(pipe)
    writer.join()
    assert spool.open().read() == CONTENT


def test_it_says_that_the_copy_had_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(SpooledTemporaryFile[bytes]):
        def write(self, _: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "SpooledTemporaryFile", Full)
    with pytest.raises(OSError, match="temporary files does not take a copy of it: No space left on device"):
        Spool(io.BytesIO(CONTENT))
