"""Fixed texts that frameworks and tracers put into prompts, and what each of them says; it knows no record."""

from __future__ import annotations

import re

_HEAD = 400

_CLEARED = re.compile(
    r"""\s*(?:
    \(Tool\ result\ removed\)
    | \[Tool\ call:\ [^\]\n]{1,120}\(parameters\ and\ results\ removed\ from\ history\)\]
    | \[(?:tool\ (?:result|output)\ )?(?:cleared|removed|omitted|pruned)\]
    | \[Old\ tool\ (?:result|output)\ content\ cleared\]
    | <MASKED>
    | Old\ environment\ output:\ \(\d+\ lines?\ omitted\)
    | \[outdated\ -\ see\ the\ latest\ file\ content\]
    | Visited\ URL\ \S+\s+Content\ omitted
    | <persisted-output>.{0,3000}
    )\s*""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_CUT = re.compile(
    r"""
    \.\.\.\ ?\[truncated:?\ [\d,]+\ (?:chars|characters)(?:\ removed)?\]
    | \[Trimmed:\ [^\]\n]{1,200}\]
    | \[\.\.\.\ output\ limited\ to\ [\d,]+\ bytes
    | <response\ clipped>
    | \[Showing\ lines\ \d
    | \[\.\.\.\ Observation\ truncated\ due\ to\ length
    | \.\.\.output\ truncated\.\.\.
    | <START_TOOL_OUTPUT>
    | "elided_chars"
    """,
    re.VERBOSE,
)
_NOTICE = re.compile(
    r"\s*(?:\[Sliding window truncation: [\d,]+ messages hidden|\[NOTE\] Some previous conversation history)"
)
_LEAD = re.compile(
    r"""\s*[#*\[<(]{0,4}\s*(?:
    CONTEXT\ COMPACTION\ SUMMARY\]?
    | Context\ summary\b
    | (?:Previous\ |Prior\ )?Conversation[\ _](?:history\ )?summary\b
    | Summary\ of\ (?:the\ |our\ )?(?:previous\ |earlier\ |prior\ )?
      (?:conversation|session|messages|discussion|history)\b
    | (?:Here|The\ following|This)\ is\ an?\ summary\ of\ (?:the|our)\ (?:previous\ |earlier\ )?
      (?:conversation|session|messages|discussion|history)(?:\ to\ date|\ so\ far)?
    | This\ session\ is\ being\ continued\ from\ a\ previous\ conversation
    | The\ conversation\ history\ before\ this\ point\ was\ compacted
    | Previous\ conversation\ was\ too\ long\ to\ summarize
    | No\ previous\ conversation\ history
    )[^\n:.]{0,160}[\]>)*]{0,4}[:.]?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_SUMMARY_TAG = re.compile(r"\s*<(?:conversation_|context_)?summary>\s*", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:summari[sz]e|summary|condense|compact|checkpoint)\b.{0,200}\b(?:conversation|history|session|messages"
    r"|transcript|events|context|above|so far)\b|\b(?:conversation|history|transcript)\b.{0,120}\bsummar",
    re.IGNORECASE | re.DOTALL,
)
_HOST = (
    "<system-reminder>",
    "<environment_context>",
    "<environment_details>",
    "<SYSTEM_NOTICE>",
    "[SYSTEM",
    "What did we do so far?",
    "Continue if you have next steps",
    "Your context was compacted",
)
_SAVED = re.compile(
    r"Full output(?: saved to)?: ([^\s\]<]+)|Output (?:has been )?saved to:? ([^\s\]<]+?)[.,]?(?:\s|<|$)"
)
_TRACER = re.compile(
    r"<truncated due to size exceeding limit>|__REDACTED__|<redacted>|\[redacted\]|\[Filtered\]|<masked due to"
    r"|\.\.\. ?\(truncated\)$|\[truncated by ",
    re.IGNORECASE,
)


def cleared(text: str) -> bool:
    """The text is nothing but a placeholder for what stood there."""
    return len(text) < 4000 and _CLEARED.fullmatch(text) is not None


def shortened(text: str) -> bool:
    """A framework's mark says that this text was cut."""
    return _CUT.search(text) is not None


def saved_to(text: str) -> str | None:
    """Where the whole of a shortened or cleared text is said to lie."""
    if not (shortened(text) or cleared(text)):
        return None
    found = _SAVED.search(text)
    return (found[1] or found[2]) if found else None


def drop_notice(text: str) -> bool:
    """A framework's notice that messages were dropped."""
    return _NOTICE.match(text, 0, _HEAD) is not None


def summary_lead(text: str) -> int:
    """How many characters of fixed lead-in say that the rest is a summary; 0 when nothing says so."""
    found = _LEAD.match(text, 0, _HEAD) or _SUMMARY_TAG.match(text, 0, _HEAD)
    return found.end() if found else 0


def asks_for_summary(text: str) -> bool:
    """An instruction to sum up a conversation stands at the head or at the end."""
    return any(_ASKS.search(part) is not None for part in (text[:1500], text[-1500:]))


def by_host(text: str) -> bool:
    """Harness text in the user's role, by its fixed opening."""
    return text.lstrip()[:60].startswith(_HOST) or drop_notice(text)


def by_tracer(text: str) -> bool:
    """The tracer masked this text or cut it."""
    return _TRACER.search(text[:200]) is not None or _TRACER.search(text[-200:]) is not None


def superseded(text: str) -> bool:
    """A framework's placeholder says that a newer reading of the same thing stands elsewhere."""
    return text.lstrip()[:40].startswith("[outdated - see the latest")
