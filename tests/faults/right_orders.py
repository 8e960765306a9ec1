#!/usr/bin/env python3
"""Runs the correct programs of tests/faults in other orders of blocks and warps and compares what they print with the usual order.

    right_orders.py --warpscope BIN --batches FOLDER [--junit FILE] [--orders N]

A program that is right prints the same and ends the same in each order (exec --schedule): warps that lose their turn in front of any
access, slow ones, and stores that others see late take nothing from what barriers, fences, atomics and locks promise. Left out are
programs that say "// order: …": what they print hangs on the order, and why that is right.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
from xml.sax.saxutils import quoteattr

import corpus

BATCHED = re.compile(r'^#include "(.+\.cu)"$', re.MULTILINE)
ORDER = "// order: "
MOST_SECONDS = 120.0


def output_of(warpscope: str, command: list[str], schedule: int) -> tuple[int, bytes]:
    try:
        done = subprocess.run([warpscope, "exec", "-q", "--schedule", str(schedule), *command], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return -1, b"it did not end"
    return done.returncode, done.stdout


def difference(warpscope: str, command: list[str], orders: int) -> str:
    """Empty when nothing differs."""
    usual = output_of(warpscope, command, 0)
    for schedule in range(1, orders + 1):
        other = output_of(warpscope, command, schedule)
        if other != usual:
            return f"order {schedule}: ends with {other[0]} and prints {other[1][-200:]!r}; in the usual one {usual[0]}, {usual[1][-200:]!r}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--warpscope", required=True)
    parser.add_argument("--batches", type=pathlib.Path, required=True)
    parser.add_argument("--junit", type=pathlib.Path)
    parser.add_argument("--orders", type=int, default=2)
    arguments = parser.parse_args()
    work: list[tuple[str, list[str]]] = []
    for source in sorted(arguments.batches.glob("faults_*.cu")):
        for path in BATCHED.findall(source.read_text(encoding="utf-8")):
            program = corpus.read_program(pathlib.Path(path))
            if program.path.parent.name == "correct" and ORDER not in program.path.read_text(encoding="utf-8"):
                work.append((program.name, [str(arguments.batches / "programs" / source.stem), program.name]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda one: difference(arguments.warpscope, one[1], arguments.orders), work)
        differences = dict(zip([name for name, _ in work], found))
    wrong = {name: text for name, text in differences.items() if text}
    for name, text in wrong.items():
        print(f"{name}: {text}")
    print(f"{len(differences) - len(wrong)} of {len(differences)} programs are right in {arguments.orders} other orders")
    if arguments.junit:
        cases = "".join(f'<testcase name={quoteattr(name)} classname="FaultOrders" status="run" result="completed">'
                        + (f"<failure message={quoteattr(text)}/>" if text else "") + "</testcase>"
                        for name, text in differences.items())
        suite = f'<testsuites tests="{len(differences)}" failures="{len(wrong)}" disabled="0" errors="0" name="FaultOrders">'
        arguments.junit.parent.mkdir(parents=True, exist_ok=True)
        arguments.junit.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{suite}<testsuite name="FaultOrders">{cases}'
                                   "</testsuite></testsuites>\n", encoding="utf-8")
    return 1 if wrong or not differences else 0


if __name__ == "__main__":
    sys.exit(main())
