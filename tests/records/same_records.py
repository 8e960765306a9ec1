#!/usr/bin/env python3
"""Makes the run records of every lab's starter and reference and of 20 programs of tests/faults, and compares them.

    same_records.py --warpscope BIN --batches FOLDER                   with the digests in kept.json
    same_records.py --warpscope BIN --batches FOLDER --before BIN      with the records that another build makes of the same files
    same_records.py --warpscope BIN --batches FOLDER --keep            writes kept.json anew
    --allow PATH   with --before: differences below this place are none, such as device.limits; may be given again
    --only TEXT    only programs with TEXT in their name
    --junit FILE   a JUnit report

Records are compared byte for byte but for when and where they were made (MADE_ANEW). FOLDER has the batches of tests/faults as they are
built. kept.json has a digest for each part of each record and each release of nvcc, whose PTX decides what a record says: a change that
means to change records keeps them anew, and the diff of kept.json shows which parts of which programs it changed.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import quoteattr

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = pathlib.Path(__file__).resolve().with_name("kept.json")
# What differs between two runs of one program: times of the host, how its files are called, and the bytes of a built program, in which a
# compiler puts the folder that it was started in.
MADE_ANEW = ("created", "host_timings", "program.path", "program.sandbox", "program.sha256", "outcome.compiler_output")
# What a program of overlap says of its host.
MEASURED_BY_PROGRAM = re.compile(r"\d+ us, measured on this machine with \d+ processors")
# One or two of each folder of tests/faults, with as many kinds of operations as there are.
PROGRAMS = (
    "correct/bfs_with_atomic_visits", "correct/cp_async_two_stages", "correct/graph_of_two_branches", "correct/last_block_sums_up",
    "correct/locks_of_four_kinds", "correct/named_barrier_producer_consumer", "correct/pipeline_of_libcu", "correct/radix_sort_of_a_block",
    "correct/recursion_of_bounded_depth", "host/copy_past_the_device_array", "memory/leak_in_loop", "initialisation/shared_tail_of_tile",
    "memory/off_by_one_guard_saxpy", "memory/surface_one_column_too_many", "races/histogram_without_atomic",
    "races/consumer_in_another_stream", "slow/strided_read", "slow/stride_of_eight_in_shared", "synchronisation/barrier_in_branch",
    "synchronisation/mbarrier_waits_for_wrong_phase",
)


def lab_files() -> list[tuple[str, pathlib.Path]]:
    """Lab and file of every starter and reference."""
    return [(lab.parent.name, lab.parent / name) for lab in sorted((ROOT / "labs").glob("*/lab.toml"))
            if lab.parent.name != "template" for name in ("starter.cu", "reference.cu")]


def batches(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """The built batch in which each program of tests/faults is."""
    found = {}
    for source in folder.glob("faults_*.cu"):
        for line in source.read_text(encoding="utf-8").splitlines():
            if line.startswith('#include "') and line.endswith('.cu"'):
                program = pathlib.Path(line[len('#include "'):-1])
                found[f"{program.parent.name}/{program.stem}"] = source.parent / "programs" / source.stem
    return found


def commands(folder: pathlib.Path, programs: tuple[str, ...] = PROGRAMS) -> dict[str, list[str]]:
    """The arguments that make each record, by its name. Raises ValueError for a program that is in no batch."""
    made = {f"{lab}/{file.stem}": ["grade", lab, str(file), "--seed", "5"] for lab, file in lab_files()}
    built = batches(folder)
    for program in programs:
        if program not in built:
            raise ValueError(f"{folder} has no batch with {program}")
        made[program] = ["exec", "-q", "--check", "--label", program, str(built[program].resolve()), program]
    return made


def without(record: dict, places: tuple[str, ...]) -> dict:
    """The record without these places; each is a path of keys with dots between."""
    for place in places:
        *way, last = place.split(".")
        inside = record
        for key in way:
            inside = inside.get(key, {}) if isinstance(inside, dict) else {}
        if isinstance(inside, dict):
            inside.pop(last, None)
    return record


def without_batch(record: dict) -> dict:
    """The record of a program of tests/faults without its number in the batch that it is built in, which the names of its kernels have."""
    for launch in record.get("launches", []):
        launch.pop("kernel_mangled", None)
        launch["kernel"] = re.sub(r"\bp\d+::", "", launch["kernel"])
    return record


def made_record(warpscope: str, arguments: list[str]) -> dict:
    """The record of one run, with this tree's folder called ROOT. Raises RuntimeError when none was written."""
    with tempfile.TemporaryDirectory(prefix="warpscope-records-") as folder:
        file = pathlib.Path(folder) / "record.json"
        command = [warpscope, arguments[0], "--record", str(file), *arguments[1:]]
        run = subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=300)
        if not file.exists():
            raise RuntimeError(f"{' '.join(command)} wrote no record: {run.stderr[-500:].decode(errors='replace')}")
        text = MEASURED_BY_PROGRAM.sub("(time) us", file.read_text(encoding="utf-8").replace(str(ROOT), "ROOT"))
        record = without(json.loads(text), MADE_ANEW)
        return record if arguments[0] != "exec" else without_batch(record)


