"""How far two spellings are apart: insertions, deletions, replacements and swaps of neighbours."""

import re

_DIGITS = re.compile("[0-9]+")


def spelling_distance(a: str, b: str, cutoff: int | None = None) -> int:
    """The number of edits from one to the other; one more than `cutoff` where it is exceeded."""
    from rapidfuzz.distance import OSA

    return OSA.distance(a, b, score_cutoff=cutoff)


def spellings_within(query: str, spellings: list[str], cutoff: int) -> list[tuple[int, int]]:
    """The places of the spellings that are at most `cutoff` edits from the query, each with its distance."""
    if not spellings:
        return []
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(query, spellings, scorer=OSA.distance, processor=None, score_cutoff=cutoff, limit=None)
    return [(place, edits) for _, edits, place in found]


def only_digits_differ(a: str, b: str) -> bool:
    """True when the two are equal once their digits are taken out."""
    return _DIGITS.sub("", a) == _DIGITS.sub("", b)
