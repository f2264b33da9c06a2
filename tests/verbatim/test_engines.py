"""The columns give what the scan gives, whatever the texts hold."""

import random
from unittest.mock import Mock, patch

import pytest

from ctxaudit.verbatim import Reading, Token, columns, extract, extract_one, token_from
from ctxaudit.verbatim.scan import scan
from tests.verbatim import generator

LONG = 30_000  # words: too long for the scan


def by_columns(readings: list[Reading]) -> list[tuple[Token, ...]]:
    """The column engine, whatever the size."""
    with patch.object(columns, "_SCANNED_CHARACTERS", -1):
        return extract(readings)


@pytest.mark.parametrize("seed", range(12))
def test_columns_and_scan_agree_on_texts_made_of_fragments(seed: int) -> None:
    rng = random.Random(seed)
    readings = [Reading(generator.text(rng, rng.randrange(1, 30)), rng.random() < 0.6) for _ in range(60)]
    assert by_columns(readings) == [scan(reading.text, prose=reading.prose) for reading in readings]


def test_columns_and_scan_agree_on_lines_that_repeat_in_many_texts() -> None:
    rng = random.Random(5)
    lines = [generator.text(rng, rng.randrange(4)) for _ in range(40)]
    readings = [Reading("\n".join(rng.choices(lines, k=rng.randrange(9))), rng.random() < 0.5) for _ in range(200)]
    assert by_columns(readings) == [scan(reading.text, prose=reading.prose) for reading in readings]


@pytest.mark.parametrize("longest", [1_000_000, 450])
def test_columns_and_scan_agree_on_texts_that_are_kept_as_bytes(monkeypatch: pytest.MonkeyPatch, longest: int) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.pieces.LONGEST_PART", longest)
    monkeypatch.setattr("ctxaudit.verbatim.lines.LONGEST_PART", longest)
    rng = random.Random(6)
    told = [generator.text(rng, rng.randrange(20, 40)).split("\n") for _ in range(60)]
    texts = ["\n".join(f"{number:>6}→{line}" for number, line in enumerate(lines, 1)) for lines in told]
    readings = [Reading(text, rng.random() < 0.5) for text in texts]
    assert sum(isinstance(reading.kept, bytes) for reading in readings) > 30
    assert by_columns(readings) == [scan(text, prose=one.prose) for text, one in zip(texts, readings, strict=True)]


def test_columns_and_scan_agree_on_noise() -> None:
    rng = random.Random(99)
    letters = 'aE1f:/\\.-_#"`()[]@ \n\0é0x%=,|>'
    readings = [Reading("".join(rng.choice(letters) for _ in range(60)), prose=True) for _ in range(600)]
    assert by_columns(readings) == [scan(reading.text, prose=True) for reading in readings]


def test_one_text_gives_what_it_gives_among_many() -> None:
    rng = random.Random(4)
    readings = [Reading(generator.text(rng), prose=True) for _ in range(20)]
    assert [extract_one(reading) for reading in readings] == extract(readings)


def test_a_long_text_gives_what_it_gives_among_many() -> None:
    reading = Reading(generator.text(random.Random(8), 300), prose=True)
    assert extract_one(reading) == scan(reading.text, prose=True)


def test_equal_texts_read_in_two_ways_are_told_apart() -> None:
    text = "type `tide --next` at HARB-2207"
    assert [len(found) for found in extract([Reading(text, True), Reading(text, False), Reading(text, True)])] == [
        2,
        1,
        2,
    ]


def test_no_texts_give_no_tokens() -> None:
    assert extract([]) == []


@pytest.mark.parametrize("prose", [True, False])
def test_batches_without_a_token_give_none_and_stop_nothing(monkeypatch: pytest.MonkeyPatch, *, prose: bool) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.pieces._BATCH_CHARACTERS", 100)
    silent = [Reading("tide " * 50, prose=prose)] * 3
    assert by_columns(silent) == [(), (), ()]
    told = by_columns([*silent, Reading("4be91d07", True), *silent, Reading("HARB-2207", True), *silent])
    assert [[token.text for token in found] for found in told if found] == [["4be91d07"], ["HARB-2207"]]


def test_an_empty_text_gives_no_tokens() -> None:
    assert extract([Reading("", True), Reading("4be91d07", True)])[0] == ()


