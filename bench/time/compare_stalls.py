#!/usr/bin/env python3
"""What warps wait for: the virtual GPU's clock beside a real GPU's profiler.

    warpscope exec -q --clock --cache-control all --profile h100 --record memory.json bench/time/further_memory.cu
    bench/time/compare_stalls.py memory.json … bench/time/results/h100_further.csv --launches bench/time/further.csv

Records stand for the table's programs, in its order, as for compare.py. Prints for each launch its three largest stall reasons, modelled
and measured, and in how many launches the largest one, the same three, and the same three in their order agree. A launch without the
clock is left out and named. Every third row of --launches is kept back (compare.py); --kept-back prints those in the place of the others.
"""
import argparse
import json
import pathlib
import sys

from compare import KEPT_BACK, rows_of, table_of

SHOWN = 3


def largest(stalls):
    """The names of the largest, of {name: share}; what does not occur is none."""
    names = sorted((name for name, share in stalls.items() if share > 0), key=lambda name: (-stalls[name], name))
    return names[:SHOWN]


def modelled(launch):
    """None where the clock has not timed the launch."""
    if "clock" not in launch:
        return None
    return largest({name: cycles for name, cycles in launch["clock"]["warp_cycles"].items() if name != "selected"})


def measured(row):
    stalls = {name.removeprefix("stall_"): float(value) for name, value in row.items() if name.startswith("stall_") and value}
    stalls.pop("selected", None)
    return largest(stalls)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=pathlib.Path, nargs="+")
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--launches", type=pathlib.Path, help="a list of the table's launches: further.csv")
    parser.add_argument("--kept-back", action="store_true", help="the third that is kept back, in the place of the others")
    arguments = parser.parse_args()
    launches = [launch for record in arguments.records for launch in json.loads(record.read_text())["launches"]]
    table = table_of(arguments.table)
    rows_of(launches, table)  # ends here where they are not of each other
    if arguments.kept_back and not arguments.launches:
        sys.exit("compare_stalls.py: --kept-back needs --launches.")
    pairs = list(zip(launches, table))
    if arguments.launches:
        pairs = [pair for number, pair in enumerate(pairs, 1) if (number % KEPT_BACK == 0) == arguments.kept_back]
    without = [row["kernel"] for launch, row in pairs if modelled(launch) is None]
    compared = [(row["kernel"], modelled(launch), measured(row)) for launch, row in pairs if modelled(launch) is not None]
    for kernel, ours, theirs in compared:
        print(f"{kernel:<28} {', '.join(ours):<64} measured {', '.join(theirs)}")
    first = sum(ours[:1] == theirs[:1] for _, ours, theirs in compared)
    same = sum(set(ours) == set(theirs) for _, ours, theirs in compared)
    in_order = sum(ours == theirs for _, ours, theirs in compared)
    print(f"{len(compared)} launches: the largest agrees in {first}, the three in {same}, their order in {in_order}")
    if without:
        print(f"without the clock: {', '.join(without)}")


if __name__ == "__main__":
    main()
