"""Times whole processes over generated data and prints ratios.

usage: python -m benchmarks.speed [--sizes 10,54,200] [--kinds claude-code,native] [--runs 3] [--small 1000]
                                  [--keep DIR]
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed.claude_code import claude_code_session
from benchmarks.speed.native import native_trace, small_runs

ORJSON_LOOP = "import sys, orjson\nfor line in open(sys.argv[1], 'rb'):\n    orjson.loads(line)\n"
MB = 1 << 20
MAKERS = {"claude-code": claude_code_session, "native": native_trace}
_HEADS = "{:<12} {:>6} {:>8} {:>8} {:>6} {:>11} {:>10} {:>6} {:>8} {:>7}"
_ROW = "{:<12} {:>6.1f} {:>8.2f} {:>8.2f} {:>6.1f} {:>11.2f} {:>10.2f} {:>6.1f} {:>8.0f} {:>7.3f}"


@dataclass(frozen=True, slots=True)
class Timing:
    wall: float  # seconds, median
    cpu: float  # seconds of both kinds, median: what a busy machine blurs less
    peak: float  # MB, largest


def timed(command: Sequence[str], runs: int) -> Timing:
    """Median times and greatest peak memory of a process over some runs, its output thrown away."""
    walls: list[float] = []
    cpus: list[float] = []
    peaks: list[float] = []
    for _ in range(runs):
        started = time.perf_counter()
        child = os.posix_spawnp(
            command[0], list(command), os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
        )
        _, _, usage = os.wait4(child, 0)
        walls.append(time.perf_counter() - started)
        cpus.append(usage.ru_utime + usage.ru_stime)
        peaks.append(usage.ru_maxrss / 1024)
    return Timing(statistics.median(walls), statistics.median(cpus), max(peaks))


def main(arguments: Sequence[str]) -> None:
    options = _options(arguments)
    folder = Path(options.keep or tempfile.mkdtemp(prefix="ctxaudit-speed-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        print(
            _HEADS.format(
                "data", "MB", "orjson", "audit", "ratio", "orjson cpu", "audit cpu", "ratio", "peak MB", "cpu/MB"
            )
        )
        for size in options.sizes:
            for name, make in MAKERS.items():
                if name not in options.kinds:
                    continue
                path = folder / f"{name}-{size}.jsonl"
                if not path.exists():
                    make(path, size * MB)
                _row(name, path, options.runs)
        if options.small:
            _small(folder / "small", options.small, options.runs)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed")
    parser.add_argument("--sizes", type=lambda text: [int(part) for part in text.split(",")], default=[10, 54, 200])
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(MAKERS), help="claude-code,native")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--small", type=int, default=1000, help="how many small runs; 0 leaves them out")
    parser.add_argument("--keep", help="make the data here and leave it")
    return parser.parse_args(arguments)


def _audit(*paths: Path) -> list[str]:
    command = shutil.which("ctxaudit", path=str(Path(sys.executable).parent)) or "ctxaudit"
    return [command, "audit", "--exit-zero", "--format", "json", *map(str, paths)]


def _row(name: str, path: Path, runs: int) -> None:
    megabytes = path.stat().st_size / MB
    unit = timed([sys.executable, "-c", ORJSON_LOOP, str(path)], runs)
    audit = timed(_audit(path), runs)
    print(
        _ROW.format(
            name, megabytes, unit.wall, audit.wall, audit.wall / unit.wall,
            unit.cpu, audit.cpu, audit.cpu / unit.cpu, audit.peak, audit.cpu / megabytes,
        ),
        flush=True,
    )  # fmt: skip


def _small(folder: Path, count: int, runs: int) -> None:
    small_runs(folder, count)
    megabytes = sum(path.stat().st_size for path in folder.iterdir()) / MB
    audit = timed(_audit(folder), runs)
    print(
        f"{count} small runs: {megabytes:.1f} MB, {audit.wall:.2f} s, "
        f"{count / audit.cpu:.0f} runs a second of CPU time, peak {audit.peak:.0f} MB"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
