"""A damaged or incomplete folder is read as far as it goes; every file is accounted for, nothing is raised."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ctxaudit.errors import InputError
from ctxaudit.model import Trace
from tests.importers.damage import ODD, spliced, spoiled
from tests.importers.openhands.log import Folder, History, seen, stored, uuid
from tests.importers.shown import hold, texts, windows


def busy() -> Folder:
    folder = (
        Folder().user("s", "first").user("u1", "which?").action("a1", "c1").result("r1", "c1", "sieve 4", exit_code=0)
    )
    folder.model("a2", "Sieve 4.").condense("k", "a1", "r1", summary="it is 4", summary_offset=2)
    folder.user("u2", "and now?").model("a3", "Mend.").on("a2").user("u3", "rather not").model("a4", "As you wish.")
    return folder.counted(a1=900, a2=950, a3=400, a4=990)


def file_of(folder: Path, number: int) -> Path:
    (found,) = (folder / "events").glob(f"event-{number:05d}-*.json")
    return found


def test_a_damaged_event_is_a_hole_and_the_rest_stands(tmp_path: Path) -> None:
    busy().write(tmp_path)
    file_of(tmp_path, 4).write_text("{", encoding="utf-8")
    (trace,) = stored(tmp_path / "base_state.json")
    assert [(problem.line, problem.hole) for problem in trace.problems] == [(6, True)]
    assert texts(trace)[-1][-2:] == ["rather not", "As you wish."]
    hold([trace], 11)


def test_what_stands_behind_a_gap_is_not_read_but_counted(tmp_path: Path) -> None:
    busy().write(tmp_path)
    file_of(tmp_path, 4).unlink()
    (trace,) = stored(tmp_path / "base_state.json")
    assert trace.lines.not_context == {"event behind a gap": 5}
    assert [problem.detail for problem in trace.problems] == [
        "the file of event 4 is missing; what stands behind it is not read"
    ]
    hold([trace], 10)


def test_a_number_that_was_there_before_is_passed_over(tmp_path: Path) -> None:
    busy().write(tmp_path)
    (tmp_path / "events" / f"event-00002-{uuid('zz')}.json").write_text("{}", encoding="utf-8")
    (trace,) = stored(tmp_path / "base_state.json")
    assert sum(trace.lines.not_context.values()) == 1
    hold([trace], 12)


@pytest.mark.parametrize("name", [".eventlog.lock", "event-1-x.json", "notes.json"])
def test_other_files_are_no_events(tmp_path: Path, name: str) -> None:
    busy().write(tmp_path)
    (tmp_path / "events" / name).write_text("{}", encoding="utf-8")
    hold(stored(tmp_path / "base_state.json"), 11)


def test_a_state_without_events_is_an_empty_trace(tmp_path: Path) -> None:
    assert Folder().trace(tmp_path).events == []


def test_a_parent_that_is_lost_joins_the_event_to_the_one_before(tmp_path: Path) -> None:
    folder = Folder().user("u1", "go").on("lost").user("u2", "on")
    trace = folder.trace(tmp_path)
    assert windows(trace)[-1] == [seen("u1"), seen("u2")]
    assert [event.basis for event in trace.events] == ["recorded", "derived"]
    assert any("its parent is not in the log" in note for note in trace.notes)


def test_events_from_before_the_tree_stand_in_the_order_of_their_files(tmp_path: Path) -> None:
    folder = busy()
    folder.events = folder.events[:5]
    for event in folder.events:
        event.pop("parent_id", None)
    assert len(windows(folder.trace(tmp_path))[-1]) == 5


@pytest.mark.parametrize("seed", range(40))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    folder = busy()
    odd = (*ODD, "\ud800", 1 << 70)
    for event in folder.events:
        for part in (event, *(value for value in event.values() if isinstance(value, dict))):
            if dice.random() < 0.4:
                part[dice.choice([key for key in part if key != "id"] or ["kind"])] = dice.choice(odd)
    for key in ("agent", "workspace", "stats", "leaf_event_id"):
        if key != "agent" and dice.random() < 0.3:
            folder.state[key] = dice.choice(odd)
    hold([folder.trace(tmp_path)], 11)


@pytest.mark.parametrize("seed", range(40))
def test_any_value_in_a_history_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    log = (
        History()
        .user("go")
        .action("c1", command="make", thought="so")
        .result("x", extras={"metadata": {"exit_code": 0}})
    )
    log.model("Yes.").condense(1, 2, summary="made", summary_offset=1).user("on").action("c2").result("y")
    spoiled([part for event in log.events for part in (event, *event.values())], dice, more=["\ud800", 1 << 70])
    hold([log.trace(tmp_path)], 8)


@pytest.mark.parametrize("seed", range(30))
def test_a_file_that_is_cut_spliced_or_full_of_nuls_is_read_or_refused(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    path = busy().write(tmp_path)
    target = dice.choice([path, *sorted((tmp_path / "events").iterdir())])
    target.write_bytes(spliced(target.read_bytes(), dice))
    traces: list[Trace] = []
    try:
        traces = stored(path)
    except InputError:
        assert target == path
    hold(traces, 11 if traces else 0)


def test_countless_branches_end(tmp_path: Path) -> None:
    folder = Folder().user("u", "go").condense("k", summary="so far", summary_offset=0)
    for number in range(300):
        folder.on("u" if number % 2 else "k").user(f"{number:03d}", "again")
    assert len(windows(folder.trace(tmp_path))[-1]) == 2


def test_ids_that_are_no_strings_forget_nothing(tmp_path: Path) -> None:
    folder = Folder().user("u", "go").event("k", "Condensation", forgotten_event_ids=[1, None, {}], summary=None)
    assert json.dumps(windows(folder.trace(tmp_path))[-1]) == json.dumps([seen("u")])
