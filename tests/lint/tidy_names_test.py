"""The copies of files that clang-tidy sees: python3 -m unittest discover -s tests/lint -p '*_test.py'."""

import pathlib
import tempfile
import unittest

import tidy_names


class OtherNames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def copy(self, text, name="a.cpp"):
        path = self.folder / name
        path.write_text(text)
        return tidy_names.with_other_names(path, "_1")

    def private(self, text):
        return f"namespace {{\n\n{text}\n\n}}  // namespace\n"

    def test_what_is_nobody_elses_gets_another_name(self):
        self.assertEqual(self.copy(self.private("int size = 3;\nint twice() { return 2 * size; }") + "int f() { return twice(); }\n"),
                         self.private("int size_1 = 3;\nint twice_1() { return 2 * size_1; }") + "int f() { return twice_1(); }\n")

    def test_a_type_with_its_constructors(self):
        self.assertEqual(self.copy(self.private("struct Row {\n  Row();\n  ~Row();\n};\nRow::Row() = default;")),
                         self.private("struct Row_1 {\n  Row_1();\n  ~Row_1();\n};\nRow_1::Row_1() = default;"))

    def test_main(self):
        self.assertEqual(self.copy("int main() {\n  return 0;\n}\n"), "int main_1() {\n  return 0;\n}\n")

    def test_other_names_stay(self):
        for text in ("int size = 3;\n", "namespace warpscope {\nint size();\n}\n", self.private("int size() { return rows.size(); }"),
                     self.private("int size() { return std::size(rows); }"), self.private("void PrintTo(const Row& row, std::ostream* out);"),
                     "namespace a::size {\n" + self.private("int size = 1;") + "}\n"):
            with self.subTest(text):
                self.assertEqual(self.copy(text), text)

    def test_a_name_that_a_header_has_too_stays(self):
        (self.folder / "rows.h").write_text("int size(int rows);\n")
        text = '#include "rows.h"\n' + self.private("int size() { return 0; }")
        self.assertIn("int size() {", self.copy(text))

    def test_an_alias_of_what_is_called_so_elsewhere(self):
        self.assertEqual(self.copy(self.private("using Kind = Transfer::Kind;\nbool is(Kind kind) { return kind == Transfer::Kind::copy; }")),
                         self.private("using Kind_1 = Transfer::Kind;\nbool is_1(Kind_1 kind) { return kind == Transfer::Kind::copy; }"))

    def test_an_alias_that_is_used_before_it_is_defined_stays(self):
        text = "Row::Kind Row::kind() {\n  Kind kind;\n}\n" + self.private("using Kind = Row::Kind;")
        self.assertEqual(self.copy(text), text)

    def test_quoted_and_remarked_words_stay(self):
        for quoted in ('"size"', 'R"(\nsize "size)"', "'\\''; // size", "1'000; /* size\n size */", "'\"'"):
            with self.subTest(quoted):
                self.assertEqual(self.copy(self.private(f"const auto size = {quoted};\nauto f = size;")),
                                 self.private(f"const auto size_1 = {quoted};\nauto f_1 = size_1;"))

    def test_each_value_of_a_line(self):
        self.assertEqual(self.copy(self.private("constexpr int kRows = 3, kColumns = 4;")),
                         self.private("constexpr int kRows_1 = 3, kColumns_1 = 4;"))

    def test_a_short_namespace_ends_without_a_remark(self):
        self.assertEqual(self.copy("namespace {\nint rows = 3;\n}\n\nint size() { return rows; }\n"),
                         "namespace {\nint rows_1 = 3;\n}\n\nint size() { return rows_1; }\n")

    def test_headers_beside_a_file_are_found_from_anywhere(self):
        (self.folder / "rows.h").write_text("")
        self.assertEqual(self.copy('#include "rows.h"\n#include "base/files.h"\n#include <size>\n' + self.private("int size = 1;")),
                         f'#include "{self.folder}/rows.h"\n#include "base/files.h"\n#include <size>\n' + self.private("int size_1 = 1;"))


if __name__ == "__main__":
    unittest.main()
