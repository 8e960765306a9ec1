#!/usr/bin/env python3
"""Of the rows that Nsight Compute writes (ncu --csv --page raw), on standard input, what compare.py needs, on standard output."""
import csv
import sys

METRICS = ["gpu__time_duration.sum", "sm__cycles_elapsed.max", "smsp__inst_executed.sum", "dram__bytes_read.sum", "dram__bytes_write.sum"]


def shape(text):
    """(32, 8, 1) as 32x8x1."""
    return text.strip("()").replace(", ", "x")


def name(kernel):
    """Without its parameters, where it is declared and what it returns."""
    return kernel.replace("<unnamed>::", "").split("(")[0].removeprefix("void ")


def main():
    head, _, *rows = csv.reader(line for line in sys.stdin if line.startswith('"'))
    missing = [key for key in ["Kernel Name", "Block Size", "Grid Size", *METRICS] if key not in head]
    if missing:
        sys.exit(f"shorten.py: there is no column {', '.join(missing)}; was it read with these metrics?")
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["kernel", "block", "grid", *METRICS])
    for row in rows:
        of = dict(zip(head, row))
        table.writerow([name(of["Kernel Name"]), shape(of["Block Size"]), shape(of["Grid Size"]),
                        *(of[metric].replace(",", "") for metric in METRICS)])


if __name__ == "__main__":
    main()
