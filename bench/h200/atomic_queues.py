"""Modelled beside measured: atomic_queues.py MEASURED.csv MODELLED.csv [BEFORE.csv]

The files are what bench/h200/atomic_queues.cu prints on an H200 and, with an argument, under `warpscope exec`. Prints a Markdown table of the
errors, modelled over measured less 1, of the time that a kernel takes longer than one that does nothing: median, least and greatest by operation.
"""

import csv
import statistics
import sys

LEAST_US = 2.0  # a shorter time says more about the kernel's begin than about atomics


def times(path: str) -> dict[tuple[str, ...], float]:
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    nothing = float(rows[0]["us"])
    return {(row["operation"], row["pattern"], row["elements"], row["stride"], row["warps"]): float(row["us"]) - nothing for row in rows[1:]}


def cells(measured: dict, modelled: dict, keys: list) -> str:
    errors = [modelled[key] / measured[key] - 1 for key in keys]
    return " | ".join(f"{100 * value:+.0f} %" for value in (statistics.median(errors), min(errors), max(errors)))


def main() -> int:
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    measured, *others = (times(path) for path in sys.argv[1:])
    groups: dict[str, list] = {}
    for key, value in measured.items():
        if value < LEAST_US or key not in others[0]:
            continue
        apart = key[0] == "red_add_u32" and (key[1] != "random" and key[2] in ("2", "32"))
        groups.setdefault("`red_add_u32`, 2 and 32 elements apart" if apart else f"`{key[0]}`", []).append(key)
    for name, keys in groups.items():
        print(f"| {name} | {len(keys)} | " + " | ".join(cells(measured, other, keys) for other in others) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
