"""Which tests a change can reach: python3 reach.py BUILD REVISION [ROOT]

Prints "program NAME" of each that must be built, "entry NAME" of each of ctest's tests that runs, and what gradings are to be told
("grade-part", "grade-findings", "grade-labs": tests/labs/graded.h). Says on stderr why. What has changed is what the working tree has other than REVISION,
with new files. A test is reached by
- each source that Ninja makes its program or what the program needs of, and all that these sources include, but for the judges of labs;
- the files that it reads when it runs: those of the folders of data that its own files name (labs by their ids), and what reads.txt adds;
- all in its own folder.
Of suites that take long (long_suites.txt) a change from afar runs a part only, and the line on stderr says what is left to ./test.
What cannot be told that way reaches every test: how things are built, set up and tested, files that no rule knows, sources that are gone.
"""

import dataclasses
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
READS = "tests/stages/reads.txt"
LONG_SUITES = "tests/stages/long_suites.txt"
HOW = ("part", "kept", "none", "width")
CHOOSES_WIDTH = re.compile(r"__AVX2__|__AVX512|_avx2|_avx512|_mm256_|_mm512_")  # code that is another one for another width of vectors
GRADED = "labs_graded_test"  # repeats gradings
FINDINGS = "findings/findings.toml"
ONE_GRADING_IN = 10  # of files that have not changed themselves
LABS_REPEATED = 2    # of labs that have not changed themselves
MOST_FINDINGS = 8    # a change that names more is no change of a finding
# How the tree is built, set up and tested.
WHOLE = ("CMakeLists.txt", "*/CMakeLists.txt", "*.cmake", "*.cmake.in", "CMakePresets.json", "cmake/*", "setup/*", "test", "tests/stages/*", "*.in")
# These have checks of their own, which always run, and no test reads them.
ONLY_LINT = (".clang-format", ".clang-tidy", ".gitignore", ".gitattributes")
CODE = (".h", ".hpp", ".cpp", ".cu", ".cuh", ".c", ".inc")
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)
COMMENT = re.compile(r"//.*$", re.MULTILINE)
QUOTED = re.compile(r"[\"']([\w-]+)[\"']")
SHARD = re.compile(r"_[0-9]+_of_[0-9]+$")
# Its module is built with the program that loads it, and only runs of its lab load it.
JUDGE = re.compile(r"labs/[^/]+/judge\.cpp")


@dataclasses.dataclass(frozen=True)
class Test:
    name: str                 # of its program, which is a target of the build
    folder: str               # of the CMakeLists.txt that has it
    sources: frozenset[str]   # what it is made of, and what it reads: files of the tree
    reads: frozenset[str] = frozenset()  # folders
    needs: frozenset[str] = frozenset()  # tests that ctest runs before it
    entries: tuple[str, ...] = ()  # of ctest: the name, or one for each shard


@dataclasses.dataclass(frozen=True)
class LongSuite:
    how: str                 # one of HOW
    near: tuple[str, ...]    # folders of which a change runs all of it
    far: tuple[str, ...] = ()  # folders in those that do not count

    def is_near(self, path: str) -> bool:
        return any(is_below(path, folder) for folder in self.near) and not any(is_below(path, folder) for folder in self.far)


@dataclasses.dataclass
class Reach:
    tests: set[str]
    reasons: list[str]
    by: dict[str, set[str]] = dataclasses.field(default_factory=dict)  # of each test the changed files that reach it; none: whatever there is


def matches(path: str, patterns) -> bool:
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def included_by(texts: dict[str, str]) -> dict[str, set[str]]:
    """Of each file those that it includes, beside it or from the root."""
    edges: dict[str, set[str]] = {}
    for name, text in texts.items():
        edges[name] = set()
        for found in INCLUDE.findall(text):
            for target in (found, os.path.normpath(os.path.join(os.path.dirname(name), found))):
                if target in texts:
                    edges[name].add(target)
    return edges


def closure(start, edges: dict[str, set[str]]) -> frozenset[str]:
    seen, waiting = set(start), list(start)
    while waiting:
        for target in edges.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return frozenset(seen)


def read_reads(text: str) -> dict[str, set[str]]:
    """Rows "folder: test -test …"."""
    rows = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            path, _, tests = line.partition(":")
            rows[path.strip()] = set(tests.split())
    return rows


def read_long_suites(text: str) -> dict[str, LongSuite]:
    """Rows "test how: folder -folder …"; a `*` in the name stands for the rest of it."""
    suites = {}
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            test, _, near = line.partition(":")
            name, _, how = test.partition(" ")
            folders = near.split()
            suites[name] = LongSuite(how.strip(), tuple(each for each in folders if not each.startswith("-")),
                                     tuple(each.removeprefix("-") for each in folders if each.startswith("-")))
    return suites


