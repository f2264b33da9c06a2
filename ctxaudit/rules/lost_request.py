"""The request that the agent is working on left the window, and no live span holds its words.

A request is an added span of kind `message` by a human. Its answer is the last model-made span added before the next
request, or before the end, when that is a `message`; else it has none. Looked at are the edits at which the newest
request is still without its answer. It fires when the request's whole text stood in a live span before the edit and
stands in none after it, and in none when the edit has settled: just before the next `call` or model-made `add` of the
turn, else at its end. White space is folded, and does not count beside letters of scripts that are written without. Of
several edits that settle together it names the last. Once for each request; edits by a human are exempt. Not judged
when the log cut the request's text or that of a live span, or when a line between request and edit could not be read,
which may have held the answer.

The severity goes by the request's own words, the sentences in its first and in its last 600 characters: an error when
all of them are gone, a note when some are still there in other words (half of the words that carry the matter). Only
what came in after the request can say it again, and no system text; what stood there before it says something else, and
so does a line that a summary took over from an older one. One word that it shares is no saying again, unless it is the
only one. Confidence is low when every sentence is nearly there, and when the request is not in English and a summary is
live that may say it in English.

Why it matters
    The next turn works on what the window says it was asked. That is then an older task, a summary's idea of the new
    one, or nothing: the agent asks what is wanted, or does again what was done.
How to fix
    Keep the newest human message out of every edit until it is answered, or carry it word for word in the surrogate.
When this is wrong
    When the message was no request ("thanks"), or was answered by a tool call alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ctxaudit.case import Case
from ctxaudit.falsifiers import Survival, Window, content_stems, is_english, sentences
from ctxaudit.model import Add, Confidence, Evidence, Finding, Looked, NotJudged, Rule, Said, Severity
from ctxaudit.packed import Unpacked
from ctxaudit.rules._finding import found, life_shown, shown
from ctxaudit.sourcing.letters import contained
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.timeline.moments import Moments, stays_of

RULE = Rule(slug="lost-request", group="protocol", severity="error", seed="B", looks_at="edits while a request is open")
OWN_WORDS = 600
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
_BESIDE_WIDE = re.compile(f"(?<=[{_WIDE}]) | (?=[{_WIDE}])")
_PIECE = re.compile(f"[^ {_WIDE}]+|[{_WIDE}]")


@dataclass(frozen=True, slots=True)
class _Request:
    life: Life
    edits: tuple[Step, ...]  # those at which it is the newest request and not yet answered


@dataclass(frozen=True, slots=True)
class _Loss:
    """One edit after which the words stand nowhere."""

    step: Step
    settled: int


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    requests = [request for request in _requests(timeline) if request.edits]
    elsewhere = _Elsewhere(timeline, requests)
    for request in requests:
        yield Looked(len(request.edits))
        yield from _judge(case, request, elsewhere)


def _requests(timeline: Timeline) -> Iterator[_Request]:
    """Each request with the edits from its coming in to its answer, or to the next request."""
    life: Life | None = None
    edits: list[Step] = []
    answered = -1
    for step in timeline.steps:
        came = step.entered[0] if isinstance(step.event, Add) and step.entered else None
        if step.edit and life is not None:
            edits.append(step)
        elif came is not None and came.span.by == "human" and came.span.kind == "message":
            if life is not None:
                yield _open_edits(life, edits, answered)
            life, edits, answered = came, [], -1
        elif came is not None and came.span.by == "model":
            answered = step.index if came.span.kind == "message" else -1
    if life is not None:
        yield _open_edits(life, edits, answered)


def _open_edits(life: Life, edits: list[Step], answered: int) -> _Request:
    return _Request(life, tuple(step for step in edits if answered < 0 or step.index < answered))


# --- when the words are gone ---


def _judge(case: Case, request: _Request, elsewhere: _Elsewhere) -> Iterator[Said]:
    timeline = case.timeline
    if not request.life.span.text.strip():
        return
    words = _Words(request, elsewhere)
    loss: _Loss | None = None
    for step in request.edits:
        settled = timeline.settles(step)
        if loss is not None and settled != loss.settled:
            break
        if step.event.by == "human" or not words.taken_by(step, settled):
            continue
        doubt = _doubt(timeline, request.life, step, settled)
        if doubt:
            yield NotJudged(step.line, doubt)
        else:
            loss = _Loss(step, settled)
    if loss is not None:
        yield _finding(case, request, loss)


class _Words:
    """Where the whole text of a request stands. Other texts are read only when its own span is gone."""

    def __init__(self, request: _Request, elsewhere: _Elsewhere) -> None:
        self._request = request
        self._elsewhere = elsewhere
        self._others: Moments | None = None

    def taken_by(self, step: Step, settled: int) -> bool:
        """The words stood before the step and stand neither after it nor when it has settled."""
        return self._stand(step.before) and not self._stand(step.after) and not self._stand(settled)

    def _stand(self, moment: int) -> bool:
        """The moments that are asked for do not go back."""
        if self._request.life.live_at(moment):
            return True
        if self._others is None:
            self._others = self._elsewhere.of(self._request, moment)
        return moment in self._others


class _Elsewhere:
    """The other texts that hold a request whole.

    Only those of the window are read, from the moment on at which the request's own span is gone. Where that would
    read large windows again and again, all texts are searched once for all requests.
    """

    def __init__(self, timeline: Timeline, requests: Sequence[_Request]) -> None:
        self._timeline = timeline
        self._requests = requests
        self._effort = sum(len(life.span.text) for life in timeline.lives)

    def of(self, request: _Request, since: int) -> Moments:
        """When some text of the window holds the words, from a moment on as long as the request is open."""
        folded = _fold(request.life.span.text)
        piece = _rarest(folded)
        lives = self._likely.get(piece, ()) if self._effort < 0 else self._there(since, request)
        holding = (life for life in lives if piece in life.span.text and folded in _fold(life.span.text))
        return Moments.of(stays_of(holding))

    def _there(self, since: int, request: _Request) -> Iterable[Life]:
        """The lives of the window at that moment and of those up to the last that is asked for."""
        until = self._timeline.settles(request.edits[-1])
        came = (life for step in self._timeline.steps[since:until] for life in (*step.entered, *step.revived))
        lives = list(dict.fromkeys((*self._timeline.live_at(since), *came)))
        self._effort -= sum(len(life.span.text) for life in lives)
        return lives

    @cached_property
    def _likely(self) -> dict[str, list[Life]]:
        """The lives by the one word of a request that stands in their text somewhere."""
        found: dict[str, list[Life]] = {}
        pieces = dict.fromkeys(_rarest(_fold(request.life.span.text)) for request in self._requests)
        lives = self._timeline.lives
        for piece, at in contained(pieces, Unpacked([life.span for life in lives])):
            found.setdefault(piece, []).append(lives[at])
        return found


def _rarest(folded: str) -> str:
    """The longest piece of a request that stands as it is in any text that holds the request."""
    return max(_PIECE.findall(folded), key=len, default="")


def _fold(text: str) -> str:
    """White space folded, and dropped beside wide letters and marks: where no blanks part words they mean nothing."""
    return _BESIDE_WIDE.sub("", " ".join(text.split()))


def _doubt(timeline: Timeline, life: Life, step: Step, settled: int) -> str:
    if not life.span.complete:
        return f"the log cut the text of the request {life.id}"
    asked = timeline.step_of(life)
    hole = next((line for line in timeline.holes if asked.line < line < step.line), None)
    if hole is not None:
        return f"the unreadable line {hole} may have held the answer"
    lost = next(
        (other for other in timeline.incomplete if other.entered > asked.index and "lost" in other.span.tags), None
    )
    if lost is not None and lost.entered < step.index:
        return f"what {lost.id} stands for is missing from the log and may have held the answer"
    holder = next((other for other in timeline.incomplete if other.live_at(step.after) or other.live_at(settled)), None)
    return f"the log cut the text of {holder.id}, which may hold the request {life.id}" if holder else ""


# --- what is left of it ---


def _since(case: Case, request: Life, moment: int) -> Window:
    """What may say a request again: what came in after it. System text does not speak for the human."""
    live = [life for life in case.timeline.live_at(moment) if life.serial > request.serial]
    return case.reasons.texts.window(_new_words(life, request) for life in live if life.span.role != "system")


def _new_words(life: Life, request: Life) -> str:
    """The text without the lines that it took over from a rewrite which is older than the request."""
    older = (life for life in life.ancestors() if life.derivative and life.serial < request.serial)
    known = {line.strip() for life in older for line in life.span.text.split("\n")}
    return "\n".join(line for line in life.span.text.split("\n") if line.strip() not in known)


def _finding(case: Case, request: _Request, loss: _Loss) -> Finding:
    timeline, life, step = case.timeline, request.life, loss.step
    window = _since(case, life, loss.settled)
    fates = [(sentence, window.survival(sentence, negation=False)) for sentence in _own_words(life.span.text)]
    severity, left = _severity(fates)
    return found(
        RULE,
        step,
        f"the request {life.id} is not answered yet, and after line {step.line} no live span holds its words; {left}",
        severity=severity,
        spans=[life.id],
        evidence=_evidence(timeline, loss, life, fates),
        rests_on=[timeline.step_of(life)],
        cap=_cap([fate for _, fate in fates], severity, translated=_may_be_translated(timeline, life, loss)),
    )


def _own_words(text: str) -> list[str]:
    """The sentences in the first and the last part of a text; what lies between is taken for a pasted document."""
    parts = [text] if len(text) <= 2 * OWN_WORDS else [text[:OWN_WORDS], text[-OWN_WORDS:]]
    return [sentence for part in parts for sentence in sentences(part, headings=True) or [_fold(part)] if sentence]


def _severity(fates: list[tuple[str, Survival]]) -> tuple[Severity, str]:
    there = sum(_said_again(sentence, fate) for sentence, fate in fates)
    if not there:
        return "error", "none of its sentences is there in other words"
    return "note", f"{there} of its {len(fates)} sentences {'is' if there == 1 else 'are'} there in other words"


def _said_again(sentence: str, fate: Survival) -> bool:
    return fate.verdict == "verbatim" or (fate.verdict == "paraphrased" and _shares_words(sentence, fate))


def _shares_words(sentence: str, fate: Survival) -> bool:
    """Half of a sentence of two words is one word, and that says nothing."""
    words = len(content_stems(sentence))
    return fate.share * words > min(1.5, words - 0.5)


def _cap(fates: list[Survival], severity: Severity, *, translated: bool) -> Confidence:
    """Low when every sentence is gone by the count and yet so near that a reader may know it again."""
    near = bool(fates) and all(fate.unsure for fate in fates)
    return "low" if severity == "error" and (translated or near) else "high"


def _may_be_translated(timeline: Timeline, request: Life, loss: _Loss) -> bool:
    """Other words are compared in English alone, and a summary of a request in another language may be in English."""
    if is_english(request.span.text):
        return False
    return any(life.derivative and life.serial > request.serial for life in timeline.live_at(loss.settled))


def _evidence(timeline: Timeline, loss: _Loss, life: Life, fates: list[tuple[str, Survival]]) -> list[Evidence]:
    told = [
        life_shown(timeline, life, "the request"),
        shown(loss.step, f"this edit took {life.id}" if life in loss.step.left else "this edit took its last copy"),
    ]
    near = [fate for sentence, fate in fates if fate.closest and _shares_words(sentence, fate)]
    nearest = max(near, key=lambda fate: fate.share, default=None)
    if nearest is not None:
        shows = f"the closest that is live holds {nearest.share:.0%} of the words that matter in one sentence of it"
        told.append(shown(loss.step, shows, excerpt=nearest.closest))
    answer = _next_words(timeline, loss.settled)
    if answer is not None:
        told.append(life_shown(timeline, answer, "what the model wrote next"))
    return told


def _next_words(timeline: Timeline, moment: int) -> Life | None:
    for index in range(moment, timeline.end):
        step = timeline.steps[index]
        if isinstance(step.event, Add) and step.entered and step.entered[0].span.by == "model":
            return step.entered[0]
    return None
