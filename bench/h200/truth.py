"""Writes the tables of docs/evidence/truth.md from the records that truth.sh kept on two devices.

python3 truth.py FOLDER WARPSCOPE > truth.md     FOLDER: truth.sh's, called once for cuda:0 and once for virtual:h200

Why a counter is not equal in a launch is said by REASONS below, which go by kernel and counter and not by launch, and by
tests/golden/h200/differences.csv, which lists what is known of the golden programs.
"""

import collections
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIRST, SECOND = "virtual-h200", "cuda-0"

# As docs/evidence/counters.md explains them; the code of the kernels that ORDER, LEAVING and RECURSION name was read.
MACHINE = "ptxas turns short branches into predicates and merges or repeats accesses; the virtual GPU counts those of PTX"
LEAVING = "lanes that leave an unrolled loop one by one do not meet again"
ORDER = "which thread comes first decides what this kernel does"
RECURSION = "a recursive function keeps its values on the machine's stack, which PTX does not have"
SPILLS = "registers that ptxas spills, which PTX does not have"
WARPSYNC = "lanes that have parted come to a WARPSYNC.ALL more than once (machine_code.md)"
REPEATED = "the starter never frees what it takes from the device's heap, and a run that is measured is repeated until that is full"
ARBITRATION = "taken for lost arbitration between accesses that arrive at the same time: not looked into"
UNKNOWN = "no reason is known"

# Group (a lab, or "programs"), the beginning of the kernel's name, a part of the counter's name, and why it differs. The first that fits.
REASONS = [
    ("atomics", "best_of_slots", "", ORDER + ": a lock by compare-and-swap"),
    ("atomics", "combine", "", ORDER + ": a loop of compare-and-swap"),
    ("atomics", "keep_positive", "", ORDER + ": it gets the next free places"),
    ("atomics", "histogram", "op_red", "rule R9 of reductions is not the whole rule"),
    ("ln2", "orders", "local", RECURSION),
    ("ln2", "orders", "", REPEATED),
    ("shuffle-reduction", "pack", "", LEAVING),
    ("occupancy", "filter", "local", SPILLS),
    ("scan", "scan_once", "", ORDER + ": how long a block waits for those before it"),
    ("scan", "compact", "", ORDER + ": it gets the next free places, or waits for those before it"),
    ("barriers", "teams", "inst_executed.sum", WARPSYNC),
    ("", "", "inst_executed_op_", MACHINE),
    ("", "", "sass_inst_executed_op_", MACHINE),
    ("", "", "inst_executed.sum", "counted as exact by the replay of machine code, and it is not: not looked into"),
    ("", "", "mem_shared", ARBITRATION),
]


def known_differences() -> set[tuple[str, str, str]]:
    known = set()
    path = ROOT / "tests/golden/h200/differences.csv"
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            known |= {(row["program"], row["launch"], name) for name in row["counters"].split(";")}
    return known


def compared(warpscope: str, folder: pathlib.Path) -> list[dict[str, str]]:
    with tempfile.TemporaryDirectory() as scratch:
        table = pathlib.Path(scratch) / "table.csv"
        devices = ",".join(name.replace("-", ":", 1) for name in (FIRST, SECOND))
        subprocess.run([warpscope, "compare-devices", "--from", str(folder), "--devices", devices, "--csv", str(table)],
                       check=True, stdout=subprocess.DEVNULL)
        return list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))


def reason_of(group: str, row: dict[str, str], known: set[tuple[str, str, str]]) -> str:
    name = row["quantity"]
    if (row["program"].removesuffix(".cu"), row["launch"], name) in known:
        return "known of the golden programs (`differences.csv`)"
    for of_group, kernel, part, reason in REASONS:
        if of_group in ("", group) and row["kernel"].startswith(kernel) and part in name:
            return reason
    return UNKNOWN


class Tables:
    """Of all groups, as their rows are added."""

    def __init__(self) -> None:
        self.launches: dict[str, set[tuple[str, str, str]]] = collections.defaultdict(set)
        self.ratios: dict[str, list[float]] = collections.defaultdict(list)
        self.counters: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
        self.reasons: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
        self.groups: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)

    def add(self, group: str, rows: list[dict[str, str]], known: set[tuple[str, str, str]]) -> None:
        for row in rows:
            self.launches[group].add((row["program"], row["case"], row["launch"]))
            name = row["quantity"]
            if name == "duration_s":
                first, second = float(row["first"]), float(row["second"])
                if first > 0 and second > 0:
                    self.ratios[group].append(second / first)
                continue
            self.counters[name][row["equal"]] += 1
            self.groups[group][row["equal"]] += 1
            if row["equal"] == "no":
                self.reasons[name][(reason_of(group, row, known), group)] += 1

    def by_group(self) -> str:
        lines = ["| | launches | counters of them | equal | only about right, and said so | not equal | time, H200 over virtual: median |",
                 "|---|---|---|---|---|---|---|"]
        for group in sorted(self.launches, key=lambda name: (name == "programs", name)):
            count = self.groups[group]
            ratios = sorted(self.ratios[group])
            lines.append(f"| {group} | {len(self.launches[group]):,} | {sum(count.values()):,} | {count['yes']:,} | {count['about']:,} "
                         f"| {count['no']:,} | {ratios[len(ratios) // 2]:.2f} |")
        return "\n".join(lines)

    def by_counter(self) -> str:
        lines = ["| counter | equal | only about | why not all |", "|---|---|---|---|"]
        for name, count in sorted(self.counters.items()):
            reasons: dict[str, list[str]] = collections.defaultdict(list)
            for (reason, group), number in sorted(self.reasons[name].items(), key=lambda item: -item[1]):
                reasons[reason].append(f"{number} of {group}")
            why = "; ".join(f"{', '.join(places)}: {reason}" for reason, places in reasons.items())
            lines.append(f"| `{name}` | {count['yes']:,} of {sum(count.values()):,} | {count['about'] or ''} | {why} |")
        return "\n".join(lines)


def main(folder: str, warpscope: str) -> int:
    known = known_differences()
    tables = Tables()
    said = set()
    for path in sorted(pathlib.Path(folder).iterdir()):
        records = sorted(path.glob(f"*.{SECOND}.json")) if path.is_dir() else []
        if not records:
            continue
        tables.add(path.name, compared(warpscope, path), known)
        for record in records:
            of = json.loads(record.read_text(encoding="utf-8"))
            toolkit = of["producer"].get("cuda_toolkit", "")  # of a lab; a program of one's own may be of any
            if toolkit:
                said.add(f"{of['created'][:10]}, {of['device']['name']}, driver {of['producer']['driver']}, CUDA {toolkit}")
    if not tables.launches:
        print(f"In {folder} are no records of {SECOND}.", file=sys.stderr)
        return 1
    print("\n".join(sorted(said)), tables.by_group(), tables.by_counter(), sep="\n\n")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
