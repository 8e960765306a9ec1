"""documents.py against pages with one fault each."""

import pathlib
import tempfile
import unittest

import documents


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.write("code/parts/block.h", "")
        self.write("docs/reference/other.md", "# Other page\n\n## The `code`, twice\n\n## The code, twice\n\n## Slide {#own}\n")

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def problems(self, text: str, name: str = "docs/reference/page.md") -> list[str]:
        page = self.write(name, text)
        files = [path for path in self.root.rglob("*") if path.is_file()]
        return documents.problems_in_page(documents.Tree(self.root, files), page)

    def test_links_that_lead_somewhere(self) -> None:
        self.assertEqual([], self.problems("[a](other.md) [b](other.md#the-code-twice-1) [c](#page) ![d](../../code/parts/block.h) "
                                           "[e](other.md#own) [f](https://example.org/none.md)\n# Page\n"))

    def test_links_that_lead_nowhere(self) -> None:
        for target in ("none.md", "other.md#none", "#none", "../../../outside.md"):
            self.assertEqual(1, len(self.problems(f"[a]({target})")), target)

    def test_links_in_code_are_none(self) -> None:
        self.assertEqual([], self.problems("`[a](none.md)`\n\n```\n[a](none.md)\n```\n"))

    def test_files_that_exist(self) -> None:
        self.assertEqual([], self.problems("`code/parts/block.h` `parts/block.h` `block.h` `code/parts` `code/*/block.h` "
                                           "`code/{parts,parts/block.h}` `exercises/a/exercise.cu` `a/b` `code/<id>/x.h`"))

    def test_files_that_do_not(self) -> None:
        for code in ("code/none.h", "other/block.h", "none.h", "code/none/*.h", "code/{parts,none}"):
            self.assertEqual(1, len(self.problems(f"`{code}`")), code)

    def test_notebooks_may_name_what_was(self) -> None:
        self.assertEqual([], self.problems("`code/none.h`", "docs/evidence/page.md"))

    def test_pages_for_people_are_short(self) -> None:
        long_page, wide_page = "a\n" * 151, "a" * 121
        for folder in documents.SHORT_FOLDERS:
            self.assertEqual(1, len(self.problems(long_page, f"{folder}/page.md")))
            self.assertEqual(1, len(self.problems(wide_page, f"{folder}/page.md")))
        self.assertEqual([], self.problems(long_page + wide_page))


class Course(unittest.TestCase):
    def problems(self, row: str) -> list[str]:
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for file, text in (("labs/a/lab.toml", '[[predict]]\nid = "p"\n[[sweep]]\nid = "s"\n'), ("labs/a/faults/f-1.diff", ""),
                               ("labs/a/ways/w.diff", ""), ("slides/a.md", "## Slide {#own}\n"), ("course.md", f"## a\n\n| topic | {row} |\n")):
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                (root / file).write_text(text, encoding="utf-8")
            return documents.problems_in_course(root, "course.md")

    def test_places_that_exist(self) -> None:
        self.assertEqual([], self.problems("task 1; prediction `p`; sweep `s`; slide `#own`; faults `f-1`, `f-*`; way `w`"))

    def test_places_that_do_not(self) -> None:
        for row in ("slides `#own`, `#none`", "faults `f-1` and `f-2`", "way `f-1`", "prediction `s`", "sweeps `s`, `p`"):
            self.assertEqual(1, len(self.problems(row)), row)


if __name__ == "__main__":
    unittest.main()
