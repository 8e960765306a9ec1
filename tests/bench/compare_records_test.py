"""Tests of bench/h200/compare_records.py."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "bench" / "h200" / "compare_records.py"


def record(launches: list[tuple[int, str, dict]]) -> str:
    rows = [{"case_index": case, "kernel": kernel, "counters": counters} for case, kernel, counters in launches]
    return json.dumps({"lab": "a lab", "launches": rows})


def compare(*records: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, text in enumerate(records):
            paths.append(pathlib.Path(folder) / f"{number}.json")
            paths[-1].write_text(text, encoding="utf-8")
        return subprocess.run([sys.executable, SCRIPT, *paths], capture_output=True, check=False, text=True)


class CompareRecords(unittest.TestCase):
    def test_equal_and_other_counters_are_told_apart(self):
        real = record([(0, "a", {"sectors": 4, "instructions": 9}), (1, "a", {"sectors": 8, "instructions": 7})])
        virtual = record([(1, "a", {"sectors": 8, "instructions": 6}), (0, "a", {"sectors": 4, "instructions": 9, "more": 1})])
        lines = compare(real, virtual).stdout.splitlines()
        self.assertEqual(lines[0], "2 launches")
        self.assertEqual(lines[1].split(), ["instructions", "1", "of", "2", "a:", "7", "for", "6"])
        self.assertEqual(lines[2].split(), ["sectors", "2", "of", "2"])

    def test_other_kernels_are_not_compared(self):
        lines = compare(record([(3, "a", {"sectors": 4})]), record([(3, "b", {"sectors": 4})])).stdout.splitlines()
        self.assertEqual(lines, ["a lab: the launches of case 3 differ", "0 launches"])

    def test_records_come_in_pairs(self):
        self.assertEqual(compare(record([])).returncode, 2)


if __name__ == "__main__":
    unittest.main()
