"""Writes the numbers that pages tell of the evidence, out of the evidence itself.

  docs/numbers_of_evidence.py           rewrites what stands between the markers of the pages
  docs/numbers_of_evidence.py --check   fails, naming the page, when it is not what the evidence says

The markers are <!-- numbers: begin --> and <!-- numbers: end -->."""

import csv
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests/golden/h200"
BEGIN, END = "<!-- numbers: begin -->", "<!-- numbers: end -->"
# The programs whose launches were read under a profiler, in the order of docs/evidence/counters.md.
PROGRAMS = {"access_patterns": "G", "counter_probes": "P", "address_probes": "A", "constant_probes": "C", "uniform_probes": "C",
            "everyday_probes": "E", "l1_probes": "L", "reduction_probes": "R", "shared_probes": "S", "value_probes": "V"}


def rows_of(path: pathlib.Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def launches() -> dict[str, tuple[int, int]]:
    """By program: launches that were read on an H200, and those of them whose memory counters are equal."""
    readings = {path.name.removesuffix("_h200.csv") for path in GOLDEN.glob("*_h200.csv")}
    if readings != set(PROGRAMS):
        raise SystemExit(f"docs/numbers_of_evidence.py: tests/golden/h200 and PROGRAMS differ: {sorted(readings ^ set(PROGRAMS))}")
    different = {(row["program"], row["launch"]) for row in rows_of(GOLDEN / "differences.csv")}
    counts = {}
    for program in PROGRAMS:
        rows = rows_of(GOLDEN / f"{program}_h200.csv")
        counts[program] = (len(rows), sum((program, row["launch"]) not in different for row in rows))
    return counts


def table_rows(page: str, heading: str = "") -> list[list[str]]:
    """The cells of all table rows of a page, or of its part under a heading of the second level."""
    text = (ROOT / page).read_text(encoding="utf-8")
    if heading:
        text = re.split(r"^## ", text.split(f"\n## {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows]


def programs_of(collection: str) -> tuple[int, int]:
    """Programs of a collection that were tried, and those that pass their own test."""
    results = [row[1] for row in table_rows("docs/evidence/compatibility.md", collection) if row[1] not in ("result", "why")]
    return len(results), results.count("pass")


def error_of_clock() -> tuple[int, str]:
    """Launches that gave figures and whose duration was read on an H100, and the mean error of the clock's."""
    rows = [row for row in table_rows("docs/evidence/time.md", "62 launches on an H100") if row[-1].rstrip("|").strip().endswith("%")]
    errors = [abs(float(row[-1].rstrip("|").strip().removesuffix("%"))) for row in rows if row[0].startswith("`")]
    return len(errors), f"{sum(errors) / len(errors):.1f}"


def error_of_launches_kept_back() -> list[str]:
    """Launches that nobody had looked at, and the mean and the median error of the clock's durations, of an H100."""
    text = (ROOT / "docs/evidence/time.md").read_text(encoding="utf-8").split("\n### The 29 that were kept back", 1)[1]
    row = next(line for line in text.splitlines() if line.startswith("| H100 |"))
    return [cell.strip() for cell in row.strip("|").split("|")][1:4]


def tens(count: int) -> str:
    """In tens, so that one more of something is not one more change of the page."""
    return f"more than {(count - 1) // 10 * 10}"


def readme_table() -> str:
    counts = launches().values()
    read, equal = sum(count for count, _ in counts), sum(count for _, count in counts)
    opcodes = sum(bool(re.fullmatch(r"`[a-z0-9]+`", row[0])) for row in table_rows("docs/reference/instructions.md"))
    findings = len(tomllib.loads((ROOT / "findings/findings.toml").read_text(encoding="utf-8"))["finding"])
    samples, samples_pass = programs_of("cuda-samples")
    benchmarks, benchmarks_pass = programs_of("HeCBench")
    timed, error = error_of_clock()
    unseen, mean, median = error_of_launches_kept_back()
    lines = [
        "| | |", "|---|---:|",
        f"| launches whose memory counters equal an H200's ([how compared](docs/evidence/counters.md)) | {equal:,} of {read:,} |",
        f"| mean error of [modelled durations](docs/evidence/time.md) against an H100, `exec --clock`: {timed} launches, some of which gave figures; "
        f"{unseen} that nobody had looked at (median {median}) | {error} %; {mean} |",
        f"| [PTX opcodes](docs/reference/instructions.md) | {tens(opcodes)} |",
        f"| NVIDIA's cuda-samples that [pass their own test](docs/evidence/compatibility.md) | {samples_pass} of {samples} |",
        f"| HeCBench programs that do, of those tried | {benchmarks_pass} of {benchmarks} |",
        f"| [findings](docs/reference/findings.md): mistakes with a name | {tens(findings)} |"]
    return "\n".join(lines)


def counters_table() -> str:
    counts = launches()
    lines = ["| letter | program | launches read | memory counters equal |", "|---|---|---:|---:|"]
    lines += [f"| {PROGRAMS[program]} | `{program}.cu` | {read:,} | {equal:,} |" for program, (read, equal) in counts.items()]
    read, equal = (sum(column) for column in zip(*counts.values()))
    lines.append(f"| | all | {read:,} | {equal:,} |")
    return "\n".join(lines)


PAGES = {"README.md": readme_table, "docs/evidence/counters.md": counters_table}


def rewritten(page: str) -> str:
    text = (ROOT / page).read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"docs/numbers_of_evidence.py: {page} must have each of {BEGIN} and {END} once")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{PAGES[page]()}\n{END}{rest.split(END)[1]}"


def problems() -> list[str]:
    """The pages whose numbers are not those of the evidence."""
    return [f"{page}: its numbers are not those of the evidence; run docs/numbers_of_evidence.py"
            for page in PAGES if rewritten(page) != (ROOT / page).read_text(encoding="utf-8")]


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        found = problems()
        print("\n".join(found), file=sys.stderr, end="\n" if found else "")
        return 1 if found else 0
    for page in PAGES:
        (ROOT / page).write_text(rewritten(page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
