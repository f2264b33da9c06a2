"""What is told of a hit at a glance is what a longer look tells."""

from __future__ import annotations

import random
import re

import pytest

from ctxaudit.verbatim import keep
from ctxaudit.verbatim.canonical import canonical
from ctxaudit.verbatim.patterns import CHUNK, CHUNKED, NUMBER, for_python
from tests.verbatim import generator

NEVER = re.compile(r"(?!)")


def hits(kind: str, seed: int) -> list[str]:
    """What the patterns of a class hit in texts like those of sessions, and some that look much like it."""
    rng = random.Random(seed)
    names = ["a", "abc", "winch", "hawser", "set", "Crane", "_", "__", "2", "x1", "ID"]
    glue = ["_", ".", "::", "->", "()", "/", "//", "./", ":", "-", "#L", "~", "@", "%20", "\\"]
    texts = [generator.text(rng, 300)]
    texts += ["".join(rng.choice([*names, *glue]) for _ in range(rng.randrange(2, 8))) for _ in range(4000)]
    texts += [text + rng.choice([".py:4", ".rs:41:7", ".md", "()", ".cs(4"]) for text in texts[1:]]
    patterns = [for_python(row.pattern) for row in CHUNKED if row.kind == kind]
    chunks = [chunk for text in texts for chunk in for_python(CHUNK.pattern).findall(text)]
    return sorted({hit for chunk in chunks for pattern in patterns for hit in pattern.findall(chunk)})


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["path", "file-line", "api-name"])
def test_a_plain_hit_is_the_token_that_the_longer_look_makes_of_it(
    monkeypatch: pytest.MonkeyPatch, kind: str, seed: int
) -> None:
    made = hits(kind, seed)
    quick = {hit: keep.judged(kind, hit) for hit in made}
    plain = [hit for hit in made if keep._PLAIN[kind].fullmatch(hit)]
    assert 20 < len(plain) < len(made)
    monkeypatch.setattr(keep, "_PLAIN", {})
    monkeypatch.setattr(keep, "_SIX_LETTERS", NEVER)
    assert quick == {hit: keep.judged(kind, hit) for hit in made}


@pytest.mark.parametrize("seed", range(3))
def test_a_numeral_alone_is_no_token(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["".join(rng.choices('0123459.,_:-/% ="(', k=rng.randrange(1, 12))) for _ in range(4000)]
    found = {hit for text in texts for hit in for_python(NUMBER.pattern).findall(text)}
    silent = [hit for hit in found if not re.search(NUMBER.telling, hit)]
    assert len(silent) > 100
    assert [hit for hit in silent if keep.judged("number", hit) is not None] == []


@pytest.mark.parametrize("seed", range(3))
def test_a_path_that_tells_nothing_is_no_token(seed: int) -> None:
    rng = random.Random(seed)
    [row] = [row for row in CHUNKED if row.kind == "path"]
    marks = ["/", "/", "/", "/", ".", "..", "-", "_", "2", "@", "~", ":", "\\", "%", ".py"]
    pieces = [*marks, "a", "Quay", "crane", "src", "lib", "hull", "tide", "x"]
    texts = ["".join(rng.choices(pieces, k=rng.randrange(2, 8))) for _ in range(20_000)]
    found = {hit for text in texts for hit in for_python(row.pattern).findall(text)}
    silent = [hit for hit in found if not re.search(row.telling, hit)]
    assert len(silent) > 100
    assert [hit for hit in silent if keep.judged("path", hit) is not None] == []


@pytest.mark.parametrize("seed", range(3))
def test_file_and_line_are_read_off_alike_by_a_cut_and_by_a_pattern(seed: int) -> None:
    rng = random.Random(seed)
    whole = re.compile(r"(.+?)(?::([0-9]+)(?:[:-][0-9]+)?|#L([0-9]+)(?:-L?[0-9]+)?|\(([0-9]+))")
    for _ in range(3000):
        text = "".join(
            rng.choice(["a", "/", "./", "b.py", ":", "4", "41", "#L", "(", "-", "%2e", "\\"]) for _ in range(7)
        )
        match = whole.fullmatch(text)
        path = canonical("path", match[1]) if match is not None else ""
        expected = text if match is None else f"{path}:{match[2] or match[3] or match[4]}"
        assert canonical("file-line", text) == expected


def test_a_token_whose_canonical_spelling_is_its_own_has_one_string() -> None:
    token = keep.judged("hex-id", "4be91d07")
    assert token is not None
    assert token.canonical is token.text


def test_a_hit_of_monstrous_length_is_no_token() -> None:
    assert keep.judged("api-name", "winch_" + "a" * 5000) is None
