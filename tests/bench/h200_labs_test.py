"""Tests of bench/h200/labs/run.sh without a GPU: what it would measure, and that what it builds links."""

import pathlib
import subprocess
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = ROOT / "bench" / "h200" / "labs" / "run.sh"
LAB = "coalescing"  # its judge is data: driver and answers are made


def run(*arguments: str) -> str:
    """What run.sh says on its standard output. Raises AssertionError with all that it said when it fails."""
    done = subprocess.run([RUN, *arguments], capture_output=True, check=False, stdin=subprocess.DEVNULL, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def programs_beside(lab: pathlib.Path) -> dict[str, list[str]]:
    """The sweeps of a lab that name a program beside starter and reference, by program, as its lab.toml has them."""
    found: dict[str, list[str]] = {}
    for sweep in tomllib.loads((lab / "lab.toml").read_text(encoding="utf-8")).get("sweep", []):
        for program in sweep.get("beside", []):
            if program not in ("starter", "reference"):
                found.setdefault(program, []).append(sweep["id"])
    return found


class Listed(unittest.TestCase):
    def test_are_the_programs_that_sweeps_name_and_nothing_else(self):
        listed = {(row[0], row[1]): row[2:] for row in map(str.split, run("--list").splitlines())}
        wanted = {(lab.parent.name, program): sweeps for lab in sorted((ROOT / "labs").glob("*/lab.toml"))
                  for program, sweeps in programs_beside(lab.parent).items()}
        self.assertGreater(len(wanted), 0)
        self.assertEqual(listed, wanted)

    def test_each_has_a_file(self):
        for row in map(str.split, run("--list").splitlines()):
            file = ROOT / "labs" / row[0] / row[1]
            self.assertTrue(file.with_name(file.name + ".cu").exists() or file.with_name(file.name + ".diff").exists(), row)


class Built(unittest.TestCase):
    def test_tool_and_programs_of_a_lab(self):
        run("--build", LAB)
        folder = ROOT / "build" / "h200" / "labs"
        for program in (f"{LAB}-starter", f"{LAB}-reference", f"{LAB}-answers", "measure_labs"):
            self.assertTrue((folder / program).is_file(), program)
        said = subprocess.run([folder / "measure_labs"], capture_output=True, check=False, text=True)
        self.assertEqual(said.returncode, 2)
        self.assertIn("usage:", said.stderr)


if __name__ == "__main__":
    unittest.main()
