"""A rewrite put a text without content in the place of its sources.

Judged is the surrogate's body, from `body_start` to `body_end` in code points, when the sources' texts together have at
least 40 characters (white space folded). It is hollow when it is

* empty;
* at most 300 characters long and begins, after any of `#*[(<-` and blanks, as a failed summary does (an error, a limit,
  a refusal, a question back: "API error", "You've hit your", "I'm sorry", "Please provide", "Nothing to summarize"…),
  and no verbatim token of the sources stands in it;
* a form nobody filled in: every line that is not blank is a heading (begins with `#` or ends with `:`) or, its bullet
  and label off, one of none, n/a, nothing, empty, todo, tbd, null, -, (none), no items;
* cut inside a word: its last piece is three ASCII letters or more and nothing else, is no word of any source, and a
  word of a source begins with it.

Why it matters
    The host believed that the summary was there and let the sources go. Everything that the agent knew of them is lost
    at once, and nothing in the window says so.
How to fix
    Check a summary before the sources leave: refuse it when it is empty, an error text, a bare form or cut off, and
    keep the old window for another try.
When this is wrong
    When there was nothing worth keeping in the sources, or the log cut the surrogate's text and does not say so; a
    text that is marked `complete: false` is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ctxaudit.case import Case
from ctxaudit.model import Call, Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said, Span
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.rules._sizes import sizes
from ctxaudit.sourcing.kin import Kin
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import fold_space, literal_in

RULE = Rule(slug="hollow-surrogate", group="surrogates", severity="error", seed="B", looks_at="rewrites")
LEAST_SOURCE_CHARACTERS = 40
MOST_OPENER_CHARACTERS = 300
SOURCES_SHOWN = 2
_BEGINNING = 400
OPENERS = (
    "api error",
    "error:",
    "error generating",
    "request failed",
    "request timeout",
    "request timed out",
    "internal server error",
    "overloaded_error",
    "rate limit exceeded",
    "rate limit reached",
    "usage limit",
    "you've hit your",
    "you have hit your",
    "you've reached your",
    "prompt is too long",
    "context length exceeded",
    "i'm sorry",
    "i am sorry",
    "i apologize",
    "i cannot",
    "i can't",
    "i'm unable",
    "as an ai",
    "no conversation",
    "no previous conversation",
    "no prior history",
    "nothing to summarize",
    "there is nothing to",
    "previous conversation was too long",
    "the conversation is empty",
    "please provide",
    "could you provide",
    "it looks like there",
    "summary unavailable",
    "failed to summarize",
    "failed to generate",
    "unable to summarize",
    "unable to generate",
)
EMPTY_ENTRIES = frozenset({"none", "n/a", "nothing", "empty", "todo", "tbd", "null", "-", "(none)", "no items"})
_LEAD = "#*[(<- \t\r\n"
_BULLET = re.compile(r"\A(?:[-*+•]|\d{1,3}[.)])(?:\s+|\Z)")
_LABEL = re.compile(r"\A[^:]{1,80}:\s*")
_CUT_PIECE = re.compile(r"[A-Za-z]{3,}")
_EDGES = "\"'`*_.,;:!?()[]{}<>“”‘’„«»…-–—/\\|#~"


def check(case: Case) -> Iterator[Said]:
    for step, event in case.timeline.of(Rewrite):
        yield Looked()
        if not event.surrogate.complete:
            yield NotJudged(step.line, f"the log cut the text of {event.surrogate.id}")
            continue
        if not _have_enough(step.left):
            continue
        hollow = _why_hollow(case, step.left, event.surrogate)
        if hollow:
            yield _finding(case.timeline, step, event, hollow)


def _have_enough(sources: Sequence[Life]) -> bool:
    """The sources' texts have enough characters between them; mostly the beginning of the first shows it."""
    shown = 0
    for life in sources:
        shown += len(fold_space(life.span.text[:_BEGINNING]))
        if shown >= LEAST_SOURCE_CHARACTERS:
            return True
    return sum(len(fold_space(life.span.text)) for life in sources) >= LEAST_SOURCE_CHARACTERS


def _body(surrogate: Span) -> str:
    return surrogate.text[surrogate.body_start : surrogate.body_end]


