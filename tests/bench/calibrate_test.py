"""Tests of bench/calibrate without a GPU: its programs run on the virtual one, make every figure that figures.toml says and find the profile that the
clock goes by; formulas; what is read of a file, garbled ones as well; the fragment of a profile and the table beside it; what the profiler's output
adds."""

import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "bench" / "calibrate"
sys.path.insert(0, str(HERE))

import arithmetic  # noqa: E402
import figures  # noqa: E402
import profiled  # noqa: E402
import readings  # noqa: E402
import report  # noqa: E402

MACHINE = "date 2026-11-27T19:05Z\ndriver 580.1\ntoolkit 13.0\ncard NVIDIA H100 80GB HBM3\nclock_hz 2000000000\nsms 132\n"
NEEDS_PROFILER = {"clock.grid.outside_cycles", "launch.dispatch_gap_s"}
# How far what is measured may be from the figure that the clock reckons with. Of an SM alone:
ACCURACY = 0.03
OF_AN_SM = {f"clock.{name}": ACCURACY for name in (
    "pipes.fma_cycles", "pipes.wide_multiply_cycles", "pipes.taken_branch_cycles", "pipes.alu_cycles", "pipes.fp64_cycles", "pipes.xu_cycles",
    "pipes.reduction_cycles", "pipes.tensor_cycles", "results.xu_cycles", "results.reduction_cycles", "results.match_cycles", "results.tensor_cycles",
    "results.special_register_cycles", "results.shuffle_cycles", "results.block_fence_cycles", "results.device_fence_cycles",
    "address_unit.subcore_cycles", "address_unit.subcore_entries", "address_unit.lines_per_cycle", "address_unit.global_load_cycles",
    "address_unit.shared_load_cycles", "address_unit.shared_wide_cycles", "address_unit.shared_wavefront_cycles",
    "address_unit.shared_swap_cycles", "caches.l1_hit_cycles", "caches.l1_bank_cycles", "caches.l2_hit_cycles",
    "atomics.result_cycles", "atomics.sm_cycles_per_sector", "barriers.arrival_cycles", "barriers.release_cycles",
    "mbarriers.test_cycles", "mbarriers.seen_cycles", "bulk_copies.line_cycles", "bulk_copies.read_sectors_per_cycle",
    "fetch.first_line_cycles", "fetch.constant_cycles", "fetch.constant_word_cycles")}
# Short runs of 32 warps: the one whose clock is read begins and ends up to 90 cycles apart from others, and their order changes a turn.
OF_AN_SM |= {"clock.address_unit.asynchronous_copy_share": 0.05, "clock.mbarriers.unit_cycles": 0.07}


def file_of(**values: list[float]) -> str:
    lines = [f"reading {name} [cycles] {' '.join(map(str, each))}" for name, each in values.items()]
    return MACHINE + "".join(f"{line}\n" for line in lines) + f"end {len(lines)}\n"


