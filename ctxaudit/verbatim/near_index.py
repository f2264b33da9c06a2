"""The nearest held token to a claim that stands nowhere, without walking all pairs.

Near tokens share an exact key, or a bucket of spellings of which a distance in one native call leaves a few;
`near` then decides. What is read off texts (subjects) is read when a claim of the same number name is first asked.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from ctxaudit.verbatim.canonical import host_and_port, name_of, split_line
from ctxaudit.verbatim.close_spellings import CloseSpellings
from ctxaudit.verbatim.distance import spelling_distance, spellings_within
from ctxaudit.verbatim.misses import (
    FAMILY,
    LEAST_QUOTED,
    LEAST_URL,
    MOST_PARTS,
    UUID_DISTANCE,
    Sighting,
    first_part,
    folded_name,
    most_edits_of_part,
    near,
    split_code,
    split_name,
    version_parts,
)
from ctxaudit.verbatim.tails import asked_tail, filed_tails, shorter
from ctxaudit.verbatim.tokens import Token

Key = tuple[object, ...]
Order = tuple[int, int]
Entry = tuple[int, Sighting]

_TOLD_BY_TEXT = ("number", "version")  # only of these does it matter in what text they stand
_MOST_CANDIDATES = 500  # that are looked at: what so many look like is a family, whoever holds them
_CROWD = 64  # of so many spellings not each is compared
_URL_DISTANCE = 2
_LONGEST_QUOTED_GAP = 9  # tenths of the longer spelling: lengths from n * 9/10 to n * 10/9 come into question


class _Group(Protocol):
    def earliest(self, owners: Container[int] | None) -> Entry | None: ...

    def came(self, owner: int) -> Order: ...


@dataclass(frozen=True, slots=True)
class _Close:
    """Ask the bucket under `key` for spellings within `cutoff` of `spelling`."""

    key: Key
    spelling: str
    cutoff: int


class NearIndex:
    """Held sightings with their owners, in the order in which they were added."""

    def __init__(self, pairs: Iterable[tuple[int, Sighting]] = ()) -> None:
        self._count = 0
        self._groups: list[_Group] = []
        self._of_token: dict[Key | Token, dict[int, tuple[Order, Sighting]]] = {}
        self._exact: dict[Key, list[int]] = {}
        self._close: dict[Key, list[tuple[str, int]]] = {}  # spellings that share a key, each with its group
        self._crowds: dict[Key, CloseSpellings] = {}  # of the keys that many share
        self._unread: dict[str, list[tuple[Order, int, Sighting]]] = {}
        for owner, sighting in pairs:
            self.add(owner, sighting)

    def add(self, owner: int, sighting: Sighting) -> None:
        """From now on the owner holds the sighting."""
        order = self._count, 0
        self._count += 1
        if told_by_text(sighting.token):
            self._unread.setdefault(near_shelf(sighting.token), []).append((order, owner, sighting))
        else:
            self._file(order, owner, sighting)

    def hold(self, token: Token, owners: Sequence[int], order: Callable[[Token, int], Order]) -> None:
        """From now on these owners, in order, hold a token of which no text tells more; it has not been added before.

        `order` tells of the token and an owner when that came to hold it.
        """
        sighting = Sighting(token, "")
        self._new_group(sighting, _Owned(sighting, owners, order))

    def nearest(self, claim: Sighting, owners: Container[int] | None = None) -> tuple[int, Sighting, str] | None:
        """What `nearest` gives over the sightings of these owners (None: of all), with the owner."""
        for order, owner, sighting in self._unread.pop(near_shelf(claim.token), ()):
            self._file(order, owner, sighting)
        best: tuple[int, Order, int, Sighting, str] | None = None
        distinct: set[str] = set()
        for group in islice(self._candidates(claim), _MOST_CANDIDATES):
            entry = self._groups[group].earliest(owners)
            kind = near(claim, entry[1]) if entry is not None else None
            if entry is None or kind is None:
                continue
            owner, sighting = entry
            order = self._groups[group].came(owner)
            distinct.add(sighting.token.canonical)
            if len(distinct) >= FAMILY:
                return None
            distance = spelling_distance(claim.token.canonical, sighting.token.canonical)
            if best is None or (distance, order) < best[:2]:
                best = (distance, order, owner, sighting, kind)
        return None if best is None else best[2:]

    def _file(self, order: Order, owner: int, sighting: Sighting) -> None:
        told = told_by_text(sighting.token)
        identity: Key | Token = (sighting.token, sighting.facts) if told else sighting.token
        held = self._of_token.get(identity)
        if held is not None:
            held.setdefault(owner, (order, sighting))
            return
        held = self._of_token[identity] = {owner: (order, sighting)}
        self._new_group(sighting, _Sighted(held))

    def _new_group(self, sighting: Sighting, group: _Group) -> None:
        number = len(self._groups)
        self._groups.append(group)
        for key in dict.fromkeys(_exact_keys(sighting)):
            self._exact.setdefault(key, []).append(number)
        for key, spelling in _close_keys(sighting.token):
            self._close.setdefault(key, []).append((spelling, number))

    def _candidates(self, claim: Sighting) -> Iterator[int]:
        """Each once, in no order: who has seen a family looks no further."""
        seen: set[int] = set()
        for group in self._all_candidates(claim):
            if group not in seen:
                seen.add(group)
                yield group

    def _all_candidates(self, claim: Sighting) -> Iterator[int]:
        for key in dict.fromkeys(_exact_keys(claim, asked=True)):
            yield from self._exact.get(key, ())
        for close in _questions(claim.token):
            yield from self._spelled_close(close)

    def _spelled_close(self, close: _Close) -> Iterator[int]:
        bucket = self._close.get(close.key, [])
        if len(bucket) <= _CROWD:
            near_by = spellings_within(close.spelling, [spelling for spelling, _ in bucket], close.cutoff)
            yield from (bucket[place][1] for place in near_by)
            return
        crowd = self._crowds.setdefault(close.key, CloseSpellings())
        for spelling, _ in bucket[len(crowd) :]:
            crowd.add(spelling)
        yield from (bucket[place][1] for place in crowd.within(close.spelling, close.cutoff))


@dataclass(frozen=True, slots=True)
class _Sighted:
    """The sightings of one token, or of one token with the same facts, by owner in the order of adding."""

    held: dict[int, tuple[Order, Sighting]]

    def earliest(self, owners: Container[int] | None) -> Entry | None:
        """The first that counts: owner and sighting."""
        for owner, (_, sighting) in self.held.items():
            if owners is None or owner in owners:
                return owner, sighting
        return None

    def came(self, owner: int) -> Order:
        """When the owner came to hold it."""
        return self.held[owner][0]


@dataclass(frozen=True, slots=True)
class _Owned:
    """The same of a token that all owners hold alike."""

    sighting: Sighting
    owners: Sequence[int]
    order: Callable[[Token, int], Order]

    def earliest(self, owners: Container[int] | None) -> Entry | None:
        owner = next((owner for owner in self.owners if owners is None or owner in owners), None)
        return None if owner is None else (owner, self.sighting)

    def came(self, owner: int) -> Order:
        return self.order(self.sighting.token, owner)


def told_by_text(token: Token) -> bool:
    """It matters in what text such a token stands."""
    return token.kind in _TOLD_BY_TEXT


def near_shelf(token: Token) -> str:
    """Only tokens of one shelf can be near: of one class and, where their text tells of them, of one name."""
    return f"{token.kind} {name_of(token)}" if told_by_text(token) else token.kind


def _exact_keys(sighting: Sighting, *, asked: bool = False) -> Iterator[Key]:
    """Keys of which two near tokens share one, or else they share a bucket."""
    token, text = sighting.token, sighting.token.canonical
    match token.kind:
        case "hex-id":
            yield "hex head", text[:6]
            yield "hex tail", len(text), text[-6:]
        case "uuid":
            yield "uuid ends", text[:8], text[-8:]
        case "code":
            number = split_code(text)[1]
            if number:
                yield "code number", number
        case "path":
            yield from _path_keys(text)
        case "file-line":
            yield from _line_keys(split_line(text)[0], asked=asked)
        case "address":
            yield "host", host_and_port(text)[0]
        case "version":
            yield "version", sighting.facts.word_before, text[:2], len(version_parts(text))
        case "api-name":
            yield "folded", folded_name(text)
        case "number":
            yield from _number_keys(sighting)


def _path_keys(path: str) -> Iterator[Key]:
    folder, _, name = path.rpartition("/")
    yield "name", first_part(path), name
    yield "stem", folder, split_name(name)[0]


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


def _close_keys(token: Token) -> Iterator[tuple[Key, str]]:
    """The buckets in which a held token's spelling lies."""
    text = token.canonical
    match token.kind:
        case "hex-id":
            yield ("hex", len(text)), text
        case "uuid":
            yield ("uuid",), text.replace("-", "")
        case "code":
            yield ("code", split_code(text)[0] if not text.startswith("0x") else "0x", len(text)), text
        case "path":
            folder, _, name = text.rpartition("/")
            stem, extension = split_name(name)
            yield ("path", folder, extension), stem
        case "api-name":
            yield from _part_keys(text)
        case "url" | "quoted":
            yield (token.kind, len(text)), text


