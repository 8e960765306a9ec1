"""Which compile units clang-tidy sees together: python3 -m unittest discover -s tests/lint -p '*_test.py'."""

import pathlib
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
        path.write_text(text)
        arguments = ("c++", *options.split(), "-o", name + ".o", "-c", str(path))
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

    def test_two_mains_part(self):
        main = "int main() { return 0; }\n"
        self.assertEqual(self.groups(self.unit("a.cpp", text=main), self.unit("b.cpp", text=main)), [["a.cpp"], ["b.cpp"]])

    def test_tests_stay_among_tests(self):
        self.assertEqual(self.groups(self.unit("a.cpp"), self.unit("a_test.cpp")), [["a.cpp"], ["a_test.cpp"]])

    def test_a_group_has_an_end(self):
        units = [self.unit(f"{number}.cpp") for number in range(tidy_groups.MOST_FILES + 1)]
        self.assertEqual([len(group) for group in self.groups(*units)], [tidy_groups.MOST_FILES, 1])

    def test_a_command_holds_the_options_of_all(self):
        units = self.unit("a.cpp", "-DA=1 -Ione -isystem sys"), self.unit("b.cpp", "-DB -Itwo -Ione")
        group = tidy_groups.groups_of(list(units), lambda unit: False)[0]
        self.assertEqual(group.arguments(pathlib.Path("all.cpp")),
                         ["c++", "-DA=1", "-DB", "-Ione", "-isystemsys", "-Itwo", "-c", "all.cpp"])


if __name__ == "__main__":
    unittest.main()
