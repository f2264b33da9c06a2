"""A claim is one sentence with its place, then its proof, then what follows; the room decides how much of it stands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ctxaudit.model import Evidence, Finding
from ctxaudit.reports.layout.claims import counts
from ctxaudit.reports.layout.findings import findings
from ctxaudit.reports.layout.rows import Row
from ctxaudit.reports.options import RenderOptions
from tests.reports.made import altered, finding, kept, trace

OPTIONS = RenderOptions(width=140)


def texts(rows: Sequence[Row]) -> list[str]:
    return [row.text().strip() for row in rows]


def shown(*found: Finding, room: int | None = None, options: RenderOptions = OPTIONS) -> list[str]:
    return texts(findings(trace(*found, retention=(kept(),)), found, options, room))


def test_proof_is_numbered_and_names_its_places() -> None:
    assert [row for row in shown(altered()) if row[:2] in ("1.", "2.")] == [
        '1. line 8, turn 1, r1: the source: "retry_delay = 4500"',
        '2. line 20, turn 2, m1: the rewrite that took it: "a delay of some seconds"',
    ]


def test_a_step_without_an_excerpt_has_no_quotation_marks() -> None:
    step = Evidence(line=9, turn=1, shows="it entered")
    assert "1. line 9, turn 1: it entered" in shown(altered(evidence=(step,)))


def test_steps_beyond_the_fourth_are_counted() -> None:
    steps = tuple(Evidence(line=n, turn=1, shows="it stood here") for n in range(1, 8))
    assert "and 3 more steps of evidence" in shown(altered(evidence=steps))


def test_verbose_shows_every_step() -> None:
    steps = tuple(Evidence(line=n, turn=1, shows="it stood here") for n in range(1, 8))
    rows = shown(altered(evidence=steps), options=RenderOptions(width=140, verbose=True))
    assert "7. line 7, turn 1: it stood here" in rows


def test_what_follows_stands_last() -> None:
    assert shown(altered())[-1] == "=> the tool refused the value at line 31"


def test_a_finding_that_nothing_follows_from_has_no_such_row() -> None:
    assert not any(row.startswith("=>") for row in shown(altered(follows="")))


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"acted": False}, "[altered-citation, line 30, turn 3]"),
        ({"acted": True}, "[altered-citation, acted on, line 30, turn 3]"),
        ({"acted": False, "confidence": "medium"}, "[altered-citation, line 30, turn 3, medium confidence]"),
    ],
)
def test_the_place_says_what_is_not_ordinary(keys: dict[str, object], place: str) -> None:
    assert any(row.endswith(place) for row in shown(altered(30, **keys)))  # type: ignore[arg-type]


def test_other_citations_of_the_span_are_folded_with_their_tokens() -> None:
    others = [finding(line=30, edit=20, spans=("a4",), tokens=(token,)) for token in ("a1", "b2", "c3", "d4", "e5")]
    assert shown(altered(), *others)[-1] == "and here: 5 faded-citation (a1, b2, c3 and 2 more)"


def test_a_rewrite_says_what_it_lost() -> None:
    assert shown(altered())[0] == (
        "Rewrite at line 20, turn 2: lost 29 of 44 verbatim tokens, 2 needed later: 4500, pool_size"
    )


def test_an_edit_without_retention_finds_its_turn_in_the_proof() -> None:
    step = Evidence(line=25, turn=2, shows="the eviction")
    assert shown(altered(edit=25, evidence=(step,)))[0] == "Edit at line 25, turn 2"


def test_an_edit_whose_turn_nothing_says_has_its_line() -> None:
    assert shown(altered(edit=27))[0] == "Edit at line 27"


def test_with_little_room_the_proof_is_left_out() -> None:
    rows = shown(altered(), room=3)
    assert [row.split(maxsplit=1)[0] for row in rows] == ["Rewrite", "error"]


def test_what_has_no_room_is_counted_by_severity_and_rule() -> None:
    others = [finding(line=40 + n, edit=20, spans=(f"a{n}",)) for n in range(5, 9)]
    assert shown(altered(), *others, room=3)[-1] == "and 4 warnings: 4 faded-citation"


def test_edits_that_have_no_room_are_counted_with_their_lines() -> None:
    others = [finding(line=50 + n, edit=30 + n) for n in range(3)]
    assert shown(altered(), *others, room=6)[-1] == "And 3 more edits: 3 warnings (line 30, line 31, line 32)"


@pytest.mark.parametrize("room", [8, 12, 20, 40])
def test_the_rows_keep_to_their_room(room: int) -> None:
    found = [altered(30 + n, edit=20 + n % 4, spans=(f"a{n}",)) for n in range(60)]
    assert len(shown(*found, room=room)) <= room


def test_more_room_never_shows_less() -> None:
    found = [altered(30 + n, edit=20 + n % 4, spans=(f"a{n}",)) for n in range(60)]
    shown_claims = [sum("[altered-citation" in row for row in shown(*found, room=room)) for room in range(8, 80, 8)]
    assert shown_claims == sorted(shown_claims)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([altered()], "1 error (acted on)"),
        ([altered(), altered()], "2 errors (all acted on)"),
        ([altered(), altered(acted=False), finding()], "2 errors (1 acted on), 1 warning"),
        ([], ""),
    ],
)
def test_counts_say_how_many_were_acted_on(found: list[Finding], words: str) -> None:
    assert "".join(text for _, text in counts(found)) == words
