"""Times the grading of a class: grade_class.py [--submissions N] [--folder DIR] [--warpscope PROGRAM].

Makes N submissions of the coalescing lab (300 unless given): starter, steps and reference in turn, each with a comment of its own, so that
none is compiled already. Grades them with `warpscope grade` in an empty cache, and prints the wall-clock time, the processor time and the
largest memory of one process, together with the machine and the version.
"""

import argparse
import os
import pathlib
import platform
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LAB = "coalescing"
MIB = 1024  # of the KiB in which Linux counts


def make_submissions(folder: pathlib.Path, count: int) -> None:
    """Writes the submissions; they have different texts."""
    lab = ROOT / "labs" / LAB
    sources = [lab / "starter.cu", *sorted(lab.glob("step-*.cu")), lab / "reference.cu"]
    for number in range(count):
        text = sources[number % len(sources)].read_text(encoding="utf-8")
        student = folder / f"student-{number:04}"
        student.mkdir(parents=True)
        (student / "exercise.cu").write_text(f"// Submission {number}.\n{text}", encoding="utf-8")


def main() -> None:
    """Grades and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--folder", type=pathlib.Path, help="an empty folder for everything; a temporary one unless given")
    parser.add_argument("--warpscope", default=str(ROOT / "build" / "release" / "bin" / "warpscope"))
    options = parser.parse_args()
    folder = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="warpscope-class-"))
    make_submissions(folder / "in", options.submissions)
    begin = time.monotonic()
    graded = subprocess.run(
        [options.warpscope, "grade", LAB, str(folder / "in"), "--results", str(folder / "results"), "--csv", str(folder / "gradebook.csv")],
        capture_output=True, text=True, check=False)
    wall_s = time.monotonic() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    if graded.returncode != 0:
        sys.exit(f"grade ended with {graded.returncode}: {graded.stderr[-2000:]}")
    print(graded.stdout.splitlines()[-1])
    print(f"{options.submissions} submissions of {LAB}: {wall_s:.1f} s of wall clock, {used.ru_utime + used.ru_stime:.1f} s of processor "
          f"time that was waited for, largest process {used.ru_maxrss / MIB:.0f} MiB; {os.cpu_count()} processors, {platform.machine()}")


main()
