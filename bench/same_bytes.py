"""Grades everything ten times and compares: same_bytes.py [--rounds N] [--labs LAB ...] [--most N] [--warpscope PROGRAM].

All kept submissions of the labs (starter, steps, reference, planted faults, other right ways) are graded with one seed, in turn one and
two at a time. The results of every round must be the same bytes: what `grade --json` prints, and each kept result. Programs are compiled
in the first round only. Ends with 1 and names the submissions where something differs.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from kept_submissions import kept_submissions

ROOT = pathlib.Path(__file__).resolve().parents[1]


def graded(command: list[str], results: pathlib.Path) -> dict[str, bytes]:
    """The results of one grading, by name; "" is what was printed."""
    run = subprocess.run([*command, "--results", str(results)], capture_output=True, check=False)
    if run.returncode != 0:
        sys.exit(f"grade ended with {run.returncode}: {run.stderr[-2000:].decode(errors='replace')}")
    kept = {file.name: file.read_bytes() for file in sorted((results / "results").glob("*.json"))}
    shutil.rmtree(results)
    return {"": run.stdout, **kept}


def differing(lab: str, options: argparse.Namespace, folder: pathlib.Path) -> list[str]:
    """Names of the lab's submissions whose results are not the same in all rounds."""
    made, submissions = folder / "made", folder / "in"
    made.mkdir(parents=True)
    submissions.mkdir()
    for program in kept_submissions(ROOT / "labs" / lab, made)[: options.most]:
        shutil.copy(program, submissions / program.name)
    command = [options.warpscope, "grade", lab, str(submissions), "--json", "--seed", "5", "--processes"]
    begin = time.monotonic()
    rounds = [graded([*command, str(1 + number % 2)], folder / "results") for number in range(options.rounds)]
    names = [name for name in rounds[0] if any(other.get(name) != rounds[0][name] for other in rounds[1:])]
    print(f"{lab}: {len(rounds[0]) - 1} submissions, {options.rounds} rounds, {time.monotonic() - begin:.0f} s; "
          f"{'the same bytes' if not names else 'DIFFERENT: ' + ', '.join(name or 'what was printed' for name in names)}", flush=True)
    return names


def main() -> None:
    """Grades and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--labs", nargs="*", help="only these; all with a reference unless given")
    parser.add_argument("--most", type=int, help="only the first N submissions of each lab")
    parser.add_argument("--warpscope", default=str(ROOT / "build" / "release" / "bin" / "warpscope"))
    options = parser.parse_args()
    labs = options.labs or sorted(file.parent.name for file in (ROOT / "labs").glob("*/reference.cu"))
    with tempfile.TemporaryDirectory(prefix="warpscope-same-") as folder:
        bad = [lab for lab in labs if differing(lab, options, pathlib.Path(folder) / lab)]
    sys.exit(1 if bad else 0)


main()
