"""Other tools that look into the same logs, each in an environment of its own. Nothing of them is part of the project.

ctxdrift and nauro-ballast read Claude Code's transcripts and look for what compactions lost. They ask other questions
of a log than an audit with all rules does; the times say what a person waits for, not who answers more.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.timing import Command


@dataclass(frozen=True, slots=True)
class Tool:
    name: str  # on the package index, and of its command
    words: tuple[str, ...]  # before the path of the log
    install: tuple[str, ...] = ()  # further options of the installation
    fine: frozenset[int] = frozenset({0})

    def command(self, folder: Path, log: Path, limit: float) -> Command:
        return Command([str(_bin(folder, self) / self.name), *self.words, str(log)], self.fine, limit, needed=False)


TOOLS = (
    Tool("ctxdrift", ("--format", "json"), fine=frozenset({0, 1, 2})),  # by the gravest of what it finds
    Tool("nauro-ballast", ("match",), ("--pre",)),
)
KIND = "claude-code"  # the only data that all of them read


def installed(folder: Path, tool: Tool) -> str | None:
    """Why the tool cannot be had; None when it is there. Installs it into the folder when it is not."""
    if (_bin(folder, tool) / tool.name).exists():
        return None
    home = folder / tool.name
    steps = (
        [sys.executable, "-m", "venv", str(home)],
        [str(_bin(folder, tool) / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check",
         *tool.install, tool.name],
    )  # fmt: skip
    for step in steps:
        try:
            subprocess.run(step, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=300)
        except (OSError, subprocess.SubprocessError) as error:
            return f"{tool.name} could not be installed: {_why(error)}"
    return None if (_bin(folder, tool) / tool.name).exists() else f"{tool.name} has no command of that name"


def _bin(folder: Path, tool: Tool) -> Path:
    return folder / tool.name / "bin"


def _why(error: Exception) -> str:
    """The last line that the installer printed, else the error itself."""
    printed = getattr(error, "stderr", None)
    lines = printed.decode("utf-8", "replace").strip().splitlines() if isinstance(printed, bytes) else []
    return lines[-1] if lines else str(error)
