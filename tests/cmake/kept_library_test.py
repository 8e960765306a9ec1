"""A library that is kept beside the build is compiled once: python3 -m unittest kept_library_test."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROJECT = """cmake_minimum_required(VERSION 3.24)
project(small LANGUAGES CXX)
set(CMAKE_BUILD_TYPE Release)
list(APPEND CMAKE_MODULE_PATH "%s/cmake")
include(WarpscopeKeptLibrary)
warpscope_kept_library(theirs FOLDER "${CMAKE_SOURCE_DIR}/kept" KEY ${VERSION} SOURCES "${CMAKE_SOURCE_DIR}/theirs.cpp"
  INCLUDES "${CMAKE_SOURCE_DIR}/include" DEFINITIONS ANSWER=42 OPTIONS -O1)
add_executable(ours ours.cpp)
target_link_libraries(ours theirs)
""" % ROOT


class KeptLibrary(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)
        (self.root / "include").mkdir()
        for name, text in {"CMakeLists.txt": PROJECT, "include/theirs.h": "int theirs();\n",
                           "theirs.cpp": '#include "theirs.h"\nint theirs() { return ANSWER; }\n',
                           "ours.cpp": '#include "theirs.h"\nint main() { return theirs() == ANSWER ? 0 : 1; }\n'}.items():
            (self.root / name).write_text(text, encoding="utf-8")

    def build(self, folder, version="1"):
        """Whether the library was compiled."""
        def run(*command):
            done = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return done.stdout
        run("cmake", "-G", "Ninja", "-B", folder, f"-DVERSION={version}")
        said = run("ninja", "-v", "-C", folder)
        run(str(self.root / folder / "ours"))
        return "-c " + str(self.root / "theirs.cpp") in said

    def test_another_build_takes_it(self):
        self.assertTrue(self.build("first"))
        self.assertFalse(self.build("second"))
        self.assertFalse(self.build("first"))
        self.assertEqual(len(list((self.root / "kept").iterdir())), 1)

    def test_another_version_is_another_library(self):
        self.assertTrue(self.build("first"))
        self.assertTrue(self.build("second", version="2"))
        self.assertEqual(len(list((self.root / "kept").iterdir())), 2)

    def test_it_is_compiled_again_when_it_is_gone(self):
        self.build("first")
        self.assertFalse(self.build("second"))
        shutil.rmtree(self.root / "kept")
        said = subprocess.run(["ninja", "-v", "-C", "second"], cwd=self.root, capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout)
        self.assertIn("-c " + str(self.root / "theirs.cpp"), said.stdout)


if __name__ == "__main__":
    unittest.main()
