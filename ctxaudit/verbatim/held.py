"""Which owner holds which tokens, in the order of their places, as columns; an owner is a text or a stretch of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ctxaudit.verbatim.numbered import once

if TYPE_CHECKING:
    import polars as pl


class Held(NamedTuple):
    """The tokens of all owners, those of one beside each other."""

    starts: pl.Series  # by the number of an owner the row of its first token; and one row more
    places: pl.Series
    tokens: pl.Series

    def by(self, owners: pl.Series) -> tuple[pl.Series, pl.Series]:
        """The rows of one owner after the other; of each row, which of those asked for it is of."""
        import polars as pl

        asked = pl.int_range(len(owners), dtype=pl.UInt32, eager=True)
        starts, ends = self.starts.gather(owners), self.starts.gather(owners + 1)
        spans = pl.DataFrame({"asked": asked, "start": starts, "end": ends}).filter(pl.col("start") < pl.col("end"))
        rows = spans.select("asked", row=pl.int_ranges("start", "end", dtype=pl.UInt32)).explode("row")
        return rows["asked"], rows["row"]


class Marks(NamedTuple):
    """What is asked of each token by number: its spelling, how long it is, and which one of its class is spelled so."""

    letters: pl.Series
    lengths: pl.Series
    spellings: pl.Series


def in_order(found: pl.DataFrame, owners: int, marks: Marks) -> Held:
    """The tokens found at places of owners, by place and of two at one place the longer first, each spelling once."""
    import polars as pl

    longest_first = -marks.lengths.gather(found["token"]).cast(pl.Int32)
    found = found.with_columns(longest_first.alias("rank")).sort("owner", "place", "rank", maintain_order=True)
    found = found.select(pl.all().gather(once(found["owner"], marks.spellings.gather(found["token"]))))
    starts = found.select(pl.col("owner").search_sorted(pl.int_range(owners + 1, dtype=pl.UInt32)))
    return Held(starts.to_series(), found["place"], found["token"])


def walked(finds: pl.DataFrame, texts: pl.Series, needles: pl.Series) -> pl.DataFrame:
    """The finds with the place of each needle: in bytes, at or after that of the one before it of its owner and stage.

    The finds name `owner`, `stage` and `needle`, and are sorted by the first two. Owners and needles are numbers.
    """
    import polars as pl

    begins = (finds["owner"] != finds["owner"].shift(1)) | (finds["stage"] != finds["stage"].shift(1))
    begins = begins.fill_null(value=True)
    single = begins & begins.shift(-1, fill_value=True)
    alone, others = finds.filter(single), finds.filter(~single)
    letters = pl.DataFrame(
        [texts.gather(alone["owner"]).alias("text"), needles.gather(alone["needle"]).alias("needle")]
    )
    place = letters.select(pl.col("text").str.find(pl.col("needle"), literal=True).fill_null(0)).to_series()
    found = alone.with_columns(place.alias("place"))
    if others.is_empty():
        return found
    found = pl.concat([found, others.with_columns(_walked(others, begins.filter(~single), texts, needles))])
    return found.sort("owner", "stage", maintain_order=True)


def _walked(finds: pl.DataFrame, begins: pl.Series, texts: pl.Series, needles: pl.Series) -> pl.Series:
    import polars as pl

    firsts = finds.filter(begins)["owner"]
    text_of = iter(texts.gather(firsts).cast(pl.Binary).to_list())
    letters = needles.gather(finds["needle"]).cast(pl.Binary).to_list()
    places: list[int] = []
    text, at = b"", 0
    for needle, begin in zip(letters, begins.to_list(), strict=True):
        if begin:
            text, at = next(text_of), 0
        at = max(at, text.find(needle, at))
        places.append(at)
    return pl.Series("place", places, dtype=pl.UInt32)
