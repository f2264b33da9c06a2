"""The database and the export of a session give the same trace; damage costs no more than what it hit."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.errors import InputError
from ctxaudit.importers import read_traces
from ctxaudit.importers.opencode import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Event, Trace
from tests.importers.damage import spoiled
from tests.importers.opencode.log import TABLES, Log, database, fill, tool
from tests.importers.shown import cut_of, hold, spans, windows


def busy(name: str = "ses_1", **keys: Any) -> Log:
    log = Log(name, **keys).user("m1", "which sieve?").model("m2", tool("c1", "sieve 4", compacted=5500), tokens=900)
    log.user("m3", "and now?").model("m4", "Mend it.", tokens=950).asked("m5", "m3").summary("m6", "m5", "## Goal")
    return log.model("m7", "Mending.", tokens=400)


def stored(path: Path) -> list[Trace]:
    return read(open_source(str(path)))


def bare(events: Any) -> list[Event]:
    return [replace(event, origin=None) for event in events]


def test_database_and_export_give_the_same_events(tmp_path: Path) -> None:
    (trace,) = stored(database(tmp_path / "opencode.db", busy()))
    assert bare(trace.events) == bare(busy().trace(tmp_path).events)


def test_database_and_export_give_the_same_header_but_for_nothing(tmp_path: Path) -> None:
    (trace,) = stored(database(tmp_path / "opencode.db", busy()))
    assert trace.header == busy().trace(tmp_path).header


def test_every_record_of_a_database_is_counted(tmp_path: Path) -> None:
    logs = [busy("ses_1"), renamed(busy("ses_2"), "x")]
    hold(stored(database(tmp_path / "opencode.db", *logs)), sum(log.records for log in logs))


def renamed(log: Log, prefix: str) -> Log:
    """The same session with other ids."""
    text = json.dumps(log.messages)
    for number in range(1, 8):
        text = text.replace(f'"m{number}', f'"{prefix}{number}')
    log.messages = json.loads(text)
    return log


def test_sessions_are_traces_in_order_of_their_beginnings(tmp_path: Path) -> None:
    late = renamed(busy("ses_a", time={"created": 9000}), "x")
    traces = stored(database(tmp_path / "opencode.db", late, busy("ses_b")))
    assert [trace.header.id for trace in traces] == ["ses_b", "ses_a"]


def test_a_session_with_a_parent_is_a_lane(tmp_path: Path) -> None:
    child = renamed(busy("ses_2", parent="ses_1", time={"created": 3000}), "x")
    main, lane = stored(database(tmp_path / "opencode.db", busy(), child))
    assert (main.header.lane, lane.header.lane, lane.header.parent) == (None, "ses_2", "ses_1")


def test_a_subagent_is_spoken_to_by_the_host(tmp_path: Path) -> None:
    (trace,) = Log("ses_2", parent="ses_1").user("m1", "count the sieves").traces(tmp_path)
    assert spans(trace)["m1.p0"].by == "host"


def test_sessions_without_a_message_are_left_out_and_counted(tmp_path: Path) -> None:
    traces = stored(database(tmp_path / "opencode.db", busy(), Log("ses_2", time={"created": 9000})))
    assert [trace.header.id for trace in traces] == ["ses_1"]
    assert traces[0].lines.not_context["session without messages"] == 1


def test_a_lone_session_without_a_message_is_an_empty_trace(tmp_path: Path) -> None:
    (trace,) = stored(database(tmp_path / "opencode.db", Log()))
    assert trace.events == []


def test_messages_come_by_their_time_and_parts_by_their_id(tmp_path: Path) -> None:
    log = busy()
    log.messages.reverse()
    for message in log.messages:
        message["parts"].reverse()
    (trace,) = stored(database(tmp_path / "opencode.db", log))
    assert windows(trace) == windows(busy().trace(tmp_path))


def test_rows_that_are_still_in_the_write_ahead_log_are_read(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "opencode.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    fill(connection, busy())
    connection.commit()
    (trace,) = read_traces(str(tmp_path / "opencode.db"))
    connection.close()
    assert len(windows(trace)) == 4


def test_an_older_table_without_some_columns_is_read(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE session (id TEXT PRIMARY KEY)")
        for table in TABLES[1:]:
            connection.execute(table)
        connection.execute("INSERT INTO session VALUES ('ses_1')")
        data = json.dumps({"role": "user"})
        connection.execute("INSERT INTO message VALUES ('m1', 'ses_1', 1, ?)", (data,))
        connection.execute("INSERT INTO part VALUES ('p1', 'm1', 'ses_1', ?)", ('{"type":"text","text":"go"}',))
    connection.close()
    (trace,) = stored(path)
    assert windows(trace) == [["p1"]]


def changed(path: Path, statement: str) -> Path:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()
    return path


def test_a_row_that_is_no_json_is_a_hole_and_the_rest_stands(tmp_path: Path) -> None:
    path = changed(database(tmp_path / "opencode.db", busy()), "UPDATE part SET data = '{' WHERE id = 'm4.p1'")
    (trace,) = stored(path)
    assert [(problem.hole, problem.detail) for problem in trace.problems] == [
        (True, "the row m4.p1 holds no JSON object")
    ]
    hold([trace], busy().records)


def test_a_summary_of_which_a_part_is_unreadable_is_not_complete(tmp_path: Path) -> None:
    path = changed(database(tmp_path / "opencode.db", busy()), "UPDATE part SET data = '{' WHERE id = 'm6.p1'")
    found = cut_of(stored(path)[0]).surrogate
    assert (found.complete, found.tags) == (False, ("opaque",))


def test_messages_of_a_lost_session_are_a_session(tmp_path: Path) -> None:
    path = changed(database(tmp_path / "opencode.db", busy()), "DELETE FROM session")
    (trace,) = stored(path)
    assert (trace.header.id, len(windows(trace))) == ("ses_1", 4)


def test_parts_of_a_lost_message_are_counted(tmp_path: Path) -> None:
    path = changed(database(tmp_path / "opencode.db", busy()), "DELETE FROM message WHERE id = 'm2'")
    (trace,) = stored(path)
    assert trace.lines.not_context["part without its message"] == 3


def test_a_database_without_a_session_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no session"):
        stored(database(tmp_path / "opencode.db"))


def test_an_export_that_is_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    path.write_text(json.dumps(busy().document())[:-9], encoding="utf-8")
    (trace,) = stored(path)
    whole = sum(1 + len(message["parts"]) for message in busy().messages[:-1])
    assert [(problem.line, problem.hole) for problem in trace.problems] == [(whole + 2, True)]
    assert len(windows(trace)) == 3


def test_half_of_an_emoji_hinders_nothing(tmp_path: Path) -> None:
    log = Log().user("m1", "go \ud83d").model("m2", "Yes.")
    (trace,) = stored(database(tmp_path / "opencode.db", log))
    assert spans(trace)["m1.p0"].text == spans(log.trace(tmp_path))["m1.p0"].text == "go \ufffd"


@pytest.mark.parametrize("document", ["[]", "3", '"x"'])
def test_another_document_is_refused(tmp_path: Path, document: str) -> None:
    path = tmp_path / "export.json"
    path.write_text(document, encoding="utf-8")
    with pytest.raises(InputError):
        stored(path)


@pytest.mark.parametrize("messages", [None, {}, [None, 3, {}, {"info": 5, "parts": 6}, {"info": {}, "parts": [{}, 4]}]])
def test_an_export_of_odd_shape_is_read_as_far_as_it_goes(tmp_path: Path, messages: Any) -> None:
    path = tmp_path / "export.json"
    path.write_text(json.dumps({"info": {"id": "ses_1"}, "messages": messages}), encoding="utf-8")
    hold(stored(path), 1 + (6 if isinstance(messages, list) else 0))


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_database_is_read_or_refused(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    path = database(tmp_path / "opencode.db", busy(), renamed(busy("ses_2"), "x"))
    content = bytearray(path.read_bytes())
    start, length = dice.randint(100, len(content) - 1), dice.choice([1, 40, 4096])
    if seed % 3 == 0:
        del content[start:]
    else:
        content[start : start + length] = bytes(length) if seed % 3 == 1 else content[200 : 200 + length]
    path.write_bytes(content)
    try:
        traces = stored(path)
    except InputError:
        return
    hold(traces, sum(trace.lines.read for trace in traces))


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    log = busy()
    parts = [
        part
        for message in log.messages
        for part in (message["info"], *message["parts"], *(part.get("state") for part in message["parts"]))
    ]
    spoiled(parts, Random(seed), more=[{"created": "x"}, {"type": 5}, "\ud800", 1 << 70])
    hold(log.traces(tmp_path), log.records)


def test_rows_without_an_id_are_told_once_with_their_number(tmp_path: Path) -> None:
    path = database(tmp_path / "opencode.db", busy())
    with sqlite3.connect(path) as connection:
        connection.executemany("INSERT INTO part (id) VALUES (?)", [(None,)] * 40)
    connection.close()
    (trace,) = stored(path)
    assert [problem.detail for problem in trace.problems] == ["the database is damaged: 40 rows of part with no id"]
