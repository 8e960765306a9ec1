"""Which folder may include from which: the table include_edges.txt, and the drawing of it in docs/contributors/layers.md.

python3 include_edges.py           compares every include with the table
python3 include_edges.py --draw    writes the drawing anew

Tests and benchmarks may include from everywhere, and nothing may include from them.
"""

import graphlib
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = pathlib.PurePosixPath("tests/lint/include_edges.txt")
PAGE = pathlib.PurePosixPath("docs/contributors/layers.md")
BEGIN, END = "<!-- include edges: begin -->", "<!-- include edges: end -->"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
SUFFIXES = (".h", ".cpp", ".cu", ".cuh")
FREE = ("tests", "bench")  # the top of the tree: they include what they test and measure

Table = dict[str, set[str]]


def tracked_sources(root: pathlib.Path) -> list[str]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True).stdout
    return [name for name in listing.decode().split("\0") if name.endswith(SUFFIXES) and (root / name).is_file()]


def read_table(text: str) -> tuple[Table, list[str]]:
    """Rows "folder: folder folder …"; a row without folders may include nothing but its own. And rows "never folder: folder …"."""
    table: Table = {}
    never: list[tuple[str, list[str]]] = []
    problems = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, colon, others = line.partition(":")
        if colon and folder.startswith("never "):
            never.append((folder.removeprefix("never ").strip(), others.split()))
            continue
        if not colon or folder in table:
            problems.append(f"{TABLE}:{number}: no row of the form 'folder: folder …', or a second one for its folder")
            continue
        table[folder] = set(others.split())
    for folder, others in table.items():
        problems += [f"{TABLE}: {folder} names {other}, which has no row" for other in sorted(others - table.keys())]
    try:
        graphlib.TopologicalSorter(table).prepare()
    except graphlib.CycleError as error:
        problems.append(f"{TABLE}: these folders form a cycle: {' <- '.join(error.args[1])}")
    else:
        problems += [problem for folder, others in never for problem in forbidden_ways(table, folder, others)]
    return table, problems


def inside(table: Table, folder: str) -> list[str]:
    """The rows of a folder and of those in it."""
    return sorted(row for row in table if row == folder or row.startswith(folder + "/"))


def forbidden_ways(table: Table, folder: str, others: list[str]) -> list[str]:
    """What is wrong with a row "never folder: others": for each of the others a shortest way to it, where there is one."""
    problems = [f"{TABLE}: 'never' names {name}, which has no row" for name in [folder, *others] if not inside(table, name)]
    ways = {row: [row] for row in inside(table, folder)}
    waiting = list(ways)
    for row in waiting:
        for next_row in sorted(table[row] - ways.keys()):
            ways[next_row] = [*ways[row], next_row]
            waiting.append(next_row)
    for other in others:
        reached = [row for row in inside(table, other) if row in ways]
        if reached:
            way = min((ways[row] for row in reached), key=len)
            problems.append(f"{TABLE}: {folder} may never come to {other}, and does: {' -> '.join(way)}")
    return problems


def folder_of(path: str, table: Table) -> str | None:
    """The row that a file belongs to: the longest folder above it that has one."""
    folder = os.path.dirname(path)
    while folder and folder not in table:
        folder = os.path.dirname(folder)
    return folder or None


def includes_of(root: pathlib.Path, source: str, known: set[str]):
    """Line number and tracked file of each include that names a file of the tree."""
    with open(root / source, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if found := INCLUDE.match(line):
                beside = os.path.normpath(os.path.join(os.path.dirname(source), found[1]))
                target = found[1] if found[1] in known else beside
                if target in known:
                    yield number, target


def problems_in(root: pathlib.Path, sources: list[str], table: Table) -> list[str]:
    problems, known, used = [], set(sources), set()
    for source in sources:
        is_free = source.split("/")[0] in FREE
        here = folder_of(source, table)
        if not is_free and here is None:
            problems.append(f"{source}: its folder has no row in {TABLE}; add one")
            continue
        for number, target in includes_of(root, source, known):
            if is_free:
                continue
            there = folder_of(target, table)
            if target.split("/")[0] in FREE or there is None:
                problems.append(f"{source}:{number}: includes {target}, and nothing may include from there")
            elif there != here:
                used.add((here, there))
                if there not in table[here]:
                    problems.append(f"{source}:{number}: {here} may not include from {there} ({target}); "
                                    f"{TABLE} says what it may")
    problems += [f"{TABLE}: no file of {folder} includes from {other}; take it out"
                 for folder, others in table.items() for other in sorted(others) if (folder, other) not in used]
    return problems


def levels_of(table: Table) -> list[list[str]]:
    """Folders from the bottom up; each lies one above the highest that it includes from."""
    height: dict[str, int] = {}
    for folder in graphlib.TopologicalSorter(table).static_order():
        height[folder] = max((height[other] + 1 for other in table[folder]), default=0)
    return [sorted(f for f in table if height[f] == h) for h in range(max(height.values(), default=-1) + 1)]


def drawing(table: Table) -> str:
    """The table from the top down. What an allowed folder may include from anyway is left out of a row."""
    below: dict[str, set[str]] = {}
    for folder in graphlib.TopologicalSorter(table).static_order():
        below[folder] = set(table[folder]).union(*(below[other] for other in table[folder]))
    rows = ["| level | folder | includes from, and from what they include |", "|---:|---|---|"]
    levels = levels_of(table)
    for level in range(len(levels) - 1, -1, -1):
        for folder in levels[level]:
            direct = [other for other in sorted(table[folder])
                      if not any(other in below[third] for third in table[folder])]
            rows.append(f"| {level} | {folder} | {', '.join(direct)} |")
    return "\n".join(rows)


def with_drawing(page: str, table: Table) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{drawing(table)}\n{END}{after}"


def main() -> int:
    table, problems = read_table((ROOT / TABLE).read_text(encoding="utf-8"))
    if not problems:
        page = (ROOT / PAGE).read_text(encoding="utf-8")
        if BEGIN not in page or END not in page:
            problems.append(f"{PAGE}: the lines '{BEGIN}' and '{END}' are missing")
        elif sys.argv[1:] == ["--draw"]:
            (ROOT / PAGE).write_text(with_drawing(page, table), encoding="utf-8")
        elif page != with_drawing(page, table):
            problems.append(f"{PAGE}: the drawing is not the table's; run tests/lint/include_edges.py --draw")
        problems += problems_in(ROOT, tracked_sources(ROOT), table)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
