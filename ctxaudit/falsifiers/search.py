"""The search for falsifiers over many texts at once: a cheap trigger, then the cues, then what speaks against a hit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ctxaudit.falsifiers.blocks import blocks
from ctxaudit.falsifiers.column import Column
from ctxaudit.falsifiers.cues import CUES, LIKELY, TRIGGER
from ctxaudit.falsifiers.language import is_english
from ctxaudit.falsifiers.refusals import REFUSALS
from ctxaudit.falsifiers.sentences import bare, is_fit, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Falsifier:
    """A sentence that states why something did not happen or must not be done again, and the cue that gave it away."""

    sentence: str
    cue: str


def find(texts: Sequence[str]) -> list[tuple[Falsifier, ...]]:
    """For each text its falsifiers in order, each sentence once; nothing for a text that is not English."""
    sentences = _candidates(texts)
    cues = _cues_of(dict.fromkeys(sentence for found in sentences.values() for sentence in found))
    falsifiers = {
        text: tuple(Falsifier(sentence, cues[sentence]) for sentence in found if sentence in cues)
        for text, found in sentences.items()
    }
    return [falsifiers.get(text, ()) for text in texts]


def _candidates(texts: Iterable[str]) -> dict[str, list[str]]:
    """The sentences that could hold a cue, by text; only texts and blocks with a trigger are taken apart."""
    likely = _hit(_triggered(dict.fromkeys(texts)), LIKELY)
    blocks_of = {text: blocks(text) for text in likely if is_english(text)}
    promising = _triggered(dict.fromkeys(block for found in blocks_of.values() for block in found))
    split_of = {block: [sentence for sentence in split(block) if is_fit(sentence)] for block in promising}
    return {
        text: list(dict.fromkeys(sentence for block in found for sentence in split_of.get(block, ())))
        for text, found in blocks_of.items()
    }


def _triggered(strings: Iterable[str]) -> list[str]:
    return _hit(list(strings), TRIGGER)


def _hit(strings: list[str], pattern: str) -> list[str]:
    return [string for string, hit in zip(strings, Column(strings).hits(pattern), strict=True) if hit]


def _cues_of(sentences: Iterable[str]) -> dict[str, str]:
    """The cue of each sentence that is a falsifier."""
    bare_of = {sentence: bare(sentence) for sentence in _triggered(sentences)}
    cues = _unrefused(_first_cues(list(dict.fromkeys(filter(None, bare_of.values())))))
    return {sentence: cues[form] for sentence, form in bare_of.items() if form in cues}


def _first_cues(forms: list[str]) -> dict[str, str]:
    """The first cue of each sentence that has one. A pattern whose words stand nowhere is not even compiled."""
    found: dict[str, str] = {}
    column = Column(forms, bare=True)
    letters = "\n".join(forms).lower()
    for cue in CUES:
        if not any(word in letters for word in cue.words.split("|")):
            continue
        for form, hit in zip(forms, column.hits(cue.pattern), strict=True):
            if hit:
                found.setdefault(form, cue.name)
    return {form: found[form] for form in forms if form in found}


def _unrefused(cues: dict[str, str]) -> dict[str, str]:
    column = Column(list(cues), bare=True)
    refused = [False] * len(cues)
    for refusal in REFUSALS:
        hits = column.hits(refusal.pattern)
        spared = column.hits(refusal.unless) if refusal.unless else [False] * len(cues)
        refused = [was or (hit and not spare) for was, hit, spare in zip(refused, hits, spared, strict=True)]
    return {form: cue for (form, cue), no in zip(cues.items(), refused, strict=True) if not no}
