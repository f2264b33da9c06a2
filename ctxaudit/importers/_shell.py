"""Whether a shell command only looks something up; it knows no log format and runs nothing."""

from __future__ import annotations

import re

_COMMANDS = frozenset(
    {
        *("basename", "cat", "column", "cut", "diff", "dirname", "du", "df", "egrep", "fgrep", "file", "find", "git"),
        *("grep", "head", "hexdump", "jq", "less", "ls", "md5sum", "more", "nl", "od", "pgrep", "ps", "pwd"),
        *("readlink", "realpath", "rg", "sed", "sha1sum", "sha256sum", "sort", "stat", "strings", "tail", "tree"),
        *("uniq", "wc", "which", "xxd"),
    }
)
_BESIDE = frozenset({"cd", "echo", "printf", "true", "pwd", "set"})
_GIT = frozenset(
    {
        *("blame", "cat-file", "describe", "diff", "grep", "log", "ls-files", "ls-tree", "reflog", "rev-parse"),
        *("shortlog", "show", "status"),
    }
)
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"")
_HARMLESS_REDIRECT = re.compile(r"(?:[12&]?>{1,2}\s*/dev/null|2>&1)")
_BREAKS = re.compile(r"\|\||&&|[|;\n]")
_WRITES = re.compile(r"[>`]|\$\(|<<")
_LONGEST = 2000


def only_reads(command: str) -> bool:
    """True for a command that is made of reading commands alone. A long one is not looked into, and is none."""
    if len(command) > _LONGEST or "$(" in command or "`" in command:
        return False
    bare = _HARMLESS_REDIRECT.sub(" ", _QUOTED.sub("Q", command))
    if _WRITES.search(bare):
        return False
    reads = False
    for piece in _BREAKS.split(bare):
        words = piece.split()
        while words and re.fullmatch(r"[A-Za-z_]\w*=\S*", words[0]):
            words = words[1:]
        if not words or words[0] in _BESIDE:
            continue
        if not _reads(words):
            return False
        reads = True
    return reads


def _reads(words: list[str]) -> bool:
    command = words[0].rsplit("/", 1)[-1]
    if command not in _COMMANDS:
        return False
    if command == "git":
        plain = [word for word in words[1:] if not word.startswith("-") and word != "Q" and "/" not in word]
        return bool(plain) and plain[0] in _GIT
    if command == "sed":
        return not any(word == "--in-place" or re.match(r"-[a-zA-Z]*i", word) for word in words[1:])
    if command == "find":
        return not any(word in ("-delete", "-exec", "-execdir", "-ok", "-fprint") for word in words)
    return command != "sort" or "-o" not in words
