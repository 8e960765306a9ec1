#!/usr/bin/env python3
"""Curves of labs by the clock beside an H200's: lab_curves.py FOLDER [LABS]

FOLDER holds LAB.starter.json and LAB.reference.json (warpscope run LAB --starter --record …), LABS is labs/. Prints a Markdown table of the
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
Points = dict[float, tuple[float, float]]  # by x: modelled and measured, us


def is_timed(record: dict) -> bool:
    """The clock has timed all launches."""
    return all("timed_blocks" in launch for launch in record["launches"])


def durations(record: dict) -> dict[str, float]:
    """Of all kernels by case, each alone."""
    names = [case["name"] for case in record["cases"]]
    by_case = dict.fromkeys(names, 0.0)
    for launch in record["launches"]:
        if 0 <= launch.get("case_index", -1) < len(names):
            by_case[names[launch["case_index"]]] += launch.get("clock", {}).get("alone_s", launch["duration_s"])
    return by_case


def spans(record: dict) -> dict[str, float]:
    """From the first operation to the last, by case."""
    begins: dict[int, float] = {}
    ends: dict[int, float] = {}
    for operation in record["launches"] + record["transfers"]:
        case = operation.get("case_index", -1)
        begins[case] = min(begins.get(case, operation["start_s"]), operation["start_s"])
        ends[case] = max(ends.get(case, 0.0), operation["start_s"] + operation["duration_s"])
    return {case["name"]: ends[i] - begins[i] for i, case in enumerate(record["cases"]) if i in ends}


def points_of(sweep: dict, record: dict, overhead_s: float) -> Points:
    is_span = any(own["id"] == sweep["id"] and own.get("metric") == SPAN for own in record["sweeps"])
    modelled = spans(record) if is_span else durations(record)
    points = {}
    for point in sweep["points"]:
        measured = point["call"]["median_s"] if is_span else point["kernels"]["median_s"] - point["launches"] * overhead_s
        model = modelled.get(point["case_name"], 0)
        if point["verdict"] == "correct" and point["launches"] > 0 and model > 0:
            points[point["x"]] = (1e6 * model, 1e6 * measured)
    return points


def place(points: Points, which: int, best) -> str:
    return f"{best(points, key=lambda x: points[x][which]):g}"


def span(points: Points, which: int) -> float:
    values = [point[which] for point in points.values()]
    return max(values) / min(values)


def row(name: str, points: Points, speed_up: str) -> str:
    errors = [model / measured - 1 for model, measured in points.values()]
    largest = max(errors, key=abs)
    low, high = (" / ".join(place(points, which, best) for which in (0, 1)) for best in (min, max))
    cells = [name, str(len(points)), f"{100 * statistics.mean(map(abs, errors)):.0f} %", f"{100 * largest:+.0f} %",
             f"{span(points, 0):.2f} / {span(points, 1):.2f}", low, high, speed_up]
    return "| " + " | ".join(cells) + " |"


def curves_of(measured: dict, folder: pathlib.Path) -> dict[tuple[str, str], dict[str, Points]]:
    """Of a lab, by sweep and task: points by program."""
    curves: dict[tuple[str, str], dict[str, Points]] = {}
    for program in measured["programs"]:
        path = folder / f"{measured['lab']}.{program['label']}.json"
        if not path.exists():
            continue
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["program"]["sha256"] != program["sha256"] or not is_timed(record):
            continue
        for sweep in program["sweeps"]:
            if sweep["data_scale"] != DATA_SCALE:
                continue
            points = points_of(sweep, record, measured["empty_kernel_s"] - EMPTY_S)
            if points:
                curves.setdefault((sweep["id"], sweep["task"]), {})[program["label"]] = points
    return curves


def speed_up(by_label: dict[str, Points]) -> str:
    """From starter to reference, where both have points at the same x."""
    both = sorted(by_label.get("starter", {}).keys() & by_label.get("reference", {}).keys())
    if not both:
        return "–"
    model, gpu = (statistics.geometric_mean(by_label["starter"][x][which] / by_label["reference"][x][which] for x in both)
                  for which in (0, 1))
    return f"{model:.2f} / {gpu:.2f} ({100 * (model / gpu - 1):+.0f} %)"


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    folder = pathlib.Path(sys.argv[1])
    labs = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "labs"
    print("| sweep | points | mean error | largest | highest over lowest, modelled / measured | lowest at | highest at | "
          "starter over reference |")
    print("|---|---:|---:|---:|---|---|---|---|")
    for file in sorted(labs.glob("*/h200.json")):
        measured = json.loads(file.read_text(encoding="utf-8"))
        for (sweep_id, task), by_label in curves_of(measured, folder).items():
            for label, points in by_label.items():
                name = f"{measured['lab']}, `{sweep_id}` ({task}), {label}"
                print(row(name, points, speed_up(by_label) if label == "reference" else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
