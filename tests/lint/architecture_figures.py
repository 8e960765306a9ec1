"""No figure of one architecture stands outside arch/: neither a number of a profile nor a name like sm_90.

python3 architecture_figures.py

The numbers are those of arch/profiles that tell something: three digits or more, and of powers of two only how many threads and registers a
multiprocessor has. They are found in other units too (228 << 10, 1.98 GHz). architecture_figures.txt has what looks like one and is none, each with
its reason.
"""

import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXEMPTIONS = pathlib.PurePosixPath("tests/lint/architecture_figures.txt")
PROFILES = "arch/profiles"
# Tests and benchmarks say what they expect of an H200; programs for students have sizes of their own.
LEFT_OUT = ("arch/", "tests/", "bench/", "docs/", "slides/", "third_party/", "gradescope/")
SUFFIXES = (".h", ".cpp", ".py", ".sh", ".cmake", ".cu", ".cuh")
NAMES = ("CMakeLists.txt", "run", "test")

NUMBER = re.compile(r"(?<![\w.'])(\d[\d']*(?:\.\d+)?(?:[eE][+-]?\d+)?)[uUlLzZfF]*(?![\w.])"
                    r"(?:\}?\s*(<<|\*)\s*(\d+)[uUlL]*(?![\w.]))?")
NAME = re.compile(r"\b(?:sm|compute)_\d{2,3}[a-z]?\b|\b\d{2,3}-(?:virtual|real)\b|\"\d{1,2}\.\d\"")
CPP_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'')
DOCUMENTATION = re.compile(r'""".*?"""', re.DOTALL)


def significant_digits(value: float) -> int:
    return len(f"{value:.12g}".replace(".", "").split("e")[0].strip("0-"))


def is_power_of_two(value: float) -> bool:
    return value >= 1 and value == int(value) and int(value) & (int(value) - 1) == 0


def is_telling(key: str, value: float) -> bool:
    if is_power_of_two(value):
        return key in ("max_threads", "registers") and value > 1024
    return value >= 2048 or significant_digits(value) >= 3


def in_other_units(key: str, value: float) -> list[float]:
    if key.endswith("_hz"):
        return [value / unit for unit in (1e9, 1e6, 1e3)]
    if key.endswith("_bytes_per_s"):
        return [value / unit for unit in (1e12, 1e9)]
    return []


def figures_in(name: str, table: dict):
    """(its section, its key, its value) of each figure of a profile, those of sections within sections too."""
    for key, item in table.items():
        if not isinstance(item, dict):
            continue
        if "value" in item:
            yield name, key, item["value"]
        else:
            yield from figures_in(f"{name}.{key}" if name else key, item)


def figures_of(profiles: pathlib.Path) -> dict[float, str]:
    """Telling numbers of all profiles, and where each stands first."""
    figures: dict[float, str] = {}
    for file in sorted(profiles.glob("*.toml")):
        for section, key, value in figures_in("", tomllib.loads(file.read_text(encoding="utf-8"))):
            if isinstance(value, list):
                numbers = [kib * 1024 for kib in value]
            else:
                numbers = [value, *in_other_units(key, value)] if isinstance(value, (int, float)) else []
            for number in numbers:
                if is_telling(key, number):
                    figures.setdefault(float(f"{number:.12g}"), f"{file.stem}: {section}.{key}")
    return figures


def spaces_for(found: re.Match) -> str:
    return re.sub(r"[^\n]", " ", found.group())


def without_comments(name: str, text: str) -> str:
    """With spaces in the place of comments, so that lines stay."""
    if name.endswith((".h", ".cpp", ".cu", ".cuh")):
        return re.sub(f"{STRING.pattern}|{CPP_COMMENT.pattern}",
                      lambda found: found.group() if found.group()[0] in "\"'" else spaces_for(found), text, flags=re.DOTALL)
    if name.endswith(".py"):
        text = DOCUMENTATION.sub(spaces_for, text)
    return re.sub(r"(?m)(^|\s)#[^\n]*", spaces_for, text)


def value_of(found: re.Match) -> float:
    digits, operation, operand = found.groups()
    digits = digits.replace("'", "")
    value = float(digits)
    if operation == "<<" and int(operand) in (10, 20, 30):
        value *= 1 << int(operand)
    elif operation == "*" and int(operand) == 1024:
        value *= 1024
    return value


def findings_in(name: str, text: str, figures: dict[float, str]):
    """Line number, what is written there, and what it is."""
    for number, line in enumerate(without_comments(name, text).splitlines(), start=1):
        for found in NAME.finditer(line):
            yield number, found.group(), "the name of an architecture"
        for found in NUMBER.finditer(line):
            value = value_of(found)
            if found[2] and is_power_of_two(value):
                continue  # 64 << 10
            if origin := figures.get(float(f"{value:.12g}")):
                yield number, found.group().strip(), f"a figure of {origin}"


def read_exemptions(text: str) -> tuple[dict[tuple[str, str], str], list[str]]:
    """Rows "file | what is written | why"; "*" is all that is written in the file."""
    rows: dict[tuple[str, str], str] = {}
    problems = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 3 or not all(cells):
            problems.append(f"{EXEMPTIONS}:{number}: no row of the form 'file | what is written | why'")
        else:
            rows[cells[0], cells[1]] = cells[2]
    return rows, problems


def is_looked_at(name: str) -> bool:
    if name.startswith(LEFT_OUT):
        return False
    # Programs of a lab choose the sizes of their problems; its judge is looked at.
    if name.startswith(("labs/", "kernels/")) and name.endswith((".cu", ".cuh")):
        return False
    return name.endswith(SUFFIXES) or pathlib.PurePosixPath(name).name in NAMES


def problems_in(sources: dict[str, str], figures: dict[float, str], exemptions: dict[tuple[str, str], str]) -> list[str]:
    problems, used = [], set()
    for name, text in sources.items():
        for number, written, what in findings_in(name, text, figures):
            row = next((row for row in ((name, written), (name, "*")) if row in exemptions), None)
            if row:
                used.add(row)
            else:
                problems.append(f"{name}:{number}: '{written}' is {what}: ask arch/, or say in {EXEMPTIONS} why it is none")
    problems += [f"{EXEMPTIONS}: {name} has no '{written}' that looks like a figure; take the row out"
                 for name, written in exemptions if (name, written) not in used]
    return problems


def main() -> int:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    names = [name for name in listing.decode().split("\0") if name and is_looked_at(name) and (ROOT / name).is_file()]
    sources = {name: (ROOT / name).read_text(encoding="utf-8", errors="replace") for name in names}
    exemptions, problems = read_exemptions((ROOT / EXEMPTIONS).read_text(encoding="utf-8"))
    problems += problems_in(sources, figures_of(ROOT / PROFILES), exemptions)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
