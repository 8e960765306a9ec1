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
    "labs/second/lab.toml": "",
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

    def reached(self, revision="HEAD"):
        out = io.StringIO()
        with mock.patch("sys.argv", ["reach.py", str(self.root / "build"), revision, str(self.root)]), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(reach.main(), 0)
        return out.getvalue().split()

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

    def test_revision_that_is_not_there(self):
        with self.assertRaises(SystemExit):
            self.reached("no-such-revision")


if __name__ == "__main__":
    unittest.main()
