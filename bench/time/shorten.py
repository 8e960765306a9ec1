#!/usr/bin/env python3
"""Of the rows that Nsight Compute writes (ncu --csv --page raw), on standard input, what compare.py needs, on standard output.

With --program NAME a first column says which program launched, and what the section WarpStateStats tells is kept: for each reason, the
warps of a scheduler that waited for it, in the mean over the cycles in which one issued; and the share of warps that were there.
"""
import argparse
import csv
import re
import sys

METRICS = ["gpu__time_duration.sum", "sm__cycles_elapsed.max", "smsp__inst_executed.sum", "dram__bytes_read.sum", "dram__bytes_write.sum"]
STALL = re.compile(r"smsp__average_warps_issue_stalled_(\w+)_per_issue_active\.ratio")
OCCUPANCY = "sm__warps_active.avg.pct_of_peak_sustained_active"


def shape(text):
    """(32, 8, 1) as 32x8x1."""
    return text.strip("()").replace(", ", "x")


def name(kernel):
    """Without its parameters, where it is declared and what it returns."""
    return kernel.replace("<unnamed>::", "").split("(")[0].removeprefix("void ")


def stalls(head):
    """Column of each reason: that of all stalls, not that of the cycles without an issue."""
    found = {}
    for key in head:
        match = STALL.fullmatch(key)
        if match and not match[1].endswith("not_issued"):
            found[match[1]] = key
    return dict(sorted(found.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    program = parser.parse_args().program
    head, _, *rows = csv.reader(line for line in sys.stdin if line.startswith('"'))
    more = {} if program is None else {"occupancy_percent": OCCUPANCY, **{f"stall_{of}": key for of, key in stalls(head).items()}}
    missing = [key for key in ["Kernel Name", "Block Size", "Grid Size", *METRICS, *more.values()] if key not in head]
    if missing:
        sys.exit(f"shorten.py: there is no column {', '.join(missing)}; was it read with these metrics?")
    first = [] if program is None else [program]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow([*(["program"] if first else []), "kernel", "block", "grid", *METRICS, *more])
    for row in rows:
        of = dict(zip(head, row))
        table.writerow([*first, name(of["Kernel Name"]), shape(of["Block Size"]), shape(of["Grid Size"]),
                        *(of[metric].replace(",", "") for metric in METRICS), *(short(of[key]) for key in more.values())])


def short(number):
    """Four digits are enough of a mean."""
    return f"{float(number.replace(',', '')):.4g}"


if __name__ == "__main__":
    main()
