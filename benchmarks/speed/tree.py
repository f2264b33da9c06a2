"""A source tree that a session reads and changes, and what its people, its model and its tools say about it.

New files come in as long as the session goes on, so that its vocabulary grows with it, as recorded ones do. Only the
newest are kept: a tree takes the same room for a log of any size.
"""

from __future__ import annotations

from random import Random

from benchmarks.speed.shown import Shown
from benchmarks.speed.words import Pool, Words, one_of

FILES_KEPT = 60
LINE = 40  # characters of a line, about
LINES_OF_A_NAME = 10  # a file has a name for so many of its lines
INVENTED = 0.5  # summaries with a name that stands nowhere
_PLAIN = (
    "return None", "return result", "else:", "try:", "pass", "continue", "break", "finally:", "});", "}", "],",
    "return", "raise", "@property", "@override", "if not found:", "result = []", "assert result", "yield", "end",
)  # fmt: skip


class Tree:
    """Files by path, each a list of lines, and prose about them."""

    def __init__(self, rng: Random) -> None:
        self.words = Words(rng)
        self.names = Shown(rng, self.words.name, self.words.misspelled)
        self.paths = Shown(rng, self.words.path, self.words.misspelled)
        self._rng = rng
        self._known = Pool(rng, self.words.name)
        self._known_paths = Pool(rng, self.words.path)
        self._files: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}
        self._listed: list[str] = []  # shown and not read
        self._read: list[str] = []  # since the last compaction
        self._seen: dict[str, int] = {}  # how many lines of each of them

    # --- what tools show ---

    def list_files(self, count: int) -> list[str]:
        """Paths that a tool lists."""
        listed = [self._known_paths.draw() for _ in range(count)]
        self._listed.extend(listed)
        self.paths.show(listed)
        return listed

    def next_file(self) -> str | None:
        """A listed file that was not read yet."""
        return self._listed.pop() if self._listed else None

    def read_file(self) -> str | None:
        """One of the files read last since the window was compacted."""
        return self._rng.choice(self._read[-8:]) if self._read else None

    def content(self, path: str) -> str:
        return "\n".join(self._opened(path))

    def listing(self, path: str, most: int = 550) -> str:
        """The file, or the beginning of it, with a gutter of line numbers; not more lines than `most`."""
        part = self._opened(path)[: min(self._rng.randint(20, 550), most)]
        self._show(path, part)
        return "\n".join(f"{number:>6}→{line}" for number, line in enumerate(part, 1))

    def found(self, name: str, count: int) -> str:
        """What a search prints."""
        lines: list[str] = []
        for path in (self.read_file() for _ in range(count)):
            if path is not None:
                number = self._rng.randrange(len(self._files[path]))
                lines.append(f"{path}:{number + 1}:{self._files[path][number]}")
        return "\n".join(lines) or f"No matches for {name}"

    def output(self, size: int) -> str:
        """What a command prints: progress, warnings, figures, a name now and then, and lines that come again."""
        rng, words = self._rng, self.words
        lines: list[str] = []
        length = 0
        while length < size:
            roll = rng.random()
            if roll < 0.3:
                lines.append(f"  {rng.choice(_PLAIN)} ok")
            elif roll < 0.38:
                lines.append(f"{words.figure()} {words.phrase()}")
            elif roll < 0.6:
                name = self._known.draw()
                self.names.show([name])
                lines.append(f"test_{words.noun()} {name} PASSED [{length % 100:>3}%]")
            else:
                lines.append(words.sentence())
            length += len(lines[-1]) + 1
        return "\n".join(lines)

    # --- what the model writes ---

    def change(self, path: str) -> tuple[str, str]:
        """Replaces a few lines of the file by others; gives both."""
        lines = self._opened(path)
        start = self._rng.randrange(self._seen.get(path, len(lines)))
        old = lines[start : start + self._rng.randint(2, 20)]
        new = [self._line([self.names.said()], figures=False) if self._rng.random() < 0.3 else line for line in old]
        lines[start : start + len(old)] = new
        return "\n".join(old), "\n".join(new)

    def write(self, path: str, size: int) -> str:
        """A new file with names as the model says them."""
        names = [self.names.said() for _ in range(max(1, size // (LINE * LINES_OF_A_NAME)))]
        self._keep(path, [self._line(names, figures=False) for _ in range(size // LINE)], names)
        return self.content(path)

    def prose(self, sentences: int) -> str:
        """Words of the model."""
        rng = self._rng
        said = [f"Now `{self.names.said()}` is clear.", *(self.words.sentence() for _ in range(sentences))]
        if rng.random() < 0.3:
            said.append(f"Next is {self.paths.said()}.")
        if rng.random() < 0.1:
            said.append(f"It says `{self.words.quote()}` there.")
        if rng.random() < 0.002:
            said.append(f"We did not use {self.names.evidence()} because the {self.words.noun()} leaks.")
        return " ".join(said)

    # --- what others write ---

    def request(self, path: str) -> str:
        """What a human asks for, with a report pasted."""
        self.paths.show([path])
        lines = [f"Please see to {path}. {self.words.sentence()}"]
        for _ in range(self._rng.randint(0, 60)):
            quoted = f" `{self.words.quote()}`" if self._rng.random() < 0.07 else ""
            lines.append(f"{self.words.sentence()}{quoted}")
        return "\n".join(lines)

    def summary(self, requests: list[str], names_kept: int = 18) -> str:
        """What a compaction writes: the requests, the files, the names in them, all of them as they stand."""
        paths, names = self.paths.compact(names_kept), self.names.compact(names_kept)
        self._listed, self._read, self._seen = [], [], {}
        lines = ["Analysis:", *(f"- {path}: {self.words.sentence()}" for path in paths)]
        lines += [f"- `{name}` {self.words.sentence()} {self.words.sentence()}" for name in names]
        lines += ["Requests:", *requests]
        if self._rng.random() < INVENTED:
            lines.append(f"{self.words.name()} is to be called first.")
        return "\n".join([*lines, f"The next step is {names[0]} in {paths[0]}."])

    # --- files ---

    def _opened(self, path: str) -> list[str]:
        if path not in self._files:
            lines = int(800 + 15_000 * self._rng.random() ** 2) // LINE
            names = [self._known.draw() for _ in range(max(1, lines // LINES_OF_A_NAME))]
            self._keep(path, [self._line(names) for _ in range(lines)], names)
        return self._files[path]

    def _keep(self, path: str, lines: list[str], names: list[str]) -> None:
        self._files[path], self._names[path] = lines, names
        if len(self._files) > FILES_KEPT:
            oldest = next(iter(self._files))
            del self._files[oldest], self._names[oldest]
            self._read = [read for read in self._read if read != oldest]

    def _show(self, path: str, part: list[str]) -> None:
        text = "\n".join(part)
        self.names.show(name for name in self._names[path] if name in text)
        self._read.append(path)
        self._seen[path] = len(part)

    def _line(self, names: list[str], *, figures: bool = True) -> str:
        rng, words = self._rng, self.words
        roll = rng.random()
        name = rng.choice(names)
        indent = " " * 4 * rng.randint(0, 3)
        if roll < 0.12:
            return ""
        return indent + one_of(
            roll,
            (0.22, lambda: rng.choice(_PLAIN)),
            (0.29, lambda: f"def {name}({words.noun()}, {words.noun()}):"),
            (0.43, lambda: f"{words.noun()} = {name}({words.noun()})"),
            (0.45 * figures, lambda: f"# {words.figure()}"),
            (0.67, lambda: f"# {words.phrase()}"),
            (0.75, lambda: f'{words.noun()}["{words.rare()}"] = "{words.rare()} {words.rare()}"'),
            (0.85, lambda: f"if {words.noun()} > {words.noun()} and {words.noun()}:"),
            (1.00, lambda: f"return {words.noun()}[{words.noun()}]"),
        )
