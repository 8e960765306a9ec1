"""The rules of the house that a machine can check, over all tracked files. CONTRIBUTING.md gives the reasons."""

import pathlib
import re
import subprocess
import sys

import documents

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import lab_tasks  # noqa: E402
import numbers_of_evidence  # noqa: E402
MAX_SOURCE_LINES = 500
SOURCE_SUFFIXES = {".h", ".cpp", ".cu", ".cuh", ".py", ".sh", ".cmake"}
SOURCE_NAMES = {"CMakeLists.txt", "run", "test"}
SKIPPED_SUFFIXES = {".png", ".jpg", ".ttf", ".gz", ".zst", ".bin"}

# The character classes keep this file from matching itself.
FORBIDDEN = [
    (re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b"), "unfinished work; finish it or leave it out"),
    (re.compile(r"(?<![\w.~}])/(?:wor[k]|roo[t]|hom[e])/\w"), "a path of one machine"),
    (re.compile(r"(?<![\w.~}])/tm[p]/\w"), "a path of one machine; use a temporary folder made at run time"),
    (re.compile(r"pyp[i]\.org|pythonhoste[d]\.org|de[b]\.debian\.org|registr[y]\.npmjs|archiv[e]\.ubuntu"),
     "a package registry's host name; the package manager's settings choose it"),
]

# Words that have a better one (docs/contributors/glossary.md), and what a class stands in for. By the folder where they may not come back.
RETIRED = {
    "vgpu/": [
        (re.compile(r"\b(?:Crew|crew|[A-Za-z_]*[pP]atience)\b"), "an old word; threads are a pool's, and a wait has a time-out"),
    ],
    "vgpu/exec/": [
        (re.compile(r"\b(?:open_meets?|early_meets?|lanes_at_meet|emit_meet)\b"), "an old word; lanes reconverge at a reconvergence point"),
        (re.compile(r":\s*public\s+BlockObserver\b"), "an observer that forwards by hand; derive from ObserverOf"),
    ],
}
# The template itself.
OBSERVER = "vgpu/exec/observation/observer.h"

# A rule tells causes apart by a finding's fields: sentences are for people, and change. Setting one, or adding to it, is no reading.
READ_SENTENCE = re.compile(r"(?:\.|->)cause\b(?!\s*\+?=[^=])")
FINDING_RULES = "runner/findings/"
# It puts an array's name in the place of the device's words, and tells nothing apart.
NAMES_ARRAYS = "array_names.cpp"


def tracked_files() -> list[pathlib.Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    paths = [ROOT / name for name in listing.decode().split("\0") if name]
    return [path for path in paths
            if path.is_file() and path.suffix not in SKIPPED_SUFFIXES]


def problems_in(path: pathlib.Path) -> list[str]:
    name = path.relative_to(ROOT)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return [f"{name}: not UTF-8 text"]
    problems = []
    is_source = path.suffix in SOURCE_SUFFIXES or path.name in SOURCE_NAMES
    if is_source and len(lines) > MAX_SOURCE_LINES:
        problems.append(f"{name}: {len(lines)} lines; split it, {MAX_SOURCE_LINES} is the most")
    is_rule = str(name).startswith(FINDING_RULES) and is_source and path.name != NAMES_ARRAYS
    retired = [rule for folder, rules in RETIRED.items() if folder in str(name) and is_source and str(name) != OBSERVER for rule in rules]
    for number, line in enumerate(lines, start=1):
        if is_rule and READ_SENTENCE.search(line.split("//")[0]):
            problems.append(f"{name}:{number}: a rule reads a finding's sentence; give the finding a field (record/record.h)")
        for pattern, reason in FORBIDDEN + retired:
            if found := pattern.search(line):
                problems.append(f"{name}:{number}: '{found.group()}' is {reason}")
    return problems


def main() -> int:
    files = tracked_files()
    if not files:
        print("house rules: git lists no files; run this in a clone", file=sys.stderr)
        return 1
    problems = [problem for path in files for problem in problems_in(path)]
    tree = documents.Tree(ROOT, files)
    problems += [problem for path in files if path.suffix == ".md" for problem in documents.problems_in_page(tree, path)]
    problems += documents.problems_in_course(ROOT)
    problems += numbers_of_evidence.problems()
    problems += lab_tasks.problems()
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
