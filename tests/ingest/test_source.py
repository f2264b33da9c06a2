"""A source gives the same lines however its bytes are stored, and reaches nothing outside its folder."""

from __future__ import annotations

import gzip
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import fsspec  # type: ignore[import-untyped]
import pytest
import zstandard

from ctxaudit.errors import InputError
from ctxaudit.ingest import source as module
from ctxaudit.ingest.source import open_source
from tests.ingest.files import source

LINES = b"one\ntwo\r\n\nfour"
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_the_lines_are_the_same_however_they_are_stored(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    found = list(source(tmp_path, pack(LINES)).lines())
    assert found == [(1, b"one"), (2, b"two"), (3, b""), (4, b"four")]


def test_a_source_can_be_read_again(tmp_path: Path) -> None:
    found = source(tmp_path, LINES)
    assert list(found.lines()) == list(found.lines())


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_the_head_takes_nothing_from_the_lines(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    found = source(tmp_path, pack(LINES))
    assert (found.head(4), len(list(found.lines()))) == (b"one\n", 4)


def test_lines_are_split_on_line_feeds_alone(tmp_path: Path) -> None:
    text = "a\u2028b\u2029c\u0085d\x0b\x0c\re".encode()
    assert list(source(tmp_path, text).lines()) == [(1, text)]


def test_only_one_carriage_return_is_dropped_from_a_line(tmp_path: Path) -> None:
    assert list(source(tmp_path, b"a\r\r\nb\r").lines()) == [(1, b"a\r"), (2, b"b")]


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_a_byte_order_mark_is_dropped_at_the_very_start(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    found = source(tmp_path, pack(b"\xef\xbb\xbfa\n\xef\xbb\xbfb"))
    assert list(found.lines()) == [(1, b"a"), (2, b"\xef\xbb\xbfb")]


def test_members_of_a_gzip_file_are_read_one_after_the_other(tmp_path: Path) -> None:
    found = source(tmp_path, gzip.compress(b"a\n"), gzip.compress(b"b\n"))
    assert list(found.lines()) == [(1, b"a"), (2, b"b")]


def test_frames_of_a_zstd_file_are_read_one_after_the_other(tmp_path: Path) -> None:
    pack = zstandard.ZstdCompressor().compress
    skipped = b"\x50\x2a\x4d\x18" + (4).to_bytes(4, "little") + b"note"
    assert list(source(tmp_path, skipped, pack(b"a\n"), skipped, pack(b"b\n")).lines()) == [(1, b"a"), (2, b"b")]


def test_padding_behind_a_compressed_stream_is_no_tear(tmp_path: Path) -> None:
    found = source(tmp_path, gzip.compress(b"a\n"), b"\0" * 9000)
    assert (list(found.lines()), found.torn) == ([(1, b"a")], None)


@pytest.mark.parametrize("pack", [PACKED["gzip"], PACKED["zstd"]], ids=["gzip", "zstd"])
def test_a_stream_that_ends_too_early_says_so_after_reading(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    found = source(tmp_path, pack(os.urandom(500_000).hex().encode())[:-500])
    list(found.lines())
    assert found.torn == "the compressed stream ends before its end mark"


def test_a_stream_with_wrong_bytes_in_it_is_read_up_to_them(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b"a\n"))
    found = source(tmp_path, bytes(packed), b"\x1f\x8b\x08 and no more gzip")
    assert list(found.lines()) == [(1, b"a")]
    assert found.torn is not None
    assert "cannot be read on" in found.torn


def test_a_whole_stream_is_not_torn(tmp_path: Path) -> None:
    found = source(tmp_path, gzip.compress(LINES))
    list(found.lines())
    assert found.torn is None


def test_a_line_without_end_is_given_up_to_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_LINE", 8)
    found = source(tmp_path, b"x" * 50 + b"\nnext\n")
    assert list(found.lines()) == [(1, b"x" * 8), (2, b"next")]


def test_the_text_is_decoded_with_replacement(tmp_path: Path) -> None:
    assert source(tmp_path, b"caf\xe9").text() == "caf\ufffd"


def test_the_size_is_that_of_the_stored_bytes(tmp_path: Path) -> None:
    packed = gzip.compress(b"a" * 1000)
    assert source(tmp_path, packed).size() == len(packed)


def test_standard_input_can_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES)))
    found = open_source("-")
    assert (found.head(3), len(list(found.lines())), found.size()) == (b"one", 4, len(LINES))
    assert found.beside("x") is None
    assert found.members("x") == []


