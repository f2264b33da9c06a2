"""Markdown-like text cut into blocks of prose: what is code, output or layout falls away, soft wraps are undone."""

import re
from typing import Final

TICKED: Final = re.compile(r"`[^`]*`")

_FENCE: Final = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_RULE: Final = re.compile(r"([-*_=])(?:\s*\1){2,}$")
_ROW_RULE: Final = re.compile(r"[|:\s-]+$")
_CELL_EDGE: Final = re.compile(r"(?<!\\)\|")
_HEADING: Final = re.compile(r"#{1,6}(?:\s|$)|(?:\*\*[^*]+\*\*|__[^_]+__):?$")
_BULLET: Final = re.compile(r"(?:[-*+•]|\d{1,3}[.)]|[A-Za-z]\))(?:\s+|$)(?:\[[ xX]\](?:\s+|$))?")
_SYMBOL: Final = re.compile(r"[{};=<>$\\]")
_INDENTED: Final = re.compile(r"    | {0,3}\t")

# Some openings ask for more than their first word ("import", "at", "ok"): a wrapped line of prose may begin with it.
_OUTPUT: Final = re.compile(
    r"\$ |>>> |\+\+\+|---|@@|diff --git|//|/\*"
    r"""|import (?:[{*"']|type |\w+ from |[\w.]+(?: as \w+)?(?:, [\w.]+)*;?$)"""
    r"|at \S+ \((?:native|<anonymous>|\S*[:/\\])"
    r'|File "|Traceback\b'
    r"|(?:PASS|FAIL)(?:ED)?\b|(?:not )?ok(?: \d|\s{2}|\t)|[✓✗]"
    r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d"
    r"|\[(?:ERROR|WARN|INFO|DEBUG)"
    r"|[\w.]{0,80}(?:[Ee]rror|Warning|Exception): |warning: "
    r"|</?[A-Za-z]"
    r"|\d+(?:→|\t|\s*[|│]|:\s)"
)


def blocks(text: str, *, headings: bool = False) -> list[str]:
    """The blocks of prose in the text, each on one line; headings and bold-only lines only when asked for."""
    found: list[str] = []
    block: list[str] = []
    fence = ""

    def close() -> None:
        if block:
            found.append(" ".join(block))
            block.clear()

    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        stripped = line.strip()
        if fence:
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
            continue
        body = stripped
        if not _begins_as_prose(stripped):
            opened = _FENCE.match(stripped)
            alone = () if opened or not stripped or _RULE.match(stripped) else _lone_block(stripped, headings)
            if alone is not None:
                close()
                found.extend(alone)
                fence = opened[1] or opened[2] if opened else ""
                continue
            body = _without_bullet(stripped)
            if body is not stripped:
                close()
        if _is_output(body) or _is_code(body):
            close()
        elif body and (block or body is not stripped or not _INDENTED.match(line)):
            block.append(body)
    close()
    return found


def _begins_as_prose(line: str) -> bool:
    """No fence, rule, table, heading or bullet begins with a letter, unless a bracket is closed behind it."""
    return line[:1].isalpha() and line[1:2] != ")"


def _lone_block(line: str, headings: bool) -> tuple[str, ...] | None:
    """What a line that never joins its neighbours gives; None for a line that may."""
    if line[0] == "|" and line.count("|") > 1:
        cells = (cell.strip() for cell in _CELL_EDGE.split(line))
        return () if _ROW_RULE.match(line) else (" | ".join(cell for cell in cells if cell),)
    if _HEADING.match(line):
        return (line.strip("#*_ \t"),) if headings else ()
    return None


def _without_bullet(line: str) -> str:
    """The line behind its bullet; the very same object when it has none."""
    mark = _BULLET.match(line)
    return line[mark.end() :] if mark else line


def _is_output(line: str) -> bool:
    return _OUTPUT.match(line) is not None


def _is_code(line: str) -> bool:
    if line.endswith(("{", "};", ");")):
        return True
    if not _SYMBOL.search(line):
        return False
    bare = TICKED.sub("Q", line)
    return 3 * len(_SYMBOL.findall(bare)) > len(bare.split()) + 3
