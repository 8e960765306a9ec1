#!/usr/bin/env python3
"""Adds to calibrate's readings what Nsight Compute says of an empty kernel:

    profiled.py READINGS NCU.csv

prints the readings with one more, profiled_empty in seconds, for each of calibrate's rounds one of ncu's launches; and as they are where ncu says
nothing of the kind.
"""

import csv
import re
import sys

DURATION = "gpu__time_duration.sum"


def durations_s(table: str) -> list[float]:
    """Of ncu's raw page, in base units (nanoseconds): behind its messages a line of names, one of units, and one for each launch."""
    lines = table.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return []
    rows = list(csv.DictReader(lines[start:]))
    found = []
    for row in rows[1:]:
        text = (row.get(DURATION) or "").replace(",", "")
        if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
            found.append(float(text) * 1e-9)
    return found


def with_profiled(readings: str, durations: list[float]) -> str:
    """The reading stands before the last line, "end COUNT", which counts it."""
    lines = readings.splitlines()
    rounds = next((len(line.split("] ", maxsplit=1)[-1].split()) for line in lines if line.startswith("reading ")), 0)
    match = re.fullmatch(r"end ([0-9]+)", lines[-1]) if lines else None
    if match is None or rounds == 0 or not durations:
        return readings
    values = " ".join(f"{durations[index % len(durations)]:.6g}" for index in range(rounds))
    return "\n".join([*lines[:-1], f"reading profiled_empty [seconds] {values}", f"end {int(match[1]) + 1}"]) + "\n"


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: profiled.py READINGS NCU.csv", file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as readings, open(sys.argv[2], encoding="utf-8", errors="replace") as table:
        print(with_profiled(readings.read(), durations_s(table.read())), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
