"""Tests of bench/time: what compare.py makes of a record and a table, and that read.sh is a script."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2] / "bench" / "time"


def compare(durations_s: list[float], measured_ns: list[float], *options: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        record, table = pathlib.Path(folder) / "run.json", pathlib.Path(folder) / "gpu.csv"
        record.write_text(json.dumps({"launches": [{"duration_s": duration} for duration in durations_s]}), encoding="utf-8")
        rows = "".join(f"copy,256,{index},{value}\n" for index, value in enumerate(measured_ns))
        table.write_text("kernel,block,grid,gpu__time_duration.sum\n" + rows, encoding="utf-8")
        return subprocess.run([sys.executable, ROOT / "compare.py", record, table, *options], capture_output=True, check=False, text=True)


class Compare(unittest.TestCase):
    def test_tells_errors_and_rank_correlation(self):
        done = compare([1.1e-6, 2e-6, 9e-6], [1000, 2000, 3000])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("+10.0 %", done.stdout)
        self.assertIn("3 launches: mean 70.0 %, median 10.0 %, within 10 %", done.stdout)
        self.assertIn("beyond a factor of two: 1, Spearman 1.000", done.stdout)

    def test_tells_a_wrong_order(self):
        self.assertIn("Spearman -1.000", compare([3e-6, 2e-6, 1e-6], [1000, 2000, 3000]).stdout)

    def test_refuses_another_number_of_launches(self):
        done = compare([1e-6], [1000, 2000])
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the record has 1 launches, the table 2", done.stderr)

    def test_writes_rows_of_a_table(self):
        self.assertIn("| `copy` | 0 | 1.00 | 1.10 | +10.0 % |", compare([1.1e-6], [1000], "--markdown").stdout)


class Shorten(unittest.TestCase):
    def test_takes_what_is_compared(self):
        raw = ('==PROF== Connected\n"ID","Kernel Name","Block Size","Grid Size","gpu__time_duration.sum","sm__cycles_elapsed.max",'
               '"smsp__inst_executed.sum","dram__bytes_read.sum","dram__bytes_write.sum"\n"","","","","ns","cycle","inst","byte","byte"\n'
               '"0","void <unnamed>::tile<16>(float *, int)","(16, 16, 1)","(32, 1, 1)","2,240","4,331","2","2,560","0"\n')
        done = subprocess.run([sys.executable, ROOT / "shorten.py"], input=raw, capture_output=True, check=False, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[1:], ["tile<16>,16x16x1,32x1x1,2240,4331,2,2560,0"])

    def test_says_which_metric_is_missing(self):
        done = subprocess.run([sys.executable, ROOT / "shorten.py"], input='"ID","Kernel Name"\n"",""\n', capture_output=True, check=False,
                              text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("gpu__time_duration.sum", done.stderr)


class Read(unittest.TestCase):
    def test_is_a_script(self):
        done = subprocess.run(["sh", "-n", ROOT / "read.sh"], capture_output=True, check=False, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