def suite_of(test: str, suites: dict[str, LongSuite]) -> LongSuite | None:
    return suites.get(test) or next((suite for name, suite in suites.items() if fnmatch.fnmatchcase(test, name)), None)


def near_what_chooses_width(suites: dict[str, LongSuite], changed, texts: dict[str, str]) -> dict[str, LongSuite]:
    """The suites, those of the other width near each changed file whose code depends on the width."""
    chooses = tuple(path for path in changed if CHOOSES_WIDTH.search(texts.get(path, "")))
    return {name: dataclasses.replace(suite, near=suite.near + chooses) if suite.how == "width" else suite for name, suite in suites.items()}


def chance_of(root: pathlib.Path, changed: dict[str, bool]) -> int:
    """Another number for each change, so that not the same part runs each time."""
    text = b"".join(name.encode() + ((root / name).read_bytes() if is_there else b"") for name, is_there in sorted(changed.items()))
    return int(hashlib.sha256(text).hexdigest()[:8], 16)


def entries_of(test: Test, suite: LongSuite | None, by: set[str] | None, chance: int) -> tuple[str, ...]:
    """What of a test runs."""
    is_whole = suite is None or suite.how == "kept" or by is None or any(suite.is_near(path) for path in by)
    if is_whole:
        return test.entries
    return (test.entries[chance % len(test.entries)],) if suite.how == "part" else ()


def makes_part_of_gradings(suite: LongSuite | None, by: set[str]) -> bool:
    """Whether the suite's gradings are made again in part. Those of a lab that changed are all made again (tests/labs/graded.cpp asks the lab's own key);
    others only where they were made by other programs than the present ones."""
    return suite is not None and suite.how == "kept" and not any(suite.is_near(path) for path in by)


def labs_to_repeat(by: set[str], labs: set[str], chance: int) -> list[str]:
    """Of which labs a submission is graded several times (tests/labs/grade_command_test.cpp, labs_checks_test.cpp): those that changed, if nothing else did; for
    any other change some, others each time; none, for all, when a change is near."""
    if any(is_below(path, "tests/labs") for path in by):
        return []
    changed = {lab for lab in labs for path in by if is_below(path, lab)}
    ids = sorted(lab.removeprefix("labs/") for lab in changed)
    if all(any(is_below(path, lab) for lab in changed) for path in by):
        return ids
    others = sorted(lab.removeprefix("labs/") for lab in labs - changed)
    return ids + [others[(chance + i) % len(others)] for i in range(min(LABS_REPEATED, len(others)))]


def finding_ids(text: str) -> dict[str, str]:
    """Of each row of the table its id and its text."""
    return {match[1]: row for row in text.split("[[finding]]")[1:] if (match := re.search(r'^id = "([a-z0-9-]+)"', row, re.MULTILINE))}


def changed_findings(changed: dict[str, bool], texts: dict[str, str], old_table: str, table: str) -> list[str]:
    """The findings whose rows have changed, or that a changed source names; none when these are many."""
    rows, old_rows = finding_ids(table), finding_ids(old_table)
    found = {name for name, row in rows.items() if old_rows.get(name) != row} if FINDINGS in changed else set()
    for path in changed:
        if path.endswith(CODE) and not path.startswith("tests/"):
            found |= {word for word in QUOTED.findall(texts.get(path, "")) if word in rows}
    return sorted(found) if len(found) <= MOST_FINDINGS else []


def is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def folder_with_tests(path: str, folders: set[str]) -> str | None:
    folder = os.path.dirname(path)
    while folder and folder not in folders:
        folder = os.path.dirname(folder)
    return folder or None


def reach(changed: dict[str, bool], tests: list[Test], rows: dict[str, set[str]]) -> Reach:
    """What these files reach; of each whether it is still there."""
    every = {test.name for test in tests}
    folders = {test.folder for test in tests}
    result = Reach(set(), [])
    for path, is_there in sorted(changed.items()):
        if matches(path, ONLY_LINT):
            continue
        if matches(path, WHOLE):
            return Reach(every, [f"{path}: how things are built, set up or tested"])
        if not is_there and path.endswith(CODE):
            return Reach(every, [f"{path} is gone, and what included it is not known"])
        found = {test.name for test in tests if path in test.sources or any(is_below(path, folder) for folder in test.reads)}
        is_known = bool(found)
        is_known |= any(is_below(path, folder) for folder in rows)
        own = folder_with_tests(path, folders)
        if own is not None:
            is_known = True
            found |= {test.name for test in tests if test.folder == own}
        if not is_known:
            return Reach(every, [f"{path}: no rule says which tests it can reach ({READS})"])
        found |= {name for test in tests if test.name in found for name in test.needs}
        result.tests |= found & every
        for name in found & every:
            result.by.setdefault(name, set()).add(path)
        result.reasons.append(f"{path}: {len(found & every)} of {len(every)}")
    return result


