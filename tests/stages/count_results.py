"""Counts test cases: python3 count_results.py BUILD_FOLDER prints "passed failed".

CTest's JUnit file has one entry per test program. Where a program wrote a GoogleTest file of its own,
that file's cases count instead; a program that failed without a failing case of its own counts as one failure.
A program that says by its exit code that it cannot run on this machine, and a case that was skipped, count as neither; standard
error names them.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def own_counts(path: pathlib.Path) -> tuple[int, int, list[str]]:
    """Cases that ran, failures among them and the names of those that were skipped, of a GoogleTest file."""
    try:
        suites = ElementTree.parse(path).getroot()
    except ElementTree.ParseError:  # the program died while it wrote
        return 0, 0, []
    skipped = [f"{case.get('classname')}.{case.get('name')}" for case in suites.iter("testcase")
               if case.get("result") == "skipped"]
    cases = int(suites.get("tests", 0)) - int(suites.get("disabled", 0)) - len(skipped)
    return cases, int(suites.get("failures", 0)) + int(suites.get("errors", 0)), skipped


def count(build: pathlib.Path) -> tuple[int, int, list[str]]:
    """Passed, failed, and a line for each that did not run."""
    summary = build / "test-results.xml"
    if not summary.exists():  # ctest found no tests or did not start
        return 0, 1, []
    passed = failed = 0
    not_run = []
    for entry in ElementTree.parse(summary).getroot().iter("testcase"):
        name = entry.get("name")
        skipped = entry.find("skipped")
        if skipped is not None and skipped.get("message", "").startswith("SKIP_RETURN_CODE"):
            said = entry.findtext("system-out", "").strip().splitlines()
            not_run.append(f"{name}: {said[-1] if said else 'it gives no reason'}")
            continue
        has_succeeded = entry.get("status") == "run"
        own = build / "test-results" / f"{name}.xml"
        cases, failures, skipped_cases = own_counts(own) if own.exists() else (1, 0, [])
        not_run += [f"{name}: {case}" for case in skipped_cases]
        if not has_succeeded and failures == 0:
            failures = 1
            cases = max(cases, 1)
        if has_succeeded and cases == 0 and not skipped_cases:  # a program without a test tests nothing
            cases = failures = 1
        passed += cases - failures
        failed += failures
    return passed, failed, not_run


def main() -> None:
    passed, failed, not_run = count(pathlib.Path(sys.argv[1]))
    for line in not_run:
        print(f"Did not run: {line}", file=sys.stderr)
    print(passed, failed)


if __name__ == "__main__":
    main()
