"""What is said of a cue's pattern is true of the strings that it hits."""

from __future__ import annotations

import random
import re

import polars as pl
import pytest

from ctxaudit.falsifiers import search
from ctxaudit.falsifiers.cues import CUES, LIKELY
from ctxaudit.falsifiers.patterns import Cue, ascii_form, for_python, rust, rust_ascii
from ctxaudit.falsifiers.refusals import REFUSALS
from ctxaudit.falsifiers.sentences import bare
from tests.falsifiers.sampling import samples
from tests.falsifiers.test_search import FIRING, QUIET, REFUSED

PATTERNS = [*(cue.pattern for cue in CUES), *(one.pattern for one in REFUSALS)]


def by_name(cue: Cue) -> str:
    return cue.name


def written(sentence: str, rng: random.Random) -> str:
    """The sentence as somebody may write it: what `bare` takes out is put in."""
    words = [rng.choice([word, word, f"**{word}**", f"__{word}__", f"~~{word}~~"]) for word in sentence.split(" ")]
    text = "".join(word + rng.choice([" ", " ", "  ", "\n", " \t", "\u00a0"]) for word in words)
    cut = rng.randrange(1, len(text))
    text = text[:cut] + rng.choice(["", "", "**", "__"]) + text[cut:]
    return text.replace("'", rng.choice("'’‘"))


@pytest.mark.parametrize("cue", CUES, ids=by_name)
def test_one_of_its_words_stands_in_whatever_a_cue_hits(cue: Cue) -> None:
    made = list(samples(cue.pattern, random.Random(3), 150))
    assert len(made) == 150
    assert [one for one in made if not any(word in one.lower() for word in cue.words.split("|"))] == []


@pytest.mark.parametrize("cue", CUES, ids=by_name)
def test_a_text_with_a_sentence_that_a_cue_hits_is_likely(cue: Cue) -> None:
    rng = random.Random(4)
    texts = [written(one, rng) for one in samples(cue.pattern, rng, 150)]
    texts += [written(one, rng) for one in FIRING[cue.name]]
    hit = [text for text in texts if for_python(cue.pattern).search(bare(" ".join(text.split())))]
    assert len(hit) > 20
    likely = pl.Series(hit).str.contains(rust(LIKELY))
    assert [text for text, found in zip(hit, likely, strict=True) if not found] == []


def test_most_prose_is_not_likely_to_hold_a_cue() -> None:
    prose = pl.Series(["Changed the first page as you said.", "It is left-handed and runs well.", "Nothing was lost?"])
    assert prose.str.contains(rust(LIKELY)).to_list() == [False, False, True]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern[:20])
def test_a_pattern_for_ascii_hits_what_the_full_one_hits(pattern: str) -> None:
    rng = random.Random(6)
    strings = list(samples(pattern, rng, 80))
    strings += [one for several in FIRING.values() for one in several] + list(REFUSED.values()) + QUIET
    strings += ["".join(rng.choice([sign, sign, rng.choice("é—–’…ю 1.?x")]) for sign in one) for one in strings]
    strings += ["\x01\x02\x03", "a — b – c"]
    column = pl.Series(strings)
    full = column.str.contains(rust(pattern)).to_list()
    assert pl.Series([ascii_form(one) for one in strings]).str.contains(rust_ascii(pattern)).to_list() == full
    assert any(full)


def test_an_ascii_form_keeps_two_dashes_apart_and_nothing_else() -> None:
    assert ascii_form("a—b–c") == "a\x01b\x02c"
    assert ascii_form("é…\x01\x02") == "\x03" * 4
    assert ascii_form("ſ\u212a") == "sk"
    assert ascii_form("plain\n") == "plain\n"


@pytest.mark.parametrize("seed", range(3))
def test_many_texts_give_what_each_gives_alone(seed: int) -> None:
    rng = random.Random(seed)
    known = [*(one for several in FIRING.values() for one in several), *REFUSED.values(), *QUIET]
    texts = ["\n\n".join(written(one, rng) for one in rng.choices(known, k=rng.randrange(1, 6))) for _ in range(200)]
    found = search.find(texts)
    assert found == [search.find([text])[0] for text in texts]
    assert sum(map(len, found)) > 50


def test_patterns_whose_words_stand_nowhere_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    never = Cue("never", "(", "winch")  # no pattern: asking it would fail
    monkeypatch.setattr(search, "CUES", (never, *CUES))
    assert [one.cue for one in search.find(["We did not use the mirror because it is old."])[0]] == ["not-done-because"]
    with pytest.raises(re.error):
        search.find(["We did not use the winch because it is old."])
