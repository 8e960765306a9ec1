"""Times the grading of a class: grade_class.py [--submissions N] [--lab LAB]... [--folder DIR] [--warpscope PROGRAM].

Makes N submissions (300 unless given) of one lab (coalescing) or of several, as many of each: starter, steps, reference, other right ways and
faulty programs in turn, each with a comment and a function of its own, so that none is compiled already. Where only some of a lab's programs
have room, they lie equally far apart in that list. Grades them with `warpscope grade`, and prints for each lab the wall-clock time, the
processor time and memory: of the largest process so far, and of the process that grades the class, early and late, which shows whether it
grows with the class. `--lab all`: all labs of the course. Drivers of the labs are compiled before, by a grading that is not counted.
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
import tomllib

from kept_submissions import kept_submissions

ROOT = pathlib.Path(__file__).resolve().parents[1]
USUAL = "coalescing"
KIB_OF_MIB = 1024  # Linux counts memory in KiB
BETWEEN_SAMPLES_S = 0.5


def labs_of_course() -> list[str]:
    """In the order of the course."""
    parts = tomllib.loads((ROOT / "labs" / "course.toml").read_text(encoding="utf-8"))["part"]
    return [lab for part in parts for lab in part["labs"]]


def make_submissions(lab: str, folder: pathlib.Path, scratch: pathlib.Path, count: int) -> int:
    """Writes the submissions; they have different texts. Returns how many programs they vary."""
    scratch.mkdir(parents=True)
    sources = kept_submissions(ROOT / "labs" / lab, scratch)
    if count < len(sources):
        sources = [sources[number * len(sources) // count] for number in range(count)]
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


def processor_s() -> float:
    """Of all processes that were waited for so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def grade_lab(warpscope: str, lab: str, count: int, folder: pathlib.Path) -> tuple[float, float]:
    """Grades so many submissions and prints; the wall clock and the processor time, in seconds."""
    programs = make_submissions(lab, folder / "in", folder / "programs", count)
    subprocess.run([warpscope, "grade", lab, str(ROOT / "labs" / lab / "starter.cu")], capture_output=True, check=False)
    begin, used = time.monotonic(), processor_s()
    output, memory = grade([warpscope, "grade", lab, str(folder / "in"), "--results", str(folder / "results"), "--csv",
                            str(folder / "gradebook.csv")])
    wall_s, used_s = time.monotonic() - begin, processor_s() - used
    early, late = memory[len(memory) // 5], memory[-1 - len(memory) // 20]
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / KIB_OF_MIB
    print(output.splitlines()[-1])
    print(f"{count} submissions of {lab}, made of {programs} programs: {wall_s:.1f} s of wall clock ({wall_s / count:.2f} s each, "
          f"{60 * count / wall_s:.1f} a minute), {used_s:.1f} s of processor time that was waited for ({used_s / count:.2f} s each); "
          f"largest process {largest:.0f} MiB; the grader {early:.1f} MiB after a fifth and {late:.1f} MiB at the end", flush=True)
    return wall_s, used_s


def main() -> None:
    """Grades and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--lab", action="append", help="may be given again; all: every lab of the course")
    parser.add_argument("--folder", type=pathlib.Path, help="an empty folder for everything; a temporary one unless given")
    parser.add_argument("--warpscope", default=str(ROOT / "build" / "release" / "bin" / "warpscope"))
    options = parser.parse_args()
    folder = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="warpscope-class-"))
    labs = labs_of_course() if options.lab == ["all"] else options.lab or [USUAL]
    each = max(1, options.submissions // len(labs))
    times = [grade_lab(options.warpscope, lab, each, folder / lab) for lab in labs]
    wall_s, used_s = (sum(values) for values in zip(*times))
    load = ", ".join(f"{average:.1f}" for average in os.getloadavg())
    print(f"{each * len(labs)} submissions: {wall_s:.1f} s of wall clock, {used_s:.1f} s of processor time; "
          f"{os.cpu_count()} processors, {platform.machine()}; load of 1, 5 and 15 minutes: {load}")


main()
