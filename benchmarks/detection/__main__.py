"""Prints how well faults are detected: each rule on injected faults and twins, then the 400 runs; exits 1 on any miss.

usage: python -m benchmarks.detection [SEEDS]    (how many seeds for the injected faults; default 20)
"""

from __future__ import annotations

import sys

from benchmarks.detection import four_hundred, injected


def main(seeds: int = 20) -> int:
    print(f"Injected faults and their harmless twins, {seeds} seeds\n")
    sound = injected.table(range(seeds))
    print(f"\n400 runs under each policy, {len(four_hundred.SEEDS)} seeds\n")
    agrees = four_hundred.table(four_hundred.SEEDS)
    return 0 if sound and agrees else 1


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:2])))