def _part_keys(name: str) -> Iterator[tuple[Key, str]]:
    parts = name.split(".")
    if len(parts) > MOST_PARTS:
        return
    for place, part in enumerate(parts):
        yield ("part", place, ".".join(parts[:place]), ".".join(parts[place + 1 :])), part


def _questions(token: Token) -> Iterator[_Close]:
    """The buckets in which a near token can lie, each with the distance that is still near."""
    length = len(token.canonical)
    if token.kind == "url" and length >= LEAST_URL:
        for other in range(length - _URL_DISTANCE, length + _URL_DISTANCE + 1):
            yield _Close(("url", other), token.canonical, _URL_DISTANCE)
    elif token.kind == "quoted" and length >= LEAST_QUOTED:
        for other in range(length * _LONGEST_QUOTED_GAP // 10, length * 10 // _LONGEST_QUOTED_GAP + 2):
            yield _Close(("quoted", other), token.canonical, max(length, other) // 10)
    elif token.kind not in ("url", "quoted"):
        for key, spelling in _close_keys(token):
            cutoff = _most_edits(token.kind, spelling)
            if cutoff:
                yield _Close(key, spelling, cutoff)


def _most_edits(kind: str, spelling: str) -> int:
    """How far from a spelling a near one can be; 0 when it has none but those with an exact key in common."""
    if kind == "uuid":
        return UUID_DISTANCE
    if kind == "api-name":
        return most_edits_of_part(len(spelling))
    return 2
