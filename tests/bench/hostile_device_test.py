"""A test of bench/h200/hostile.py, with a virtual GPU in the place of the real one."""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WARPSCOPE = pathlib.Path(os.environ["WARPSCOPE_BUILD"]) / "bin" / "warpscope"


class HostileOnADevice(unittest.TestCase):
    def run_script(self, warpscope: str, folder: str, *names: str) -> tuple[subprocess.CompletedProcess, list[dict[str, str]]]:
        results = pathlib.Path(folder) / "results.csv"
        ran = subprocess.run([sys.executable, ROOT / "bench" / "h200" / "hostile.py", "virtual:mini", results, *names], capture_output=True,
                             text=True, check=False, env=os.environ | {"WARPSCOPE": warpscope})
        with results.open(encoding="utf-8") as file:
            return ran, list(csv.DictReader(file))

    def test_what_is_expected_holds(self):
        with tempfile.TemporaryDirectory() as folder:
            ran, rows = self.run_script(str(WARPSCOPE), folder, "host/abort")
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            self.assertEqual([(row["attempt"], row["exit_code"], row["as_on_a_virtual_gpu"], row["points"], row["secret_came_out"]) for row in rows],
                             [("compile/nothing", "7", "yes", "0.0", "no"), ("host/abort", "4", "yes", "0.0", "no")])
            self.assertIn("signal 6", rows[1]["says"])

    def test_a_secret_that_comes_out_and_a_crash_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            grader = pathlib.Path(folder) / "grader"
            grader.write_text("#!/bin/sh\ncat \"$(dirname \"$3\")/private.txt\"\n[ \"$(grep -c abort \"$3\")\" = 0 ] || kill -9 $$\n", encoding="utf-8")
            grader.chmod(0o755)
            ran, rows = self.run_script(str(grader), folder, "host/abort")
            self.assertEqual(ran.returncode, 1)
            self.assertIn("crashed: host/abort. A secret came out: compile/nothing, host/abort.", ran.stdout)
            self.assertEqual([row["exit_code"] for row in rows], ["0", "-9"])


if __name__ == "__main__":
    unittest.main()
