"""Near misses: a claim that stands nowhere and looks like one held token, spelled wrong."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ctxaudit.packed import Packed
from ctxaudit.verbatim.canonical import host_and_port, is_generic, split_line, stem_of, value_and_name
from ctxaudit.verbatim.compare import same, same_path
from ctxaudit.verbatim.distance import only_digits_differ, spelling_distance
from ctxaudit.verbatim.numbers import BASE_UNITS
from ctxaudit.verbatim.subject import Facts, facts_of
from ctxaudit.verbatim.tokens import Token
from ctxaudit.verbatim.words import SERIES_LABELS

ALTERED, RESPELLED, LINE_DRIFT = "altered", "respelled", "line-drift"

FAMILY = 3  # so many distinct near tokens belong to a series, not to one mistake

MOST_PARTS = 16  # a dotted name of more parts is content, and has no near miss
LOCAL_HOSTS = frozenset({"localhost", "0.0.0.0", "127.0.0.1"})  # noqa: S104 - compared with, never bound
EXCHANGED = (
    frozenset({"ts", "js", "tsx", "jsx", "mjs", "cjs"}),
    frozenset({"yml", "yaml"}),
    frozenset({"json", "jsonl"}),
    frozenset({"py", "pyi"}),
)

_PLURAL_ENDS = {  # by their length, at the end of a word of a name; `-ss` is no plural
    1: re.compile("(?<=[A-RT-Za-rt-z])(?:s(?![a-z])|S(?![A-Za-z]))"),
    2: re.compile("(?<=[HOSXZhosxz])(?:es(?![a-z])|ES(?![A-Za-z]))"),
}


@dataclass(frozen=True, slots=True)
class Sighting(Packed):
    """A token with the text it stands in; what is read off the text is read once, when first needed."""

    token: Token
    text: str
    _noted: list[Facts] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def facts(self) -> Facts:
        """Subject, label and word before, at the token's first place in the text."""
        if not self._noted:
            self._noted.append(facts_of(self.token, self.text))
        return self._noted[0]


def near(a: Sighting, b: Sighting) -> str | None:
    """How one is a misspelling of the other: "altered", "respelled", "line-drift", or None.

    None for tokens of different classes and for tokens that are the same.
    """
    if a.token.kind != b.token.kind or same(a.token, b.token):
        return None
    judge = _JUDGES.get(a.token.kind)
    return judge(a, b) if judge is not None else None


def nearest(claim: Sighting, held: Iterable[Sighting]) -> tuple[Sighting, str] | None:
    """The one held token that the claim misspells, smallest distance first, then the earliest.

    None when there is none, and when three or more distinct ones are near: they are a family.
    """
    best: tuple[int, Sighting, str] | None = None
    distinct: set[str] = set()
    for other in held:
        kind = near(claim, other)
        if kind is None:
            continue
        distinct.add(other.token.canonical)
        distance = spelling_distance(claim.token.canonical, other.token.canonical)
        if best is None or distance < best[0]:
            best = (distance, other, kind)
    if best is None or len(distinct) >= FAMILY:
        return None
    return best[1], best[2]


def reach(kind: str, a: int, b: int) -> int:
    """The most edits between two near spellings of these lengths; 0: such are never near, or not by their distance.

    The spelling is that of a token of the class; of a UUID without dashes, of a path the stem of the file's name, of an
    api-name one part.
    """
    match kind:
        case "hex-id" | "code":
            return 2 if a == b else 0
        case "uuid":
            return 4
        case "path":
            return 2 if min(a, b) >= 6 else 0
        case "url":
            return 2 if min(a, b) >= 16 else 0
        case "api-name":
            return 2 if min(a, b) >= 12 else 1 if min(a, b) >= 7 else 0
        case "quoted":
            return max(a, b) // 10 if min(a, b) >= 12 else 0
    return 0


def _close(kind: str, a: str, b: str) -> bool:
    edits = reach(kind, len(a), len(b))
    return edits > 0 and spelling_distance(a, b, edits) <= edits


def _altered(judge: Callable[[str, str], bool]) -> Callable[[Sighting, Sighting], str | None]:
    return lambda a, b: ALTERED if judge(a.token.canonical, b.token.canonical) else None


def _near_hex(a: str, b: str) -> bool:
    if a[:6] == b[:6]:
        return True
    return len(a) == len(b) and (a[-6:] == b[-6:] or _close("hex-id", a, b))


def _near_uuid(a: str, b: str) -> bool:
    a, b = a.replace("-", ""), b.replace("-", "")
    return (a[:8] == b[:8] and a[-8:] == b[-8:]) or _close("uuid", a, b)


def split_code(code: str) -> tuple[str, str]:
    """Head and number of an error code or ticket; a code without a number is all head."""
    match = re.fullmatch(r"(#|[A-Z][A-Z0-9]*?)-?([0-9]+(?:-[0-9]+)?)", code)
    return (match[1], match[2]) if match is not None else (code, "")


def _near_code(a: str, b: str) -> bool:
    if a.startswith("0x") or b.startswith("0x"):
        return a[:2] == b[:2] and len(a) == len(b) >= 8 and spelling_distance(a, b, 2) <= 2
    (head_a, number_a), (head_b, number_b) = split_code(a), split_code(b)
    if head_a == head_b:
        return len(a) == len(b) and len(number_a) >= 4 and spelling_distance(a, b, 1) <= 1
    return number_a == number_b and len(number_a) >= 3 and spelling_distance(head_a, head_b, 1) == 1


