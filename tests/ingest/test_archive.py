"""Members of a zip come whole, with their check sum tried, or not at all."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest

from ctxaudit.errors import InputError
from ctxaudit.ingest import archive as archives
from ctxaudit.ingest.archive import MemberError
from tests.ingest.files import source
from tests.ingest.zips import DEFLATED, STORED, ZSTANDARD, zipped

MEMBERS = {"header.json": b"{}", "samples/long.json": b"the kiln held 940 degrees " * 400}


def opened(folder: Path, content: bytes, name: str) -> bytes:
    with source(folder, content, name="x.eval").archive() as archive:
        return archive.read(name)


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
def test_a_member_is_read_by_every_method_in_use(tmp_path: Path, method: int) -> None:
    assert opened(tmp_path, zipped(MEMBERS, method), "samples/long.json") == MEMBERS["samples/long.json"]


def test_an_archive_of_the_standard_library_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.eval", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("header.json", b"glaze " * 90)
    content = (tmp_path / "x.eval").read_bytes()
    assert opened(tmp_path, content, "header.json") == b"glaze " * 90


def test_members_are_named_in_the_order_of_the_directory(tmp_path: Path) -> None:
    with source(tmp_path, zipped(MEMBERS), name="x.eval").archive() as archive:
        assert archive.names == list(MEMBERS)


def test_bytes_before_the_archive_are_passed_over(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.eval", "w") as made:
        made.writestr("header.json", b"{}")
    content = b"#!launcher\n" + (tmp_path / "x.eval").read_bytes()
    assert opened(tmp_path, content, "header.json") == b"{}"


def test_a_member_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MemberError, match="no such member"):
        opened(tmp_path, zipped(MEMBERS), "samples/other.json")


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
def test_a_wrong_check_sum_is_refused(tmp_path: Path, method: int) -> None:
    with pytest.raises(MemberError, match="check sum"):
        opened(tmp_path, zipped(MEMBERS, method, crc=7), "header.json")


def test_a_method_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MemberError, match="method 97"):
        opened(tmp_path, zipped(MEMBERS, 97), "header.json")


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    content = zipped({"a": b"x"}, STORED)
    at = content.index(b"PK\x01\x02") + 8
    with pytest.raises(MemberError, match="encrypted"):
        opened(tmp_path, content[:at] + b"\x01" + content[at + 1 :], "a")


def test_a_damaged_header_of_a_member_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MemberError, match="header"):
        opened(tmp_path, b"XX" + zipped(MEMBERS)[2:], "header.json")


def test_a_member_beyond_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_MEMBER", 1000)
    with pytest.raises(MemberError, match="holds more"):
        opened(tmp_path, zipped(MEMBERS), "samples/long.json")


def test_an_archive_without_its_directory_is_refused(tmp_path: Path) -> None:
    content = zipped(MEMBERS)
    with pytest.raises(InputError, match="zip archive"):
        opened(tmp_path, content[:-30], "header.json")


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="zip archive"):
        opened(tmp_path, b"plain words\n", "header.json")


def test_an_error_of_the_reader_s_own_is_not_taken_for_damage(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="mine"), source(tmp_path, zipped(MEMBERS), name="x.eval").archive():
        raise ValueError("mine")


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("method", [DEFLATED, ZSTANDARD])
def test_a_damaged_archive_gives_a_member_as_it_was_or_none(tmp_path: Path, seed: int, method: int) -> None:
    dice = random.Random(seed)
    content = bytearray(zipped(MEMBERS, method))
    for _ in range(dice.randint(1, 4)):
        content[dice.randrange(len(content))] = dice.randrange(256)
    try:
        with source(tmp_path, bytes(content), name="x.eval").archive() as archive:
            for name in archive.names:
                try:
                    assert archive.read(name) in MEMBERS.values()
                except MemberError:
                    continue
    except InputError:
        pass
