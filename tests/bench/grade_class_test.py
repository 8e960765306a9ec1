"""Tests bench/grade_class.py with a class of three: each file is another one, all are graded, and the figures fit each other."""

import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARPSCOPE = pathlib.Path(os.environ["WARPSCOPE_BUILD"]) / "bin" / "warpscope"
LAB = "template"


def bench(*options: str) -> subprocess.CompletedProcess:
    command = [sys.executable, ROOT / "bench" / "grade_class.py", "--warpscope", WARPSCOPE, "--lab", LAB, *options]
    return subprocess.run(command, capture_output=True, check=False, text=True)


class GradeClass(unittest.TestCase):
    def test_grades_a_class_of_three(self):
        with tempfile.TemporaryDirectory() as folder:
            done = bench("--submissions", "3", "--folder", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            made = pathlib.Path(folder) / LAB
            texts = [path.read_text(encoding="utf-8") for path in (made / "in").rglob("exercise.cu")]
            rows = list(csv.reader((made / "gradebook.csv").read_text(encoding="utf-8").splitlines()))
        self.assertEqual(len(texts), 3)
        self.assertEqual(len({re.sub(r"\d+", "", text.split("\n", 1)[1]) for text in texts}), 3, "three programs, not one with three numbers")
        self.assertEqual(len(rows), 1 + 3, "a line of titles, and one for each")
        measured = re.search(r"3 submissions of template, made of \d+ programs: ([\d.]+) s of wall clock \(([\d.]+) s each, ([\d.]+) a minute\)", done.stdout)
        self.assertIsNotNone(measured, done.stdout)
        wall_s, each_s, per_minute = (float(number) for number in measured.groups())
        self.assertGreater(wall_s, 0)
        self.assertAlmostEqual(each_s, wall_s / 3, delta=0.05)
        self.assertAlmostEqual(per_minute, 180 / wall_s, delta=0.02 * per_minute + 0.1)
        self.assertRegex(done.stdout, r"load of 1, 5 and 15 minutes: [\d.]+, [\d.]+, [\d.]+")

    def test_a_grading_that_fails_gives_no_figure(self):
        with tempfile.TemporaryDirectory() as folder:
            done = bench("--submissions", "1", "--folder", folder, "--warpscope", "/bin/false")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("grade ended with 1", done.stderr)
        self.assertNotIn("of wall clock", done.stdout)


if __name__ == "__main__":
    unittest.main()
