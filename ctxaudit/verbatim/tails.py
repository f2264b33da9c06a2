"""Index keys for names that are the same as their own tails: `src/pool/a.py` and `pool/a.py`, `os.path` and `path`.

A held name is filed under its tails of up to four parts, so that one long name never files much.
"""

from functools import lru_cache

_MOST_PARTS = 4
_MOST_NAMES = 16_384  # that are kept in mind: a file is named with many lines


@lru_cache(maxsize=_MOST_NAMES)
def filed_tails(name: str, separator: str) -> tuple[str, ...]:
    """The tails under which a held name is filed, the shortest first."""
    parts = name.rsplit(separator, _MOST_PARTS)[-_MOST_PARTS:]
    return tuple([separator.join(parts[-count:]) for count in range(1, len(parts) + 1)])


def asked_tail(name: str, separator: str) -> str:
    """The one filed tail of every held name of which this name is a tail."""
    return filed_tails(name, separator)[-1]


@lru_cache(maxsize=_MOST_NAMES)
def shorter(name: str, separator: str) -> tuple[str, ...]:
    """Every proper tail of the name, the longest first."""
    tails: list[str] = []
    at = name.find(separator)
    while at >= 0:
        tails.append(name[at + len(separator) :])
        at = name.find(separator, at + 1)
    return tuple(tails)
