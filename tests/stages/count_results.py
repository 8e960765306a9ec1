"""Counts test cases: python3 count_results.py BUILD_FOLDER prints "passed failed".

CTest's JUnit file has one entry per test program. Where a program wrote a GoogleTest file of its own,
that file's cases count instead; a program that failed without a failing case of its own counts as one failure.
"""

import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def count(build: pathlib.Path) -> tuple[int, int]:
    summary = build / "test-results.xml"
    if not summary.exists():  # ctest found no tests or did not start
        return 0, 1
    passed = failed = 0
    for entry in ElementTree.parse(summary).getroot().iter("testcase"):
        has_succeeded = entry.get("status") == "run"
        own = build / "test-results" / f"{entry.get('name')}.xml"
        cases = failures = 0
        if own.exists():
            try:
                suites = ElementTree.parse(own).getroot()
                cases = int(suites.get("tests", 0)) - int(suites.get("disabled", 0))
                failures = int(suites.get("failures", 0)) + int(suites.get("errors", 0))
            except ElementTree.ParseError:  # the program died while it wrote
                cases = failures = 0
        if not own.exists():
            cases = 1
        if not has_succeeded and failures == 0:
            failures = 1
            cases = max(cases, 1)
        if has_succeeded and own.exists() and cases == 0:  # a program without a test tests nothing
            cases = failures = 1
        passed += cases - failures
        failed += failures
    return passed, failed


if __name__ == "__main__":
    print(*count(pathlib.Path(sys.argv[1])))
