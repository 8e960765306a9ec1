"""Planted mistakes, each of which clang-tidy finds among other files: python3 -m unittest discover -s tests/lint -p '*_test.py'."""

import contextlib
import io
import pathlib
import re
import tempfile
import unittest
from unittest import mock

import run_clang_tidy
import tidy_groups
import tidy_names

CONFIGURATION = run_clang_tidy.ROOT / ".clang-tidy"
OWN = "namespace {{\n\nint* first() {{ return {}; }}\nint* next() {{ return first(); }}\n\n}}  // namespace\n\n{}"
MAIN = "int main() {\n  return next() == nullptr;\n}\n"
NULL = "modernize-use-nullptr"


class Complaints(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        for module in (run_clang_tidy, tidy_names):
            patch = mock.patch.object(module, "ROOT", self.root)
            patch.start()
            self.addCleanup(patch.stop)
        self.write(".clang-tidy", CONFIGURATION.read_text(encoding="utf-8"))
        self.units = [self.unit(name, OWN.format("nullptr", MAIN)) for name in ("base/first.cpp", "base/second.cpp", "base/third.cpp")]

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def unit(self, name, *texts, options=()):
        """A file, or a batch of several."""
        members = tuple(self.write(name if len(texts) == 1 else f"base/member_{number}.cpp", text) for number, text in enumerate(texts))
        source = members[0] if len(texts) == 1 else self.write(name, "".join(f'#include "{path}"\n' for path in members))
        return run_clang_tidy.Unit(source, members, str(self.root), ("c++", "-std=c++20", *options, f"-I{self.root}", "-c", str(source)))

    def complaints(self, *units):
        """What is said in one group: file, line and check of each complaint, and which units are not clean."""
        groups = tidy_groups.groups_of([*self.units, *units], run_clang_tidy.is_test)
        self.assertEqual(len(groups), 1)
        folder = self.root / "run"
        folder.mkdir()
        entries = [{"directory": unit.folder, "file": str(unit.source), "arguments": list(unit.arguments)} for unit in groups[0].units]
        (folder / "compile_commands.json").write_text(run_clang_tidy.json.dumps(entries))
        with contextlib.redirect_stderr(io.StringIO()) as said:
            results = run_clang_tidy.check(groups[0], "0", folder)
        found = {(pathlib.Path(path).relative_to(self.root).as_posix(), int(line), check) for text in results.values()
                 for path, line, check in re.findall(r"^(/[^:\n]+):(\d+):\d+: error: .*\[([^\],]+)", text, re.MULTILINE)}
        return found, [unit.source.name for unit, text in results.items() if text], said.getvalue()

    def test_a_mark_is_of_all_headers_that_the_files_include(self):
        self.write("base/far.h", "")
        self.write("base/near.h", '#include "base/far.h"\n')
        one = self.unit("base/x.cpp", '#include "near.h"\n', "\n")
        before = run_clang_tidy.fingerprint(one, b"")
        self.assertEqual(run_clang_tidy.fingerprint(one, b""), before)
        self.write("base/far.h", "int far();\n")
        self.assertNotEqual(run_clang_tidy.fingerprint(one, b""), before)

    def test_files_without_a_mistake(self):
        self.assertEqual(self.complaints(), (set(), [], ""))

    def test_a_mistake_in_a_file(self):
        bad = self.unit("base/bad.cpp", OWN.format("0", MAIN))
        self.assertEqual(self.complaints(bad), ({("base/bad.cpp", 3, NULL)}, ["bad.cpp"], ""))

    def test_a_mistake_in_a_file_of_a_batch(self):
        bad = self.unit("base/batch.cpp", OWN.format("nullptr", ""), "int* other() { return 0; }\n")
        self.assertEqual(self.complaints(bad), ({("base/member_1.cpp", 1, NULL)}, ["batch.cpp"], ""))

    def test_a_mistake_in_a_header_is_one_of_all_who_include_it(self):
        self.write("base/bad.h", "inline int* none() { return 0; }\n")
        self.write("base/between.h", '#pragma once\n#include "base/bad.h"\n')
        include = '#include "base/between.h"\n'
        one, two = (self.unit(name, include + f"int {name[5]}() {{ return 1; }}\n") for name in ("base/x.cpp", "base/y.cpp"))
        self.assertEqual(self.complaints(one, two), ({("base/bad.h", 1, NULL)}, ["x.cpp", "y.cpp"], ""))

    def test_an_unused_function_beside_a_file_with_an_error(self):
        one = self.unit("base/x.cpp", "int x() {\n  int unused = 1;\n  return 2;\n}\n", options=("-Wall", "-Werror"))
        two = self.unit("base/y.cpp", "namespace {\n\nint y() { return 1; }\n\n}  // namespace\n", options=("-Wall", "-Werror"))
        self.units = []
        found, units, _ = self.complaints(one, two)
        self.assertEqual(found, {("base/x.cpp", 2, "clang-diagnostic-unused-variable"), ("base/y.cpp", 3, "clang-diagnostic-unused-function")})
        self.assertEqual(units, ["x.cpp", "y.cpp"])

    def test_a_file_that_does_not_compile_with_others_is_looked_at_without_them(self):
        one = self.unit("base/x.cpp", "#define WIDTH int\n" + OWN.format("0", "WIDTH x() { return 1; }\n"))
        two = self.unit("base/y.cpp", "enum class Measure { WIDTH };\n")
        found, units, said = self.complaints(one, two)
        self.assertEqual((found, units), ({("base/x.cpp", 4, NULL)}, ["x.cpp"]))
        self.assertIn("in parts", said)


if __name__ == "__main__":
    unittest.main()
