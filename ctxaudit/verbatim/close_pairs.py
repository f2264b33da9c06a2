"""Pairs of an asked and a held spelling that may be a few edits apart, looked up in columns.

A held spelling is cut into pieces. An edit (insertion, deletion, replacement, swap of neighbours) touches two of them
at most, an insertion or deletion one; so of enough pieces one stands unchanged in whatever is that close, shifted by
the insertions and deletions before it. Pairs that share such a piece are sifted by their letters: of two letters at
most does an edit change whether the spelling has an odd number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING, NamedTuple

from ctxaudit.verbatim.numbered import column

if TYPE_CHECKING:
    import polars as pl

Reach = Callable[[int, int], int]  # of two lengths how many edits are few; 0: the two are never close

_MOST_EDITS = 4  # for more of them the pieces are so many that each spelling is as well compared with each
_AT_ONCE = 300_000  # pairs
_MOST_PAIRS = 100_000_000  # some seconds; beyond, of the commonest pieces only the first that have them are looked at
_MOST_EACH = 2_000  # pairs of one asked spelling: what so many are like is no mistake for one of them
_LETTERS = ascii_lowercase + digits + "_-./: "


def close_pairs(asked: Sequence[str], held: Sequence[str], reach: Reach) -> Iterator[tuple[int, list[int]]]:
    """The places of asked spellings, each with those of all held ones that may be within its reach, ascending."""
    import polars as pl

    cuts = _cuts(asked, held, reach)
    pieces = _pieces(held, cuts.held).sort("piece", maintain_order=True)
    runs = pieces.with_row_index("first").group_by("piece").agg(pl.col("first").min(), count=pl.len().cast(pl.UInt64))
    shared = _pieces(asked, cuts.asked, "changed").join(runs, on="piece").sort("place")
    shared = shared.with_columns(_bounded(shared["count"]))
    shared = shared.with_columns(batch=pl.col("count").cum_sum() // _AT_ONCE)
    shared = shared.with_columns(pl.col("batch").max().over("place"))
    letters = _odd_letters(asked), _odd_letters(held)
    for some in shared.partition_by("batch", maintain_order=True):
        held_at = pl.int_ranges("first", pl.col("first") + pl.col("count"))
        rows = some.select("changed", asked="place", held=held_at).explode("held")
        rows = rows.with_columns(pieces["place"].gather(rows["held"]).alias("held"))
        changed = (letters[0].gather(rows["asked"]) ^ letters[1].gather(rows["held"])).bitwise_count_ones()
        pairs = rows.filter(changed <= rows["changed"]).select("asked", "held")
        pairs = pairs.filter(pl.col("held").cum_count().over("asked") <= _MOST_EACH).unique().sort("asked", "held")
        yield from pairs.group_by("asked", maintain_order=True).agg("held").iter_rows()


class _Cuts(NamedTuple):
    """By length the pieces to cut; those of the two sides that are to be compared have the same `cut`."""

    asked: pl.DataFrame
    held: pl.DataFrame


def _cuts(asked: Iterable[str], held: Iterable[str], reach: Reach) -> _Cuts:
    import polars as pl

    cuts: dict[tuple[int, int, int], int] = {}
    rows: dict[tuple[int, ...], None] = {}
    lengths = Counter(map(len, held))
    for length in set(map(len, asked)):
        for other, count in lengths.items():
            edits, longer = reach(length, other), length - other
            if edits and abs(longer) <= edits:
                for start, size, shift in _ways(other, longer, edits, count):
                    cut = cuts.setdefault((other, start, size), len(cuts))
                    rows[length, cut, start + shift, size, 2 * edits - abs(longer)] = None
    schema = dict.fromkeys(("length", "cut", "start", "size", "changed"), pl.UInt32)
    kept = [(length, cut, start, size, 0) for (length, start, size), cut in cuts.items()]
    return _Cuts(pl.DataFrame(list(rows), schema, orient="row"), pl.DataFrame(kept, schema, orient="row"))


def _ways(length: int, longer: int, edits: int, count: int) -> Iterable[tuple[int, int, int]]:
    """Start, size and shift of pieces of which one stands unchanged in any spelling that is so much longer and close.

    As many pieces as spellings help nobody: then the empty one stands in all.
    """
    ways = list(_pieces_of(length, longer, edits)) if edits <= _MOST_EDITS else []
    return ways if 0 < len(ways) < count else [(0, 0, 0)]


def _pieces_of(length: int, longer: int, edits: int) -> Iterator[tuple[int, int, int]]:
    for gaps in range(abs(longer), edits + 1, 2):  # insertions and deletions; the other edits touch two pieces each
        pieces = 2 * edits + 1 - gaps
        for shift in range(-gaps, gaps + 1):
            if abs(shift) + abs(longer - shift) <= gaps:
                for number in range(pieces):
                    start, end = number * length // pieces, (number + 1) * length // pieces
                    if start + shift >= 0 and end + shift <= length + longer:
                        yield start, end - start, shift


def _pieces(spellings: Sequence[str], cuts: pl.DataFrame, *also: str) -> pl.DataFrame:
    """The place of each spelling with a hash of each of its pieces: who shares a hash by chance is no closer for it."""
    import polars as pl

    lengths = pl.Series("length", list(map(len, spellings)), pl.UInt32)
    frame = (
        pl.DataFrame([column(spellings), lengths])
        .with_row_index("place")
        .join(cuts, on="length", maintain_order="left")
    )
    piece = pl.col("text").str.slice("start", "size").hash() ^ pl.col("cut").hash()
    return frame.select("place", *also, piece=piece)


def _odd_letters(spellings: Sequence[str]) -> pl.Series:
    """A bit for each letter of which a spelling has an odd number; capitals count as small ones."""
    import polars as pl

    odd = pl.col("text").str.count_matches
    bits = [(odd(letter, literal=True) & 1).cast(pl.UInt64) * 2**place for place, letter in enumerate(_LETTERS)]
    return column(spellings).str.to_lowercase().to_frame().select(pl.sum_horizontal(bits)).to_series()


def _bounded(counts: pl.Series) -> pl.Series:
    most = _MOST_PAIRS
    while most > 1 and counts.clip(upper_bound=most).sum() > _MOST_PAIRS:
        most //= 2
    return counts.clip(upper_bound=most)
