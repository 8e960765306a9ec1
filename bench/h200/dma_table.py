"""Tables in Markdown of what dma_bandwidth printed: dma_table.py dma_bandwidth.csv

The best of each variant, in TB/s and as a fraction of the H200's 4.8 TB/s; each engine and the compatible surface beside what a
user would pick instead, with those that a library beats; the same by number of stages; and the curve of `read`: fraction by
engine, stages and DMA warps per multiprocessor."""

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


def seconds(row):
    return float(row["median_seconds"])


def cell(rows, with_name=False):
    """The fastest of the rows: its fraction and what it is."""
    if not rows:
        return "–"
    row = min(rows, key=seconds)
    shape = [f"{row[key]} {unit}" for key, unit in (("dma_warps", "w"), ("stages", "s")) if row[key] != "0"]
    words = ([row["variant"]] if with_name else []) + ([", ".join(shape)] if shape else [])
    return f"{100 * float(row['fraction_of_4.8TB_s']):.1f} %" + (f" ({'; '.join(words)})" if words else "")


ENGINES = ("vector", "cp_async", "bulk", "cudadma")


def split(group):
    """The rows of a benchmark: of each engine, of the plain kernels, of cuda::memcpy_async and of the libraries."""
    engines = {name: [row for row in group if row["engine"].startswith(name)] for name in ENGINES}
    other = [row for row in group if row["engine"] == "-"]
    plain = [row for row in other if row["variant"].startswith("plain")]
    pipeline = [row for row in other if row["variant"].startswith("memcpy_async")]
    return engines, plain, pipeline, [row for row in other if row not in plain + pipeline]


def print_compared(rows):
    """Each engine's best beside the plain kernel's, cuda::memcpy_async's and the best library's."""
    slower = []
    print("\n| benchmark | plain kernel | `cuda::memcpy_async` | library | " + " | ".join(ENGINES) + " |\n|" + "---|" * 8)
    for benchmark in dict.fromkeys(row["benchmark"] for row in rows):
        engines, plain, pipeline, library = split([row for row in rows if row["benchmark"] == benchmark])
        print(f"| {benchmark} | {cell(plain, True)} | {cell(pipeline, True)} | {cell(library, True)} | "
              + " | ".join(cell(of_engine, True) for of_engine in engines.values()) + " |")
        rival = min(pipeline + library, key=seconds)
        for name, of_engine in engines.items():
            own = min(of_engine, key=seconds, default=rival)
            if seconds(own) > seconds(rival):
                slower.append(f"{benchmark}: {name} ({own['variant']}) takes {seconds(own) / seconds(rival) - 1:.1%} "
                              f"longer than {rival['variant']}")
    print("\nSlower than the fastest of the libraries and cuda::memcpy_async:\n\n" + "\n".join(f"- {line}" for line in slower))


def print_stages(rows):
    """The best of each engine for each number of stages, and the same for DMA warps."""
    for key, unit in (("stages", "stages"), ("dma_warps", "DMA warps")):
        numbers = sorted({int(row[key]) for row in rows} - {0})
        print(f"\n| benchmark, engine; % with {unit} | " + " | ".join(map(str, numbers)) + " |")
        print("|---" + "|---" * len(numbers) + "|")
        for benchmark in dict.fromkeys(row["benchmark"] for row in rows):
            engines = split([row for row in rows if row["benchmark"] == benchmark])[0]
            for name, of_engine in engines.items():
                best = [min((row for row in of_engine if int(row[key]) == n), key=seconds, default=None) for n in numbers]
                if any(best):
                    print(f"| {benchmark}, {name} | " + " | ".join(
                        f"{100 * float(row['fraction_of_4.8TB_s']):.1f}" if row else "" for row in best) + " |")


def print_curve(rows):
    curve = [row for row in rows if row["benchmark"] == "read" and row["variant"].startswith(("dma", "cudadma"))]
    warps = sorted({int(row["dma_warps"]) for row in curve})
    print("\n| engine, stages | " + " | ".join(map(str, warps)) + " |\n|---" + "|---" * len(warps) + "|")
    lines = {}
    for row in curve:
        line = lines.setdefault((row["variant"], row["engine"], row["stages"]), {})
        line[int(row["dma_warps"])] = float(row["fraction_of_4.8TB_s"])
    for (variant, engine, stages), values in lines.items():
        cells = [f"{100 * values[w]:.1f}" if w in values else "" for w in warps]
        print(f"| {engine} ({variant}), {stages} | " + " | ".join(cells) + " |")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    wrong = [row for row in rows if row["check_ok"] != "1"]
    for row in wrong:
        print(f"wrong result: {row}", file=sys.stderr)
    print_best(rows)
    print_compared(rows)
    print_stages(rows)
    print_curve(rows)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
