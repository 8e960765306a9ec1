"""Tests of bench/time: what compare.py and lab_curves.py make of records and what was measured, what shorten.py keeps, that further.csv lists what there is, which
tables model.sh writes, and that read.sh is a script."""

import csv
import json
import pathlib
import re
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
        self.assertIn("median 20.0 %", compare([1.1e-6, 1.3e-6], [1000, 1000]).stdout)

    def test_tells_a_wrong_order(self):
        self.assertIn("Spearman -1.000", compare([3e-6, 2e-6, 1e-6], [1000, 2000, 3000]).stdout)

    def test_refuses_another_number_of_launches(self):
        done = compare([1e-6], [1000, 2000])
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the record has 1 launches, the table 2", done.stderr)

    def test_writes_rows_of_a_table(self):
        self.assertIn("| `copy` | 0 | 1.00 | 1.10 | +10.0 % |", compare([1.1e-6], [1000], "--markdown").stdout)


def compare_listed(launches: list[dict], measured: list[dict], listed: str, *options: str) -> subprocess.CompletedProcess:
    """With each launch in a record of its own, and a list of classes."""
    with tempfile.TemporaryDirectory() as folder:
        table, classes = pathlib.Path(folder) / "gpu.csv", pathlib.Path(folder) / "list.csv"
        records = [pathlib.Path(folder) / f"{number}.json" for number in range(len(launches))]
        for record, launch in zip(records, launches):
            record.write_text(json.dumps({"launches": [launch]}), encoding="utf-8")
        rows = "".join(f"{row['kernel']},1x1x1,{row['ns']},{row.get('instructions', 8)}\n" for row in measured)
        table.write_text("kernel,grid,gpu__time_duration.sum,smsp__inst_executed.sum\n" + rows, encoding="utf-8")
        classes.write_text("program,launch,kernel,class\n" + listed, encoding="utf-8")
        return subprocess.run([sys.executable, ROOT / "compare.py", *records, table, "--launches", classes, *options],
                              capture_output=True, check=False, text=True)


def launch(kernel: str, duration_us: float, instructions: int = 8, **more) -> dict:
    return {"kernel": f"(anonymous namespace)::{kernel}(float*)", "duration_s": duration_us * 1e-6, "timed_blocks": 1,
            "counters": {"smsp__inst_executed.sum": instructions}, **more}


class CompareListed(unittest.TestCase):
    LISTED = "p,0,copy,memory\np,1,walk,latency\np,2,count,atomic\nq,0,copy,memory\n"
    MEASURED = [{"kernel": "copy", "ns": 1000}, {"kernel": "walk", "ns": 2000}, {"kernel": "count", "ns": 1000}, {"kernel": "copy", "ns": 4000}]
    LAUNCHES = [launch("copy", 1.1), launch("walk", 2), launch("count", 9), launch("copy", 4)]

    def test_keeps_every_third_back(self):
        done = compare_listed(self.LAUNCHES, self.MEASURED, self.LISTED)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("count", done.stdout)
        self.assertIn("3 launches: mean 3.3 %", done.stdout)

    def test_shows_what_is_kept_back_alone_when_asked(self):
        done = compare_listed(self.LAUNCHES, self.MEASURED, self.LISTED, "--kept-back")
        self.assertIn("+800.0 % count", done.stdout)
        self.assertNotIn("copy", done.stdout)

    def test_asks_for_the_list_where_some_are_kept_back(self):
        done = compare([1e-6], [1000], "--kept-back")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("--kept-back needs --launches", done.stderr)

    def test_sums_up_by_class(self):
        done = compare_listed(self.LAUNCHES, self.MEASURED, self.LISTED)
        self.assertIn("memory: 2 launches: mean 5.0 %", done.stdout)
        self.assertIn("latency: 1 launches: mean 0.0 %", done.stdout)

    def test_tells_wrong_instructions_and_who_has_the_estimate(self):
        launches = [launch("copy", 1, 9), launch("walk", 2), *self.LAUNCHES[2:]]
        del launches[1]["timed_blocks"]
        done = compare_listed(launches, self.MEASURED, self.LISTED)
        self.assertIn("instructions +12.50 %", done.stdout)
        self.assertIn("instructions: equal in 2 of 3", done.stdout)
        self.assertIn("with the estimate: walk", done.stdout)

    def test_refuses_other_kernels(self):
        done = compare_listed([launch("walk", 1), *self.LAUNCHES[1:]], self.MEASURED, self.LISTED)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("where the table has copy", done.stderr)
        done = compare_listed(self.LAUNCHES, self.MEASURED, self.LISTED.replace("walk", "chase"))
        self.assertIn("lists other kernels than the table", done.stderr)