def lab_folders(files) -> set[str]:
    return {os.path.dirname(name) for name in files if name.startswith("labs/") and name.endswith("/lab.toml")}


def named_in(text: str, folders: set[str], labs: set[str], known: set[str]) -> set[str]:
    """The folders of data that the text of a test names: as a path, as a word in quotes, a lab by its id. Who names one lab does not name all."""
    text = COMMENT.sub("", INCLUDE.sub("", text))
    ids = {lab.removeprefix("labs/"): lab for lab in labs}
    found = {ids[word] for word in QUOTED.findall(text) if word in ids}
    found |= {lab for name, lab in ids.items() if re.search(rf"(?<![\w.-])(labs/|grade |run |check |watch |hint ){re.escape(name)}(?![\w-])", text)}
    for folder in folders:
        for match in re.finditer(rf"(?<![\w.-]){re.escape(folder)}(?:[\"'] / [\"']([\w.-]*)|/([\w.-]*)|[\"'])", text):
            rest = match[1] or match[2] or ""
            below = f"{folder}/{rest}"
            if rest and (below in labs or below not in known):
                continue  # one lab, or a path that is made up
            found.add(folder)
    return found


def with_read_files(tests: list[Test], rows: dict[str, set[str]], texts: dict[str, str], files: list[str]) -> list[Test]:
    """The tests, each also with the files of the folders that its own files name or a row says that it reads, and all that those include. `files` are
    those of the tree, with those that are gone."""
    labs = lab_folders(files)
    known = set(files) | {str(folder) for name in files for folder in pathlib.PurePosixPath(name).parents}
    edges = included_by({name: text for name, text in texts.items() if name.endswith(CODE)})
    named = {name: named_in(text, set(rows), labs, known) for name, text in texts.items() if name.startswith(("tests/", "bench/"))}
    result = []
    for test in tests:
        own = {name for name in test.sources if name in named} | {name for name in named if name.endswith(".py") and os.path.dirname(name) == test.folder}
        folders = {folder for name in own for folder in named[name] if "-" + test.name not in rows.get(folder, ())}
        folders |= {folder for folder, names in rows.items() if test.name in names}
        read = {name for name in files if any(is_below(name, folder) for folder in folders)}
        result.append(dataclasses.replace(test, sources=test.sources | closure(read, edges), reads=frozenset(folders)))
    return result


def problems_of(tests: list[Test], rows: dict[str, set[str]], suites: dict[str, LongSuite]) -> list[str]:
    every = {test.name for test in tests}
    problems = [f"{LONG_SUITES}: there is no test {name}" for name in suites if "*" not in name and name not in every]
    problems += [f"{LONG_SUITES}: {name} says none of: {', '.join(HOW)}" for name, suite in suites.items() if suite.how not in HOW]
    return problems + [f"{READS}: {path} names {name}, and there is no such test" for path, names in rows.items() for name in sorted(names) if name.removeprefix("-") not in every]


def tree_files(root: pathlib.Path) -> list[str]:
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True).stdout
    return [name for name in dict.fromkeys(listing.decode().split("\0")) if name and (root / name).is_file()]


def changed_since(root: pathlib.Path, revision: str) -> dict[str, bool]:
    def names(*command: str) -> list[str]:
        done = subprocess.run(["git", *command], cwd=root, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"./test --since: {done.stderr.decode().strip().splitlines()[0]}")
        return [name for name in done.stdout.decode().split("\0") if name]
    found = names("diff", "-z", "--name-only", "--no-renames", revision, "--") + names("ls-files", "-z", "--others", "--exclude-standard")
    return {name: (root / name).exists() for name in found}


def text_at(root: pathlib.Path, revision: str, name: str) -> str:
    """A file as it was; nothing when it was not there."""
    return subprocess.run(["git", "show", f"{revision}:{name}"], cwd=root, capture_output=True).stdout.decode(errors="replace")


def texts_of(root: pathlib.Path, files: list[str]) -> dict[str, str]:
    return {name: (root / name).read_text(encoding="utf-8", errors="replace") for name in files if name.endswith((*CODE, ".py"))}


def properties_of(entry: dict) -> dict:
    return {each["name"]: each["value"] for each in entry.get("properties", ())}


