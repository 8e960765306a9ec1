"""Counts test cases: python3 count_results.py BUILD_FOLDER prints "passed failed", and writes BUILD_FOLDER/failed-tests.txt: of each
failure its name and the first lines of what it said.

CTest's JUnit file has one entry per test program. Where a program wrote a GoogleTest file of its own,
that file's cases count instead; a program that failed without a failing case of its own counts as one failure.
A program that says by its exit code that it cannot run on this machine, and a case that was skipped, count as neither; standard
error names them.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree


SHOWN_LINES = 6  # of what a failure said
SHOWN_CHARACTERS = 200  # of each of them


def name_of(case: ElementTree.Element) -> str:
    return f"{case.get('classname')}.{case.get('name')}"


def shown(name: str, text: str) -> str:
    """A failure's name and its first lines, moved to the right."""
    lines = [line[:SHOWN_CHARACTERS] for line in text.strip().splitlines()[:SHOWN_LINES]]
    return "\n".join([name, *("    " + line for line in lines)])


def own_counts(path: pathlib.Path) -> tuple[int, list[str], list[str], int]:
    """Of a GoogleTest file: cases that ran, the failures among them as they are shown, the names of those that were skipped, and how many looked
    at what an earlier run had kept (tests/labs/graded.h)."""
    try:
        suites = ElementTree.parse(path).getroot()
    except ElementTree.ParseError:  # the program died while it wrote
        return 0, [], [], 0
    skipped = [name_of(case) for case in suites.iter("testcase") if case.get("result") == "skipped"]
    failures = [shown(name_of(case), "\n".join(failure.get("message", "") for failure in case.findall("failure")))
                for case in suites.iter("testcase") if case.find("failure") is not None]
    cases = int(suites.get("tests", 0)) - int(suites.get("disabled", 0)) - len(skipped)
    said = int(suites.get("failures", 0)) + int(suites.get("errors", 0))
    failures += ["a case without a name"] * (said - len(failures))
    kept = sum(case.find("properties/property[@name='kept']") is not None for case in suites.iter("testcase"))
    return cases, failures, skipped, kept


def count(build: pathlib.Path) -> tuple[int, list[str], list[str], int]:
    """How many passed, each failure as it is shown, a line for each that did not run, and how many looked at what was kept."""
    summary = build / "test-results.xml"
    if not summary.exists():  # ctest found no tests or did not start
        return 0, [f"{build.name}: ctest did not run"], [], 0
    passed = 0
    failed = []
    not_run = []
    kept = 0
    for entry in ElementTree.parse(summary).getroot().iter("testcase"):
        name = entry.get("name")
        skipped = entry.find("skipped")
        if skipped is not None and skipped.get("message", "").startswith("SKIP_RETURN_CODE"):
            said = entry.findtext("system-out", "").strip().splitlines()
            not_run.append(f"{name}: {said[-1] if said else 'it gives no reason'}")
            continue
        has_succeeded = entry.get("status") == "run"
        own = build / "test-results" / f"{name}.xml"
        cases, failures, skipped_cases, kept_cases = own_counts(own) if own.exists() else (1, [], [], 0)
        kept += kept_cases
        not_run += [f"{name}: {case}" for case in skipped_cases]
        if not has_succeeded and not failures:
            last_lines = entry.findtext("system-out", "").strip().splitlines()[-SHOWN_LINES:]
            failures = [shown("ended with an error and no failing case", "\n".join(last_lines))]
            cases = max(cases, 1)
        if has_succeeded and cases == 0 and not skipped_cases:  # a program without a test tests nothing
            cases, failures = 1, ["has no test"]
        passed += cases - len(failures)
        failed += [f"{build.name}: {name}: {failure}" for failure in failures]
    return passed, failed, not_run, kept


def main() -> None:
    build = pathlib.Path(sys.argv[1])
    passed, failed, not_run, kept = count(build)
    for line in not_run:
        print(f"Did not run: {line}", file=sys.stderr)
    if kept:
        print(f"{kept} of the {passed + len(failed)} looked at what an earlier run of the same programs and files had kept; "
              "WARPSCOPE_GRADE_AGAIN=1 makes it anew.", file=sys.stderr)
    (build / "failed-tests.txt").write_text("".join(failure + "\n" for failure in failed))
    print(passed, len(failed))


if __name__ == "__main__":
    main()
