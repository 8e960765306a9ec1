#!/usr/bin/env python3
"""What the clock costs: processor time of `exec` of the programs beside this file, without and with --clock, and with --machine-code.

    bench/clock_cost/measure.py WARPSCOPE [TURNS [SIZE]]

Each is run TURNS times by turns (3 unless given), and the least counts; SIZE is given to each program, for a quick look. Prints a table.
Wanted of large programs is at most 2. Exits with 1 where a program fails.
"""
import os
import pathlib
import subprocess
import sys

PROGRAMS = ("product", "stencil", "sums", "levels")
WAYS = ((), ("--machine-code",), ("--clock",))


def seconds(warpscope, program, way, size):
    """Of processor time, of all processes."""
    source = pathlib.Path(__file__).parent / (program + ".cu")
    before = os.times()
    run = subprocess.run([warpscope, "exec", "-q", *way, str(source), *size], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    after = os.times()
    if run.returncode != 0:
        sys.exit(f"{program} {' '.join(way)} ended with {run.returncode}:\n{run.stdout.decode(errors='replace')}")
    return after.children_user - before.children_user + after.children_system - before.children_system


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    warpscope, turns, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3, sys.argv[3:4]
    print("| program | `exec`, s | `--machine-code` | `--clock` | times |\n|---|---:|---:|---:|---:|")
    for program in PROGRAMS:
        seconds(warpscope, program, (), size)  # compiles it
        least = [min(of_way) for of_way in zip(*([seconds(warpscope, program, way, size) for way in WAYS] for _ in range(turns)))]
        print(f"| {program} | {least[0]:.2f} | {least[1]:.2f} | {least[2]:.2f} | {least[2] / max(least[0], 0.001):.1f} |", flush=True)


if __name__ == "__main__":
    main()
