"""The patterns that find token candidates, in Rust-regex syntax, in the order in which they run.

A hit of a masking row becomes one NUL before the next row runs, so precedence needs no offsets.
"""

import re
from dataclasses import dataclass
from functools import cache

from ctxaudit.verbatim.words import EXTENSIONS

MASK = "\0"

_EXT = "|".join(sorted(EXTENSIONS))  # each ends at a boundary or before a line number, so no order matters
_H4 = "[0-9a-fA-F]{4}"
_B = r"(?-u:\b)"


@dataclass(frozen=True, slots=True)
class Row:
    """One pattern. `kind` is empty for rows whose hits are no tokens themselves.

    `needs` is cheap and stands in every text that the pattern hits; `telling` in every hit that can be a token.
    `leaves` stands where a masking row hit: it may name groups of the hit, as `${1}`.
    """

    kind: str
    pattern: str
    masks: bool
    bare: bool = False  # also run on chunks without a digit
    needs: str = ""
    telling: str = ""
    leaves: str = MASK


# A line break or tab that is spelled as a backslash and a letter parts what stands around it, as in JSON within JSON.
# It is none in a path of Windows. No folder's name ends like a quote, a clause, a file or a place in one; what has a
# plain slash behind it has no backslash before it.
ESCAPED = Row(
    "",
    r"((?:^|[^A-Za-z0-9_@.+%~\\/-])(?:[A-Za-z]:|\.\.?|~|%[A-Za-z_]+%)"
    r"(?:\\[A-Za-z0-9_@.+%~\\/-]*)?\\[nrt][A-Za-z0-9_@.+%~\\/-]*)"
    r"|([;,!?\"'`}>*]|[A-Za-z0-9_)\]\"'][A-Za-z0-9_)\]\"']:|\(\))(?:\\[nrt])+"
    rf"|(:[0-9]+|\.(?:{_EXT})|[A-Za-z0-9_)\]\"']\.+)(?:\\+[nrt])+"
    r"|([^\\/.])\\+[nrt]([A-Za-z0-9_@.+%~-]*:?/)",
    masks=True,
    needs=r"\\[nrt]",
    leaves="${1}${2}${3}${4}" + MASK + "${5}",
)

TRACEBACK = Row("file-line", r'File "[^"\n]{1,200}", line [0-9]+', masks=True, needs='File "')

URL = Row("url", _B + r"[A-Za-z][A-Za-z0-9+.-]{1,15}://[A-Za-z0-9_.~:/?#@!$&*+,;=%()\[\]-]+", masks=True, needs="://")

# What a host writes around its own notices: the id of the call they answer, the attribute that names who speaks.
HOST_MARKUP = Row(
    "",
    r'<tool-use-id>[A-Za-z0-9_-]+</tool-use-id>|<teammate-message teammate_id="[^"<>\n]*"',
    masks=True,
    needs="<tool-use-id>|<teammate-message ",
)

# The path before the star of a glob is no path. A star behind a name alone may be emphasis that ends.
GLOB = Row(
    "",
    r"(?:^|[^A-Za-z0-9_@.+%~/*-])[A-Za-z0-9_@.+%~/-]*"
    r"(?:[A-Za-z0-9_@.+%~-]/\*|/[A-Za-z0-9_@.+%~-]+\*(?:\.[A-Za-z]|[A-Za-z0-9_/]))[A-Za-z0-9_@.+%~/*-]*",
    masks=True,
    needs=r"\*",
)

# The mode of a file and how many links it has, as directories are listed.
LISTED = Row(
    "",
    r"(?:^|[^A-Za-z0-9_])[bcdlps-](?:[r-][w-][xsStT-]){3}[.+@]?[ ]+[0-9]+[ ]",
    masks=True,
    needs=r"[r-][w-][xsStT-][.+@]?[ ]+[0-9]",
)

SYSTEM_NAME = Row(
    "code",
    _B
    + r"(?:E(?:NOENT|ACCES|PERM|EXIST|NOSPC|PIPE|INVAL|MFILE|AGAIN|ROFS|ISDIR|NOTDIR|NOTEMPTY|NOMEM|BUSY|CONNREFUSED"
    + r"|CONNRESET|ADDRINUSE|TIMEDOUT|HOSTUNREACH|RESOLVE|INTEGRITY|LIFECYCLE|NOTFOUND)"
    + r"|SIG(?:HUP|INT|QUIT|ILL|ABRT|BUS|FPE|KILL|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP))"
    + _B,
    masks=False,
    needs="E[A-Z]{4}|SIG[A-Z]{3}",
)

HASH_NUMBER = Row("code", r"&?#[0-9]{2,6}" + _B, masks=False, needs="#")

# The closing group is no part of a number: it shows the plain code that a clock or a date goes on.
NUMBER = Row(
    "number",
    r"(?:^|[^A-Za-z0-9_./:#@\\-])"
    r'(?:-{0,2}[A-Za-z][A-Za-z_-]*(?:"?[ ]?[:=][ ]?|[ ](?:is|was|of|to|at|=|#)[ ]|[ ]))?'
    r"[0-9]+(?:[.,_][0-9]+)*"
    r"(?:%|/[0-9]+" + _B + r"|[ -]?[A-Za-z][A-Za-z_./]*" + _B + r"|" + _B + r")"
    r"(?::[0-9]+|[-/.][0-9]{1,2}[-/.][0-9]+|/[0-9]+)?",
    masks=False,
    needs="[0-9]",
    telling="[A-Za-z%/]",
)