def digests(record: dict) -> dict[str, str]:
    """Of each part of a record. What is not there, is empty or says no has none, so that a new field is seen where it says something."""
    return {part: hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
            for part, value in sorted(record.items()) if value}


def differences(before, after, allowed: tuple[str, ...] = (), place: str = "") -> list[str]:
    """Places where two records differ, with both values, the order of keys left aside."""
    if place in allowed or json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True):  # 1 is not 1.0 there
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        nothing = "(nothing)"
        return [line for key in sorted({*before, *after})
                for line in differences(before.get(key, nothing), after.get(key, nothing), allowed, f"{place}.{key}".lstrip("."))]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [line for number, (one, other) in enumerate(zip(before, after))
                for line in differences(one, other, allowed, f"{place}[{number}]")]
    return [f"{place}: {json.dumps(before)[:200]} before, {json.dumps(after)[:200]} after"]


def compared_with_kept(record: dict, kept: dict[str, str] | None) -> list[str]:
    """The parts of a record that are not what was kept."""
    if kept is None:
        return ["nothing is kept of it"]
    now = digests(record)
    return [f"{part}: not what was kept" for part in sorted({*kept, *now}) if kept.get(part) != now.get(part)]


def outcome(options: argparse.Namespace, arguments: list[str], kept: dict | None) -> tuple[list[str], dict]:
    """What is wrong with one record, and the record."""
    record = made_record(options.warpscope, arguments)
    if options.before:
        return differences(made_record(options.before, arguments), record, tuple(options.allow)), record
    if options.keep:
        return [], record
    release = kept.get(record["producer"]["cuda_toolkit"])
    if release is None:  # another compiler than those that were kept: two runs of this one must agree at least
        return differences(made_record(options.warpscope, arguments), record), record
    name = arguments[arguments.index("--label") + 1] if "--label" in arguments else f"{arguments[1]}/{pathlib.Path(arguments[2]).stem}"
    return compared_with_kept(record, release.get(name)), record


def write_junit(file: pathlib.Path, outcomes: dict[str, list[str]]) -> None:
    """One test case for each record."""
    lines = [f'<testsuite name="same_records" tests="{len(outcomes)}" failures="{sum(map(bool, outcomes.values()))}">']
    for name, wrong in outcomes.items():
        failure = f"<failure message={quoteattr('; '.join(wrong[:5]))}/>" if wrong else ""
        lines.append(f"<testcase classname=\"same_records\" name={quoteattr(name)}>{failure}</testcase>")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([*lines, "</testsuite>", ""]), encoding="utf-8")


def main() -> None:
    """Makes the records and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warpscope", required=True)
    parser.add_argument("--batches", type=pathlib.Path, required=True)
    parser.add_argument("--before")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--allow", action="append", default=[])
    parser.add_argument("--only", default="")
    parser.add_argument("--junit", type=pathlib.Path)
    options = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    wanted = {name: arguments for name, arguments in commands(options.batches).items() if options.only in name}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {name: pool.submit(outcome, options, arguments, kept) for name, arguments in wanted.items()}
        results = {name: future.result() for name, future in running.items()}
    wrong = {name: lines for name, (lines, _) in results.items()}
    for name, lines in wrong.items():
        for line in lines[:20]:
            print(f"{name}: {line}")
    if options.keep:
        for name, (_, record) in results.items():
            kept.setdefault(record["producer"]["cuda_toolkit"], {})[name] = digests(record)
        KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if options.junit:
        write_junit(options.junit, wrong)
    print(f"{len(wrong) - sum(map(bool, wrong.values()))} of {len(wrong)} records are {'kept' if options.keep else 'the same'}")
    sys.exit(1 if any(wrong.values()) else 0)


if __name__ == "__main__":
    main()
