"""Tests of bench/h200/sanitizer.sh without a GPU, with a script in the place of compute-sanitizer."""

import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "bench" / "h200" / "sanitizer.sh"
WARPSCOPE = pathlib.Path(os.environ["WARPSCOPE_BUILD"]) / "bin" / "warpscope"
# $2 is the tool's name; what is left is the program.
TOOL = """#!/bin/sh
[ -x "$5" ] && [ "$(head -c 4 <&3)" = WSC1 ] || exit 3
case $2 in
  memcheck) echo "========= ERROR SUMMARY: 0 errors" ;;
  racecheck) echo "========= RACECHECK SUMMARY: 5 hazards displayed (0 errors, 5 warnings)"; exit 9 ;;
  initcheck) sleep 60 ;;
  *) echo broken; exit 4 ;;
esac
"""


class Sanitizer(unittest.TestCase):
    def test_each_tool_has_a_row(self):
        with tempfile.TemporaryDirectory() as folder:
            tool = pathlib.Path(folder) / "tool"
            tool.write_text(TOOL, encoding="utf-8")
            tool.chmod(0o755)
            results = pathlib.Path(folder) / "results.csv"
            environment = os.environ | {"WARPSCOPE": str(WARPSCOPE), "DEVICE": "virtual:mini", "TOOL": str(tool), "PROGRAMS": "starter", "LIMIT_S": "2"}
            ran = subprocess.run([SCRIPT, results, "know-your-gpu"], env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            with results.open(encoding="utf-8") as file:
                rows = {row["tool"]: row for row in csv.DictReader(file)}
            self.assertEqual({(row["lab"], row["program"]) for row in rows.values()}, {("know-your-gpu", "starter")})
            self.assertEqual({tool: (row["said"], row["exit_code"]) for tool, row in rows.items()},
                             {"memcheck": ("ERROR SUMMARY: 0 errors", "0"),
                              "racecheck": ("RACECHECK SUMMARY: 5 hazards displayed (0 errors; 5 warnings)", "9"),
                              "initcheck": ("not at its end after 2 s", "124"),
                              "synccheck": ("broken", "4")})

    def test_a_lab_that_is_not_there_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder) / "results.csv"
            environment = os.environ | {"WARPSCOPE": str(WARPSCOPE), "DEVICE": "virtual:mini", "PROGRAMS": "starter"}
            ran = subprocess.run([SCRIPT, results, "no-such-lab"], env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 1)
            self.assertIn("no-such-lab,starter,,not built:", results.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
