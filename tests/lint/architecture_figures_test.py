"""The check of architecture_figures.py finds what it is for: python3 -m unittest architecture_figures_test."""

import pathlib
import tempfile
import unittest

import architecture_figures

FIGURES = """
schema_version = 2
title = "made"
[sm]
count = { value = 132, measured = "here" }
clock_hz = { value = 1_980_000_000, measured = "here" }
schedulers = { value = 4, published = "there" }
registers = { value = 65536, published = "there" }
shared_bytes = { value = 233_472, published = "there" }
register_unit = { value = 256, published = "there" }
"""


class ArchitectureFigures(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "made.toml").write_text(FIGURES, encoding="utf-8")
            self.figures = architecture_figures.figures_of(pathlib.Path(folder))

    def problems(self, text: str, name: str = "runner/made.cpp", exemptions: str = "") -> list[str]:
        rows, problems = architecture_figures.read_exemptions(exemptions)
        return problems + architecture_figures.problems_in({name: text}, self.figures, rows)

    def test_planted_figures_are_found(self):
        for written in ("65536", "65'536U", "228 << 10", "228 * 1024", "233472", "132", "1.98", "1980.0", "1'980'000'000", "1.98e9"):
            found = self.problems(f"int a;\nconstexpr auto kMade = {written};\n")
            self.assertEqual(len(found), 1, written)
            self.assertIn("runner/made.cpp:2:", found[0])
            self.assertIn("made: sm.", found[0])

    def test_planted_names_are_found(self):
        for written in ('"-arch=sm_90"', '"compute_90a"', '"90-virtual"', 'capability != "9.0"'):
            self.assertEqual(len(self.problems(f"f({written});\n")), 1, written)

    def test_numbers_that_tell_nothing(self):
        self.assertEqual(self.problems("a(4, 256, 64 << 10, 13, 1320, 0x10000, 2.132, x132, k132, sm_count, 65537);\n"), [])

    def test_comments_and_documentation(self):
        self.assertEqual(self.problems("// 65536 registers of sm_90\n/* 132\n132 */\n"), [])
        self.assertEqual(self.problems('"""132"""\nx = 1  # 65536\n', "runner/made.py"), [])
        found = self.problems("/* two\nlines */\nint a = 132;  // a number\n")
        self.assertIn("runner/made.cpp:3:", found[0])

    def test_an_exemption_is_for_one_file_and_text(self):
        row = "runner/made.cpp | 65536 | bytes of a buffer\n"
        self.assertEqual(self.problems("char a[65536];\n", exemptions=row), [])
        self.assertEqual(len(self.problems("char a[65536]; int b = 132;\n", exemptions=row)), 1)
        self.assertEqual(len(self.problems("char a[65536];\n", "runner/other.cpp", row)), 2)
        self.assertEqual(self.problems("f(65536, 132);\n", exemptions="runner/made.cpp | * | a table\n"), [])

    def test_exemptions_are_used_and_have_a_reason(self):
        self.assertIn("take the row out", self.problems("", exemptions="runner/made.cpp | 65536 | bytes\n")[0])
        self.assertIn("no row of the form", self.problems("", exemptions="runner/made.cpp | 65536\n")[0])

    def test_what_is_looked_at(self):
        for name in ("vgpu/exec/a.cpp", "runner/cli/a.h", "labs/made/judge.cpp", "cmake/a.cmake", "run", "kernels/cudadma/parts/a.h"):
            self.assertTrue(architecture_figures.is_looked_at(name), name)
        for name in ("arch/profile.cpp", "tests/a.cpp", "bench/a.cu", "labs/made/reference.cu", "docs/a.md", "labs/made/lab.toml"):
            self.assertFalse(architecture_figures.is_looked_at(name), name)


if __name__ == "__main__":
    unittest.main()