@pytest.mark.parametrize("threads", [1, 3])
def test_texts_of_many_batches_keep_their_order(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.threads.threads", lambda: threads)
    monkeypatch.setattr("ctxaudit.verbatim.pieces._BATCH_CHARACTERS", 2_000)
    rng = random.Random(threads)
    readings = [Reading(generator.text(rng, rng.randrange(1, 9)), rng.random() < 0.5) for _ in range(300)]
    assert by_columns(readings) == [scan(reading.text, prose=reading.prose) for reading in readings]


@pytest.mark.parametrize("seed", range(3))
def test_a_text_of_many_batches_has_each_token_once(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    for module in ("lines", "pieces"):
        monkeypatch.setattr(f"ctxaudit.verbatim.{module}.LONGEST_PART", 400)
    monkeypatch.setattr("ctxaudit.verbatim.lines._BLANK_WITHIN", 40)
    monkeypatch.setattr("ctxaudit.verbatim.pieces._BATCH_CHARACTERS", 500)
    rng = random.Random(seed)
    lines = [generator.text(rng, 3) for _ in range(30)]
    readings = [Reading("\n".join(rng.choices(lines, k=rng.choice([1, 90]))), rng.random() < 0.5) for _ in range(12)]
    assert by_columns(readings) == [scan(reading.text, prose=reading.prose) for reading in readings]


@pytest.mark.parametrize("size", [10, LONG])
def test_lone_surrogates_end_tokens_and_stop_nothing(size: int) -> None:
    text = "\ud8004be91d07\udfff " + "tide " * size
    assert [token.text for token in extract_one(Reading(text, True))] == ["4be91d07"]


@pytest.mark.parametrize(
    "text",
    [
        "\0" * 50_000,
        "a" * 500_000,
        "a." * 250_000,
        "a/" * 250_000,
        "-" * 500_000,
        '"' * 500_000,
        "```" * 100_000,
        "`a b`" * 100_000,
        "1" * 500_000,
        "1.2.3" + ".4" * 200_000 + "_",
        "http://a/" + "(" * 200_000 + ")" * 200_000,
        "0:" * 200_000,
        "\\n" * 200_000,
        "\\n" + ".\\" * 200_000,
        "\\n" + "a:\\" * 200_000,
        "\\n" + "\\" * 400_000,
    ],
    ids=lambda text: text[:5],
)
def test_monotonous_texts_are_read_to_their_end(text: str) -> None:
    found = extract([Reading(text + "\n\n`HARB-2207`", prose=True)])[0]
    assert Token("code", "HARB-2207", "HARB-2207") in found


def test_a_text_of_very_many_distinct_tokens_gives_them_all() -> None:
    text = " ".join(f"HARB-{number}" for number in range(10_000, 30_000))
    assert len(extract([Reading(text, prose=True)])[0]) == 20_000


@pytest.mark.parametrize(
    ("spelled", "kind", "text"),
    [
        ("HARB-2207", "code", "HARB-2207"),
        ("'HARB-2207'", "code", "HARB-2207"),
        (" `harbour/crane.rs` ", "path", "harbour/crane.rs"),
        ("`MooringArm`", "api-name", "MooringArm"),
        ("`tide --next`", "quoted", "tide --next"),
        ("delay is 2500 ms", "number", "delay is 2500 ms"),
        ("harbour/crane.rs.", "path", "harbour/crane.rs"),
    ],
)
def test_a_spelled_claim_is_the_token_that_covers_it(spelled: str, kind: str, text: str) -> None:
    found = token_from(spelled)
    assert found is not None
    assert (found.kind, found.text) == (kind, text)


@pytest.mark.parametrize(
    "spelled", ["", "  ", '""', "the ring of quays", "see HARB-2207 for it", "MooringArm", "UTF-16"]
)
def test_a_spelled_claim_that_no_token_covers_is_a_literal(spelled: str) -> None:
    assert token_from(spelled) is None


@pytest.mark.parametrize("part", ["ab_", "a.b", "A1", "aB", "a/", "0"])
def test_a_long_run_is_never_given_to_the_engine_that_reads_it_again_from_each_letter(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    long, short = (
        Reading(f"see {part * 500} in src/cache.py:12", prose=True),
        Reading("see src/cache.py:12", prose=True),
    )
    expected = scan(long.text, prose=True)
    monkeypatch.setattr(columns, "scan", refused := Mock(side_effect=AssertionError))
    assert extract_one(long) == expected
    with pytest.raises(AssertionError):
        extract_one(short)
    refused.assert_called_once()
