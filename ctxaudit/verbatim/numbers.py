"""Numbers in prose and configuration: what the number is of, whether it is worth judging, its value in base units."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from ctxaudit.verbatim.words import NAMING_LABELS, ORDER_LABELS, PLAIN_UNITS, STOP_WORDS, STRONG_LABELS

BASE_UNITS = frozenset({"ms", "byte", "%"})

_LONGEST_NUMERAL = 27  # what a Decimal of the default context holds without rounding

_HIT = re.compile(
    r'(?:-{0,2}(?P<label>[A-Za-z][A-Za-z_-]*)(?P<sep>"?[ ]?[:=][ ]?|[ ](?:is|was|of|to|at|=|#)[ ]|[ ]))?'
    r"(?P<numeral>[0-9]+(?:[.,_][0-9]+)*)"
    r"(?:(?P<percent>%)|/(?P<whole>[0-9]+)\b|(?P<glue>[ -]?)(?P<unit>[A-Za-z][A-Za-z_./]*)\b|\b)"
    r"(?P<onward>:[0-9]+|[-/.][0-9]{1,2}[-/.][0-9]+|/[0-9]+)?",
    re.ASCII,
)
_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_GROUPED = re.compile(r"[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:_[0-9]{3})+)(?:\.[0-9]+)?")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

_TIME_NAMES = {
    "0.000001": "ns nanosecond nsec",
    "0.001": "us microsecond usec",
    "1": "ms millisecond msec millis",
    "1000": "s sec second",
    "60000": "m min minute",
    "3600000": "h hr hrs hour",
    "86400000": "d day",
    "604800000": "week",
}
_MS = {name: Decimal(factor) for factor, names in _TIME_NAMES.items() for name in names.split()}
_SIZE_NAMES = ("kilo", "mega", "giga", "tera")
_BYTES = {"byte": Decimal(1)}
for _power, _name in enumerate(_SIZE_NAMES, start=1):
    _BYTES |= {f"{_name[0]}b": Decimal(1000) ** _power, f"{_name}byte": Decimal(1000) ** _power}
    _BYTES |= {f"{_name[0]}ib": Decimal(1024) ** _power, f"{_name[:2]}bibyte": Decimal(1024) ** _power}

_YEAR = re.compile("(?:19|20)[0-9]{2}")
_NOUN = re.compile("[a-z]{3,}")
_BITS = re.compile("[KMGT]b")
_ASSIGNING = frozenset({":", "=", "is", "was"})


class Unit(NamedTuple):
    """What a number counts: the canonical name, the factor to the base unit, and whether the unit lists know it."""

    name: str
    factor: Decimal
    known: bool


class Number(NamedTuple):
    """A number that is worth judging: the label in full and its last word, the numeral as spelled."""

    text: str
    canonical: str
    label_name: str
    label: str
    assigned: bool
    numeral: str


class _Label(NamedTuple):
    name: str
    word: str
    assigned: bool
    spaced: bool
    unit: Unit | None


class _Parts(NamedTuple):
    label: _Label | None
    unit: Unit | None
    value: Decimal
    whole: bool  # no fraction


def singular(word: str) -> str:
    """The word without a plural ending; words of three letters and less, and `-ss -us -is` words, stay."""
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "xes", "zzes", "ches", "shes", "tuses")):
        return word[:-2]
    return word[:-1]


def words_of(name: str) -> list[str]:
    """The lower-case words of a snake_case, camelCase or kebab-case name."""
    return [word.lower() for word in _WORD.findall(name)]


def is_unit_word(word: str) -> bool:
    """True of a lower-case word that the unit lists know."""
    word = singular(word)
    return word in _MS or word in _BYTES or word in PLAIN_UNITS or word == "percent"


@lru_cache(maxsize=16_384)
def parse(hit: str) -> Number | None:
    """What `parsed` says, for who asks about the same numbers again and again."""
    return parsed(hit)


def parsed(hit: str) -> Number | None:
    """The number in a hit of the number row, or None when nothing in it is worth judging."""
    match = _HIT.match(hit) or _HIT.match(hit, 1)
    if match is None:
        return None
    onward = match["onward"]
    if onward and (onward[0] != ":" or _is_clock(match)):
        return None
    if match["whole"] is not None:
        return _ratio(match)
    value = _value(match["numeral"])
    if value is None:
        return None
    label = _label(match["label"], match["sep"]) if match["label"] else None
    if label is not None and label.word in ORDER_LABELS:
        return None
    unit, refused = _unit(match, label)
    if refused:
        return None
    parts = _Parts(label, unit, value, "." not in match["numeral"])
    if _is_file_mode(match["numeral"], parts) or not _kept(parts) or _is_year(match["numeral"], parts):
        return None
    return _number(match, parts)


def _is_clock(match: re.Match[str]) -> bool:
    return len(match["numeral"]) <= 2 and len(match["onward"]) == 3 and not match["unit"] and not match["percent"]


def _ratio(match: re.Match[str]) -> Number | None:
    part, whole = match["numeral"], match["whole"]
    if match["onward"] or not part.isdigit() or len(part) > len(whole) or len(whole) > _LONGEST_NUMERAL:
        return None
    if part.startswith("0") or not int(part) < int(whole) or int(whole) < 20:
        return None
    text = f"{part}/{whole}"
    return Number(text, text, "", "", assigned=False, numeral=text)


def _value(numeral: str) -> Decimal | None:
    if len(numeral) > _LONGEST_NUMERAL:
        return None
    if not _PLAIN.fullmatch(numeral) and not _GROUPED.fullmatch(numeral):
        return None
    if len(numeral) > 1 and numeral[0] == "0" and numeral[1] != ".":
        return None
    return Decimal(numeral.replace(",", "").replace("_", ""))


@lru_cache(maxsize=4096)
def _label(name: str, separator: str) -> _Label | None:
    words = words_of(name)
    unit = _named_unit(words[-1], glued=False) if len(words) > 1 else None
    if unit is not None:
        words.pop()
    word = singular(words[-1]) if words else ""
    if not word or word == "localhost" or word in STOP_WORDS or words[-1] in STOP_WORDS:
        return None
    sep = separator.strip().lstrip('"').strip()
    return _Label(name, word, sep in _ASSIGNING, not sep, unit)


def _unit(match: re.Match[str], label: _Label | None) -> tuple[Unit | None, bool]:
    """The unit after the numeral, else the one that ends the label's name; true when the hit is no number at all."""
    if match["percent"]:
        return Unit("%", Decimal(1), known=True), False
    word = match["unit"]
    fallback = label.unit if label is not None else None
    if not word:
        return fallback, False
    known = _known_unit(word, glued=not match["glue"])
    if known is not None:
        return known, False
    if match["glue"] != " ":
        return None, True
    if fallback is not None or not _NOUN.fullmatch(word) or word in STOP_WORDS:
        return fallback, False
    if label is not None and label.word in NAMING_LABELS:
        return None, False
    return Unit(singular(word), Decimal(1), known=False), False


