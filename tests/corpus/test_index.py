"""Results that are kept from run to run: never other than a fresh audit, and fresh whenever something changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shutil import copy, copytree
from sqlite3 import connect

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.corpus import codec
from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.index import ENDING
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.corpus.one import audit_file
from ctxaudit.corpus.plan import FileAudit
from ctxaudit.importers import read_traces
from ctxaudit.ingest.source import open_source
from ctxaudit.ingest.witness import Witness
from ctxaudit.model import Report, Unaudited
from tests.corpus.runs import RIGHT, WRONG, fleet, run, write_run
from tests.fixtures import TRACES, readable, shown
from tests.test_cli import ctxaudit


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "index"


class Reads:
    """Stands in for the reader and counts how often it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr("ctxaudit.corpus.one.read_traces", self)

    def __call__(self, *arguments: object, **keys: object) -> object:
        self.count += 1
        return read_traces(*arguments, **keys)  # type: ignore[arg-type]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    return Reads(monkeypatch)


def audited(path: Path, home: Path | None, **keys: object) -> Report:
    return audit_paths([str(path)], Plan(index=str(home) if home else None, **keys), version="0")  # type: ignore[arg-type]


def entries(home: Path) -> list[Path]:
    return sorted(home.rglob(f"*{ENDING}"))


def test_an_unchanged_fleet_is_not_read_again_and_gives_the_same_report(
    tmp_path: Path, home: Path, reads: Reads
) -> None:
    folder = fleet(tmp_path / "runs", 2, 3)
    first = audited(folder, home)
    assert (reads.count, audited(folder, home) == first == audited(folder, None), reads.count) == (5, True, 10)


def test_only_what_changed_is_read_again(tmp_path: Path, home: Path, reads: Reads) -> None:
    folder = fleet(tmp_path / "runs", 0, 4)
    audited(folder, home)
    write_run(folder / "run-002.jsonl", run("run-002", WRONG))
    again = audited(folder, home)
    assert reads.count == 5
    assert again == audited(folder, None)


@pytest.mark.parametrize(
    "keys",
    [{"rules": ("split-pair",)}, {"all_conditions": True}, {"budget": 99}, {"lanes": ("main",)}, {"format": "native"}],
)
def test_another_configuration_is_another_entry(
    tmp_path: Path, home: Path, reads: Reads, keys: dict[str, object]
) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a", WRONG))
    audited(path, home)
    assert audited(path, home, **keys) == audited(path, None, **keys)
    assert (reads.count, len(entries(home))) == (3, 2)


