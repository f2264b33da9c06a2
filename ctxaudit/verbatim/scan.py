"""The extractor for one short text, with Python's own engine; the column engine must give the same."""

from collections.abc import Iterator

from ctxaudit.verbatim.keep import keep, keep_quoted
from ctxaudit.verbatim.lines import joined, lines_of
from ctxaudit.verbatim.patterns import (
    CHUNK,
    CHUNKED,
    FENCE,
    MASK,
    QUOTED,
    RAW,
    TICKED,
    TRACEBACK,
    for_python,
    left_for_python,
)
from ctxaudit.verbatim.places import Find, Placed, in_order, walk, whole
from ctxaudit.verbatim.tokens import Reading, Token


def scan(text: str, *, prose: bool) -> tuple[Token, ...]:
    """The tokens of the text in order of first place, each (class, spelling) once."""
    return joined(_of_line(line, prose) for line in lines_of(Reading(text, prose)) if line)


def _of_line(line: str, prose: bool) -> tuple[Token, ...]:
    stages = list(_raw_stages(line))
    if prose:
        stages.extend(_quoted_stages(line))
    return in_order(line, stages)


def _raw_stages(text: str) -> Iterator[list[Find]]:
    for row in RAW:
        if not for_python(row.needs).search(text):
            continue
        pattern = for_python(row.pattern)
        hits = dict.fromkeys(pattern.findall(text))
        if row.kind:
            yield [whole(token) for hit in hits if (token := keep(row.kind, hit)) is not None]
        if row.masks and hits:
            text = pattern.sub(left_for_python(row.leaves), text)
    if not for_python(CHUNK.needs).search(text):
        return
    chunks = dict.fromkeys(for_python(CHUNK.pattern).findall(text))
    yield [Find(chunk, placed) for chunk in chunks if (placed := _in_chunk(chunk))]


def _in_chunk(chunk: str) -> Placed:
    tokens: list[tuple[int, Token]] = []
    masked = chunk
    has_digit = any("0" <= letter <= "9" for letter in chunk)
    for row in CHUNKED:
        if not (has_digit or row.bare):
            continue
        pattern = for_python(row.pattern)
        hits = dict.fromkeys(pattern.findall(masked))
        if row.kind:
            kept = [token for hit in hits if (token := keep(row.kind, hit)) is not None]
            tokens.extend(zip(walk(chunk, (token.text for token in kept)), kept, strict=True))
        if row.masks and hits:
            masked = pattern.sub(MASK, masked)
    return tuple(tokens)


def _quoted_stages(text: str) -> Iterator[list[Find]]:
    if "`" not in text and '"' not in text:
        return
    for masking in (FENCE, TRACEBACK.pattern):
        text = for_python(masking).sub(MASK, text)
    for row in QUOTED:
        pattern = for_python(row.pattern)
        spans = dict.fromkeys(hit[1:-1] for hit in pattern.findall(text))
        tokens = [token for span in spans if (token := keep_quoted(span, ticked=row is TICKED)) is not None]
        yield [whole(token) for token in tokens if token.kind != "quoted" or not _is_other_token(token.text)]
        text = pattern.sub(MASK, text)


def _is_other_token(span: str) -> bool:
    return any(token.text == span for token in scan(span, prose=False))
