#!/usr/bin/env python3
"""Curves of labs by the clock beside an H200's: lab_curves.py FOLDER

FOLDER holds LAB.starter.json and LAB.reference.json (warpscope run LAB --starter --record …). Prints a Markdown table of the
sweeps whose measured cases have 16 times the data, which a sixteenth of an H200 should need as long for: the mean and the largest error
of the points, how far the curve goes, where it is lowest and highest, and the speed-up from starter to reference.

Measured times lie between two events, which are so far apart around a kernel that does nothing (empty_kernel_s); the clock's duration of
such a kernel is 2.0 us. The difference is taken off for each launch. Sweeps that plot the time from the first operation to the last are
compared with the wall clock of the whole call, which has the host's work in it, such as making streams.
"""

import json
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA_SCALE = 16
EMPTY_S = 2.0e-6
SPAN = "warpscope__timeline_span.us"


def durations(record: dict) -> tuple[dict[str, float], bool]:
    """Of all kernels by case, each alone, and whether the clock has timed all launches."""
    names = [case["name"] for case in record["cases"]]
    by_case = dict.fromkeys(names, 0.0)
    for launch in record["launches"]:
        if 0 <= launch.get("case_index", -1) < len(names):
            by_case[names[launch["case_index"]]] += launch.get("clock", {}).get("alone_s", launch["duration_s"])
    return by_case, all("timed_blocks" in launch for launch in record["launches"])


def spans(record: dict) -> dict[str, float]:
    """From the first operation to the last, by case."""
    begins: dict[int, float] = {}
    ends: dict[int, float] = {}
    for operation in record["launches"] + record["transfers"]:
        case = operation.get("case_index", -1)
        begins[case] = min(begins.get(case, operation["start_s"]), operation["start_s"])
        ends[case] = max(ends.get(case, 0.0), operation["start_s"] + operation["duration_s"])
    return {case["name"]: ends[i] - begins[i] for i, case in enumerate(record["cases"]) if i in ends}


def points_of(sweep: dict, record: dict, overhead_s: float) -> dict[float, tuple[float, float]]:
    """By x: modelled and measured, us."""
    is_span = any(own["id"] == sweep["id"] and own.get("metric") == SPAN for own in record["sweeps"])
    modelled = spans(record) if is_span else durations(record)[0]
    points = {}
    for point in sweep["points"]:
        measured = point["call"]["median_s"] if is_span else point["kernels"]["median_s"] - point["launches"] * overhead_s
        model = modelled.get(point["case_name"], 0)
        if point["verdict"] == "correct" and point["launches"] > 0 and model > 0:
            points[point["x"]] = (1e6 * model, 1e6 * measured)
    return points


def place(points: dict[float, tuple[float, float]], which: int, best) -> str:
    return f"{best(points, key=lambda x: points[x][which]):g}"


def span(points: dict[float, tuple[float, float]], which: int) -> float:
    values = [point[which] for point in points.values()]
    return max(values) / min(values)


def row(name: str, points: dict[float, tuple[float, float]], speed_up: str) -> str:
    errors = [model / measured - 1 for model, measured in points.values()]
    largest = max(errors, key=abs)
    low, high = (" / ".join(place(points, which, best) for which in (0, 1)) for best in (min, max))
    cells = [name, str(len(points)), f"{100 * statistics.mean(map(abs, errors)):.0f} %", f"{100 * largest:+.0f} %",
             f"{span(points, 0):.2f} / {span(points, 1):.2f}", low, high, speed_up]
    return "| " + " | ".join(cells) + " |"


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    print("| sweep | points | mean error | largest | highest over lowest, modelled / measured | lowest at | highest at | "
          "starter over reference |")
    print("|---|---:|---:|---:|---|---|---|---|")
    for file in sorted((ROOT / "labs").glob("*/h200.json")):
        measured = json.loads(file.read_text(encoding="utf-8"))
        lab = measured["lab"]
        curves: dict[tuple[str, str], dict[str, dict]] = {}
        for program in measured["programs"]:
            path = pathlib.Path(sys.argv[1]) / f"{lab}.{program['label']}.json"
            if not path.exists():
                continue
            record = json.loads(path.read_text(encoding="utf-8"))
            if record["program"]["sha256"] != program["sha256"] or not durations(record)[1]:
                continue
            for sweep in program["sweeps"]:
                if sweep["data_scale"] == DATA_SCALE:
                    points = points_of(sweep, record, measured["empty_kernel_s"] - EMPTY_S)
                    if points:
                        curves.setdefault((sweep["id"], sweep["task"]), {})[program["label"]] = points
        for (sweep_id, task), by_label in curves.items():
            speed_up = "–"
            if len(by_label) == 2:
                starter, reference = by_label["starter"], by_label["reference"]
                both = sorted(starter.keys() & reference.keys())
                if both:
                    ratios = [statistics.geometric_mean(starter[x][which] / reference[x][which] for x in both) for which in (0, 1)]
                    speed_up = f"{ratios[0]:.2f} / {ratios[1]:.2f} ({100 * (ratios[0] / ratios[1] - 1):+.0f} %)"
            for label, points in by_label.items():
                print(row(f"{lab}, `{sweep_id}` ({task}), {label}", points, speed_up if label == "reference" else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
