"""Prints how well faults are detected: each rule on injected faults and twins, then 400 runs; exits 1 on any miss."""

from __future__ import annotations

import argparse
import sys

from benchmarks.detection import four_hundred, injected


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.detection", description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=20, help="for the injected faults (default: 20)")
    seeds: int = parser.parse_args(arguments).seeds
    print(f"Injected faults and their harmless twins, {seeds} seeds\n")
    sound = injected.table(range(seeds))
    print(f"\n400 runs under each policy, {len(four_hundred.SEEDS)} seeds\n")
    agrees = four_hundred.table(four_hundred.SEEDS)
    return 0 if sound and agrees else 1


if __name__ == "__main__":
    sys.exit(main())