@lru_cache(maxsize=4096)
def _known_unit(word: str, *, glued: bool) -> Unit | None:
    if "/" in word:
        return _rate(word)
    return _named_unit(word, glued=glued)


def _rate(word: str) -> Unit | None:
    counted, _, per = word.partition("/")
    if not counted.isalpha() or singular(per) not in _MS:
        return None
    return Unit(f"{singular(counted.lower())}/{singular(per)}", Decimal(1), known=True)


def _named_unit(word: str, *, glued: bool) -> Unit | None:
    if len(word) == 1:
        return _letter_unit(word, glued=glued)
    name = word if word.islower() else word.lower()
    short = singular(name)
    if short in _MS and (word == name or word.istitle()):
        return Unit("ms", _MS[short], known=True)
    if short in _BYTES and not _BITS.fullmatch(word):
        return Unit("byte", _BYTES[short], known=True)
    if short == "percent":
        return Unit("%", Decimal(1), known=True)
    if name in PLAIN_UNITS or short in PLAIN_UNITS:
        return Unit(name if name in PLAIN_UNITS else short, Decimal(1), known=True)
    return None


def _letter_unit(letter: str, *, glued: bool) -> Unit | None:
    if letter in "sh" or (glued and letter in "md"):
        return Unit("ms", _MS[letter], known=True)
    if letter == "B":
        return Unit("byte", Decimal(1), known=True)
    if not glued:
        return None
    if letter in "kK":
        return Unit("", Decimal(1000), known=True)
    if letter == "M":
        return Unit("", Decimal(1_000_000), known=True)
    return Unit(letter.lower(), Decimal(1), known=True) if letter in "VAW" else None


def _kept(parts: _Parts) -> bool:
    unit, label, value = parts.unit, parts.label, parts.value
    if unit is not None and unit.known:
        if unit.name == "%" and value in (50, 100):
            return False
        if value >= 2:
            return True
    if label is not None and label.word in STRONG_LABELS and (value >= 2 or not parts.whole):
        return True
    if unit is not None and not unit.known and value >= 10:
        return True
    if label is None or label.spaced or label.word in STRONG_LABELS:
        return False
    return significant_digits(value) >= 3 or (label.assigned and value >= 10)


def _is_year(numeral: str, parts: _Parts) -> bool:
    if not _YEAR.fullmatch(numeral) or (parts.unit is not None and parts.unit.known):
        return False
    return parts.label is None or parts.label.word not in STRONG_LABELS


def _is_file_mode(numeral: str, parts: _Parts) -> bool:
    """The mode of a file as git tells it: in five spellings the same for all files."""
    if numeral not in ("100644", "100755", "100664", "120000", "160000"):
        return False
    kind = parts.unit.name if parts.unit is not None else ""
    return kind in ("blob", "tree", "commit") or (parts.label is not None and parts.label.word == "mode")


def significant_digits(value: Decimal) -> int:
    """Digits between the first and the last that is not zero: 4500 has two, 0.0123 three."""
    return len("".join(map(str, value.as_tuple().digits)).strip("0"))


def _number(match: re.Match[str], parts: _Parts) -> Number:
    label, unit = parts.label, parts.unit
    from_label = unit is not None and label is not None and unit is label.unit
    if label is not None and not from_label and not _label_belongs(label, unit):
        label = None
    start = match.start("label") if label is not None else match.start("numeral")
    end = match.end("numeral")
    if unit is not None and not from_label:
        end = match.end("percent") if match["percent"] else match.end("unit")
    value = plain(parts.value * (unit.factor if unit is not None else 1))
    name = unit.name if unit is not None else ""
    if not name and label is not None:
        name = f"@{label.word}"
    return Number(
        text=match.string[start:end],
        canonical=f"{value} {name}".rstrip(),
        label_name=label.name if label is not None else "",
        label=label.word if label is not None else "",
        assigned=label is not None and label.assigned,
        numeral=match["numeral"],
    )


def _label_belongs(label: _Label, unit: Unit | None) -> bool:
    """A word with only a space after it is no label; one before `of`, `to`, `at` gives way to a unit."""
    if label.word in STRONG_LABELS or label.assigned:
        return True
    return not label.spaced and unit is None


def plain(value: Decimal) -> str:
    """The value as digits and at most one point, without trailing zeros and without an exponent."""
    digits = format(value, "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits
