"""Measured beside modelled: compare.py LAB RECORD…

Reads labs/LAB/h200.json and run records of the lab's starter and reference (warpscope grade LAB FILE --record RECORD), and prints
a Markdown table for each sweep: time in kernels and the share of the memory's bandwidth, modelled and measured.
"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def modelled(records: list[dict], labels: dict[str, str]) -> dict[tuple[str, str, float], tuple[float, float]]:
    """By program, sweep and x: seconds, share of the bandwidth. Programs are known by their text's sum."""
    points = {}
    for record in records:
        label = labels.get(record["program"].get("sha256", ""))
        if label is None:
            sys.exit(f"a record of {record['program']['label']} is of another text than those that were measured")
        durations: dict[int, float] = {}
        for launch in record["launches"]:
            durations[launch.get("case_index", -1)] = durations.get(launch.get("case_index", -1), 0) + launch["duration_s"]
        for index, case in enumerate(record["cases"]):
            seconds = durations.get(index, 0)
            if case.get("sweep") and seconds > 0 and case["verdict"] == "correct":
                share = case.get("useful_bytes", 0) / seconds / record["device"]["dram_bytes_per_s"]
                points[label, case["sweep"], case["sweep_x"]] = (seconds, share)
    return points


def cell(point: tuple[float, float] | None) -> str:
    return "–" if point is None else f"{1e6 * point[0]:.1f} µs, {100 * point[1]:.1f} %"


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    measured = json.loads((ROOT / "labs" / sys.argv[1] / "h200.json").read_text(encoding="utf-8"))
    labels = {program["sha256"]: program["label"] for program in measured["programs"]}
    known = modelled([json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in sys.argv[2:]], labels)
    peak = measured["device"]["dram_bytes_per_s"]
    rows: dict[tuple[str, float], dict[str, tuple[float, float]]] = {}
    for program in measured["programs"]:
        for sweep in program["sweeps"]:
            for point in sweep["points"]:
                seconds = point["kernels"]["median_s"]
                if point["verdict"] == "correct" and seconds > 0:
                    row = rows.setdefault((sweep["id"], point["x"]), {})
                    row[program["label"]] = (seconds, point["useful_bytes"] / seconds / peak)
    last = ""
    for (sweep, x), row in rows.items():
        if sweep != last:
            print(f"\n| {sweep} | starter, modelled | starter, measured | reference, modelled | reference, measured |")
            print("|---:|---|---|---|---|")
            last = sweep
        cells = [text for label in ("starter", "reference") for text in (cell(known.get((label, sweep, x))), cell(row.get(label)))]
        print(f"| {x:g} | " + " | ".join(cells) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
