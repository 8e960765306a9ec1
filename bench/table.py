"""Google Benchmark's CSV (stdin) as a Markdown table (stdout), without the columns that nothing filled."""

import csv
import sys

HEADINGS = {
    "items_per_second": ("million warp instructions/s/core", 1e-6),
    "real_time": ("wall time", 1.0),
    "compile_s": ("compile, s", 1.0),
    "run_s": ("run, s", 1.0),
    "judge_s": ("judge, s", 1.0),
    "bytes_per_second": ("trace, MB/s", 1e-6),
}


def main() -> None:
    lines = sys.stdin.read().splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith("name,")), None)
    if start is None:
        return  # no benchmark matched the filter
    rows = list(csv.DictReader(lines[start:]))
    columns = [name for name in HEADINGS if any(row.get(name) for row in rows)]
    print()
    print("| benchmark |", " | ".join(HEADINGS[name][0] for name in columns), "|")
    print("|---|" + "---:|" * len(columns))
    for row in rows:
        cells = []
        for name in columns:
            text = f"{float(row[name]) * HEADINGS[name][1]:.3g}" if row.get(name) else ""
            cells.append(f"{text} {row['time_unit']}" if name == "real_time" else text)
        print(f"| {row['name'].split('/iterations')[0].removesuffix('/process_time')} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