def test_other_code_is_another_entry(tmp_path: Path, home: Path, reads: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a"))
    audited(path, home)
    monkeypatch.setattr("ctxaudit.corpus.index.code_digest", lambda: "of tomorrow")
    audited(path, home)
    assert reads.count == 2


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{}", b"0\n{}", b"[" * 100_000])
def test_a_damaged_entry_is_ignored_and_written_anew(tmp_path: Path, home: Path, reads: Reads, content: bytes) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a", WRONG))
    first = audited(path, home)
    [entry] = entries(home)
    good = entry.read_bytes()
    entry.write_bytes(content)
    assert (audited(path, home) == first, reads.count, entry.read_bytes() == good) == (True, 2, True)


def test_one_changed_character_of_an_entry_is_noticed(tmp_path: Path, home: Path, reads: Reads) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a", WRONG))
    first = audited(path, home)
    [entry] = entries(home)
    entry.write_bytes(entry.read_bytes().replace(b'"error"', b'"note"', 1))
    assert (audited(path, home) == first, reads.count) == (True, 2)


def test_the_entry_of_another_file_is_foreign(tmp_path: Path, home: Path, reads: Reads) -> None:
    one, two = (write_run(tmp_path / f"{name}.jsonl", run(name, RIGHT)) for name in ("one", "two"))
    audited(one, home)
    audited(two, home)
    first, second = entries(home)
    first.write_bytes(second.read_bytes())
    assert [trace.id for path in (one, two) for trace in audited(path, home).traces] == ["one", "two"]
    assert reads.count == 3


def session(folder: Path) -> Path:
    name = "subagent-in-a-file"
    copytree(TRACES / "importers" / "claude-code" / name, folder / name)
    return Path(copy(TRACES / "importers" / "claude-code" / f"{name}.jsonl", folder))


def test_a_change_of_a_file_beside_the_log_counts(tmp_path: Path, home: Path, reads: Reads) -> None:
    path = session(tmp_path)
    audited(path, home)
    lane = next(tmp_path.rglob("agent-*.jsonl"))
    lane.write_bytes(lane.read_bytes() + b"\n")
    assert audited(path, home) == audited(path, None)
    assert reads.count == 3


@pytest.mark.parametrize("change", ["gone", "new"])
def test_a_file_that_appears_or_goes_beside_the_log_counts(
    tmp_path: Path, home: Path, reads: Reads, change: str
) -> None:
    path = session(tmp_path)
    audited(path, home)
    lane = next(tmp_path.rglob("agent-*.jsonl"))
    if change == "gone":
        lane.unlink()
    else:
        copy(lane, lane.with_name("agent-0ther.jsonl"))
    assert audited(path, home) == audited(path, None)
    assert reads.count == 3


def test_a_refusal_is_kept_as_well_and_named_as_the_user_named_it(tmp_path: Path, home: Path, reads: Reads) -> None:
    path = tmp_path / "notes.json"
    path.write_text('{"theme": "dark"}')
    for _ in range(2):
        assert (audited(tmp_path, home).passed_over, len(audited(path, home).unaudited)) == (1, 1)
    assert reads.count == 2


def test_what_broke_is_not_kept(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a"))
    with monkeypatch.context() as broken:
        broken.setattr("ctxaudit.corpus.one.audit_trace", lambda *_, **__: 1 / 0)
        assert audited(path, home).unaudited[0].broke
    assert (entries(home), audited(path, home).unaudited) == ([], ())


def test_a_log_that_grows_while_it_is_read_is_not_kept(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a"))

    def grows(*arguments: object, **keys: object) -> object:
        path.write_bytes(path.read_bytes() + b"\n")
        return audit_trace(*arguments, **keys)  # type: ignore[arg-type]

    monkeypatch.setattr("ctxaudit.corpus.one.audit_trace", grows)
    audited(path, home)
    assert entries(home) == []


def test_an_index_among_the_logs_is_not_taken_for_one(tmp_path: Path) -> None:
    folder = fleet(tmp_path, 0, 2)
    assert audited(folder, folder / "index") == audited(folder, folder / "index") == audited(folder, None)


def test_an_index_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a", WRONG))
    (tmp_path / "index").write_text("in the way")
    assert audited(path, tmp_path / "index") == audited(path, None)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_gives_the_same_bytes_with_an_index(tmp_path: Path, home: Path, jobs: str) -> None:
    folder = str(fleet(tmp_path / "runs", 1, 3))
    plain = ctxaudit("audit", folder, "-f", "json")
    kept = [ctxaudit("audit", folder, "-f", "json", "--index", str(home), "--jobs", jobs) for _ in range(2)]
    assert [done.stdout for done in kept] == [plain.stdout] * 2


def test_an_index_that_is_a_file_is_wrong_usage(tmp_path: Path) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a"))
    assert ctxaudit("audit", str(path), "--index", str(path)).returncode == 2


@pytest.mark.parametrize("path", readable()[::7], ids=shown)
def test_a_result_comes_back_equal(path: Path) -> None:
    made = audit_file(Wanted(str(path), named=True), Plan(pictures=True))
    assert codec.read(FileAudit, codec.written(made)) == made


def test_a_lone_surrogate_comes_back_equal() -> None:
    made = FileAudit(unaudited=(Unaudited(path="\ud800", why="a\0b"),))
    assert codec.read(FileAudit, codec.written(made)) == made


@dataclass(frozen=True)
class Odd:
    what: complex


def test_a_type_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(TypeError, match="complex"):
        codec.read(Odd, '{"what": 1}')


def test_a_database_is_witnessed_with_its_log_of_writes(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with connect(path) as made:
        made.execute("create table t (a)")
    made.close()
    witness = Witness()
    with open_source(str(path), witness).database() as opened:
        assert opened.execute("select count(*) from t").fetchone() == (0,)
    assert (list(witness.opened), witness.beside[str(path), "x.db-wal"], witness.holds()) == ([str(path)], None, True)
    (tmp_path / "x.db-wal").write_bytes(b"")
    assert not witness.holds()
