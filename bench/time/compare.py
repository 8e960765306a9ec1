#!/usr/bin/env python3
"""Times of the virtual GPU's clock beside a real GPU's.

    warpscope exec -q --clock --cache-control all --profile h100 --record run.json bench/time/kernels.cu
    bench/time/compare.py run.json bench/time/results/h100.csv [--markdown]
    bench/time/compare.py matrices.json stencils.json … bench/time/results/h100_further.csv --launches bench/time/further.csv

Each launch of the record stands beside a row of the table, which read.sh wrote; several records stand for a table's programs, in its
order. Prints the error of each launch, and of all: mean, median and largest of the absolute errors, how many are within 10 and 25 % and
beyond factors of 1.5 and two, and Spearman's rank correlation; how many launches issued as many instructions as the GPU; and which have
the estimate for a time because the clock declined.

With --launches the table's rows have classes, and every third of them is kept back: nobody looks at it who works on the clock, and it is
printed, in the place of the others, with --kept-back only.
"""
import argparse
import csv
import dataclasses
import json
import pathlib
import statistics
import sys

KEPT_BACK = 3  # rows 3, 6, 9, … of the list


@dataclasses.dataclass
class Row:
    kernel: str
    grid: str
    modelled: float  # seconds
    measured: float
    clocked: bool  # by the clock, not the estimate
    instructions: tuple[float, float] | None  # modelled and measured, of warps
    of_class: str = ""

    @property
    def error(self):
        return abs(self.modelled / self.measured - 1)

    @property
    def factor(self):
        return max(self.modelled / self.measured, self.measured / self.modelled)

    def counted_right(self):
        return self.instructions is not None and self.instructions[0] == self.instructions[1]


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


def row_of(launch, row):
    """A launch of a record beside a row of the table."""
    issued = launch.get("counters", {}).get("smsp__inst_executed.sum")
    known = issued is not None and "smsp__inst_executed.sum" in row
    return Row(row["kernel"], row["grid"], launch["duration_s"], float(row["gpu__time_duration.sum"]) * 1e-9, "timed_blocks" in launch,
               (issued, float(row["smsp__inst_executed.sum"])) if known else None)


def rows_of(launches, table):
    if len(launches) != len(table):
        sys.exit(f"compare.py: the record has {len(launches)} launches, the table {len(table)}.")
    for launch, row in zip(launches, table):
        if "kernel" in launch and row["kernel"].split("<")[0] not in launch["kernel"]:
            sys.exit(f"compare.py: the record has {launch['kernel']} where the table has {row['kernel']}.")
    return [row_of(launch, row) for launch, row in zip(launches, table)]


def summary(rows):
    errors = sorted(row.error for row in rows)
    correlation = spearman([row.modelled for row in rows], [row.measured for row in rows])
    return (f"{len(errors)} launches: mean {100 * sum(errors) / len(errors):.1f} %, median {100 * statistics.median(errors):.1f} %, "
            f"within 10 %: {sum(error <= 0.1 for error in errors)}, within 25 %: {sum(error <= 0.25 for error in errors)}, "
            f"beyond a factor of two: {sum(row.factor > 2 for row in rows)}, Spearman {correlation:.3f}, "
            f"beyond 1.5: {sum(row.factor > 1.5 for row in rows)}, largest {100 * errors[-1]:.1f} %")


def tell(rows, markdown):
    for row in rows:
        error = f"{100 * (row.modelled / row.measured - 1):+.1f} %"
        if markdown:
            of_class = f"{row.of_class} | " if row.of_class else ""
            print(f"| `{row.kernel}` | {of_class}{row.grid} | {row.measured * 1e6:.2f} | {row.modelled * 1e6:.2f} | {error} |")
        else:
            print(f"{error:>9} {row.kernel:<28} {row.grid:<12} {row.modelled * 1e6:10.2f} us, measured {row.measured * 1e6:10.2f}"
                  f"{'' if row.of_class == '' else '  ' + row.of_class}{instructions(row)}")
    print(summary(rows))
    for of_class in sorted({row.of_class for row in rows if row.of_class}):
        print(f"{of_class}: {summary([row for row in rows if row.of_class == of_class])}")
    counted = [row for row in rows if row.instructions]
    if counted:
        print(f"instructions: equal in {sum(row.counted_right() for row in counted)} of {len(rows)}")
    estimated = [row.kernel for row in rows if not row.clocked]
    if estimated:
        print(f"with the estimate: {', '.join(estimated)}")


def instructions(row):
    if row.instructions is None:
        return ", instructions not known"
    modelled, measured = row.instructions
    return "" if modelled == measured else f", instructions {100 * (modelled / measured - 1):+.2f} %"


def table_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=pathlib.Path, nargs="+")
    parser.add_argument("table", type=pathlib.Path)
    parser.add_argument("--markdown", action="store_true", help="rows of a table in Markdown")
    parser.add_argument("--launches", type=pathlib.Path, help="a list of the table's launches with their classes: further.csv")
    parser.add_argument("--kept-back", action="store_true", help="the third that is kept back, in the place of the others")
    arguments = parser.parse_args()
    launches = [launch for record in arguments.records for launch in json.loads(record.read_text())["launches"]]
    rows = rows_of(launches, table_of(arguments.table))
    if arguments.launches:
        listed = table_of(arguments.launches)
        if [one["kernel"] for one in listed] != [row.kernel for row in rows]:
            sys.exit(f"compare.py: {arguments.launches} lists other kernels than the table.")
        for row, one in zip(rows, listed):
            row.of_class = one["class"]
        rows = [row for number, row in enumerate(rows, 1) if (number % KEPT_BACK == 0) == arguments.kept_back]
    elif arguments.kept_back:
        sys.exit("compare.py: --kept-back needs --launches.")
    tell(rows, arguments.markdown)


if __name__ == "__main__":
    main()