def tests_of(root: pathlib.Path, build: pathlib.Path, texts: dict[str, str]) -> list[Test]:
    """The tests that ctest knows, each with what Ninja makes its program of."""
    listed = json.loads(subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"], check=True, capture_output=True).stdout)
    graph = listed["backtraceGraph"]
    edges = included_by({name: text for name, text in texts.items() if name.endswith(CODE)})
    tests = {}
    entries: dict[str, list[str]] = {}
    for entry in listed["tests"]:
        entries.setdefault(SHARD.sub("", entry["name"]), []).append(entry["name"])
    setups: dict[str, set[str]] = {}
    for entry in listed["tests"]:
        for fixture in properties_of(entry).get("FIXTURES_SETUP", ()):
            setups.setdefault(fixture, set()).add(SHARD.sub("", entry["name"]))
    for entry in listed["tests"]:
        name = SHARD.sub("", entry["name"])
        if name in tests:
            continue
        node = graph["nodes"][entry["backtrace"]]
        while "parent" in node:
            node = graph["nodes"][node["parent"]]
        folder = os.path.relpath(os.path.dirname(os.path.join(root, graph["files"][node["file"]])), root)
        asked = subprocess.run(["ninja", "-C", str(build), "-t", "inputs", name], capture_output=True, text=True)
        if asked.returncode != 0:
            sys.exit(f"./test --since: {folder}/CMakeLists.txt has the test {name}, and no target of that name, which builds what it needs (add_custom_target).")
        inputs = asked.stdout.splitlines()
        sources = set()
        for line in inputs:
            path = pathlib.Path(os.path.normpath(build / line))
            if path.parent.name == "Unity" and path.suffix == ".cxx" and path.exists():
                sources |= {os.path.relpath(member, root) for member in re.findall(r'#include "([^"]+)"', path.read_text(encoding="utf-8"))}
            elif path.is_relative_to(root) and not path.is_relative_to(build):
                sources.add(str(path.relative_to(root)))
        sources = {source for source in sources if not source.startswith("..") and not JUDGE.fullmatch(source)}
        needs = {setup for fixture in properties_of(entry).get("FIXTURES_REQUIRED", ()) for setup in setups.get(fixture, ())}
        tests[name] = Test(name, folder, closure(sources, edges), needs=frozenset(needs),
                           entries=tuple(entries[name]))
    return list(tests.values())


def print_test(test: Test, suite: LongSuite | None, by: set[str] | None, chance: int) -> None:
    entries = entries_of(test, suite, by, chance)
    if len(entries) < len(test.entries):
        why = "nothing changed depends on the width of vectors" if suite is not None and suite.how == "width" else "the change is far away"
        print(f"   of {test.name}, {len(entries)} of {len(test.entries)} parts run: {why}; ./test runs all", file=sys.stderr)
    if entries:
        print(f"program {test.name}")
    for entry in entries:
        print(f"entry {entry}")


def print_part_of_gradings(ids: list[str]) -> None:
    expecting = f" and what expects {', '.join(ids)}" if ids else ""
    print(f"   of the gradings, one in {ONE_GRADING_IN} is made again, with references and starters{expecting}; ./test makes all", file=sys.stderr)
    print(f"grade-part {ONE_GRADING_IN}")
    print(f"grade-findings {' '.join(ids)}")


def print_labs_to_repeat(labs: list[str]) -> None:
    print(f"   of the gradings that are made several times, those of {' and '.join(labs)} are; ./test repeats all", file=sys.stderr)
    print(f"grade-labs {' '.join(labs)}")


def main() -> int:
    build, revision = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    root = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else ROOT
    files = tree_files(root)
    texts = texts_of(root, files)
    rows = read_reads((root / READS).read_text(encoding="utf-8"))
    suites = read_long_suites((root / LONG_SUITES).read_text(encoding="utf-8"))
    changed = changed_since(root, revision)
    tests = with_read_files(tests_of(root, build, texts), rows, texts, list(dict.fromkeys(files + list(changed))))
    suites = near_what_chooses_width(suites, changed, texts)
    problems = problems_of(tests, rows, suites)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    found = reach(changed, tests, rows)
    for reason in found.reasons:
        print(f"  {reason}", file=sys.stderr)
    print(f"== {len(changed)} files differ from {revision}; they reach {len(found.tests)} of {len(tests)} test programs", file=sys.stderr)
    chance, labs = chance_of(root, changed), lab_folders(files)
    for test in sorted(tests, key=lambda each: each.name):
        if test.name not in found.tests:
            continue
        suite, by = suite_of(test.name, suites), found.by.get(test.name)
        print_test(test, suite, by, chance)
        if test.name == GRADED and by is not None and (repeated := labs_to_repeat(by, labs, chance)):
            print_labs_to_repeat(repeated)
        if by is not None and makes_part_of_gradings(suite, by):
            table = root / FINDINGS
            now = table.read_text(encoding="utf-8") if table.exists() else ""
            print_part_of_gradings(changed_findings(changed, texts, text_at(root, revision, FINDINGS), now))
    return 0


if __name__ == "__main__":
    sys.exit(main())