IN_CHUNK = r"[A-Za-z0-9_./:@%#?&=~+\\()\[\]>-]"  # a letter or sign that a chunk may go on with

CHUNK = Row(
    "",
    rf"[A-Za-z.:@~+-]*[0-9_/\\]{IN_CHUNK}*"
    rf"|[A-Za-z][A-Za-z-]*(?:\.|::|->)[A-Za-z]{IN_CHUNK}*"
    r"|[A-Za-z][a-z0-9]+[A-Z][A-Za-z0-9]*\(\)",
    masks=False,
    needs=r"[0-9_/\\]|[A-Za-z-](?:\.|::|->)[A-Za-z]|[A-Za-z0-9]\(\)",
)

RAW = (ESCAPED, URL, TRACEBACK, HOST_MARKUP, GLOB, LISTED, SYSTEM_NAME, HASH_NUMBER, NUMBER)

CHUNKED = (
    Row("uuid", f"{_B}[0-9a-fA-F]{{8}}-{_H4}-{_H4}-{_H4}-[0-9a-fA-F]{{12}}{_B}", masks=True, needs=f"-{_H4}-{_H4}-"),
    Row(
        "file-line",
        rf"[A-Za-z0-9_@.+~/-]*[A-Za-z0-9_]\.(?:(?:{_EXT})(?::[0-9]+(?::[0-9]+|-[0-9]+)?|#L[0-9]+(?:-L?[0-9]+)?)"
        r"|(?:tsx?|cs|vb|cpp|hpp|c|h)\([0-9]+$)",
        masks=True,
    ),
    Row(
        "",
        _B + r"(?:(?:19|20)[0-9]{2}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}/[0-9]{1,2}/(?:19|20)[0-9]{2})"
        r"(?:T[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?" + _B,
        masks=True,
    ),
    Row(
        "address",
        _B + r"(?:[0-9]{1,5}/(?:tcp|udp|sctp|TCP|UDP|SCTP)"
        r"|[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}(?::[0-9]{1,5}|/[0-9]{1,2})?"
        r"|(?:localhost|(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,10}):[0-9]{2,5}"
        r"|[0-9a-fA-F]{1,4}(?::{1,2}[0-9a-fA-F]{1,4}){2,7})" + _B,
        masks=True,
    ),
    Row(
        "path",
        # A drive is one letter: `error:\nfoo` and `path:/usr/lib` have none.
        _B + r"[A-Za-z]:(?:\\[A-Za-z0-9_@.+%~-]+)+"
        r"|(?:" + _B + r"[A-Za-z]:|[A-Za-z0-9_@.+%~-]+)?(?:/(?:[A-Za-z0-9_@.+%~-]|\[[A-Za-z0-9_.]+\])+)+/?"
        rf"|[A-Za-z0-9_][A-Za-z0-9_.+-]*\.(?:{_EXT}){_B}",
        masks=True,
        bare=True,
        # Two names of letters without a hump are a path for nobody, whatever dots end them.
        telling=r"^/|[0-9_@~\\:%+-]|[a-z][A-Z]|\.[^.]|/[^/].*/[^/]",
    ),
    Row(
        "code",
        _B + r"(?:0[xX][0-9a-fA-F]{2,16}|[A-Z]{1,5}[0-9]{3,6}|[A-Z][A-Z0-9]{1,9}-[0-9]{1,7}(?:-[0-9]{1,7})?)" + _B,
        masks=True,
    ),
    # The tail is spelled so that one reading of it exists: a backtracking engine must not go through all of them.
    Row(
        "version",
        _B + r"(?:[vV]?[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z]*(?:[-+.][0-9A-Za-z]+)*|v[0-9]+\.[0-9]+)" + _B,
        masks=True,
    ),
    Row("hex-id", _B + r"[0-9a-fA-F]{7}[0-9a-fA-F]*" + _B, masks=False),
    Row(
        "api-name",
        _B + r"(?:[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|::|->)[A-Za-z_][A-Za-z0-9_]*)+(?:\(\))?"
        r"|[A-Za-z0-9]*_[A-Za-z0-9_]+(?:\(\))?|[A-Za-z][a-z0-9]+[A-Z][A-Za-z0-9]*\(\))",
        masks=False,
        bare=True,
    ),
)

FENCE = r"(?s)```.*?(?:```|\z)"
TICKED = Row("ticked", r"`[^`\n]{2,160}`", masks=True, needs="`")
DOUBLE_QUOTED = Row("double-quoted", r'"[^"\n]{3,120}"', masks=True, needs='"')
QUOTED = (TICKED, DOUBLE_QUOTED)

# A text in which this stands nowhere holds no token; prose in which neither this nor a quote does holds none.
PROMISING = f"{CHUNK.needs}|{SYSTEM_NAME.needs}"
PROMISING_PROSE = f'["`]|{PROMISING}'


@cache
def for_python(pattern: str) -> re.Pattern[str]:
    """The same pattern for `re`: its boundaries and classes are ASCII there too."""
    return re.compile(pattern.replace(_B, r"\b").replace(r"\z", r"\Z"), re.ASCII)


@cache
def left_for_python(leaves: str) -> str:
    """What a masking row leaves, as `re` spells it."""
    return re.sub(r"\$\{([0-9])\}", r"\\g<\1>", leaves)
