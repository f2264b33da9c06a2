"""Follows results that were moved out to a copy, until something opens them or the model speaks of them unopened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ctxaudit.model import Restore
from ctxaudit.rules._named_files import Named, files_named, places_named, prose_written, words_named
from ctxaudit.rules._spoken import files_spoken_of, owns_up
from ctxaudit.sourcing.binding import calls_of, failed
from ctxaudit.timeline import Life, Step, Timeline

LONG = 1000  # characters: a shorter message is a word on the way


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """A result that left for a copy, the step that took it, the call that it answers and the files that this names."""

    life: Life
    step: Step
    call: Life
    files: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A file that the model speaks of while the result that was read from it is away."""

    moved: Moved
    file: Named
    sentence: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A span of the model that is the first to speak of some of them."""

    step: Step
    life: Life
    spoken: tuple[Spoken, ...]


@dataclass(slots=True)
class _Shelf:
    """What is known of the files of one last name and one folder, or of no named folder."""

    away: list[tuple[Moved, Named]] = field(default_factory=list)
    holders: list[tuple[Named, Life]] = field(default_factory=list)  # who speaks for a file while it is live

    def held(self, file: Named, moment: int) -> Named | None:
        """The name under which the latest live holder speaks for the file."""
        while self.holders and not self.holders[-1][1].live_at(moment):
            self.holders.pop()
        holders = reversed(self.holders)
        return next((name for name, life in holders if name.may_be(file) and life.live_at(moment)), None)

    def unopened(self, file: Named, unopened: Collection[int]) -> list[tuple[Moved, Named]]:
        self.away = [(one, name) for one, name in self.away if one.life.serial in unopened]
        return [(one, name) for one, name in self.away if name.may_be(file)]


class _Shelves:
    """The shelves of the files that results were moved of, by last name and folder."""

    def __init__(self, files: Iterable[Named]) -> None:
        self._shelves: dict[str, dict[str, _Shelf]] = {file.last: {} for file in files}

    def know(self, names: Iterable[Named]) -> bool:
        return any(name.last in self._shelves for name in names)

    def of(self, file: Named) -> _Shelf | None:
        """Where something of this file is put; None when nobody asks for it."""
        folders = self._shelves.get(file.last)
        return None if folders is None else folders.setdefault(file.folder, _Shelf())

    def like(self, file: Named) -> Iterator[_Shelf]:
        """Where something of a file stands that may be this one."""
        folders = self._shelves.get(file.last, {})
        wanted = folders if not file.folder else ("", file.folder)
        return (folders[folder] for folder in wanted if folder in folders)


class Follower:
    """One pass over the steps.

    `followed`: for each move, by its index, the call that opened one of its copies. `used`: the serials of the
    results that the model had before it while it worked on some file or wrote at length.
    """

    def __init__(self, timeline: Timeline, moved: Iterable[Moved]) -> None:
        self._timeline = timeline
        self._moved = {one.life.serial: one for one in moved}
        self._calls = calls_of(timeline)
        self._failed = {pair.call.serial for pair in timeline.pairs if failed(pair.result)}
        self._shelves = _Shelves(file for one in self._moved.values() for file in one.files)
        self._copies: dict[str, list[tuple[Named, Moved]]] = defaultdict(list)
        for one in self._moved.values():
            for copy in words_named(one.life.named_copy or ""):
                self._copies[copy.last].append((copy, one))
        self._unopened: set[int] = set()
        self._worked = -1  # when the model last wrote something, by the index of the step
        self.followed: dict[int, Life] = {}
        self.used: set[int] = set()

    def claims(self) -> Iterator[Claim]:
        """In the order of the trace; a result is spoken of once."""
        for step in self._timeline.steps:
            if isinstance(step.event, Restore):
                self._restored(step, step.event)
            for life in step.left:
                self._leaves(step, life)
            self._unopened.difference_update(life.serial for life in step.revived)
            for life in step.entered:
                spoken = tuple(self._comes(step, life))
                if spoken:
                    yield Claim(step, life, spoken)

    def _leaves(self, step: Step, life: Life) -> None:
        one = self._moved.get(life.serial)
        if one is not None and one.step is step:
            self._unopened.add(life.serial)
            if self._worked > life.entered:
                self.used.add(life.serial)
            for file in dict.fromkeys(one.files):
                self._put(file, one)

    def _restored(self, step: Step, event: Restore) -> None:
        life = self._timeline.last_life(event.of, step.before)
        if life is not None and event.source != "model" and not event.failed:
            self._unopened.discard(life.serial)

    def _comes(self, step: Step, life: Life) -> Iterator[Spoken]:
        call, made = self._calls.get(life.serial), life.span
        if call is not None:
            if call.serial not in self._failed:
                self._answered(life, call)
        elif life.derivative:
            if life.named_copy is None:  # a pointer holds nothing
                self._hold(files_named(made.text), life)
        elif made.by == "model" and made.kind == "tool-call" and life.serial not in self._failed:
            yield from self._says(step, life, prose_written(made.text))
        elif made.by == "model" and made.role == "assistant" and made.kind in ("message", "decision"):
            if len(made.text) >= LONG:
                self._worked = life.entered
            yield from self._says(step, life, made.text)

    def _answered(self, life: Life, call: Life) -> None:
        """A tool gave an answer: what its call names is opened when it reads, and else was worked on."""
        reads, text = life.span.kind == "read", call.span.text
        words = list(words_named(text))
        if reads and not (self._shelves.know(words) or any(word.last in self._copies for word in words)):
            return
        names = places_named(text)
        if not reads and any(name.is_file for name in names):
            self._worked = max(self._worked, call.entered)
        for one in self._copied(names, life):
            self.followed.setdefault(one.step.index, call)
            names.extend(one.files)
        for name in names:
            self._unopened.difference_update(one.life.serial for one, _ in self._away(name))
        self._hold(names, life if reads else call)

    def _copied(self, names: list[Named], life: Life) -> list[Moved]:
        """The results whose copies are named, when they had left before that life came in."""
        met = ((copy, one, name) for name in names for copy, one in self._copies.get(name.last, ()))
        return [one for copy, one, name in met if copy.may_be(name) and one.step.index < life.entered]

    def _put(self, file: Named, one: Moved) -> None:
        shelf = self._shelves.of(file)
        if shelf is not None:
            shelf.away.append((one, file))

    def _hold(self, names: Iterable[Named], life: Life) -> None:
        for name in names:
            shelf = self._shelves.of(name)
            if shelf is not None:
                shelf.holders.append((name, life))

    def _away(self, name: Named) -> list[tuple[Moved, Named]]:
        """The unopened results that were read from a file of that name, each with the file."""
        return [found for shelf in self._shelves.like(name) for found in shelf.unopened(name, self._unopened)]

    def _says(self, step: Step, life: Life, text: str) -> Iterator[Spoken]:
        if not self._shelves.know(files_named(text)):
            return
        silent = owns_up(text)
        for file, sentence in files_spoken_of(text):
            held = [name for shelf in self._shelves.like(file) if (name := shelf.held(file, step.before))]
            if held:
                self._hold([max(file, *held, key=lambda name: len(name.parts))], life)
                continue
            away = [] if silent else self._away(file)
            if all(name.may_be(away[0][1]) for _, name in away):
                self._unopened.difference_update(one.life.serial for one, _ in away)
                yield from (Spoken(one, file, sentence) for one, _ in away)
