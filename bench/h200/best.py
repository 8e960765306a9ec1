"""The best variant of each benchmark in primitives.csv beside the best library version and the target, as a Markdown table.

usage: best.py primitives.csv
"""

import csv
import sys

# Fractions of 4.8 TB/s that the course wants to reach, by the beginning of the benchmark's name.
TARGETS = {"reduce": 0.94, "triad": 0.925, "transpose": 0.88, "gather": 0.83, "scan": 0.78, "histogram": 0.69}
LIBRARIES = ("cub::", "thrust::", "cublas", "cuda")


def best(rows: list[dict[str, str]]) -> dict[str, str] | None:
    right = [row for row in rows if row["check_ok"] == "yes"]
    return max(right, key=lambda row: float(row["fraction_of_4.8TB_s"]), default=None)


def percent(row: dict[str, str] | None) -> str:
    return "–" if row is None else f"{100 * float(row['fraction_of_4.8TB_s']):.1f} % ({row['variant']})"


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    groups: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        groups.setdefault((row["benchmark"], row["elements"]), []).append(row)
    print("| benchmark | elements | best of ours | best library | target | wrong |")
    print("|---|---:|---|---|---:|---:|")
    for (name, elements), group in groups.items():
        library = best([row for row in group if row["variant"].startswith(LIBRARIES)])
        ours = best([row for row in group if not row["variant"].startswith(LIBRARIES)])
        target = next((value for start, value in TARGETS.items() if name.startswith(start)), None)
        wrong = sum(row["check_ok"] != "yes" for row in group)
        wanted = "" if target is None else f"{100 * target:.1f} %"
        print(f"| {name} | {int(elements):,} | {percent(ours)} | {percent(library)} | {wanted} | {wrong} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
