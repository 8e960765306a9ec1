#!/usr/bin/env python3
"""Runs programs of tests/faults with and without --check and compares every counter of every launch.

    equal_counters.py --warpscope BIN --batches FOLDER [--junit FILE] [--folder NAME …]

Watching changes nothing that is counted: the checks lower a kernel in another way, and this is what shows it. Counters by the name
warpscope__… are findings of the checks themselves. Left out are programs that do not end by themselves, which the checks stop,
those whose input is another one each time, and those that say "counters: depend on turns": how often they look at a flag does.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import quoteattr

import corpus

BATCHED = re.compile(r'^#include "(.+\.cu)"$', re.MULTILINE)
ENDLESS = {"endless-loop", "spin-without-progress", "deadlock", "grid-larger-than-resident", "instruction-budget"}
RANDOM_INPUT = "std::random_device"
TURNS = "// counters: depend on turns"
MOST_SECONDS = 150.0  # two of them take 19 s of a processor, and other tests run beside them

Launches = list[tuple[str, dict[str, float]]]


def is_comparable(program: corpus.Program) -> bool:
    text = program.path.read_text(encoding="utf-8")
    return not (set(program.findings) & ENDLESS) and RANDOM_INPUT not in text and TURNS not in text


def launches_of(warpscope: str, command: list[str], options: list[str]) -> Launches:
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "record.json")
        subprocess.run([warpscope, "exec", "--record", record, *options, *command], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=MOST_SECONDS, check=False)
        launches = json.loads(pathlib.Path(record).read_text(encoding="utf-8")).get("launches", [])
    return [(launch["kernel"], {name: value for name, value in launch.get("counters", {}).items()
                                if not name.startswith("warpscope__")}) for launch in launches]


def difference(warpscope: str, command: list[str]) -> str:
    """Empty when all counters are equal."""
    try:
        plain, checked = launches_of(warpscope, command, []), launches_of(warpscope, command, ["--check"])
    except subprocess.TimeoutExpired as error:
        return f"no end within {MOST_SECONDS:.0f} s{' with the checks' if '--check' in error.cmd else ''}"
    except (OSError, ValueError) as error:
        return f"no record: {error}"
    if [kernel for kernel, _ in plain] != [kernel for kernel, _ in checked]:
        return f"{len(plain)} launches without the checks, {len(checked)} with them, or of other kernels"
    for (kernel, one), (_, other) in zip(plain, checked):
        for name in sorted(one.keys() | other.keys()):
            if one.get(name) != other.get(name):
                return f"{kernel}: {name} is {one.get(name)}, with the checks {other.get(name)}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--warpscope", required=True)
    parser.add_argument("--batches", type=pathlib.Path, required=True)
    parser.add_argument("--junit", type=pathlib.Path)
    parser.add_argument("--folder", action="append", default=[])
    arguments = parser.parse_args()
    work: list[tuple[str, list[str]]] = []
    for source in sorted(arguments.batches.glob("faults_*.cu")):
        for path in BATCHED.findall(source.read_text(encoding="utf-8")):
            program = corpus.read_program(pathlib.Path(path))
            if is_comparable(program) and (not arguments.folder or program.path.parent.name in arguments.folder):
                work.append((program.name, [str(arguments.batches / "programs" / source.stem), program.name]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        differences = dict(zip([name for name, _ in work], pool.map(lambda one: difference(arguments.warpscope, one[1]), work)))
    wrong = {name: text for name, text in differences.items() if text}
    for name, text in wrong.items():
        print(f"{name}: {text}")
    print(f"{len(differences) - len(wrong)} of {len(differences)} programs count the same with and without the checks")
    if arguments.junit:
        cases = "".join(f'<testcase name={quoteattr(name)} classname="FaultCounters" status="run" result="completed">'
                        + (f"<failure message={quoteattr(text)}/>" if text else "") + "</testcase>"
                        for name, text in differences.items())
        suite = f'<testsuites tests="{len(differences)}" failures="{len(wrong)}" disabled="0" errors="0" name="FaultCounters">'
        arguments.junit.parent.mkdir(parents=True, exist_ok=True)
        arguments.junit.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{suite}<testsuite name="FaultCounters">{cases}'
                                   "</testsuite></testsuites>\n", encoding="utf-8")
    return 1 if wrong or not differences else 0


if __name__ == "__main__":
    sys.exit(main())
