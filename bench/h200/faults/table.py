#!/usr/bin/env python3
"""What compute-sanitizer said of each program of tests/faults: table.py LOGS > bench/h200/results/faults_DATE.csv

LOGS is the folder that sanitize.sh filled. A row for each program; a column for each tool says
    line       reported at the line that the program marks
    elsewhere  reported at other lines only
    no line    reported without a line of the program, as failed calls and leaks are
    -          nothing reported
    killed     it did not end in time, with nothing reported until then
    (empty)    did not run
and the column "plain" the exit code without a tool. Of a correct program every report is a false one.
"""

import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "faults"))
import corpus  # noqa: E402

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
COUNT = re.compile(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)")
# What a tool says when it begins to report something; a run that is killed has no summary.
REPORT = re.compile(r"^========= (?:Invalid|Uninitialized|Barrier error|Error:|Warning:|Program hit|Leaked|Misaligned|Missing|Unused)",
                    re.MULTILINE)
PLACE = re.compile(r"([\w.-]+\.cu):(\d+)")
EXIT = re.compile(r"^exit code (\d+)$", re.MULTILINE)
KILLED = 137


def exit_code(log: str) -> int | None:
    found = EXIT.findall(log)
    return int(found[-1]) if found else None


def in_a_word(log: str, program: corpus.Program) -> str:
    counts = [int(first or second) for first, second in COUNT.findall(log)]
    is_reported = any(counts) or (not counts and REPORT.search(log) is not None)
    if not is_reported:
        return "killed" if exit_code(log) == KILLED else "-"
    lines = {int(line) for file, line in PLACE.findall(log) if file == program.path.name}
    if not lines:
        return "no line"
    return "line" if lines & set(program.lines) else "elsewhere"


def rows(logs: pathlib.Path) -> list[list[str]]:
    table = []
    for program in corpus.all_programs():
        row = [program.name, program.entry]
        for tool in ("plain", *TOOLS):
            path = logs / tool / (program.name.replace("/", ".") + ".txt")
            log = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
            if not log:
                row.append("")
            elif tool == "plain":
                code = exit_code(log)
                row.append("" if code is None else "killed" if code == KILLED else str(code))
            else:
                row.append(in_a_word(log, program))
        table.append(row)
    return table


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["program", "entry", "plain", *TOOLS])
    writer.writerows(rows(pathlib.Path(sys.argv[1])))
