"""From what a tracer kept to traces: one a chain, each line counted once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ctxaudit.importers._snapshots.chains import Chain, chains_of
from ctxaudit.importers._snapshots.model import Recording, Snapshot
from ctxaudit.importers._snapshots.replay import Replay
from ctxaudit.importers._snapshots.texts import Spans
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Header, Trace

ALONE = "model call without a history"


def traces_of(source: Source, recording: Recording, name: str) -> list[Trace]:
    """One trace for each chain of at least two calls; where there is none, one for the call with the longest prompt."""
    mark_cuts(recording.calls)
    chains = chains_of(recording)
    talking = [chain for chain in chains.found if len(chain.calls) > 1]
    if not talking:
        talking = sorted(chains.found, key=lambda chain: -len(chain.last.blocks))[:1]
    aside = [*recording.aside, *((call.line, kind) for call, kind in chains.aside)]
    aside += [(call.line, ALONE) for chain in chains.found if chain not in talking for call in chain.calls]
    headers = _headers(talking, source)
    traces: list[Trace] = []
    ranked: set[int] = set()
    for chain, header in zip(talking, headers, strict=True):
        window = Window(source.name, numbered=recording.numbered)
        spans = Spans(window.free, recording.failed, by_host=all(call.nested for call in chain.calls))
        replay = Replay(window, spans, recording.holes)
        replay.run(chain.calls)
        ranked |= replay.noted.ranked
        notes = replay.noted.sentences(recording.numbered)
        traces.append(Trace(path=source.path, format=name, header=header, events=window.events, notes=notes))
    return _counted(traces or [_empty(source, name)], recording, talking, aside, ranked)


def mark_cuts(calls: Sequence[Snapshot]) -> None:
    """Texts that a tracer cut at one length are incomplete: at least three different ones, none longer."""
    texts = {block.text for call in calls for block in (*call.blocks, *call.answer) if len(block.text) >= _SHORTEST}
    longest = max(map(len, texts), default=0)
    if sum(len(text) == longest for text in texts) < _AS_LONG:
        return
    cut = {text: None for text in texts if len(text) == longest}
    for call in calls:
        call.blocks = tuple(block.cut() if block.text in cut else block for block in call.blocks)
        call.answer = tuple(block.cut() if block.text in cut else block for block in call.answer)


_SHORTEST = 250
_AS_LONG = 3


def _headers(chains: Sequence[Chain], source: Source) -> list[Header]:
    """Ids that differ; a chain of a nested agent, or of another agent than the conversation's first, is a lane."""
    headers: list[Header] = []
    mains: dict[str, tuple[str, str]] = {}
    taken: set[str] = set()
    ordered = sorted(chains, key=lambda chain: (all(call.nested for call in chain.calls), chain.calls[0].start))
    for chain in ordered:
        first = chain.calls[0]
        home = first.thread or first.run
        if home not in mains:
            mains[home] = (_free(home or _stem(source.name), taken), first.agent)
            headers.append(_header(chain, mains[home][0]))
            continue
        main, agent = mains[home]
        lane = first.agent if first.agent != agent or first.nested else ""
        headers.append(_header(chain, _free(f"{main}/{lane}" if lane else main, taken), lane or None, main))
    places = {id(chain): header for chain, header in zip(ordered, headers, strict=True)}
    return [places[id(chain)] for chain in chains]


def _header(chain: Chain, name: str, lane: str | None = None, parent: str | None = None) -> Header:
    first = chain.calls[0]
    return Header(
        id=name,
        line=first.line,
        agent=first.agent or None,
        model=next((call.model for call in chain.calls if call.model), None),
        started_at=first.at,
        citations="implicit",
        lane=lane,
        parent=parent if lane else None,
    )


def _free(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    taken.add(name)
    return name


def _stem(name: str) -> str:
    return name.split(".")[0] or name


def _empty(source: Source, name: str) -> Trace:
    notes = ("no model call of an agent was found",)
    header = Header(id=_stem(source.name), citations="implicit")
    return Trace(path=source.path, format=name, header=header, events=(), notes=notes)


def _counted(
    traces: Sequence[Trace],
    recording: Recording,
    chains: Sequence[Chain],
    aside: Iterable[tuple[int, str]],
    ranked: Iterable[int],
) -> list[Trace]:
    """Each line is counted in the first trace that has an event from it; a line that is no trace's, in the first."""
    tallies = [Tally() for _ in traces]
    owners: dict[int, int] = {}
    for number, chain in enumerate(chains):
        for call in chain.calls:
            owners.setdefault(call.line, number)
    for line in ranked:
        owners.setdefault(line, 0)
    for line, number in owners.items():
        tallies[number].event(line)
    for line, kind in aside:
        if line not in owners:
            tallies[0].not_context(line, kind)
    for line in recording.blanks:
        tallies[0].blank(line)
    for problem in recording.problems:
        if problem.line not in owners:
            tallies[0].problem(problem)
    holes = tuple(problem for problem in recording.problems if problem.hole)
    counted: list[Trace] = []
    for number, (trace, tally) in enumerate(zip(traces, tallies, strict=True)):
        problems = holes if number else tuple(sorted(recording.problems, key=lambda problem: problem.line))
        counted.append(replace(trace, lines=tally.lines(), problems=problems))
    return counted
