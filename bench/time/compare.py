#!/usr/bin/env python3
"""Times of the virtual GPU's clock beside a real GPU's.

    warpscope exec -q --clock --profile h100 --record run.json bench/time/kernels.cu
    bench/time/compare.py run.json bench/time/results/h100.csv [--markdown]

Each launch of the record stands beside a row of the table, which read.sh wrote. Prints the error of each launch, and of all: mean and
median of the absolute errors, how many are within 10 and 25 % and beyond a factor of two, and Spearman's rank correlation.
"""
import argparse
import csv
import json
import pathlib
import sys


def ranks(values):
    order = sorted(range(len(values)), key=lambda index: values[index])
    places = [0] * len(values)
    for place, index in enumerate(order):
        places[index] = place
    return places


def spearman(left, right):
    count = len(left)
    if count < 2:
        return 1.0
    squares = sum((a - b) ** 2 for a, b in zip(ranks(left), ranks(right)))
    return 1 - 6 * squares / (count * (count * count - 1))


def rows_of(record, table):
    """(kernel, grid, modelled, measured in seconds) of each launch."""
    launches = record["launches"]
    if len(launches) != len(table):
        sys.exit(f"compare.py: the record has {len(launches)} launches, the table {len(table)}.")
    return [(row["kernel"], row["grid"], launch["duration_s"], float(row["gpu__time_duration.sum"]) * 1e-9)
            for launch, row in zip(launches, table)]


def summary(rows):
    errors = sorted(abs(modelled / measured - 1) for _, _, modelled, measured in rows)
    beyond = sum(1 for _, _, modelled, measured in rows if not 0.5 <= modelled / measured <= 2)
    correlation = spearman([row[2] for row in rows], [row[3] for row in rows])
    return (f"{len(errors)} launches: mean {100 * sum(errors) / len(errors):.1f} %, median {100 * errors[len(errors) // 2]:.1f} %, "
            f"within 10 %: {sum(error <= 0.1 for error in errors)}, within 25 %: {sum(error <= 0.25 for error in errors)}, "
            f"beyond a factor of two: {beyond}, Spearman {correlation:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--markdown", action="store_true", help="rows of a table in Markdown")
    arguments = parser.parse_args()
    with arguments.table.open(newline="") as file:
        table = list(csv.DictReader(file))
    rows = rows_of(json.loads(arguments.record.read_text()), table)
    for kernel, grid, modelled, measured in rows:
        error = f"{100 * (modelled / measured - 1):+.1f} %"
        if arguments.markdown:
            print(f"| `{kernel}` | {grid} | {measured * 1e6:.2f} | {modelled * 1e6:.2f} | {error} |")
        else:
            print(f"{error:>9} {kernel:<28} {grid:<12} {modelled * 1e6:10.2f} us, measured {measured * 1e6:10.2f}")
    print(summary(rows))


if __name__ == "__main__":
    main()
