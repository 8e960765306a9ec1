"""Tests of bench/h200/truth.sh and truth.py, with one virtual GPU in the place of the real one."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench" / "h200"
WARPSCOPE = pathlib.Path(os.environ["WARPSCOPE_BUILD"]) / "bin" / "warpscope"


class Truth(unittest.TestCase):
    def test_what_differs_is_counted_and_has_its_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run([BENCH / "truth.sh", "virtual:h200", folder, "know-your-gpu"], capture_output=True, text=True, check=False,
                                 env=os.environ | {"RUNGS": "starter", "WARPSCOPE": str(WARPSCOPE)})
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            first = pathlib.Path(folder) / "know-your-gpu" / "starter.virtual-h200.json"
            record = json.loads(first.read_text(encoding="utf-8"))
            record["device"] |= {"id": "cuda:0", "name": "a GPU"}
            record["producer"]["driver"] = "1.2.3"
            counters = record["launches"][0]["counters"]
            self.assertEqual(counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], 0)
            counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] = 7
            counters["smsp__inst_executed_op_shared_ld.sum"] += 1
            first.with_name("starter.cuda-0.json").write_text(json.dumps(record), encoding="utf-8")
            made = subprocess.run([sys.executable, BENCH / "truth.py", folder, WARPSCOPE], capture_output=True, text=True, check=False)
            self.assertEqual(made.returncode, 0, made.stderr)
            launches = len(record["launches"])
            lines = made.stdout.splitlines()
            self.assertIn("a GPU, driver 1.2.3", lines[0])
            row = next(line for line in lines if line.startswith("| know-your-gpu"))
            self.assertEqual(row.split(" | ")[1], str(launches))
            self.assertEqual(row.split(" | ")[5:], ["2", "1.00 |"])
            row = next(line for line in lines if "op_shared_ld" in line)
            self.assertIn(f"| {launches - 1} of {launches} |  | 1 of know-your-gpu: ptxas turns short", row)
            row = next(line for line in lines if "requests_pipe_lsu_mem_global_op_ld" in line)
            self.assertIn("1 of know-your-gpu: no reason is known", row)

    def test_a_folder_without_records_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([sys.executable, BENCH / "truth.py", folder, WARPSCOPE], capture_output=True, text=True, check=False)
            self.assertEqual(made.returncode, 1)
            self.assertIn("are no records", made.stderr)


if __name__ == "__main__":
    unittest.main()
