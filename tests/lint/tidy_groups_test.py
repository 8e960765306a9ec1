"""Which compile units clang-tidy sees together: python3 -m unittest discover -s tests/lint -p '*_test.py'."""

import pathlib
import shlex
import tempfile
import types
import unittest

import tidy_groups


class Groups(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def unit(self, name, options="", text=""):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        arguments = ("c++", *shlex.split(options), "-o", name + ".o", "-c", str(path))
        return types.SimpleNamespace(members=(path,), arguments=arguments)

    def groups(self, *units):
        found = tidy_groups.groups_of(list(units), lambda unit: unit.members[0].name.endswith("_test.cpp"))
        return [[unit.members[0].name for unit in group.units] for group in found]

    def test_options_that_do_not_change_the_code_do_not_part(self):
        self.assertEqual(self.groups(self.unit("a.cpp", "-O3 -Wall -fPIC"), self.unit("b.cpp", "-O1 -Wall -fPIE")), [["a.cpp", "b.cpp"]])

    def test_other_options_part(self):
        self.assertEqual(self.groups(self.unit("a.cpp", "-mavx2"), self.unit("b.cpp")), [["a.cpp"], ["b.cpp"]])

    def test_a_macro_with_two_values_parts(self):
        units = self.unit("a.cpp", "-DWIDTH=8"), self.unit("b.cpp", "-DWIDTH=16"), self.unit("c.cpp", "-DOTHER")
        self.assertEqual(self.groups(*units), [["a.cpp", "c.cpp"], ["b.cpp"]])

    def test_two_paths_do_not_part(self):
        self.assertEqual(self.groups(self.unit("a.cpp", "'-DPATH=\"/one\"'"), self.unit("b.cpp", "'-DPATH=\"/two\"'")), [["a.cpp", "b.cpp"]])
        self.assertEqual(self.groups(self.unit("a.cpp", "'-DPATH=\"/one\"'"), self.unit("b.cpp", "-DPATH=2")), [["a.cpp"], ["b.cpp"]])

    def test_two_mains_do_not_part(self):
        main = "int main() {\n  return 0;\n}\n"
        self.assertEqual(self.groups(self.unit("a.cpp", text=main), self.unit("b.cpp", text=main)), [["a.cpp", "b.cpp"]])

    def test_tests_stay_among_tests(self):
        self.assertEqual(self.groups(self.unit("a.cpp"), self.unit("a_test.cpp")), [["a.cpp"], ["a_test.cpp"]])

    def test_a_name_that_both_define_parts(self):
        one = "const int kSize = 3;\nstruct Row {\n  int size;\n};\n"
        for other in ("const std::vector<int> kSize = {1};\n", "using Row = std::vector<int>;\n", "template <typename T> struct Row {\n"):
            with self.subTest(other):
                self.assertEqual(self.groups(self.unit("a.cpp", text=one), self.unit("b.cpp", text=other)), [["a.cpp"], ["b.cpp"]])

    def test_a_name_that_both_define_in_full_parts(self):
        judge = "std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {\n}\n"
        another = judge.replace("make_judge", "make_another")
        units = self.unit("a.cpp", text=judge), self.unit("b.cpp", text=judge), self.unit("c.cpp", text=another)
        self.assertEqual(self.groups(*units), [["a.cpp", "c.cpp"], ["b.cpp"]])

    def test_a_name_in_an_unnamed_namespace_does_not_part(self):
        text = "namespace {\nconst int kSize = 3;\n}\n\nint size() { return kSize; }\n"
        self.assertEqual(self.groups(self.unit("a.cpp", text=text), self.unit("b.cpp", text=text.replace(" size", " two"))), [["a.cpp", "b.cpp"]])

    def test_a_name_that_must_stay_parts(self):
        for use in ("row.Size = 1;", "std::Size(row);", "row->Size();"):
            text = f"namespace {{\n\nint Size() {{ {use} }}\n\n}}  // namespace\n"
            with self.subTest(use):
                self.assertEqual(self.groups(self.unit("a.cpp", text=text), self.unit("b.cpp", text=text)), [["a.cpp"], ["b.cpp"]])

    def test_a_name_that_one_defines_and_the_other_uses_does_not_part(self):
        one = "const int kSize = 3;\n"
        for other in ("int f() {\n  return kSize;\n}\n", "void Grid::kSize() {}\n", "class kSize;\n", "#define A kSize(\n"):
            with self.subTest(other):
                self.assertEqual(self.groups(self.unit("a.cpp", text=one), self.unit("b.cpp", text=other)), [["a.cpp", "b.cpp"]])

    def test_names_of_two_namespaces_do_not_part(self):
        texts = [f"namespace warpscope::{inner} {{\nconstexpr int kSize = 3;\n}}\n" for inner in ("runner", "labs", "runner")]
        units = [self.unit(f"{number}.cpp", text=text) for number, text in enumerate(texts)]
        self.assertEqual(self.groups(*units), [["0.cpp", "1.cpp"], ["2.cpp"]])

    def test_lines_of_raw_strings_are_no_names(self):
        text = 'const char* const {0} = R"(\nmov.u32 %r1, 0;\nmov.u32 %r2, f(1);\n)";\n'
        self.assertEqual(self.groups(self.unit("a.cpp", text=text.format("kA")), self.unit("b.cpp", text=text.format("kB"))), [["a.cpp", "b.cpp"]])

    def test_warnings_that_only_gcc_has_do_not_part(self):
        self.assertEqual(self.groups(self.unit("a.cpp", "-Wno-restrict"), self.unit("b.cpp", "-Winvalid-pch")), [["a.cpp", "b.cpp"]])

    def test_a_folder_that_is_named_so_stays_apart(self):
        apart = tidy_groups.APART[0]
        units = self.unit("a.cpp"), self.unit(f"{apart}/b.cpp"), self.unit("c.cpp"), self.unit(f"{apart}/d.cpp")
        self.assertEqual(self.groups(*units), [["a.cpp", "c.cpp"], ["b.cpp", "d.cpp"]])

    def test_a_group_has_an_end(self):
        units = [self.unit(f"{number}.cpp") for number in range(tidy_groups.MOST_FILES + 1)]
        self.assertEqual([len(group) for group in self.groups(*units)], [tidy_groups.MOST_FILES, 1])

    def test_a_command_holds_the_options_of_all(self):
        units = self.unit("a.cpp", "-DA=1 -Ione -isystem sys"), self.unit("b.cpp", "-DB -Itwo -Ione")
        group = tidy_groups.groups_of(list(units), lambda unit: False)[0]
        self.assertEqual(group.arguments(pathlib.Path("all.cpp")),
                         ["c++", "-DA=1", "-DB", "-Ione", "-isystemsys", "-Itwo", "-c", "all.cpp"])

    def test_files_that_are_complained_about(self):
        found = "/x/base/a.cpp:3:1: error: this [check]\n  code\n/x/base/b.h:1:2: note: that\n/x/base/c.cpp:3:12: warning: other [check]\n"
        self.assertEqual(tidy_groups.files_named(found), {"/x/base/a.cpp", "/x/base/c.cpp"})
        self.assertEqual(tidy_groups.files_named(found + "/x/base/d.cpp:1:1: error: no type [clang-diagnostic-error]\n"), set())

    def test_halves_hold_all_units_and_their_options(self):
        units = self.unit("a.cpp", "-DA=1"), self.unit("b.cpp", "-DB"), self.unit("c.cpp", "-DC -Ione")
        first, second = tidy_groups.halves_of(tidy_groups.groups_of(list(units), lambda unit: False)[0])
        self.assertEqual([unit.members[0].name for unit in first.units], ["a.cpp"])
        self.assertEqual(first.arguments(pathlib.Path("all.cpp")), ["c++", "-DA=1", "-c", "all.cpp"])
        self.assertEqual([unit.members[0].name for unit in second.units], ["b.cpp", "c.cpp"])
        self.assertEqual(second.arguments(pathlib.Path("all.cpp")), ["c++", "-DB", "-DC", "-Ione", "-c", "all.cpp"])


if __name__ == "__main__":
    unittest.main()
