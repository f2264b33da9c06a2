"""A database is read with what its write-ahead log holds, and its folder stays as it was."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxaudit.errors import InputError
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Path]:
    """A database that somebody is at work on; its last row is in the write-ahead log alone."""
    folder = tmp_path / "live"
    folder.mkdir()
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE note (text TEXT)")
    connection.execute("INSERT INTO note VALUES ('the pump runs dry')")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("INSERT INTO note VALUES ('valve 7 is shut')")
    connection.commit()
    yield folder / "log.db"
    connection.close()


def settled(folder: Path, name: str = "log.db") -> Path:
    path = folder / name
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE note (text TEXT)")
        connection.execute("INSERT INTO note VALUES ('the pump runs dry')")
    connection.close()
    return path


def notes(path: Path) -> list[str]:
    with open_source(str(path)).database() as database:
        return [text for (text,) in database.execute("SELECT text FROM note ORDER BY rowid")]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


def test_a_settled_database_is_read(tmp_path: Path) -> None:
    assert notes(settled(tmp_path)) == ["the pump runs dry"]


def test_nothing_is_written_beside_a_settled_database(tmp_path: Path) -> None:
    path = settled(tmp_path)
    before = contents(tmp_path)
    notes(path)
    assert {file.name for file in tmp_path.iterdir()} == {"log.db"}
    assert contents(tmp_path) == before


def test_the_rows_of_a_live_log_are_read(live: Path) -> None:
    assert notes(live) == ["the pump runs dry", "valve 7 is shut"]


def test_nothing_is_written_beside_a_live_log(live: Path) -> None:
    before = contents(live.parent)
    names = {path.name for path in live.parent.iterdir()}
    notes(live)
    assert contents(live.parent) == before
    assert {path.name for path in live.parent.iterdir()} == names


def test_a_copied_pair_is_read_and_left_alone(tmp_path: Path, live: Path) -> None:
    copied = tmp_path / "copied"
    copied.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{live}{ending}", copied)
    assert notes(copied / "log.db") == ["the pump runs dry", "valve 7 is shut"]
    assert {path.name for path in copied.iterdir()} == {"log.db", "log.db-wal"}


def test_a_link_to_a_live_database_is_read_with_its_log(tmp_path: Path, live: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(live)
    assert notes(link) == ["the pump runs dry", "valve 7 is shut"]


def test_an_empty_log_beside_is_no_log(tmp_path: Path) -> None:
    path = settled(tmp_path)
    (tmp_path / "log.db-wal").touch()
    assert notes(path) == ["the pump runs dry"]
    assert (tmp_path / "log.db-wal").stat().st_size == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs folders that cannot be written")
def test_a_live_log_in_a_folder_that_cannot_be_written_is_read(live: Path) -> None:
    live.parent.chmod(0o555)
    assert len(notes(live)) == 2
    live.parent.chmod(0o755)


def test_a_compressed_database_is_read(tmp_path: Path) -> None:
    packed = tmp_path / "log.db.gz"
    packed.write_bytes(gzip.compress(settled(tmp_path).read_bytes()))
    assert notes(packed) == ["the pump runs dry"]


def test_odd_letters_in_a_path_do_not_hinder(tmp_path: Path) -> None:
    folder = tmp_path / "50% of #1?"
    folder.mkdir()
    assert notes(settled(folder, "a b&mode=rwc.db")) == ["the pump runs dry"]


def test_the_copy_is_gone_afterwards(tmp_path: Path, live: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    notes(live)
    assert list(scratch.iterdir()) == []


def test_the_connection_refuses_to_write(live: Path) -> None:
    with (
        pytest.raises(InputError, match="cannot be read as a database"),
        open_source(str(live)).database() as database,
    ):
        database.execute("DELETE FROM note")


def test_text_that_is_no_utf8_is_read_with_marks(tmp_path: Path) -> None:
    path = settled(tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO note VALUES (CAST(x'6fff6b' AS TEXT))")
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    assert notes(path)[1] == "o\ufffdk"


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with pytest.raises(InputError, match="cannot be read as a database"):
        notes(path)


def test_a_database_whose_tables_are_in_the_log_alone_is_known(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "opencode.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    for table in ("session", "message", "part"):
        connection.execute(f"CREATE TABLE {table} (id TEXT)")
    connection.commit()
    assert sniff(open_source(str(tmp_path / "opencode.db"))) == "opencode"
    connection.close()
