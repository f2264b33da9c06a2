"""Times audits of generated data beside a bare JSON loop over the same bytes, and prints tables of ratios.

usage: python -m benchmarks.speed [--sizes 10,54,200,1024] [--kinds claude-code,native] [--runs 3] [--small 1000]
                                  [--keep DIR] [--against DIR [--limit SECONDS]] [--json FILE] [--check]

Every process is a whole one, its start included, with all rules and the JSON report. Tools take turns, so that what
else the machine does hits all alike; a ratio is the median of the ratios of runs that stood side by side.
"""

from __future__ import annotations

import argparse
import compileall
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import ctxaudit
from benchmarks.speed import against, data, record
from benchmarks.speed.table import AUDIT, JQ, UNIT, Measured, Row, limits, lines
from benchmarks.speed.timing import BenchmarkError, Command, in_turn

ORJSON_LOOP = "import sys, orjson\nfor line in open(sys.argv[1], 'rb'):\n    orjson.loads(line)\n"
JOBS = ("1", "2")
BARE_LOOP = "for number in range(30_000_000):\n    number * number\n"
STARTS = {  # of two loops, each in a process of its own
    "1": "import subprocess, sys\nfor _ in range(2):\n"
    "    subprocess.run([sys.executable, '-c', sys.argv[1]], check=True)\n",
    "2": "import subprocess, sys\nboth = [subprocess.Popen([sys.executable, '-c', sys.argv[1]]) for _ in range(2)]\n"
    "sys.exit(any([one.wait() for one in both]))\n",
}


def main(arguments: Sequence[str]) -> int:
    options = _options(arguments)
    folder = Path(options.keep or tempfile.mkdtemp(prefix="ctxaudit-speed-"))
    notes: list[str] = []
    _as_installed()
    try:
        others = _others(options, notes)
        measured = Measured(
            rows=list(_rows(options, folder, others, notes)),
            smallest=_smallest(folder, 3 * options.runs),
            **(_small(folder, options.small, options.runs) if options.small else {}),
            count=options.small,
        )
    except BenchmarkError as error:
        sys.exit(f"benchmarks.speed: {error}")
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(lines(measured, [tool.name for tool in others])))
    print("".join(f"\n{note}." for note in notes))
    if options.json:
        record.write(options.json, measured)
    return int(options.check and any(limit.kept is False for limit in limits(measured)))


def _as_installed() -> None:
    """An installed package has its bytecode, and this one may be a checkout: compiling it is not what is measured."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(Path(ctxaudit.__file__).parent, quiet=2)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed")
    parser.add_argument("--sizes", type=_numbers, default=[10, 54, 200], metavar="MB,MB", help="default 10,54,200")
    parser.add_argument("--kinds", type=_kinds, default=list(data.MAKERS), help="default claude-code,native")
    parser.add_argument("--runs", type=int, default=3, help="of each tool over each file; default 3")
    parser.add_argument("--small", type=int, default=1000, help="how many small runs; 0 leaves them out")
    parser.add_argument("--keep", metavar="DIR", help="make the data here and leave it")
    parser.add_argument("--against", type=Path, metavar="DIR", help="install other tools here and time them as well")
    parser.add_argument("--limit", type=float, default=600, help="seconds after which another tool is ended")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every timing, for benchmarks.speed.compare")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a limit is not kept")
    return parser.parse_args(arguments)


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def _kinds(text: str) -> list[str]:
    kinds = [part for part in text.split(",") if part]
    if unknown := set(kinds) - set(data.MAKERS):
        raise argparse.ArgumentTypeError(f"no kind {', '.join(sorted(unknown))}; there are {', '.join(data.MAKERS)}")
    return kinds


def _others(options: argparse.Namespace, notes: list[str]) -> list[against.Tool]:
    """The other tools that are there, or could be installed."""
    found: list[against.Tool] = []
    for tool in against.TOOLS if options.against else ():
        why_not = against.installed(options.against, tool)
        if why_not is None:
            found.append(tool)
        else:
            notes.append(why_not)
    return found


def _rows(options: argparse.Namespace, folder: Path, others: Sequence[against.Tool], notes: list[str]) -> Iterator[Row]:
    if shutil.which(JQ) is None:
        notes.append("jq is not on PATH, so its column is empty")
    for kind in options.kinds:
        for size in options.sizes:
            path = data.session(folder, kind, size)
            commands = _commands(path)
            if kind == against.KIND:
                commands |= {tool.name: tool.command(options.against, path, options.limit) for tool in others}
            print(f"{path.name}: {', '.join(commands)}", file=sys.stderr, flush=True)
            turns = in_turn(commands, options.runs)
            notes.extend(f"{name}, {kind} {size} MB: {why}" for name, why in turns.given_up.items())
            yield Row(kind, data.size_of(path), turns.runs, size)


def _commands(path: Path) -> dict[str, Command]:
    commands = {
        UNIT: Command([sys.executable, "-c", ORJSON_LOOP, str(path)]),
        AUDIT: _audit(path),
    }
    if shutil.which(JQ) is not None:
        commands[JQ] = Command([JQ, "-r", ".type", str(path)])
    return commands


def _audit(path: Path, *options: str) -> Command:
    command = shutil.which("ctxaudit", path=str(Path(sys.executable).parent)) or "ctxaudit"
    return Command([command, "audit", "--exit-zero", "--format", "json", *options, str(path)])


def _smallest(folder: Path, runs: int) -> Row:
    path = data.smallest(folder)
    return Row("native", data.size_of(path), in_turn({AUDIT: _audit(path)}, runs).runs)


def _small(folder: Path, count: int, runs: int) -> dict[str, Row]:
    """Audits of many small runs, and in turn with them bare loops, which say what two processes can give here."""
    path = data.many(folder, count)
    print(f"{path.name}: processes {', '.join(JOBS)}", file=sys.stderr, flush=True)
    audits = {jobs: _audit(path, "--jobs", jobs) for jobs in JOBS}
    loops = {f"bare {jobs}": Command([sys.executable, "-c", STARTS[jobs], BARE_LOOP]) for jobs in JOBS}
    timings = in_turn(audits | loops, runs).runs
    return {
        "small": Row("small", data.size_of(path), {jobs: timings[jobs] for jobs in JOBS}),
        "bare": Row("bare", 0.0, {jobs: timings[f"bare {jobs}"] for jobs in JOBS}),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