def measured_virtually(*options: str) -> readings.Readings:
    """What the program reads on the virtual GPU, in its small form."""
    build = pathlib.Path(os.environ["WARPSCOPE_BUILD"])
    done = subprocess.run([build / "bin" / "warpscope", "exec", "-q", "--profile", "h100", *options, build / "bin" / "warpscope_calibrate", "--small",
                           "--rounds", "2"], capture_output=True, check=False, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return readings.parse("date 2026-11-27T19:05Z\ndriver 1\ntoolkit 13.0\n" + done.stdout)


class OnTheVirtualGpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.readings = measured_virtually("--clock")
        cls.made = figures.figures_of(figures.load_rules(), cls.readings, figures.load_profile("h100"))

    def test_makes_every_figure_that_needs_no_profiler(self):
        without = {figure.rule.full_name: figure.why_not for figure in self.made if figure.rule.of and figure.value is None}
        unlucky = {name for name, why in without.items() if "divides by 0" in why}  # what is so small takes no time
        self.assertEqual(set(without) - unlucky, NEEDS_PROFILER, without)

    def test_reads_nothing_in_vain(self):
        used = set().union(*(arithmetic.names(rule.of) for rule in figures.load_rules() if rule.of))
        shown_only = {"shared_loads_ended_8", "shared_loads_ended_16", "mbarrier_meetings_of_1", "bulk_load_of_16", "straight_code_again",
                      "bulk_store_written_of_16"}
        self.assertEqual(set(self.readings.values) - used, shown_only)

    def test_finds_the_profile_that_the_clock_goes_by(self):
        """Figures of an SM alone, which the small form measures as well: formulas that are right give back what the clock reckons with."""
        made = {figure.rule.full_name: figure for figure in self.made}
        for name, accuracy in OF_AN_SM.items():
            with self.subTest(name):
                self.assertLess(abs(made[name].value / made[name].profile - 1), accuracy, (made[name].value, made[name].profile))


class Rules(unittest.TestCase):
    RULES = figures.load_rules()

    def test_have_every_figure_of_the_clock(self):
        listed = {rule.full_name for rule in self.RULES if rule.section.startswith("clock.")}
        self.assertEqual(listed, {name for name in figures.load_profile("h200") if name.startswith("clock.")})

    def test_are_of_figures_that_a_profile_has(self):
        self.assertEqual({rule.full_name for rule in self.RULES} - set(figures.load_profile("h100")), set())

    def test_say_how_or_why_not(self):
        for rule in self.RULES:
            self.assertEqual(bool(rule.of) + bool(rule.reason), 1, rule.full_name)
            self.assertEqual(bool(rule.of), bool(rule.by), rule.full_name)


class Profiles(unittest.TestCase):
    def test_have_what_they_are_based_on(self):
        h100, h200 = figures.load_profile("h100"), figures.load_profile("h200")
        self.assertNotEqual(h100["memory.dram_bytes_per_s"], h200["memory.dram_bytes_per_s"])
        self.assertEqual(h100["clock.pipes.xu_cycles"], h200["clock.pipes.xu_cycles"])
        self.assertTrue(h200["clock.pipes.xu_cycles"][1].startswith("published: "))


class Arithmetic(unittest.TestCase):
    VALUES = {"a": 7.0, "b": 2.0, "clock.x_cycles": 3.0}

    def worth(self, formula: str) -> float:
        return arithmetic.evaluate(formula, self.VALUES.__getitem__)

    def test_computes(self):
        self.assertEqual(self.worth("(a - b) / 2 - clock.x_cycles * 2"), -3.5)
        self.assertEqual(self.worth("max(a, b, 9) + min(a, b)"), 11)
        self.assertTrue(math.isnan(self.worth("a / (b - 2)")))

    def test_knows_its_names(self):
        self.assertEqual(arithmetic.names("(a - 3) / max(clock.x_cycles, a)"), {"a", "clock.x_cycles"})

    def test_refuses_everything_else(self):
        for formula in ("", "a +", "__import__('os')", "a.b()", "[a]", "a if b else 1", "'a'", "True", "a ** b", "max()", "max(a, key=b)", "a\0", "-a",
                        "(lambda: a)()", "open(a)", "max(*a)"):
            with self.assertRaises(arithmetic.WrongFormula, msg=formula):
                self.worth(formula)


class Parse(unittest.TestCase):
    def test_reads_what_run_sh_writes(self):
        found = readings.parse(MACHINE + "reading l2_kept [share of L2] 0.5 5e-1\nend 1\n")
        self.assertEqual(found.values, {"l2_kept": [0.5, 0.5]})
        self.assertEqual(found.units["l2_kept"], "share of L2")
        self.assertEqual((found.machine["card"], found.clock_hz), ("NVIDIA H100 80GB HBM3", 2e9))

    def test_says_what_is_wrong(self):
        good = file_of(a=[1, 2], b=[3, 4])
        for text, said in ((good.replace("end 2\n", ""), "did not come to its end"), (good.replace("end 2", "end 3"), "made 3 readings, the file has 2"),
                           (good.replace("end 2", "end two"), "no number of readings"), (good + "more 1\n", "behind the end"),
                           (good.replace("1 2", "1 nan"), "'nan' is no number"), (good.replace("1 2", "1 2e999"), "is no number"),
                           (good.replace("1 2", "1"), "different numbers of values"), (good.replace("1 2", "one two"), "'one' is no number"),
                           (good.replace("[cycles] 1", "cycles 1"), "is written 'reading NAME [UNIT]"), (good.replace("reading b", "reading a"), "read before"),
                           (good.replace("clock_hz 2000000000", "clock_hz 0"), "no whole number above 0"), (good.replace("sms 132\n", ""), "does not say sms"),
                           (good.replace("sms 132", "sms 132\nsms 132"), "said before"), (good.replace("card ", "card \x1b[31m"), "none of calibrate's"),
                           (good.replace("driver 580.1", "driver " + "9" * 300), "too long"), ("", "does not say date"),
                           (good.replace("1 2", " ".join("1" * 1001)), "more than 1000 values"), ("\n" * 10001, "more than 10000 lines")):
            with self.assertRaisesRegex(readings.Unreadable, said.replace("[", r"\[").replace("'", "."), msg=said):
                readings.parse(text)

    def test_takes_no_garbled_file_for_another(self):
        """Bytes that are changed, lost or doubled: a sentence, or readings that are whole."""
        good = file_of(first_96=[10.5, 11, 12], first_32=[1, 2, 3])
        numbers = random.Random(29)
        for _ in range(3000):
            text = list(good)
            for _ in range(numbers.randint(1, 4)):
                at = numbers.randrange(len(text))
                text[at:at + numbers.randint(0, 3)] = numbers.choice(("", "\n", "\0", "é", "9", " ", "-", "reading", '"', text[at] * 2))
            try:
                found = readings.parse("".join(text))
            except readings.Unreadable:
                continue
            self.assertEqual(len(found.values), 2)
            self.assertTrue(all(math.isfinite(value) for each in found.values.values() for value in each))


class Report(unittest.TestCase):
    RULES = [figures.Rule("clock.results", "shuffle_cycles", of="(s_96 - s_32) / 64", by='SHFL in a "chain"'),
             figures.Rule("clock.results", "xu_cycles", of="x_96 / (s_32 - s_32)", by="MUFU"), figures.Rule("clock.results", "match_cycles", of="m", by="MATCH"),
             figures.Rule("clock.address_unit", "subcore_entries", of="s_32 / 6", by="LDS", whole=True),
             figures.Rule("clock.grid", "exit_cycles", reason="where time goes is not seen")]
    READINGS = readings.parse(file_of(s_96=[1640, 1640, 1704], s_32=[104, 104, 104], x_96=[1, 1, 1]))
    PROFILE = {"clock.results.shuffle_cycles": (24.0, "measured: H100"), "clock.results.xu_cycles": (18.0, "measured: H100"),
               "clock.results.match_cycles": (360.0, "assumed"), "clock.address_unit.subcore_entries": (16.0, "assumed: a guess"),
               "clock.grid.exit_cycles": (5.0, "published: Mesa")}

    def setUp(self):
        self.made = figures.figures_of(self.RULES, self.READINGS, self.PROFILE)

    def test_takes_the_median_and_tells_the_spread(self):
        self.assertEqual((self.made[0].value, self.made[0].spread), (24.0, 0.5))
        self.assertFalse(self.made[0].differs)
        self.assertEqual(self.made[3].value, 17.0)
        self.assertTrue(self.made[3].differs)

    def test_says_why_a_figure_is_not_measured(self):
        self.assertEqual([self.made[i].why_not for i in (1, 2, 4)], ["its formula divides by 0", "without m", "where time goes is not seen"])

    def test_writes_a_fragment_of_a_profile(self):
        text = report.fragment(self.made, self.READINGS)
        data = tomllib.loads(text)
        self.assertEqual(data["clock"]["results"]["shuffle_cycles"], {
            "value": 24, "measured": 'NVIDIA H100 80GB HBM3, 27 November 2026, driver 580.1, CUDA 13.0: SHFL in a "chain"; spread 0.5'})
        self.assertEqual(data["clock"]["address_unit"]["subcore_entries"]["value"], 17)
        self.assertNotIn("exit_cycles", data["clock"]["grid"])
        self.assertIn("# exit_cycles: not measured (where time goes is not seen); 5 in the profile, published: Mesa", text)
        self.assertRegex(text, r"subcore_entries = .*  # entries\n")

    def test_writes_no_other_toml_for_a_hostile_name(self):
        hostile = file_of(s_96=[1], s_32=[104], x_96=[1]).replace("NVIDIA H100 80GB HBM3", 'A"] }\\ # x = 1')
        found = readings.parse(hostile)
        data = tomllib.loads(report.fragment(figures.figures_of(self.RULES, found, self.PROFILE), found))
        self.assertEqual(set(data), {"clock"})
        self.assertTrue(data["clock"]["results"]["shuffle_cycles"]["measured"].startswith('A"] }\\ # x = 1, 27 November'))

    def test_puts_figures_beside_the_profile(self):
        text = report.table(self.made)
        self.assertIn("| `clock.results.shuffle_cycles` | 24 | measured | 24 | 0.5 | +0.0 % |", text)
        self.assertIn("| **`clock.address_unit.subcore_entries`** | 16 | assumed | 17 | 0 | +6.2 % |", text)
        self.assertIn("- `clock.results.xu_cycles`: its formula divides by 0; 18 is measured: H100", text)

    def test_shows_numbers(self):
        self.assertEqual([report.shown(value) for value in (None, 24.0, 7.338e-10, 55_062_345_678.9, 0.58398, 1234.56)],
                         ["–", "24", "7.338e-10", "55060000000", "0.584", "1235"])
        self.assertEqual([report.unit_of(name) for name in ("xu_cycles", "pinned_bytes_per_s", "lines_per_cycle", "fixed_s", "l2_kept_share")],
                         ["cycles", "bytes per second", "lines per cycle", "seconds", "share"])


class Profiled(unittest.TestCase):
    TABLE = ('==PROF== Connected\n"ID","Kernel Name","gpu__time_duration.sum"\n"","","ns"\n"0","nothing()","1,984"\n"1","nothing()","1920"\n'
             '"2","nothing()","n/a"\n')

    def test_adds_a_reading(self):
        found = readings.parse(profiled.with_profiled(file_of(a=[1, 2, 3]), profiled.durations_s(self.TABLE)))
        self.assertEqual(found.values["profiled_empty"], [1.984e-6, 1.92e-6, 1.984e-6])

    def test_leaves_readings_as_they_are_without_a_profiler(self):
        for table in ("", "==ERROR== no permission\n", '"ID","Kernel Name"\n"",""\n"0","nothing()"\n', '"ID"\n'):
            self.assertEqual(profiled.with_profiled(file_of(a=[1]), profiled.durations_s(table)), file_of(a=[1]))
        self.assertEqual(profiled.with_profiled("reading a [cycles] 1\n", [1e-6]), "reading a [cycles] 1\n")


class Script(unittest.TestCase):
    def test_writes_table_and_fragment(self):
        with tempfile.TemporaryDirectory() as folder:
            file, fragment = pathlib.Path(folder) / "h100.txt", pathlib.Path(folder) / "h100.toml"
            file.write_text(file_of(shuffle_chain_96=[2304], shuffle_chain_32=[768]), encoding="utf-8")
            done = subprocess.run([sys.executable, HERE / "calibrate.py", file, "--profile", "h100", "--fragment", fragment], capture_output=True, check=False,
                                  text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("| `clock.results.shuffle_cycles` | 24 | measured | 24 | 0 | +0.0 % |", done.stdout)
            self.assertEqual(tomllib.loads(fragment.read_text(encoding="utf-8"))["clock"]["results"]["shuffle_cycles"]["value"], 24)

    def test_refuses_a_garbled_file_with_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "h100.txt"
            for content in (b"\xff\xfe", b"Segmentation fault\n"):
                file.write_bytes(content)
                done = subprocess.run([sys.executable, HERE / "calibrate.py", file, "--profile", "h100"], capture_output=True, check=False, text=True)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_run_sh_is_a_script(self):
        self.assertEqual(subprocess.run(["bash", "-n", HERE / "run.sh"], capture_output=True, check=False).returncode, 0)
        done = subprocess.run(["bash", HERE / "run.sh", "--reset"], capture_output=True, check=False, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bench/calibrate/run.sh --prebuilt", done.stderr)


class Results(unittest.TestCase):
    def test_have_the_readings_that_figures_are_made_of(self):
        kept = sorted((HERE / "results").glob("*.toml"))
        self.assertTrue(kept)
        for path in kept:
            found = readings.parse(path.with_suffix(".txt").read_text(encoding="utf-8"))
            made = figures.figures_of(figures.load_rules(), found, figures.load_profile(path.stem.split("_")[0]))
            missing = [figure.rule.full_name for figure in made if figure.rule.of and figure.value is None and figure.rule.since <= found.machine["date"]]
            self.assertEqual(missing, [], path)
            said = tomllib.loads(path.read_text(encoding="utf-8"))
            for figure in made:
                if figure.value is not None and not {"clock", "memory"} & set(re.findall(r"(\w+)\.", figure.rule.of)):  # of readings alone
                    for key in figure.rule.section.split("."):
                        entry = said[key] if key == figure.rule.section.split(".")[0] else entry[key]
                    self.assertEqual(report.shown(entry[figure.rule.name]["value"]), report.shown(figure.value), figure.rule.full_name)


if __name__ == "__main__":
    unittest.main()
