"""Processor time of plain nvcc for a lab's files: compile_time.py LAB [--rounds N] [--only TEXT] [--stages] [--nvcc PROGRAM].

Starter, steps and reference, or of all files of the lab those whose names have TEXT, are compiled to objects with the options of runner/build/compiler.cpp.
Prints seconds of user mode and of user and kernel mode, the least of N rounds; all files are compiled once in a round, so that a disturbed minute does
not fall on one of them. `empty` includes <cuda_runtime.h> only. With --stages, what nvcc's own commands take of it.
"""

import argparse
import collections
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import tomllib

from kept_submissions import kept_submissions

ROOT = pathlib.Path(__file__).resolve().parents[1]
PTX, MACHINE = "compute_90", "sm_90"


def options(lab: pathlib.Path) -> list[str]:
    """What runner/build/compiler.cpp gives nvcc for the profile h200."""
    description = tomllib.loads((lab / "lab.toml").read_text(encoding="utf-8"))
    result = ["-std=c++20", "-O3", "-lineinfo", "-DWARPSCOPE_LAB", "--extended-lambda", "--expt-relaxed-constexpr", "-Xcompiler", "-g1",
              "-gencode", f"arch={PTX},code={PTX}", "-cudart", "shared"]
    if description.get("openmp"):
        result += ["-Xcompiler", "-fopenmp"]
    if description.get("machine_code"):
        result += ["-gencode", f"arch={PTX},code={MACHINE}"]
    return [*result, f"-I{ROOT}", f"-I{lab}"]


def processor_time(command: list[str], environment: dict[str, str], folder: pathlib.Path) -> tuple[float, float]:
    """Seconds of user and of kernel mode."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime


def stages(command: list[str], environment: dict[str, str], folder: pathlib.Path) -> dict[str, float]:
    """Seconds of user and kernel mode of each of nvcc's programs."""
    plan = subprocess.run([*command, "--dryrun", "--keep"], env=environment, cwd=folder, check=True, capture_output=True, text=True).stderr
    environment, taken = dict(environment), collections.Counter()
    for line in (line.removeprefix("#$ ") for line in plan.splitlines() if line.startswith("#$ ")):
        if variable := re.match(r"(\w+)=(.*)", line):
            environment[variable[1]] = os.path.expandvars(variable[2])
            if variable[1] == "_HERE_":
                environment["PATH"] = f"{variable[2]}:{environment['PATH']}"
        else:
            program = line.split()[0].strip('"').rsplit("/", 1)[-1]
            if program == "gcc":
                program = "preprocessor" if " -E " in line else "host compiler"
            taken[program] += sum(processor_time(["/bin/sh", "-c", line], environment, folder))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lab")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--nvcc", default="nvcc")
    arguments = parser.parse_args()
    lab = ROOT / "labs" / arguments.lab
    environment = dict(os.environ, CCACHE_DISABLE="1")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "empty.cu").write_text("#include <cuda_runtime.h>\n", encoding="utf-8")
        files = kept_submissions(lab, folder)
        rungs = [file for file in files if re.fullmatch(r"starter|step-\d+|reference", file.stem)]
        wanted = [file for file in files if arguments.only in file.stem] if arguments.only else rungs
        if not wanted:
            sys.exit(f"{arguments.lab} has no file with {arguments.only!r} in its name")
        programs = [folder / "empty.cu", *wanted]
        commands = {file.stem: [arguments.nvcc, *options(lab), "-c", str(file), "-o", f"{file.stem}.o"] for file in programs}
        least: dict[str, dict[str, float]] = collections.defaultdict(dict)
        for _ in range(arguments.rounds):
            for program, command in commands.items():
                user, kernel = processor_time(command, environment, folder)
                taken = {"user": user, "user and kernel": user + kernel}
                if arguments.stages:
                    taken |= stages(command, environment, folder)
                for what, seconds in taken.items():
                    least[program][what] = min(seconds, least[program].get(what, seconds))
    columns = list(next(iter(least.values())))
    print(f"| s | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for program, taken in least.items():
        print(f"| {program} | {' | '.join(f'{taken.get(column, 0):.2f}' for column in columns)} |")


if __name__ == "__main__":
    main()
