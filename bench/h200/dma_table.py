"""Tables in Markdown of what dma_bandwidth printed: dma_table.py dma_bandwidth.csv

The best of each variant, in TB/s and as a fraction of the H200's 4.8 TB/s, and the curve of `read`: fraction by engine,
stages and DMA warps per multiprocessor."""

import csv
import sys


def best_rows(rows):
    """The fastest row of each (benchmark, variant, engine), in the order of the file."""
    best = {}
    for row in rows:
        key = (row["benchmark"], row["variant"], row["engine"])
        if key not in best or float(row["median_seconds"]) < float(best[key]["median_seconds"]):
            best[key] = row
    return best.values()


def print_best(rows):
    print("| benchmark | variant | engine | DMA warps | stages | TB/s | of 4.8 TB/s |\n|---|---|---|---|---|---|---|")
    for row in best_rows(rows):
        speed = int(row["bytes"]) / float(row["median_seconds"]) / 1e12
        shape = [row[key] if row[key] != "0" else "-" for key in ("dma_warps", "stages")]
        print(f"| {row['benchmark']} | {row['variant']} | {row['engine']} | {shape[0]} | {shape[1]} | {speed:.2f} | "
              f"{float(row['fraction_of_4.8TB_s']):.1%} |")


def print_curve(rows):
    curve = [row for row in rows if row["benchmark"] == "read" and row["variant"] == "dma"]
    warps = sorted({int(row["dma_warps"]) for row in curve})
    print("\n| engine, stages | " + " | ".join(map(str, warps)) + " |\n|---" + "|---" * len(warps) + "|")
    lines = {}
    for row in curve:
        lines.setdefault((row["engine"], row["stages"]), {})[int(row["dma_warps"])] = float(row["fraction_of_4.8TB_s"])
    for (engine, stages), values in lines.items():
        print(f"| {engine}, {stages} | " + " | ".join(f"{values[w]:.1%}" if w in values else "" for w in warps) + " |")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    wrong = [row for row in rows if row["check_ok"] != "1"]
    for row in wrong:
        print(f"wrong result: {row}", file=sys.stderr)
    print_best(rows)
    print_curve(rows)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
