"""One text was rewritten three times within five turns, each time shorter, with nothing new taken in.

The three rewrites follow each other: each surrogate is a live source of the next. From the first to the third lie at
most four turns. Each surrogate has fewer characters than its live sources together and than the surrogate before it,
and the sources of the second and the third rewrite are derivatives only. Once in a chain of rewrites.

Why it matters
    Each step passes the question "does this still look right?" against the step before. Their sum does not: what three
    summaries each could spare is gone, and nothing came in that would have asked for the room.
How to fix
    Rewrite once, to the size that is wanted, from the source. Refuse to rewrite a surrogate again until new material
    has come in.
When this is wrong
    When a person asked for the text to be shortened step by step.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, Rule, Said
from ctxaudit.rules._finding import counted, found, listed, shown
from ctxaudit.timeline import Life, Timeline

RULE = Rule(
    slug="rewrite-churn",
    group="surrogates",
    severity="warning",
    seed="1",
    looks_at="rewrites over a derivative",
    condition="seed-1",
)
TURNS = 5

_Chain = tuple[Life, Life, Life]


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    told: set[int] = set()  # the third of a finding, and all that came of it
    for life in timeline.lives:
        if any(before.serial in told for before in (*life.parents, *life.named)):
            told.add(life.serial)
        if life.arrival != "surrogate" or not any(source.derivative for source in life.parents):
            continue
        yield Looked()
        chain = None if life.serial in told else _chain(timeline, life)
        if chain is not None:
            told.add(life.serial)
            yield _finding(case, chain)


def _chain(timeline: Timeline, third: Life) -> _Chain | None:
    """The three surrogates of a churn that ends here; the first that is found."""
    for second in _shrunk_sources(third):
        for first in _shrunk_sources(second):
            turns = timeline.step_of(third).turn - timeline.step_of(first).turn
            if turns < TURNS and _shorter_than_sources(first):
                return first, second, third
    return None


def _shrunk_sources(life: Life) -> Iterator[Life]:
    """The surrogates among its sources that are longer than it; none when it took in anything but derivatives."""
    if not all(source.derivative for source in life.parents) or not _shorter_than_sources(life):
        return
    for source in life.parents:
        if source.arrival == "surrogate" and len(life.span.text) < len(source.span.text):
            yield source


def _shorter_than_sources(life: Life) -> bool:
    return len(life.span.text) < sum(len(source.span.text) for source in life.parents)


def _finding(case: Case, chain: _Chain) -> Finding:
    timeline = case.timeline
    steps = [timeline.step_of(life) for life in chain]
    start = sum(len(source.span.text) for source in chain[0].parents)
    lengths = [start, *(len(life.span.text) for life in chain)]
    turns = steps[2].turn - steps[0].turn + 1
    return found(
        RULE,
        steps[2],
        f"three rewrites of one text in {counted(turns, 'turn')}, each shorter: "
        f"{' → '.join(f'{length:,}' for length in lengths)} characters",
        spans=[life.id for life in chain],
        evidence=[_step_shown(case, life) for life in chain],
        rests_on=steps,
    )


def _step_shown(case: Case, made: Life) -> Evidence:
    before = sum(len(source.span.text) for source in made.parents)
    lost = _lost(case, made)
    exact = f", without {listed(lost)}" if lost else ""
    size = f"{before:,} characters became {len(made.span.text):,}{exact}"
    return shown(case.timeline.step_of(made), size, span=made.id, excerpt=made.span.text)


def _lost(case: Case, made: Life) -> list[str]:
    """The verbatim tokens of its sources that do not stand in it."""
    tokens = [token for source in made.parents for token in case.book.tokens(source)]
    case.book.prepare(tokens)
    return list(dict.fromkeys(token.text for token in tokens if made.serial not in case.book.places(token)))
