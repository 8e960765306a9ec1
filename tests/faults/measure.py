#!/usr/bin/env python3
"""Runs the programs of tests/faults under `warpscope exec` and compares what is found with what they say of themselves.

    measure.py --warpscope BIN --batches FOLDER [--junit FILE]     the programs as built in batches (tests/faults/CMakeLists.txt)
    measure.py --warpscope BIN --each                              each source by itself, as a student runs it
    --page FILE    also writes the tables into FILE, between <!-- faults: begin --> and <!-- faults: end -->
    --only TEXT    only programs with TEXT in their name
    --exec-option=--check    an option for warpscope exec

Ends with 1 when a correct program has a finding, when a mistake is not named at its line or something else besides, unless
not_yet.txt says so, or when not_yet.txt has a program that is named by now.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
from xml.sax.saxutils import quoteattr

import corpus
import tables

# "  error /a/b.cu:12: A title [an-id]"; the place may be missing.
FINDING = re.compile(r"^  (error|warning|information) (?:(\S.*?):(\d+): )?.*\[([a-z0-9-]+)\]$")
BATCHED = re.compile(r'^#include "(.+\.cu)"$', re.MULTILINE)
MOST_SECONDS = 150.0
SECONDS_FOR_ENDLESS = 1.0  # of programs that not_yet.txt calls endless


@dataclasses.dataclass(frozen=True)
class Finding:
    severity: str
    file: str
    line: int
    id: str
    sentences: str = ""  # its title, cause and hint

    def __str__(self) -> str:
        return f"{self.id}:{self.line}" if self.line else self.id


@dataclasses.dataclass(frozen=True)
class Outcome:
    program: corpus.Program
    findings: tuple[Finding, ...]
    exit_code: int | None          # None: it did not end in time
    output: str

    def is_expected(self, finding: Finding) -> bool:
        program = self.program
        if program.is_correct:
            return False
        in_file = finding.line in program.lines and pathlib.Path(finding.file).name == program.path.name
        return (finding.id in program.findings and (in_file or not program.lines)
                and program.says in finding.sentences)

    @property
    def is_named(self) -> bool:
        named = {finding.id for finding in self.findings if self.is_expected(finding)}
        return set(self.program.findings) <= named if self.program.needs_all else bool(named)

    @property
    def others(self) -> list[Finding]:
        """What is found besides the mistake. Information is for whoever wants to know, and counts only where it is expected."""
        return [finding for finding in self.findings
                if (finding.severity != "information" and not self.is_expected(finding)) or finding.id == self.program.without]

    @property
    def is_right(self) -> bool:
        if self.program.is_correct:
            return not self.others and self.exit_code == 0
        return self.is_named and not self.others


def findings_in(output: str) -> tuple[Finding, ...]:
    """Each with the lines that follow it, up to the next one."""
    found: list[Finding] = []
    for line in output.splitlines():
        if match := FINDING.match(line):
            found.append(Finding(match[1], match[2] or "", int(match[3] or 0), match[4], line))
        elif found:
            found[-1] = dataclasses.replace(found[-1], sentences=f"{found[-1].sentences} {line.strip()}")
    return tuple(found)


def run(program: corpus.Program, command: list[str], seconds: float) -> Outcome:
    environment = dict(os.environ, NO_COLOR="1")
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=environment, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=seconds)
        code: int | None = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 15)
        output, _ = process.communicate()
        code = None
    text = output.decode("utf-8", errors="replace")
    return Outcome(program, findings_in(text), code, text)


def batch_of_each(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """Name of a program -> the batch that holds it."""
    batches = {}
    for source in sorted(folder.glob("*.cu")):
        for path in BATCHED.findall(source.read_text(encoding="utf-8")):
            batches[f"{pathlib.Path(path).parent.name}/{pathlib.Path(path).stem}"] = folder / "programs" / source.stem
    return batches


def problem_of(outcome: Outcome, not_yet: dict[str, str]) -> str:
    """Why this outcome fails the test, or nothing."""
    found = ", ".join(str(finding) for finding in outcome.findings) or "nothing"
    program = outcome.program
    if program.is_correct:
        if outcome.others:
            return f"a correct program, and found was {found}"
        return "" if outcome.exit_code == 0 else f"a correct program that ends with {outcome.exit_code}"
    if program.name in not_yet:
        return f"is named now: take it out of not_yet.txt ({found})" if outcome.is_right else ""
    if outcome.is_right:
        return ""
    lines = " or ".join(str(line) for line in program.lines) or "no line"
    words = f" that says \"{program.says}\"" if program.says else ""
    return f"expected {program.finding} at {lines}{words}; found {found}"


def write_junit(path: pathlib.Path, outcomes: list[Outcome], problems: dict[str, str]) -> None:
    cases = []
    for outcome in outcomes:
        name = outcome.program.name
        opening = f'<testcase name={quoteattr(name)} classname="Faults" status="run" result="completed"'
        if problems[name]:
            cases.append(f"{opening}><failure message={quoteattr(problems[name])}/></testcase>")
        else:
            cases.append(f"{opening}/>")
    failures = sum(bool(problem) for problem in problems.values())
    suite = f'<testsuites tests="{len(outcomes)}" failures="{failures}" disabled="0" errors="0" name="Faults">'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(['<?xml version="1.0" encoding="UTF-8"?>', suite, '<testsuite name="Faults">', *cases,
                               "</testsuite>", "</testsuites>", ""]), encoding="utf-8")


def measure(arguments: argparse.Namespace, not_yet: dict[str, str]) -> list[Outcome]:
    programs = [program for program in corpus.all_programs() if arguments.only in program.name]
    batches = {} if arguments.each else batch_of_each(arguments.batches)

    def one(program: corpus.Program) -> Outcome:
        endless = not_yet.get(program.name, "").startswith("endless")
        options = [str(arguments.warpscope), "exec", *arguments.exec_option]
        what = [str(program.path)] if arguments.each else [str(batches[program.name]), program.name]
        return run(program, options + what, SECONDS_FOR_ENDLESS if endless else MOST_SECONDS)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, programs))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--warpscope", type=pathlib.Path, required=True)
    parser.add_argument("--batches", type=pathlib.Path)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--exec-option", action="append", default=[])
    parser.add_argument("--junit", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    if arguments.each == bool(arguments.batches):
        parser.error("either --batches FOLDER or --each")
    not_yet = corpus.read_not_yet()
    outcomes = measure(arguments, not_yet)
    problems = {outcome.program.name: problem_of(outcome, not_yet) for outcome in outcomes}
    if not arguments.only:
        names = {outcome.program.name for outcome in outcomes if not outcome.program.is_correct}
        problems |= {name: "is in not_yet.txt, but is no program with a mistake" for name in not_yet.keys() - names}
    print(tables.as_text(outcomes, not_yet))
    if arguments.page:
        tables.write_page(arguments.page, outcomes, not_yet)
    if arguments.junit:
        write_junit(arguments.junit, outcomes, problems)
    for name, problem in problems.items():
        if problem:
            print(f"{name}: {problem}", file=sys.stderr)
    return 1 if any(problems.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
