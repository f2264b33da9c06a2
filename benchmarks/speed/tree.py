"""A source tree that a session reads again and again, and what its people, its model and its tools say about it.

The densities are those of recorded sessions: in a megabyte of text about 25,000 runs that could hold an identifier, a
tenth of them distinct, and a verbatim token every 170 characters; a compaction takes about 300 kB with 500 to 1,000
distinct tokens. The tree grows while the session goes on, so that the vocabulary of a long session grows too.
"""

from __future__ import annotations

from random import Random

WORDS, VERBS, NOUNS = (
    block.split()
    for block in (
        """
        the pool keeps its lease until a worker answers and then a retry takes the slot while queue and cache drain
        slowly because nobody reads the index twice so each shard waits for its turn before it writes a page to disk
        when this test runs we should look at how that file is read first and only then change what it gives back
        """,
        "get load read drain open close parse merge check claim renew split store fetch build apply flush visit",
        """
        lease worker pool queue cache shard page index record batch token window header cursor segment replica ledger
        schema socket session frame manifest bucket digest policy budget timer handle region tenant
        """,
    )
)
PARTS = ("src/pool", "src/queue", "src/cache", "src/web", "src/jobs", "tests/unit", "docs")
LINE = 38  # characters of a line, about
FILES_AT_START = 40
NAMES_OF_A_FILE = 14
NAMES_SHARED = 400


class Tree:
    """Files by path, each a list of lines, and prose about them."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._shared = [self._name() for _ in range(NAMES_SHARED)]
        self._files: dict[str, list[str]] = {}
        self._paths: list[str] = []
        self._seen: list[str] = []  # lines that a tool showed last
        for _ in range(FILES_AT_START):
            self.grow()

    def grow(self) -> str:
        """A new file, and its path."""
        path = f"{self._rng.choice(PARTS)}/{self._name()}.py"
        names = [self._name() for _ in range(NAMES_OF_A_FILE)]
        size = int(2_000 + 30_000 * self._rng.random() ** 3)
        self._files[path] = [self._line(names) for _ in range(size // LINE)]
        self._paths = list(self._files)
        return path

    def path(self) -> str:
        """A file that is worked on: as a rule one of the newest."""
        newest = self._rng.random() < 0.8
        return self._rng.choice(self._paths[-FILES_AT_START // 2 :] if newest else self._paths)

    def paths(self) -> list[str]:
        """The files that are worked on."""
        return self._paths[-FILES_AT_START:]

    def content(self, path: str) -> str:
        return "\n".join(self._files[path])

    def listing(self, path: str) -> str:
        """The file, or a part of it, with a gutter of line numbers."""
        lines = self._files[path]
        start = 0 if self._rng.random() < 0.5 else self._rng.randrange(len(lines))
        part = lines[start : start + self._rng.randint(20, 400)]
        self._seen = part
        return "\n".join(f"{number:>6}→{line}" for number, line in enumerate(part, start + 1))

    def change(self, path: str) -> tuple[str, str]:
        """Replaces a few lines of the file by others; gives both."""
        lines = self._files[path]
        start = self._rng.randrange(len(lines))
        old = lines[start : start + self._rng.randint(2, 20)]
        new = [self._line([self._name()]) if self._rng.random() < 0.2 else line for line in old]
        lines[start : start + len(old)] = new
        return "\n".join(old), "\n".join(new)

    def output(self, size: int) -> str:
        """What a command prints: lines of the tree as a search finds them, test results, commits; figures are new."""
        rng = self._rng
        lines: list[str] = []
        length = 0
        while length < size:
            path = self.path()
            roll = rng.random()
            if roll < 0.25:
                number = rng.randrange(len(self._files[path]))
                lines.append(f"{path}:{number + 1}:{self._files[path][number]}")
            elif roll < 0.5:
                lines.append(
                    f"{path}::test_{self._shared[rng.randrange(len(self._shared))]} PASSED [{length % 100:>3}%]"
                )
            elif roll < 0.53:
                lines.append(f"{rng.getrandbits(28):07x} {self.sentence()}")
            elif roll < 0.56:
                lines.append(f"{rng.randint(20, 900)} passed in {rng.randint(1000, 90_000)} ms")
            else:
                lines.append(self.sentence())
            length += len(lines[-1]) + 1
        self._seen = lines
        return "\n".join(lines)

    def prose(self, sentences: int, path: str) -> str:
        """Words of the model: mostly on what it has just seen, now and then from memory."""
        name = self.name_in(path) if self._rng.random() < 0.1 else _name_among(self._seen) or self.name_in(path)
        said = [f"Now `{name}` is clear.", *(self.sentence() for _ in range(sentences))]
        if self._rng.random() < 0.2:
            said.append(f"Next is {path}.")
        if self._rng.random() < 0.03:
            said.append(f"We did not use {self._rng.choice(self._shared)} because the {self._rng.choice(NOUNS)} leaks.")
        return " ".join(said)

    def summary(self, paths: list[str]) -> str:
        """What a compaction writes: the tasks, the files, the names in them, all of them as they stand in the tree."""
        lines = ["Analysis:", *(f"- {path}: `{self.name_in(path)}` {self.sentence()}" for path in paths)]
        lines += [" ".join(self.sentence() for _ in range(4)) for _ in range(12)]
        return "\n".join([*lines, f"The next step is {self.name_in(paths[0])} in {paths[0]}."])

    def sentence(self) -> str:
        return f"{' '.join(self._rng.choices(WORDS, k=14)).capitalize()}."

    def name_in(self, path: str) -> str:
        """A name that stands in the file, if one is found."""
        lines = self._files[path]
        return _name_among(self._rng.sample(lines, min(10, len(lines)))) or self._rng.choice(self._shared)

    def _name(self) -> str:
        rng = self._rng
        parts = [rng.choice(VERBS), rng.choice(NOUNS), rng.choice(NOUNS)][: 2 + (rng.random() < 0.5)]
        return "_".join(parts)

    def _line(self, names: list[str]) -> str:
        rng = self._rng
        roll = rng.random()
        noun, other = rng.choice(NOUNS), rng.choice(NOUNS)
        name = rng.choice(names) if rng.random() < 0.8 else rng.choice(self._shared)
        if roll < 0.14:
            return ""
        if roll < 0.22:
            return f"    def {name}(self, {noun}: str) -> None:"
        if roll < 0.34:
            return f"        self.{name}({noun}, {other})"
        if roll < 0.36:
            return f"        {noun} = {name}(timeout={rng.randint(1, 90) * 100})"
        if roll < 0.60:
            return f"        # {' '.join(rng.choices(WORDS, k=9))}"
        if roll < 0.80:
            return f"        if {noun} is not None and {other} > {rng.randint(0, 9)}:"
        return f"            return {noun}[{other}]"


def _name_among(lines: list[str]) -> str:
    words = (word for line in lines for word in line.replace("(", " ").replace(".", " ").split())
    return next((word for word in words if "_" in word and "/" not in word), "")
