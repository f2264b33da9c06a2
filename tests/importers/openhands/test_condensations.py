"""A condensation of the SDK takes the listed events out and puts its summary at the recorded place."""

from __future__ import annotations

from pathlib import Path

from ctxaudit.model import Checkpoint, Rewrite, Truncate
from tests.importers.openhands.log import Folder, seen, stored, uuid
from tests.importers.shown import cut_of, edits, hold, spans, texts


def talk() -> Folder:
    folder = Folder().user("s", "first").user("u1", "which sieve?").action("a1", "c1").result("r1", "c1", "sieve 4")
    return folder.model("a2", "Sieve 4.").user("u2", "and the mesh?")


def condensed(**keys: object) -> Folder:
    told = {"summary": "USER_CONTEXT: sieve 4", "summary_offset": 2} | keys
    return talk().condense("k", "a1", "r1", "a2", **told).model("a3", "80.")


def test_the_summary_stands_where_the_log_says(tmp_path: Path) -> None:
    assert texts(condensed().trace(tmp_path))[-1] == [
        "first",
        "which sieve?",
        "USER_CONTEXT: sieve 4",
        "and the mesh?",
        "80.",
    ]


def test_a_summary_where_the_first_source_stood_needs_no_checkpoint(tmp_path: Path) -> None:
    assert [type(edit) for edit in edits(condensed().trace(tmp_path))] == [Rewrite]


def test_a_summary_elsewhere_is_a_checkpoint_with_the_new_order(tmp_path: Path) -> None:
    trace = condensed(summary_offset=1).trace(tmp_path)
    assert [type(edit) for edit in edits(trace)] == [Rewrite, Checkpoint]
    assert texts(trace)[-1][1] == "USER_CONTEXT: sieve 4"


def test_a_place_beyond_the_end_is_the_end(tmp_path: Path) -> None:
    assert texts(condensed(summary_offset=99).trace(tmp_path))[-1][-2:] == ["USER_CONTEXT: sieve 4", "80."]


def test_the_sources_are_the_spans_of_the_listed_events(tmp_path: Path) -> None:
    assert cut_of(condensed().trace(tmp_path)).sources == (seen("a1"), seen("r1"), seen("a2"))


def test_nothing_tells_the_model_that_it_reads_a_summary(tmp_path: Path) -> None:
    cut = cut_of(condensed().trace(tmp_path))
    found = cut.surrogate
    assert (found.role, found.by, found.kind, found.lossy, found.provenance) == ("user", "model", "summary", False, ())
    assert (cut.by, cut.basis) == ("host", "derived")


def test_no_summary_is_a_truncation(tmp_path: Path) -> None:
    (edit,) = edits(condensed(summary=None).trace(tmp_path))
    assert isinstance(edit, Truncate)
    assert (edit.spans, edit.basis) == ((seen("a1"), seen("r1"), seen("a2")), "recorded")


def test_a_summary_without_a_place_was_never_shown(tmp_path: Path) -> None:
    trace = condensed(summary_offset=None).trace(tmp_path)
    assert isinstance(edits(trace)[0], Truncate)
    assert any("was never shown" in note for note in trace.notes)


def test_an_empty_summary_is_an_empty_surrogate(tmp_path: Path) -> None:
    assert cut_of(condensed(summary="").trace(tmp_path)).surrogate.text == ""


def test_an_earlier_summary_can_be_forgotten(tmp_path: Path) -> None:
    folder = condensed().condense("k2", f"{uuid('k')}-summary", "u2", summary="so far", summary_offset=2)
    assert texts(folder.model("a4", "On.").trace(tmp_path))[-1] == ["first", "which sieve?", "so far", "80.", "On."]


def test_an_earlier_summary_that_is_not_listed_stays(tmp_path: Path) -> None:
    folder = condensed().condense("k2", "u2", summary="so far", summary_offset=3)
    assert texts(folder.trace(tmp_path))[-1][2:4] == ["USER_CONTEXT: sieve 4", "so far"]


def test_ids_that_are_not_in_the_window_are_passed_over(tmp_path: Path) -> None:
    folder = talk().condense("k", "nowhere", "a2", summary="so far", summary_offset=4)
    assert cut_of(folder.trace(tmp_path)).sources == (seen("a2"),)


def test_everything_can_be_forgotten(tmp_path: Path) -> None:
    folder = talk().condense("k", "s", "u1", "a1", "r1", "a2", "u2", summary="all of it", summary_offset=0)
    assert texts(folder.trace(tmp_path))[-1] == ["all of it"]


def test_nothing_forgotten_makes_the_summary_a_plain_span(tmp_path: Path) -> None:
    trace = talk().condense("k", summary="for the record", summary_offset=1).trace(tmp_path)
    assert not [edit for edit in edits(trace) if isinstance(edit, Rewrite)]
    assert spans(trace)[f"{seen('k')}-summary"].text == "for the record"


def test_the_edit_belongs_to_the_turn_of_the_next_call(tmp_path: Path) -> None:
    assert cut_of(condensed().trace(tmp_path)).turn == 3


def test_every_record_is_counted(tmp_path: Path) -> None:
    hold(stored(condensed().write(tmp_path)), 9)
