"""Tests bench/clock_cost/measure.py with the smallest programs: all run in all ways, and a program that fails is told."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARPSCOPE = pathlib.Path(os.environ["WARPSCOPE_BUILD"]) / "bin" / "warpscope"


def measure(warpscope: pathlib.Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, ROOT / "bench/clock_cost/measure.py", warpscope, *options], capture_output=True, check=False, text=True)


class ClockCost(unittest.TestCase):
    def test_measures_each_program(self):
        done = measure(WARPSCOPE, "1", "32")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [re.fullmatch(r"\| (\w+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", line) for line in done.stdout.splitlines()[2:]]
        self.assertEqual([row.group(1) for row in rows], ["product", "stencil", "sums", "levels"], done.stdout)
        for row in rows:
            self.assertGreater(float(row.group(4)), 0, row.group(0))

    def test_tells_of_a_program_that_fails(self):
        done = measure(pathlib.Path("/bin/false"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("product  ended with 1", done.stderr)


if __name__ == "__main__":
    unittest.main()