def _why_hollow(case: Case, sources: Sequence[Life], surrogate: Span) -> str:
    """What is wrong with the body, in words; empty when it may pass for a summary."""
    body = _body(surrogate)
    folded = fold_space(body)
    if not folded:
        return "has nothing but the words that introduce a summary" if surrogate.text.strip() else "is empty"
    opener = _opener(folded)
    if opener and not _quotes_a_source(case, sources, folded):
        return f'is no summary: it begins "{opener}"'
    if _is_bare_form(body):
        return "is a form that nobody filled in"
    piece = _cut_piece(folded, sources)
    return f'breaks off inside a word: "{piece}"' if piece else ""


def _opener(folded: str) -> str:
    if len(folded) > MOST_OPENER_CHARACTERS:
        return ""
    start = folded.lstrip(_LEAD).casefold().replace("’", "'").replace("‘", "'")
    return next((opener for opener in OPENERS if start.startswith(opener)), "")


def _quotes_a_source(case: Case, sources: Sequence[Life], folded: str) -> bool:
    """A verbatim token of a source stands in the body, which then says something after all."""
    held = Kin(case.book.tokens_in(folded, prose=True))
    return any(
        literal_in(token.text, folded) or held.around(token) for life in sources for token in case.book.tokens(life)
    )


def _is_bare_form(body: str) -> bool:
    lines = (line.strip() for line in body.split("\n"))
    return all(_is_bare_line(line) for line in lines if line)


def _is_bare_line(line: str) -> bool:
    if line.startswith("#") or _plain(line).endswith(":"):
        return True
    entry = _BULLET.sub("", line, count=1)
    return any(
        _plain(part).casefold() in EMPTY_ENTRIES for part in (line, entry, _LABEL.sub("", _plain(entry), count=1))
    )


def _plain(text: str) -> str:
    """The text without emphasis marks at its ends."""
    return text.strip("*_ \t\r")


def _cut_piece(folded: str, sources: Sequence[Life]) -> str:
    """The body's last piece when it is the beginning of a source's word and no word of any source itself."""
    piece = folded.rsplit(" ", 1)[-1]
    if not _CUT_PIECE.fullmatch(piece):
        return ""
    if any(f" {piece} " in life.span.text for life in sources):
        return ""
    cut = piece.casefold()
    begun = False
    for life in sources:
        for word in _words_with(life.span.text.casefold(), cut):
            if word == cut:
                return ""
            begun = begun or word.startswith(cut)
    return piece if begun else ""


def _words_with(text: str, cut: str) -> Iterator[str]:
    """The words of a text, when the letters stand in it at all: pieces that are letters only, their edges off."""
    if cut not in text:
        return
    for piece in text.split():
        word = piece.strip(_EDGES)
        if word.isalpha():
            yield word


def _finding(timeline: Timeline, step: Step, event: Rewrite, hollow: str) -> Finding:
    made = event.surrogate
    return found(
        RULE,
        step,
        f"{made.id} ({counted(len(made.text), 'character')}) stands for {counted(len(step.left), 'span')} "
        f"({listed([life.id for life in step.left])}) of {_amount(step, event)}, and {hollow}",
        spans=[made.id],
        evidence=_evidence(timeline, step, made),
    )


def _recorded(timeline: Timeline, step: Step) -> list[Evidence]:
    """The window's size at the last call before the rewrite that has a recorded one."""
    for earlier in reversed(timeline.steps[: step.index]):
        if isinstance(earlier.event, Call) and earlier.event.tokens is not None:
            return [shown(earlier, f"the window of the call before it: {earlier.event.tokens:,} tokens as recorded")]
    return []


def _amount(step: Step, event: Rewrite) -> str:
    size = sizes(step, event)
    return f"{'about ' if size.estimated else ''}{counted(size.before, 'token')}"


def _evidence(timeline: Timeline, step: Step, made: Span) -> list[Evidence]:
    largest = sorted(step.left, key=lambda life: -len(life.span.text))[:SOURCES_SHOWN]
    sources = [life_shown(timeline, life, "left in the rewrite") for life in step.left if life in largest]
    return [
        *sources,
        *_recorded(timeline, step),
        shown(step, "what stands in their place", span=made.id, excerpt=_body(made)),
    ]
