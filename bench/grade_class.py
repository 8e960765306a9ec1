"""Times the grading of a class: grade_class.py [--submissions N] [--folder DIR] [--warpscope PROGRAM].

Makes N submissions of the coalescing lab (300 unless given): starter, steps, reference, other right ways and faulty programs in turn, each
with a comment and a function of its own, so that none is compiled already. Grades them with `warpscope grade` in an empty cache, and prints
the wall-clock time, the processor time and memory: of the largest process, and of the process that grades the class, early and late,
which shows whether it grows with the class. The machine and the version stand beside them.
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

from kept_submissions import kept_submissions

ROOT = pathlib.Path(__file__).resolve().parents[1]
LAB = "coalescing"
KIB_OF_MIB = 1024  # Linux counts memory in KiB
BETWEEN_SAMPLES_S = 0.5


def make_submissions(folder: pathlib.Path, scratch: pathlib.Path, count: int) -> int:
    """Writes the submissions; they have different texts. Returns how many programs they vary."""
    lab = ROOT / "labs" / LAB
    scratch.mkdir(parents=True)
    sources = kept_submissions(lab, scratch)
    for number in range(count):
        text = sources[number % len(sources)].read_text(encoding="utf-8")
        student = folder / f"student-{number:04}"
        student.mkdir(parents=True)
        own = f"__device__ int number_of_student() {{ return {number}; }}\n"
        (student / "exercise.cu").write_text(f"// Submission {number}.\n{text}\n{own}", encoding="utf-8")
    return len(sources)


def resident_mib(process: int) -> float:
    """What the process has in memory now; 0 when it has ended."""
    try:
        lines = pathlib.Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / KIB_OF_MIB


def grade(command: list[str]) -> tuple[str, list[float]]:
    """Grades; the output, and samples of the grader's own memory in MiB."""
    samples = []
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        with subprocess.Popen(command, stdout=output, stderr=errors) as grader:
            while grader.poll() is None:
                samples.append(resident_mib(grader.pid))
                time.sleep(BETWEEN_SAMPLES_S)
        output.seek(0)
        errors.seek(0)
        if grader.returncode != 0:
            sys.exit(f"grade ended with {grader.returncode}: {errors.read()[-2000:]}")
        return output.read(), [sample for sample in samples if sample > 0]


def main() -> None:
    """Grades and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--folder", type=pathlib.Path, help="an empty folder for everything; a temporary one unless given")
    parser.add_argument("--warpscope", default=str(ROOT / "build" / "release" / "bin" / "warpscope"))
    options = parser.parse_args()
    folder = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="warpscope-class-"))
    programs = make_submissions(folder / "in", folder / "faults", options.submissions)
    begin = time.monotonic()
    output, memory = grade([options.warpscope, "grade", LAB, str(folder / "in"), "--results", str(folder / "results"), "--csv",
                            str(folder / "gradebook.csv")])
    wall_s = time.monotonic() - begin
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    early, late = memory[len(memory) // 5], memory[-1 - len(memory) // 20]
    print(output.splitlines()[-1])
    print(f"{options.submissions} submissions of {LAB}, made of {programs} programs: {wall_s:.1f} s of wall clock "
          f"({wall_s / options.submissions:.2f} s each), {used.ru_utime + used.ru_stime:.1f} s of processor time that was waited for; "
          f"largest process {used.ru_maxrss / KIB_OF_MIB:.0f} MiB; the grader {early:.1f} MiB after a fifth and {late:.1f} MiB at the end; "
          f"{os.cpu_count()} processors, {platform.machine()}")


main()