def table(path: pathlib.Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Further(unittest.TestCase):
    LISTED = table(ROOT / "further.csv")

    def test_lists_the_kernels_of_each_program(self):
        programs = {path.stem.removeprefix("further_"): path for path in ROOT.glob("further_*.cu")}
        self.assertEqual(set(programs), {row["program"] for row in self.LISTED})
        for program, path in programs.items():
            kernels = set(re.findall(r"__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)\(", path.read_text(encoding="utf-8")))
            self.assertEqual(kernels, {row["kernel"].split("<")[0] for row in self.LISTED if row["program"] == program}, program)

    def test_is_what_the_results_are_of(self):
        results = sorted((ROOT / "results").glob("*_further.csv"))
        self.assertTrue(results)
        for path in results:
            rows = table(path)
            self.assertEqual([(row["program"], row["kernel"]) for row in rows], [(row["program"], row["kernel"]) for row in self.LISTED])
            for row in rows:
                self.assertGreater(sum(float(value) for key, value in row.items() if key.startswith("stall_")), 1, row["kernel"])

    def test_numbers_launches_from_nought(self):
        launches: dict[str, list[int]] = {}
        for row in self.LISTED:
            launches.setdefault(row["program"], []).append(int(row["launch"]))
        for program, numbers in launches.items():
            self.assertEqual(numbers, list(range(len(numbers))), program)


class Shorten(unittest.TestCase):
    def test_takes_what_is_compared(self):
        raw = ('==PROF== Connected\n"ID","Kernel Name","Block Size","Grid Size","gpu__time_duration.sum","sm__cycles_elapsed.max",'
               '"smsp__inst_executed.sum","dram__bytes_read.sum","dram__bytes_write.sum"\n"","","","","ns","cycle","inst","byte","byte"\n'
               '"0","void <unnamed>::tile<16>(float *, int)","(16, 16, 1)","(32, 1, 1)","2,240","4,331","2","2,560","0"\n')
        done = subprocess.run([sys.executable, ROOT / "shorten.py"], input=raw, capture_output=True, check=False, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[1:], ["tile<16>,16x16x1,32x1x1,2240,4331,2,2560,0"])

    def test_takes_stalls_with_a_program(self):
        stall = "smsp__average_warps_issue_stalled_"
        raw = ('"ID","Kernel Name","Block Size","Grid Size","gpu__time_duration.sum","sm__cycles_elapsed.max","smsp__inst_executed.sum",'
               '"dram__bytes_read.sum","dram__bytes_write.sum","sm__warps_active.avg.pct_of_peak_sustained_active",'
               f'"{stall}wait_per_issue_active.ratio","{stall}barrier_per_issue_active.ratio","{stall}barrier_not_issued_per_issue_active.ratio"\n'
               '"","","","","ns","cycle","inst","byte","byte","%","","",""\n'
               '"0","k(int)","(1, 1, 1)","(1, 1, 1)","1","2","3","4","5","55.123456","0.123456","0.5","0.4"\n')
        done = subprocess.run([sys.executable, ROOT / "shorten.py", "--program", "p"], input=raw, capture_output=True, check=False, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        head, row = done.stdout.splitlines()
        self.assertEqual(head.split(",")[-3:], ["occupancy_percent", "stall_barrier", "stall_wait"])
        self.assertEqual(row, "p,k,1x1x1,1x1x1,1,2,3,4,5,55.12,0.5,0.1235")

    def test_says_which_metric_is_missing(self):
        done = subprocess.run([sys.executable, ROOT / "shorten.py"], input='"ID","Kernel Name"\n"",""\n', capture_output=True, check=False,
                              text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("gpu__time_duration.sum", done.stderr)


class Read(unittest.TestCase):
    def test_is_a_script(self):
        done = subprocess.run(["sh", "-n", ROOT / "read.sh"], capture_output=True, check=False, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


# A warpscope whose clock takes twice as long as the GPU did.
TWICE = """#!{python}
import csv, json, pathlib, sys
options = sys.argv[1:]
profile, record, program = options[options.index("--profile") + 1], options[options.index("--record") + 1], pathlib.Path(options[-1])
assert program.is_file() and "--clock" in options and options[options.index("--cache-control") + 1] == "all"
table = program.parent / "results" / (profile + ("" if program.stem == "kernels" else "_further") + ".csv")
rows = [row for row in csv.DictReader(table.open()) if row.get("program", "") in ("", program.stem.removeprefix("further_"))]
launches = [{{"kernel": row["kernel"], "duration_s": 2e-9 * float(row["gpu__time_duration.sum"])}} for row in rows]
pathlib.Path(record).write_text(json.dumps({{"launches": launches}}))
"""


class Model(unittest.TestCase):
    def run_with(self, folder: pathlib.Path, text: str) -> subprocess.CompletedProcess:
        warpscope = folder / "warpscope"
        warpscope.write_text(text, encoding="utf-8")
        warpscope.chmod(0o755)
        return subprocess.run(["sh", ROOT / "model.sh", "tables", warpscope], cwd=folder, capture_output=True, check=False, text=True)

    def test_writes_the_tables(self):
        with tempfile.TemporaryDirectory() as name:
            done = self.run_with(pathlib.Path(name), TWICE.format(python=sys.executable))
            self.assertEqual(done.returncode, 0, done.stderr)
            for table, launches in (("h100", 62), ("h100_further", 59), ("h200_further", 59)):
                lines = (pathlib.Path(name) / "tables" / f"{table}.md").read_text(encoding="utf-8").splitlines()
                rows = [line for line in lines if line.startswith("| `")]
                self.assertEqual(len(rows), launches, table)
                self.assertTrue(all(row.endswith("| +100.0 % |") for row in rows), table)
                self.assertIn(f"{launches} launches: mean 100.0 %, median 100.0 %", "\n".join(lines))

    def test_ends_where_a_program_fails(self):
        with tempfile.TemporaryDirectory() as name:
            done = self.run_with(pathlib.Path(name), "#!/bin/sh\necho no such kernel; exit 3\n")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("no such kernel", done.stderr)


def compare_stalls(launches: list[dict], rows: list[str]) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        record, table = pathlib.Path(folder) / "run.json", pathlib.Path(folder) / "gpu.csv"
        record.write_text(json.dumps({"launches": launches}), encoding="utf-8")
        table.write_text("kernel,grid,gpu__time_duration.sum,stall_barrier,stall_long_scoreboard,stall_selected,stall_wait,stall_drain\n"
                         + "".join(rows), encoding="utf-8")
        return subprocess.run([sys.executable, ROOT / "compare_stalls.py", record, table], capture_output=True, check=False, text=True)


class CompareStalls(unittest.TestCase):
    def test_counts_what_agrees(self):
        clocks = [{"barrier": 5, "long_scoreboard": 9, "selected": 20, "wait": 1}, {"barrier": 9, "long_scoreboard": 5, "wait": 1},
                  {"barrier": 5, "wait": 9}]
        launches = [launch("copy", 1, clock={"warp_cycles": cycles}) for cycles in clocks] + [launch("walk", 1)]
        rows = ["copy,1x1x1,1000,0.5,2.5,1,0.25,\n"] * 2 + ["copy,1x1x1,1000,0.5,,1,0.25,0.75\n", "walk,1x1x1,1000,1,1,1,1,1\n"]
        done = compare_stalls(launches, rows)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("3 launches: the largest agrees in 1, the three in 2, their order in 1", done.stdout)
        self.assertIn("without the clock: walk", done.stdout)

    def test_refuses_other_kernels(self):
        done = compare_stalls([launch("copy", 1)], ["walk,1x1x1,1000,1,1,1,1,1\n"])
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the record has", done.stderr)


def measured_lab(starter_us: list[float], reference_us: list[float], **more) -> dict:
    """A sweep over x = 1, 2, … of 16 times the data, around whose kernels events take 1 us more than the clock's 2."""
    def program(label: str, times_us: list[float]) -> dict:
        points = [{"x": x + 1.0, "case_name": f"add/{x}", "verdict": "correct", "launches": 1, "kernels": {"median_s": (us + 1) * 1e-6}}
                  for x, us in enumerate(times_us)]
        return {"label": label, "sha256": label, "sweeps": [{"id": "sizes", "task": "add", "data_scale": 16, "points": points, **more}]}
    return {"lab": "adding", "empty_kernel_s": 3e-6, "programs": [program("starter", starter_us), program("reference", reference_us)]}


def lab_curves(measured: dict, times_us: dict[str, list[float]], **more) -> list[str]:
    """Rows of the table, for records with a launch of such a time in each case."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "adding").mkdir()
        (folder / "adding" / "h200.json").write_text(json.dumps(measured), encoding="utf-8")
        for label, times in times_us.items():
            launches = [{"case_index": case, "duration_s": us * 1e-6, "start_s": 0, "timed_blocks": 1} | more for case, us in enumerate(times)]
            record = {"program": {"sha256": label}, "cases": [{"name": f"add/{case}"} for case in range(len(times))],
                      "launches": launches, "transfers": [], "sweeps": [{"id": "sizes"}]}
            (folder / f"adding.{label}.json").write_text(json.dumps(record), encoding="utf-8")
        done = subprocess.run([sys.executable, ROOT / "lab_curves.py", folder, folder], capture_output=True, check=False, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[2:]


class LabCurves(unittest.TestCase):
    def test_tells_errors_places_and_the_speed_up(self):
        starter, reference = lab_curves(measured_lab([4, 8], [2, 4]), {"starter": [4.4, 8], "reference": [2, 2]})
        self.assertIn("| adding, `sizes` (add), starter | 2 | 5 % | +10 % | 1.82 / 2.00 | 1 / 1 | 2 / 2 |  |", starter)
        self.assertIn("reference | 2 | 25 % | -50 % |", reference)
        self.assertIn("2.97 / 2.00 (+48 %)", reference)

    def test_takes_the_time_that_a_kernel_has_alone(self):
        self.assertIn("| 0 % | +0 % |", lab_curves(measured_lab([4], [2]), {"starter": [8]}, clock={"alone_s": 4e-6})[0])

    def test_leaves_out_what_cannot_be_compared(self):
        both = {"starter": [4], "reference": [2]}
        self.assertEqual(len(lab_curves(measured_lab([4], [2]), both)), 2)
        self.assertEqual(lab_curves(measured_lab([4], [2], data_scale=8), both), [])
        other = measured_lab([4], [2])
        other["programs"][0]["sha256"] = "another text"
        self.assertEqual(len(lab_curves(other, both)), 1)


if __name__ == "__main__":
    unittest.main()
