"""Keys of which two near tokens share one: an exact one, or that of a bucket in which their spellings are close."""

from collections.abc import Iterable, Iterator

from ctxaudit.verbatim.canonical import host_and_port, name_of, split_line
from ctxaudit.verbatim.misses import (
    MOST_PARTS,
    Sighting,
    first_part,
    folded_name,
    split_code,
    split_name,
    version_parts,
)
from ctxaudit.verbatim.tails import asked_tail, filed_tails, shorter
from ctxaudit.verbatim.tokens import Token

Key = tuple[object, ...]

_TOLD_BY_TEXT = ("number", "version")  # only of these does it matter in what text they stand


def told_by_text(token: Token) -> bool:
    """It matters in what text such a token stands."""
    return token.kind in _TOLD_BY_TEXT


def near_shelf(token: Token) -> str:
    """Only tokens of one shelf can be near: of one class and, where their text tells of them, much alike."""
    match token.kind:
        case "number":
            return f"number {name_of(token)}"
        case "version":
            return f"version {token.canonical[:2]} {len(version_parts(token.canonical))}"
    return token.kind


def exact_keys(sighting: Sighting, *, asked: bool = False) -> Iterable[Key]:
    """Keys of which two near tokens share one, or else they share a bucket; some of them twice."""
    token, text = sighting.token, sighting.token.canonical
    match token.kind:
        case "api-name":
            return (("folded", folded_name(text)),)
        case "path":
            folder, _, name = text.rpartition("/")
            return ("name", first_part(text), name), ("stem", folder, split_name(name)[0])
        case "number":
            return _number_keys(sighting)
        case "hex-id":
            return ("hex head", text[:6]), ("hex tail", len(text), text[-6:])
        case "version":
            word = sighting.facts.word_before
            return (("version", word, near_shelf(token)),) if word else ()
        case "file-line":
            return _line_keys(split_line(text)[0], asked=asked)
        case "code":
            number = split_code(text)[1]
            return (("code number", number),) if number else ()
        case "uuid":
            return (("uuid ends", text[:8], text[-8:]),)
        case "address":
            return (("host", host_and_port(text)[0]),)
    return ()


def _line_keys(path: str, *, asked: bool) -> Iterator[Key]:
    """The held path is as long as the asked one or longer, else it is one of its tails."""
    if asked:
        yield "tail", asked_tail(path, "/")
        yield from (("whole", tail) for tail in shorter(path, "/"))
    else:
        yield "whole", path
        yield from (("tail", tail) for tail in filed_tails(path, "/"))


def _number_keys(sighting: Sighting) -> Iterator[Key]:
    name, facts = name_of(sighting.token), sighting.facts
    stems = sorted(facts.subject)
    if len(stems) == 1:
        yield "one stem", name, stems[0]
    for place, stem in enumerate(stems):
        for other in stems[place + 1 :]:
            yield "stems", name, stem, other
    if facts.label:
        yield "label", name, facts.label
    if name.startswith("@"):
        yield "numeral", name, len(sighting.token.canonical.partition(" ")[0])


def close_keys(token: Token) -> Iterable[tuple[Key, str]]:
    """The buckets in which a token's spelling lies, or a part of it."""
    text = token.canonical
    match token.kind:
        case "api-name":
            return ((("part", 0, "", ""), text),) if "." not in text else _part_keys(text)
        case "path":
            folder, _, name = text.rpartition("/")
            stem, extension = split_name(name)
            return ((("path", folder, extension), stem),)
        case "hex-id" | "url" | "quoted":
            return (((token.kind,), text),)
        case "uuid":
            return ((("uuid",), text.replace("-", "")),)
        case "code":
            return ((("code", "0x" if text.startswith("0x") else split_code(text)[0], len(text)), text),)
    return ()


def _part_keys(name: str) -> Iterator[tuple[Key, str]]:
    parts = name.split(".")
    if len(parts) > MOST_PARTS:
        return
    for place, part in enumerate(parts):
        yield ("part", place, ".".join(parts[:place]), ".".join(parts[place + 1 :])), part
