"""What a change reaches: planted changes in a small tree that CMake configures. python3 -m unittest reach_test."""

import contextlib
import io
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import reach

FILES = {
    ".gitignore": "build/\n",
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.24)
project(small LANGUAGES CXX)
add_library(low STATIC low/low.cpp)
target_include_directories(low PUBLIC "${CMAKE_SOURCE_DIR}")
add_library(high STATIC high/high.cpp)
target_link_libraries(high PUBLIC low)
add_executable(tool tool/main.cpp)
target_link_libraries(tool high)
add_library(judge MODULE labs/first/judge.cpp labs/second/judge.cpp)
add_dependencies(high judge)
enable_testing()
add_subdirectory(tests/after)
add_subdirectory(tests/low)
add_subdirectory(tests/high)
add_subdirectory(tests/tool)
""",
    "low/low.h": '#include "low/inner.h"\n',
    "low/inner.h": "",
    "low/low.cpp": '#include "low/low.h"\n',
    "high/high.h": "",
    "high/high.cpp": '#include "high.h"\n#include "low/low.h"\n',
    "tool/main.cpp": "int main() {}\n",
    "kernels/warp.cuh": "",
    "labs/first/lab.toml": "",
    "labs/first/starter.cu": "#include <kernels/warp.cuh>\n",
    "labs/first/judge.cpp": '#include "answers.h"\n',
    "labs/first/answers.h": "",
    "labs/second/lab.toml": "",
    "labs/second/judge.cpp": "",
    "notes/page.md": "",
    "arch/gpu.toml": "",
    "tests/low/CMakeLists.txt": "add_executable(low_test low_test.cpp)\ntarget_link_libraries(low_test low)\n"
                                "add_test(NAME low_test_1_of_2 COMMAND low_test)\nadd_test(NAME low_test_2_of_2 COMMAND low_test)\n"
                                "set_tests_properties(low_test_1_of_2 PROPERTIES FIXTURES_SETUP made)\n",
    "tests/low/low_test.cpp": '// notes/page.md is only named in a comment\n#include "tests/support/help.h"\nint main() {}\n',
    "tests/high/CMakeLists.txt": "add_executable(high_test high_test.cpp)\ntarget_link_libraries(high_test high)\nadd_test(NAME high_test COMMAND high_test)\n",
    "tests/after/CMakeLists.txt": "add_executable(after_test after.cpp)\nadd_test(NAME after_test COMMAND after_test)\n"
                                  "set_tests_properties(after_test PROPERTIES FIXTURES_REQUIRED made)\n",
    "tests/after/after.cpp": "int main() {}\n",
    "tests/high/high_test.cpp": 'const char* page = "notes/page.md";\nint main() {}\n',
    "tests/tool/CMakeLists.txt": "add_executable(tool_test tool_test.cpp)\nadd_dependencies(tool_test tool)\nadd_test(NAME tool_test COMMAND tool_test)\n",
    "tests/tool/tool_test.cpp": 'const char* command = "tool grade first";\nint main() {}\n',
    "tests/tool/expected.txt": "",
    "tests/tool/shared.h": "",
    "tests/support/help.h": "",
    "tests/stages/reads.txt": "labs: low_test\nkernels:\nnotes:\n",
    "tests/stages/long_suites.txt": "",
    "findings/findings.toml": '[[finding]]\nid = "slow"\n\n[[finding]]\nid = "wrong"\n',
}
EVERY = ["after_test", "high_test", "low_test", "tool_test"]


class Reach(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.root = pathlib.Path(cls.scratch.name).resolve()
        for name, text in FILES.items():
            (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
            (cls.root / name).write_text(text, encoding="utf-8")
        cls.git("init", "-q")
        cls.git("add", "-A")
        cls.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all")
        subprocess.run(["cmake", "-G", "Ninja", "-B", "build"], cwd=cls.root, check=True, capture_output=True)

    @classmethod
    def git(cls, *command):
        subprocess.run(["git", *command], cwd=cls.root, check=True)

    def tearDown(self):
        self.git("checkout", "-q", "HEAD", "--", ".")
        self.git("clean", "-fdq")

    def plant(self, *names):
        for name in names:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            with open(self.root / name, "a", encoding="utf-8") as file:
                file.write("\n")

    def said(self, revision="HEAD"):
        out = io.StringIO()
        with mock.patch("sys.argv", ["reach.py", str(self.root / "build"), revision, str(self.root)]), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(reach.main(), 0)
        return out.getvalue().splitlines()

    def reached(self, revision="HEAD"):
        """The tests, of whose long ones a part may run."""
        return [line.split()[1] for line in self.said(revision) if line.startswith("program ")]

    def test_nothing_has_changed(self):
        self.assertEqual(self.reached(), [])

    def test_source_reaches_what_links_it_or_runs_a_program_of_it(self):
        self.plant("high/high.cpp")
        self.assertEqual(self.reached(), ["high_test", "tool_test"])

    def test_header_that_is_included_through_another(self):
        self.plant("low/inner.h")
        self.assertEqual(self.reached(), ["high_test", "low_test", "tool_test"])

    def test_that_needs_what_another_leaves(self):
        self.plant("tests/after/after.cpp")
        self.assertEqual(self.reached(), ["after_test", "low_test"])

    def test_header_beside_its_source(self):
        self.plant("high/high.h")
        self.assertEqual(self.reached(), ["high_test", "tool_test"])

    def test_program_that_a_test_runs(self):
        self.plant("tool/main.cpp")
        self.assertEqual(self.reached(), ["tool_test"])

    def test_helper_of_tests(self):
        self.plant("tests/support/help.h")
        self.assertEqual(self.reached(), ["low_test"])

    def test_file_in_the_folder_of_a_test(self):
        self.plant("tests/tool/expected.txt")
        self.assertEqual(self.reached(), ["tool_test"])

    def test_lab_reaches_who_names_it_and_who_reads_all(self):
        self.plant("labs/first/starter.cu")
        self.assertEqual(self.reached(), ["low_test", "tool_test"])

    def test_judge_reaches_who_reads_its_lab_and_not_who_runs_the_program_that_loads_it(self):
        for name in ("judge.cpp", "answers.h"):
            self.plant(f"labs/first/{name}")
        self.assertEqual(self.reached(), ["low_test", "tool_test"])
        self.git("checkout", "-q", "HEAD", "--", ".")
        self.plant("labs/second/judge.cpp")
        self.assertEqual(self.reached(), ["low_test"])

    def test_lab_that_nobody_names(self):
        self.plant("labs/second/lab.toml")
        self.assertEqual(self.reached(), ["low_test"])

    def test_new_file_of_a_lab(self):
        self.plant("labs/first/handout.md")
        self.assertEqual(self.reached(), ["low_test", "tool_test"])

    def test_page_that_is_gone(self):
        (self.root / "notes/page.md").unlink()
        self.assertEqual(self.reached(), ["high_test"])

    def test_header_that_a_lab_includes(self):
        self.plant("kernels/warp.cuh")
        self.assertEqual(self.reached(), ["low_test", "tool_test"])

    def test_page_that_a_test_names(self):
        self.plant("notes/page.md")
        self.assertEqual(self.reached(), ["high_test"])

    def test_file_that_no_rule_knows(self):
        self.plant("arch/gpu.toml")
        self.assertEqual(self.reached(), EVERY)

    def test_new_file_that_no_rule_knows(self):
        self.plant("low/new.cpp")
        self.assertEqual(self.reached(), EVERY)

    def test_how_things_are_built(self):
        self.plant("tests/low/CMakeLists.txt")
        self.assertEqual(self.reached(), EVERY)

    def test_header_that_is_gone(self):
        (self.root / "tests/tool/shared.h").unlink()
        self.assertEqual(self.reached(), EVERY)

    def test_what_was_committed_since_counts(self):
        self.plant("tool/main.cpp")
        self.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "tool")
        self.assertEqual(self.reached(), [])
        self.assertEqual(self.reached("HEAD~1"), ["tool_test"])

    def test_row_that_names_no_test(self):
        (self.root / "tests/stages/reads.txt").write_text("labs: gone_test\n")
        with mock.patch("sys.argv", ["reach.py", str(self.root / "build"), "HEAD", str(self.root)]), contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(reach.main(), 1)
        self.assertIn("gone_test", said.getvalue())

    def long_suites(self, rows):
        (self.root / "tests/stages/long_suites.txt").write_text(rows)
        self.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "rows")
        self.addCleanup(self.git, "reset", "-q", "--hard", "HEAD~1")

    def entries(self):
        return [line.split()[1] for line in self.said() if line.startswith("entry ")]

    def test_all_shards_run(self):
        self.plant("tests/support/help.h")
        self.assertEqual(self.entries(), ["low_test_1_of_2", "low_test_2_of_2"])

    def test_part_of_a_long_suite_for_a_change_from_afar(self):
        self.long_suites("low_test part: low/inner.h\n")
        self.plant("low/inner.h")
        self.assertEqual(self.entries(), ["high_test", "low_test_1_of_2", "low_test_2_of_2", "tool_test"])
        self.git("checkout", "-q", "HEAD", "--", ".")
        seen = set()
        for _ in range(12):  # another part for each change
            self.plant("low/low.cpp")
            parts = [name for name in self.entries() if name.startswith("low_test")]
            self.assertEqual(len(parts), 1)
            seen |= set(parts)
        self.assertEqual(seen, {"low_test_1_of_2", "low_test_2_of_2"})

    def test_long_suite_that_is_left_to_the_whole_test(self):
        self.long_suites("low_test none: tests/low\n")
        self.plant("low/low.cpp")
        self.assertEqual(self.reached(), ["high_test", "tool_test"])
        self.plant("tests/low/low_test.cpp")
        self.assertEqual(self.reached(), ["high_test", "low_test", "tool_test"])

    def test_folder_of_a_near_one_that_is_far(self):
        self.long_suites("low_test none: tests low -low/inner.h\n")
        self.plant("low/inner.h")
        self.assertEqual(self.reached(), ["high_test", "tool_test"])
        self.plant("low/low.cpp")
        self.assertEqual(self.reached(), ["high_test", "low_test", "tool_test"])

    def test_other_width_of_vectors(self):
        self.long_suites("*gh_test width: tests/high\nno_*_avx512 width: tests\n")
        self.plant("low/low.cpp")
        self.assertEqual(self.reached(), ["low_test", "tool_test"])
        (self.root / "low/low.cpp").write_text('#include "low/low.h"\n#ifdef __AVX512F__\n#endif\n')
        self.assertEqual(self.reached(), ["high_test", "low_test", "tool_test"])

    def test_gradings_are_told_which_findings_have_changed(self):
        self.long_suites("tool_test kept: tests/tool\n")
        (self.root / "high/high.cpp").write_text('const char* id = "slow";\n')
        self.assertEqual(self.said()[-2:], ["grade-part 10", "grade-findings slow"])
        self.plant("tests/tool/tool_test.cpp")
        self.assertFalse([line for line in self.said() if line.startswith("grade")])

    def test_a_changed_lab_does_not_grade_the_others_again(self):
        self.long_suites("tool_test kept: tests/tool\n")
        self.plant("labs/first/starter.cu")
        self.assertIn("grade-part 10", self.said())

    def test_gradings_that_are_repeated(self):
        labs = {f"labs/{name}" for name in "abcd"}
        self.assertEqual(reach.labs_to_repeat({"labs/b/judge.cpp", "labs/a/step-1.diff"}, labs, 7), ["a", "b"])
        self.assertEqual(reach.labs_to_repeat({"tests/labs/graded.cpp", "labs/b/judge.cpp"}, labs, 7), [])
        seen = [reach.labs_to_repeat({"runner/run.cpp"}, labs, chance) for chance in range(4)]
        self.assertEqual(seen, [["a", "b"], ["b", "c"], ["c", "d"], ["d", "a"]])
        self.assertEqual(reach.labs_to_repeat({"runner/run.cpp", "labs/d/cpu.h"}, labs, 0), ["d", "a", "b"])
        with mock.patch.object(reach, "GRADED", "tool_test"):
            self.plant("labs/first/starter.cu")
            self.assertEqual(self.said()[-1], "grade-labs first")

    def test_findings_whose_rows_have_changed(self):
        old = FILES["findings/findings.toml"]
        new = old.replace('"wrong"', '"wrong"\ntitle = "Wrong"')
        self.assertEqual(reach.changed_findings({reach.FINDINGS: True}, {}, old, new), ["wrong"])
        self.assertEqual(reach.changed_findings({"a.cpp": True}, {"a.cpp": 'find("slow", "other")'}, old, old), ["slow"])
        many = "".join(f'[[finding]]\nid = "finding-{letter}"\n' for letter in "abcdefghijkl")
        self.assertEqual(reach.changed_findings({reach.FINDINGS: True}, {}, "", many), [])

    def test_row_of_a_long_suite_that_is_wrong(self):
        for row in ("gone_test part: low", "low_test rarely: low"):
            (self.root / "tests/stages/long_suites.txt").write_text(row + "\n")
            with mock.patch("sys.argv", ["reach.py", str(self.root / "build"), "HEAD", str(self.root)]), contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(reach.main(), 1)
            self.assertIn(row.split()[0], said.getvalue())

    def test_that_has_no_target(self):
        def configure():
            subprocess.run(["cmake", "-G", "Ninja", "-B", "build"], cwd=self.root, check=True, capture_output=True)
        with open(self.root / "tests/tool/CMakeLists.txt", "a", encoding="utf-8") as file:
            file.write("add_test(NAME lost_test COMMAND tool_test)\n")
        configure()
        with self.assertRaises(SystemExit) as said:
            self.reached()
        self.assertIn("lost_test", str(said.exception))
        self.git("checkout", "-q", "HEAD", "--", ".")
        configure()

    def test_revision_that_is_not_there(self):
        with self.assertRaises(SystemExit):
            self.reached("no-such-revision")


if __name__ == "__main__":
    unittest.main()
