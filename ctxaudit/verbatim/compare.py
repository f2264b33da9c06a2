"""When are two tokens the same, and when does a claim stand in a held token?"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from ctxaudit.verbatim.canonical import (
    fold_space,
    hex_value,
    host_and_port,
    identifies,
    split_line,
    url_port,
    value_and_name,
)
from ctxaudit.verbatim.columns import extract_one
from ctxaudit.verbatim.literal import literal_in
from ctxaudit.verbatim.numbers import BASE_UNITS, parse, significant_digits
from ctxaudit.verbatim.tokens import Reading, Token

CONTAINERS = frozenset({"url", "path", "address", "file-line", "quoted"})
SHORTEST_INSIDE = 5
_LEAST_TELLING_VALUE = 256


def same(a: Token, b: Token) -> bool:
    """True when both spell the same thing; symmetric, not transitive."""
    if a.canonical == b.canonical:
        return True
    if a.kind == b.kind:
        rule = _WITHIN.get(a.kind)
        return rule is not None and rule(a.canonical, b.canonical)
    rule = _ACROSS.get((a.kind, b.kind))
    if rule is not None:
        return rule(a.canonical, b.canonical)
    rule = _ACROSS.get((b.kind, a.kind))
    return rule is not None and rule(b.canonical, a.canonical)


def stands_in(claim: Token, held: Token) -> bool:
    """True when whoever has read `held` has read `claim`; one way."""
    if same(claim, held):
        return True
    if claim.kind == "path" and held.kind == "file-line" and same_path(claim.canonical, split_line(held.canonical)[0]):
        return True
    if claim.kind == "number":
        return held.kind == "url" and claim.canonical == f"{url_port(held.canonical)} @port"
    return held.kind in CONTAINERS and _inside(claim, held)


def holds(text: str, claim: Token, tokens: Sequence[Token] | None = None) -> bool:
    """True when the claim stands in the text: by its letters, by its bare numeral, or in one of the text's tokens.

    `tokens` are the text's own, if the caller has them; else the text is read as prose.
    """
    folded = fold_space(text)
    if literal_in(claim.text, folded) or any(literal_in(numeral, folded) for numeral in _bare_numerals(claim)):
        return True
    if tokens is None:
        tokens = extract_one(Reading(text, prose=True))
    return any(stands_in(claim, token) for token in tokens)


def _bare_numerals(claim: Token) -> list[str]:
    """The spellings of a number that say it without label and unit; none where the numeral alone says little."""
    number = parse(claim.text) if claim.kind == "number" else None
    if number is None or "/" in number.numeral:
        return []
    bare = re.sub("[,_]", "", number.numeral)
    whole, _, fraction = bare.partition(".")
    if not fraction and significant_digits(Decimal(bare)) < 3:
        return []
    grouped = f"{int(whole):,}" + (f".{fraction}" if fraction else "")
    return list(dict.fromkeys([number.numeral, bare, grouped]))


def _inside(claim: Token, held: Token) -> bool:
    return _whole_word(claim.canonical, held.canonical) or _whole_word(claim.text, held.text)


def _whole_word(needle: str, text: str) -> bool:
    return len(needle) >= SHORTEST_INSIDE and needle in text and literal_in(needle, text)


def _same_hex(a: str, b: str) -> bool:
    return a.startswith(b) or b.startswith(a)


def same_path(a: str, b: str) -> bool:
    """True when one path is the tail of the other and says enough to be it."""
    return a == b or _is_tail(a, b) or _is_tail(b, a)


def _is_tail(tail: str, path: str) -> bool:
    return path.endswith("/" + tail) and ("/" in tail or identifies(tail))


def _same_file_line(a: str, b: str) -> bool:
    (path_a, line_a), (path_b, line_b) = split_line(a), split_line(b)
    return line_a == line_b and same_path(path_a, path_b)


def _same_api_name(a: str, b: str) -> bool:
    return _is_dotted_tail(a, b) or _is_dotted_tail(b, a)


def _is_dotted_tail(tail: str, name: str) -> bool:
    return name.endswith("." + tail) and ("." in tail or is_distinct_name(tail))


def is_distinct_name(part: str) -> bool:
    """True of one part of a dotted name that is distinct without the rest."""
    return len(part) >= 6 and re.search(r"_|[a-z0-9][A-Z]", part) is not None


def _same_number(a: str, b: str) -> bool:
    (value_a, name_a), (value_b, name_b) = value_and_name(a), value_and_name(b)
    return value_a is not None and value_a == value_b and _names_agree(name_a, name_b, significant_digits(value_a))


def _names_agree(a: str, b: str, digits: int) -> bool:
    if not a or not b or a.lstrip("@") == b.lstrip("@"):
        return True
    if a.startswith("@") or b.startswith("@"):
        return not (a.startswith("@") and b.startswith("@"))
    return digits >= 4 and a not in BASE_UNITS and b not in BASE_UNITS


def _hex_begins_uuid(hex_id: str, uuid: str) -> bool:
    return len(hex_id) >= 8 and uuid.replace("-", "").startswith(hex_id)


def _number_is_code(number: str, code: str) -> bool:
    value, number_value = hex_value(code), value_and_name(number)[0]
    return value is not None and value >= _LEAST_TELLING_VALUE and value == number_value


def _number_is_port(number: str, address: str) -> bool:
    port = host_and_port(address)[1]
    return bool(port) and number == f"{port} @port"


_WITHIN: dict[str, Callable[[str, str], bool]] = {
    "hex-id": _same_hex,
    "path": same_path,
    "file-line": _same_file_line,
    "api-name": _same_api_name,
    "number": _same_number,
}

_ACROSS: dict[tuple[str, str], Callable[[str, str], bool]] = {
    ("hex-id", "uuid"): _hex_begins_uuid,
    ("number", "code"): _number_is_code,
    ("number", "address"): _number_is_port,
}
