"""The model speaks of a file whose text had been moved out to a copy, and nothing had opened it again.

Looks at each result of `kind: read` that left for a copy outside, by an `evict` with reason `external-copy` or for a
pointer that names the copy, and whose call names a file. Fires at the first words of the model after the move that name
this file in a sentence which says something of it: a message, or a longer text that it writes into a file of prose. No
call in between opened the copy or was about the file. A shorter path means the same file when it is the end of the
longer one; a name that may be one of several files means none. One finding for each span that speaks, with all the
results that it is the first to speak of.

Quiet when the sentence is a plan ("let me read"), a question, or a bare list of names whose heading does not say that
they were read; when the name stands in a quotation; when the span says that something was not read; while another
result from the file is live, or a rewrite that names it, or a change that the model made to it, or words of the model
on it from when its text was there; and when half of the longest lines that were read stand in live sources.

Not judged: a result whose call is not in the trace, and words behind an unreadable line that may have opened it.

Severity: `warning`; `note` when the model had the text before it while it worked on some file or wrote at length, and
under `verifier: true`. Confidence at most medium. An inferred move makes it low, unless a later call opens some copy of
that very move: only a pointer in the window can have told the model of it.

Why it matters
    The window keeps a pointer where the text was, and the model writes on as if it had read it. What it then says of
    the file is guessed from what others say about it, down to sections and line numbers.
How to fix
    Have the agent open the file or its copy before it reports on it, or keep its result in the window until it has.
When this is wrong
    When the model knows the file from elsewhere: from thinking that is not in the log, or from a text that says the
    same in other words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, NotJudged, Rule, Said
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.rules._named_files import places_named
from ctxaudit.rules._still_shown import StillShown
from ctxaudit.rules._unopened import Claim, Follower, Moved
from ctxaudit.sourcing.binding import calls_of
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="unopened-result",
    group="citations",
    severity="warning",
    seed="0B",
    looks_at="results moved to a copy",
    condition="seed-0",
)
FILES_SHOWN = 5


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    moved: list[Moved] = []
    for one in _moved(timeline):
        if isinstance(one, Moved):
            moved.append(one)
        else:
            yield one
    yield Looked(len(moved))
    if moved:
        follower = Follower(timeline, moved)
        claims = list(follower.claims())
        yield from _judged(timeline, claims, follower)


def _moved(timeline: Timeline) -> Iterator[Moved | Looked | NotJudged]:
    """What was read from a file and then moved to a copy outside."""
    left = [life for life in timeline.lives if life.span.kind == "read" and _has_moved(life)]
    calls = calls_of(timeline) if left else {}
    for life in left:
        step, call = timeline.left_by(life), calls.get(life.serial)
        if step is None:
            continue
        if call is None:
            yield Looked()
            yield NotJudged(step.line, "no call in the trace says which file was read")
            continue
        files = tuple(name for name in places_named(call.span.text) if name.is_file)
        if files:
            yield Moved(life, step, call, files)


def _has_moved(life: Life) -> bool:
    heir = life.successor
    points = heir is not None and heir.parents == (life,) and isinstance(heir.span.external_copy, str)
    return points or life.attribution == "evicted-with-external-copy"


def _judged(timeline: Timeline, claims: Sequence[Claim], follower: Follower) -> Iterator[Finding | NotJudged]:
    elsewhere = StillShown(timeline, claims)
    for claim in claims:
        spoken = tuple(one for one in claim.spoken if not elsewhere.shows(one.moved.life, claim.step.before))
        if not spoken:
            continue
        first = min(one.moved.step.line for one in spoken)
        hole = next((line for line in timeline.holes if first < line < claim.step.line), None)
        if hole is None:
            yield _finding(timeline, Claim(claim.step, claim.life, spoken), follower)
        else:
            yield NotJudged(claim.step.line, f"the unreadable line {hole} may have opened what was moved")


def _finding(timeline: Timeline, claim: Claim, follower: Follower) -> Finding:
    moves = {one.moved.step.index: one.moved.step for one in claim.spoken}
    files = list(dict.fromkeys(one.file.last for one in claim.spoken))
    places = listed([f"line {step.line}" for step in moves.values()])
    it = "it" if len(files) == 1 else "them"
    used = all(one.moved.life.serial in follower.used for one in claim.spoken)
    return found(
        RULE,
        claim.step,
        f"{claim.life.id} speaks of {listed(files)}, whose text had left for a copy at {places}; "
        f"nothing read {it} again",
        severity="note" if used or timeline.header.conditions.verifier else "warning",
        spans=[claim.life.id, *(one.moved.life.id for one in claim.spoken)],
        evidence=sorted(_proof(timeline, claim, moves, follower.followed), key=lambda step: step.line),
        rests_on=[step for index, step in moves.items() if index not in follower.followed],
        cap="medium",
        edit=next(iter(moves.values())),
    )


def _proof(
    timeline: Timeline, claim: Claim, moves: Mapping[int, Step], followed: Mapping[int, Life]
) -> Iterator[Evidence]:
    told = claim.spoken[:FILES_SHOWN]
    for one in told:
        yield life_shown(timeline, one.moved.call, f"{one.file.last} was read here", around=one.file.last)
    for index, step in moves.items():
        names = [one.moved.life for one in claim.spoken if one.moved.step is step]
        more = f", with {counted(len(names) - 1, 'more result')}" if len(names) > 1 else ""
        copy = names[0].named_copy or ""
        yield shown(step, f"the result left for this copy{more}", span=names[0].id, excerpt=copy)
        if index in followed:
            shows = "a copy of the same edit was read here, so the window had pointed to it"
            yield life_shown(timeline, followed[index], shows)
    for one in told:
        around = one.file.spelled
        yield shown(
            claim.step, f"says this of {one.file.last}", span=claim.life.id, excerpt=one.sentence, around=around
        )
