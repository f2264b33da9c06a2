"""What a pattern of paths matches on this machine.

`**` is any number of folders below each other. It goes through no link: one that leads back to a folder above would
never end, and one that leads elsewhere would read what nobody asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from glob import escape, glob, has_magic

LONGEST = 4096  # characters; a longer pattern is none
_DEEP = re.compile(r"(?<![^/])\*\*(/+|$)")


def is_pattern(path: str) -> bool:
    return len(path) <= LONGEST and has_magic(path)


def matched(pattern: str, links: list[str] | None = None) -> list[str]:
    """Files and folders, sorted, each once; `links` hears of those to folders that a `**` did not go through.

    As in a shell, what begins with a dot is matched by nothing but a dot.
    """
    return sorted(set(_matched(pattern, [] if links is None else links)))


def _matched(pattern: str, links: list[str]) -> Iterator[str]:
    deep = _DEEP.search(pattern)
    if deep is None:
        yield from glob(pattern)
        return
    head, tail = pattern[: deep.start()], pattern[deep.end() :]
    for top in glob(head) if has_magic(head) else [head]:
        for folder, files in _walked(top, links):
            if tail:
                yield from _matched(escape(folder) + tail, links)
            else:
                yield from (found for found in (folder, *(files if not deep[1] else ())) if found)


def _walked(top: str, links: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Every folder from the top down, with a slash behind it, and the paths of what it holds that is no folder."""
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        files: list[str] = []
        try:
            with os.scandir(folder or ".") as entries:
                for entry in entries:
                    path = folder + entry.name
                    if entry.name.startswith("."):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(os.path.join(path, ""))
                    elif entry.is_symlink() and os.path.isdir(path):
                        links.append(path)
                    else:
                        files.append(path)
        except OSError:
            if not os.path.isdir(folder or "."):
                continue
        yield folder, files
