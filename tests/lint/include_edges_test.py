"""The check of include_edges.py finds what it is for: python3 -m unittest include_edges_test."""

import pathlib
import tempfile
import unittest

import include_edges


class IncludeEdges(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)

    def problems(self, table_text: str, files: dict[str, str]) -> list[str]:
        for name, text in files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")
        table, problems = include_edges.read_table(table_text)
        return problems + include_edges.problems_in(self.root, list(files), table)

    def test_allowed_edges_pass(self):
        files = {"low/a.h": "", "high/b.cpp": '#include "low/a.h"\n#include <vector>\n#include "generated.h"\n'}
        self.assertEqual(self.problems("low:\nhigh: low\n", files), [])

    def test_edge_that_is_not_in_the_table(self):
        files = {"low/a.h": '#include "high/b.h"\n', "high/b.h": ""}
        found = self.problems("low:\nhigh:\n", files)
        self.assertEqual(len(found), 1)
        self.assertIn("low/a.h:1: low may not include from high (high/b.h)", found[0])

    def test_include_beside_the_file(self):
        files = {"high/b.h": '#include "../low/a.h"\n', "low/a.h": ""}
        self.assertIn("high may not include from low", self.problems("low:\nhigh:\n", files)[0])

    def test_longest_row_holds(self):
        files = {"low/a.h": "", "low/inner/c.h": '#include "low/a.h"\n'}
        self.assertIn("low/inner may not include from low", self.problems("low:\nlow/inner:\n", files)[0])

    def test_cycle_in_the_table(self):
        found = self.problems("a: b\nb: c\nc: a\n", {})
        self.assertTrue(any("form a cycle" in problem for problem in found), found)

    def test_edge_that_nobody_uses(self):
        found = self.problems("low:\nhigh: low\n", {"low/a.h": "", "high/b.h": ""})
        self.assertEqual(found, ["tests/lint/include_edges.txt: no file of high includes from low; take it out"])

    def test_folder_without_a_row(self):
        self.assertIn("its folder has no row", self.problems("low:\n", {"new/a.h": ""})[0])

    def test_nobody_includes_from_tests(self):
        files = {"low/a.h": '#include "tests/support.h"\n', "tests/support.h": '#include "low/a.h"\n'}
        found = self.problems("low:\n", files)
        self.assertEqual(len(found), 1)
        self.assertIn("nothing may include from there", found[0])

    def test_unknown_name_and_second_row(self):
        found = self.problems("low: lwo\nlow:\n", {})
        self.assertTrue(any("low names lwo, which has no row" in problem for problem in found), found)
        self.assertTrue(any("a second one" in problem for problem in found), found)

    def test_folder_that_is_never_reached(self):
        table = "low:\nmiddle/a: low\nhigh/b: middle/a\nhigh: high/b\n"
        found = self.problems(table + "never high: low\n", {})
        self.assertIn("tests/lint/include_edges.txt: high may never come to low, and does: high/b -> middle/a -> low", found)
        found = self.problems(table + "never high: middle\n", {})
        self.assertIn("tests/lint/include_edges.txt: high may never come to middle, and does: high/b -> middle/a", found)
        self.assertFalse(any("never" in problem for problem in self.problems(table + "never middle: high\n", {})))
        self.assertTrue(any("'never' names lwo" in problem for problem in self.problems(table + "never high: lwo\n", {})))

    def test_drawing_has_each_folder_above_what_it_includes(self):
        table, _ = include_edges.read_table("low:\nmiddle: low\nhigh: middle low\n")
        rows = include_edges.drawing(table).splitlines()[2:]
        self.assertEqual(rows, ["| 2 | high | middle |", "| 1 | middle | low |", "| 0 | low |  |"])


if __name__ == "__main__":
    unittest.main()
