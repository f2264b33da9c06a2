"""Which shell commands only look something up."""

from __future__ import annotations

import pytest

from ctxaudit.importers._shell import only_reads


@pytest.mark.parametrize(
    "command",
    [
        "cat a.txt",
        "cd /srv && git log --oneline | head -5",
        "LC_ALL=C sort names.txt 2>/dev/null | uniq -c",
        "sed -n '1,20p' a.py",
        "find . -name '*.py'",
        "/usr/bin/grep -rn 'a > b' src",
    ],
)
def test_reading_commands_read(command: str) -> None:
    assert only_reads(command)


@pytest.mark.parametrize(
    "command",
    [
        "rm a.txt",
        "cat a > b",
        "sed -i s/a/b/ c",
        "find . -delete",
        "git commit -m x",
        "git",
        "echo done",
        "cat $(make x)",
        "cat `make x`",
        "cat a; make",
        "sort -o a b",
        "cat " + "a" * 3000,
        "",
    ],
)
def test_others_do_not(command: str) -> None:
    assert not only_reads(command)
