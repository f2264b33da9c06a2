"""A log that is one document is read whole, or up to its first damage, and nothing behind that is guessed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ctxaudit.importers._document import Document, document, whole

RECORDS: list[Any] = [{"n": 1, "text": "first"}, {"n": 2, "text": 'a "quoted" word'}, {"n": 3, "text": "last"}]
TEXT = json.dumps({"id": "run", "messages": RECORDS, "end": True})


def numbers(found: Document) -> list[int]:
    return [record["n"] for record in found.records]


def test_a_whole_document_has_its_records_and_its_other_keys() -> None:
    found = document(TEXT, "messages")
    assert (numbers(found), found.fields["id"], found.problem) == ([1, 2, 3], "run", None)


def test_an_array_is_its_own_list_of_records() -> None:
    assert numbers(document(json.dumps(RECORDS), "messages")) == [1, 2, 3]


@pytest.mark.parametrize("value", [{}, {"messages": 7}, {"messages": None}, []])
def test_a_document_without_records_is_whole_and_empty(value: Any) -> None:
    found = document(json.dumps(value), "messages")
    assert (found.records, found.problem) == ([], None)


@pytest.mark.parametrize("text", ["7", '"words"', "true"])
def test_a_document_of_another_shape_is_a_hole(text: str) -> None:
    problem = document(text, "messages").problem
    assert problem is not None
    assert problem.hole


def test_a_torn_document_gives_the_records_before_the_tear() -> None:
    found = document(TEXT[: TEXT.index("last")], "messages")
    assert (numbers(found), found.fields) == ([1, 2], {"id": "run"})


def test_the_problem_names_the_first_record_that_is_lost() -> None:
    problem = document(TEXT[: TEXT.index("last")], "messages").problem
    assert problem is not None
    assert (problem.problem, problem.line, problem.hole) == ("torn-tail", 3, True)
    assert "from record 3" in problem.detail


def test_a_run_of_nuls_is_called_one() -> None:
    problem = document(TEXT.replace("quoted", "quo\0\0ted"), "messages").problem
    assert problem is not None
    assert (problem.problem, problem.line) == ("nul-run", 2)


def test_records_behind_the_damage_are_not_given() -> None:
    assert numbers(document(TEXT.replace('"n": 2', '"n" 2'), "messages")) == [1]


def test_a_torn_array_gives_what_stands_before() -> None:
    text = json.dumps(RECORDS)
    assert numbers(document(text[: text.index("last")], None)) == [1, 2]


def test_a_lone_surrogate_is_replaced_and_no_damage() -> None:
    found = document('{"messages": [{"n": 1, "text": "\\ud800 end"}]}', "messages")
    assert (found.records[0]["text"], found.problem) == ("\ufffd end", None)


def test_a_pair_of_surrogates_is_a_letter() -> None:
    assert whole('["\\ud83d\\ude00"]') == ["\U0001f600"]


def test_a_byte_order_mark_before_a_torn_document_is_dropped() -> None:
    assert numbers(document("\ufeff" + TEXT[:-9], "messages")) == [1, 2, 3]


def test_a_document_that_is_nested_too_deep_is_a_hole() -> None:
    found = document('{"messages": [{"n": 1}, ' + "[" * 200_000, "messages")
    assert numbers(found) == [1]
    assert found.problem is not None


def test_a_number_of_a_million_digits_is_read() -> None:
    assert document('{"messages": [{"n": 1, "x": ' + "9" * 1_000_000 + "}, ", "messages").records[0]["n"] == 1


def test_an_endless_repetition_of_commas_ends() -> None:
    assert document("[" + "," * 100_000, None).records == []


@pytest.mark.parametrize("seed", range(80))
def test_whatever_is_read_of_a_cut_document_stood_in_it(seed: int) -> None:
    cut = random.Random(seed).randrange(len(TEXT))
    found = document(TEXT[:cut], "messages")
    assert found.records == RECORDS[: len(found.records)]
    assert found.problem is not None