def test_a_pipe_can_be_read_again() -> None:
    reading, writing = os.pipe()
    os.write(writing, LINES)
    os.close(writing)
    found = open_source(f"/dev/fd/{reading}")
    os.close(reading)
    assert (found.head(3), len(list(found.lines()))) == (b"one", 4)


def test_a_url_is_read_through_its_file_system() -> None:
    system = fsspec.filesystem("memory")
    system.pipe({"/runs/a.jsonl": LINES, "/runs/notes/b.txt": b"b"})
    found = open_source("memory://runs/a.jsonl")
    beside = found.beside("notes/b.txt")
    assert (found.name, len(list(found.lines())), found.size()) == ("a.jsonl", 4, len(LINES))
    assert beside is not None
    assert beside.text() == "b"
    assert [member.name for member in found.members("notes")] == ["b.txt"]
    assert found.beside("notes/c.txt") is None


@pytest.mark.parametrize("path", ["memory://runs/none.jsonl", "nosuchprotocol://x/y.jsonl"])
def test_a_url_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(InputError):
        open_source(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: no such file"):
        open_source(str(tmp_path / "none.jsonl"))


def test_a_directory_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory: name one file in it"):
        open_source(str(tmp_path))


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is empty"):
        source(tmp_path)


def test_a_compressed_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds nothing"):
        source(tmp_path, gzip.compress(b""))


def test_a_file_beside_is_found_below_the_folder(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "a.txt").write_text("kept")
    found = source(tmp_path, LINES).beside("results/a.txt")
    assert found is not None
    assert found.text() == "kept"


@pytest.mark.parametrize("name", ["", "none.txt", "results", "../out.txt", "results/../../out.txt", "a\0b"])
def test_what_is_absent_or_outside_is_not_beside(tmp_path: Path, name: str) -> None:
    (tmp_path / "out.txt").write_text("secret")
    (tmp_path / "in" / "results").mkdir(parents=True)
    assert source(tmp_path / "in", LINES).beside(name) is None


def test_an_absolute_path_is_not_beside(tmp_path: Path) -> None:
    found = source(tmp_path, LINES)
    assert found.beside(str(tmp_path / "run.jsonl")) is None


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("secret")
    found = source(tmp_path / "in", LINES)
    (tmp_path / "in" / "link.txt").symlink_to(tmp_path / "out.txt")
    assert found.beside("link.txt") is None
    assert [member.name for member in found.members(".")] == ["run.jsonl"]


def test_a_linked_folder_is_a_folder_like_any(tmp_path: Path) -> None:
    source(tmp_path / "real", b"b", name="b.txt")
    source(tmp_path / "real", LINES)
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    assert open_source(str(tmp_path / "linked" / "run.jsonl")).beside("b.txt") is not None


def test_members_are_sorted_and_chosen_by_their_ending(tmp_path: Path) -> None:
    found = source(tmp_path, LINES)
    for name in ("agents/b.jsonl", "agents/deep/a.jsonl", "agents/a.txt"):
        source(tmp_path, b"x", name=name)
    assert [member.name for member in found.members("agents", ".jsonl")] == ["b.jsonl", "a.jsonl"]


@pytest.mark.parametrize("folder", ["none", "..", "/"])
def test_a_folder_that_is_absent_or_outside_has_no_members(tmp_path: Path, folder: str) -> None:
    source(tmp_path, b"x", name="x.jsonl")
    assert source(tmp_path / "in", LINES).members(folder) == []