def _near_path(a: str, b: str) -> bool:
    parts_a, parts_b = a.split("/"), b.split("/")
    if ".." in parts_a or ".." in parts_b:
        return False
    if parts_a[-1] == parts_b[-1]:
        return not is_generic(parts_a[-1]) and first_part(a) == first_part(b) and _one_segment(parts_a, parts_b)
    if parts_a[:-1] != parts_b[:-1]:
        return False
    (stem_a, ext_a), (stem_b, ext_b) = split_name(parts_a[-1]), split_name(parts_b[-1])
    if ext_a != ext_b:
        return stem_a == stem_b and any({ext_a, ext_b} <= group for group in EXCHANGED)
    return not only_digits_differ(stem_a, stem_b) and _close("path", stem_a, stem_b)


def first_part(path: str) -> str:
    """The first segment of a path that is not empty."""
    return path.lstrip("/").partition("/")[0]


def split_name(name: str) -> tuple[str, str]:
    """Stem and extension of a file name; a name without a point is all stem."""
    stem = stem_of(name)
    return stem, name[len(stem) + 1 :]


def _one_segment(a: list[str], b: list[str]) -> bool:
    """Exactly one segment is put in, taken out or changed."""
    if abs(len(a) - len(b)) > 1:
        return False
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return max(len(a), len(b)) - head - tail == 1


def _near_file_line(a: Sighting, b: Sighting) -> str | None:
    path_a, path_b = (split_line(sighting.token.canonical)[0] for sighting in (a, b))
    return LINE_DRIFT if same_path(path_a, path_b) else None


def _near_address(a: str, b: str) -> bool:
    (host_a, port_a), (host_b, port_b) = host_and_port(a), host_and_port(b)
    return bool(host_a) and host_a == host_b and host_a not in LOCAL_HOSTS and port_a != port_b


def _near_url(a: str, b: str) -> bool:
    return not only_digits_differ(a, b) and _close("url", a, b)


def version_parts(version: str) -> list[str]:
    """The parts of a canonical version."""
    return re.split(r"[.+-]", version)


def _near_version(a: Sighting, b: Sighting) -> str | None:
    parts_a, parts_b = version_parts(a.token.canonical), version_parts(b.token.canonical)
    if len(parts_a) != len(parts_b) or a.token.canonical[:2] != b.token.canonical[:2]:
        return None
    if sum(one != other for one, other in zip(parts_a, parts_b, strict=True)) != 1:
        return None
    word = a.facts.word_before
    return ALTERED if word and word == b.facts.word_before else None


def folded_name(name: str) -> str:
    """The api-name without case and without `_`."""
    return name.replace("_", "").lower()


def _near_api_name(a: Sighting, b: Sighting) -> str | None:
    name_a, name_b = a.token.canonical, b.token.canonical
    if folded_name(name_a) == folded_name(name_b):
        return RESPELLED if name_a.isupper() == name_b.isupper() else None
    parts_a, parts_b = name_a.split("."), name_b.split(".")
    if len(parts_a) != len(parts_b) or len(parts_a) > MOST_PARTS:
        return None
    differing = [pair for pair in zip(parts_a, parts_b, strict=True) if pair[0] != pair[1]]
    return ALTERED if len(differing) == 1 and _near_part(*differing[0]) else None


def _near_part(a: str, b: str) -> bool:
    if only_digits_differ(a, b) or _getter_and_setter(a, b) or _one_and_many(a, b):
        return False
    return _close("api-name", a, b)


def _getter_and_setter(a: str, b: str) -> bool:
    return _as_getter(a) == _as_getter(b)


def _as_getter(name: str) -> str:
    return name.replace("set", "get").replace("Set", "Get")


def _one_and_many(a: str, b: str) -> bool:
    """One is the other with a word of it in the plural: a name of another thing."""
    one, many = sorted((a, b), key=len)
    more = len(many) - len(one)
    ends = _PLURAL_ENDS.get(more)
    return ends is not None and any(many[: end.start()] + many[end.end() :] == one for end in ends.finditer(many))


def _near_quoted(a: str, b: str) -> bool:
    return not only_digits_differ(a, b) and _close("quoted", a, b)


def _near_number(a: Sighting, b: Sighting) -> str | None:
    (value_a, name), (value_b, name_b) = value_and_name(a.token.canonical), value_and_name(b.token.canonical)
    if value_a is None or value_b is None or name != name_b or not name:
        return None
    if name.lstrip("@") in SERIES_LABELS or a.facts.label in SERIES_LABELS or b.facts.label in SERIES_LABELS:
        return None
    return ALTERED if _one_quantity(a.facts, b.facts, name) or _one_numeral(a, b, name) else None


def _one_quantity(a: Facts, b: Facts, name: str) -> bool:
    """Both numbers are said of the same thing."""
    shared = len(a.subject & b.subject)
    if shared >= 2 and 2 * shared >= len(a.subject | b.subject):
        return True
    if name not in BASE_UNITS:
        return False
    if a.label and a.label == b.label:
        return True
    return len(a.subject) == 1 and a.subject == b.subject


def _one_numeral(a: Sighting, b: Sighting, name: str) -> bool:
    """Both are values of one label, a digit apart."""
    if not name.startswith("@"):
        return False
    numeral_a, numeral_b = a.token.canonical.partition(" ")[0], b.token.canonical.partition(" ")[0]
    return len(numeral_a) == len(numeral_b) >= 4 and spelling_distance(numeral_a, numeral_b, 1) <= 1


_JUDGES: dict[str, Callable[[Sighting, Sighting], str | None]] = {
    "hex-id": _altered(_near_hex),
    "uuid": _altered(_near_uuid),
    "code": _altered(_near_code),
    "path": _altered(_near_path),
    "file-line": _near_file_line,
    "address": _altered(_near_address),
    "url": _altered(_near_url),
    "version": _near_version,
    "api-name": _near_api_name,
    "quoted": _altered(_near_quoted),
    "number": _near_number,
}
