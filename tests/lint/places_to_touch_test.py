"""The places that somebody touches who adds something (CONTRIBUTING.md) stay as few as they are: what has a list of all instructions, findings,
faults, panes or figures of a profile has to be edited for a new one. python3 -m unittest places_to_touch_test."""

import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST = 0.8  # who names so large a part of all has a list of them
KINDS = (".h", ".cpp", ".cu", ".py", ".toml", ".md", ".cmake", ".txt", ".in")
# Measured, or written by a command.
RECORDS = ("docs/evidence/", "tests/golden/", "tests/records/", "bench/", "third_party/")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def tracked() -> dict[str, str]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return {name: text_of(name) for name in names if name.endswith(KINDS) and not name.startswith(RECORDS) and (ROOT / name).is_file()}


def with_list_of(members: list[str], words: dict[str, set[str]]) -> set[str]:
    """The files that name most of these."""
    wanted = set(members)
    return {name for name, of_file in words.items() if len(of_file & wanted) >= MOST * len(wanted)}


class PlacesToTouch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = tracked()
        cls.words = {name: set(re.findall(r"[\w-]+", text)) for name, text in cls.texts.items()}

    def test_who_lists_all_findings(self):
        ids = re.findall(r'^id = "([a-z0-9-]+)"', text_of("findings/findings.toml"), re.MULTILINE)
        self.assertGreater(len(ids), 100)
        self.assertEqual(with_list_of(ids, self.words), {"findings/findings.toml"})

    def test_who_lists_all_kinds_of_faults_and_violations(self):
        # checker.cpp says which of two violations comes first; a kind that it does not name, as many do not, comes last.
        for kind, header in (("Fault", "vgpu/exec/launch/fault.h"), ("Violation", "vgpu/exec/launch/violation.h")):
            kinds = re.findall(rf"case {kind}::Kind::(\w+):", text_of(header))
            self.assertGreater(len(kinds), 10)
            kinds_in = {name: set(re.findall(r"\bKind::(\w+)", text)) for name, text in self.texts.items()}
            self.assertEqual(with_list_of(kinds, kinds_in), {header})

    def test_who_lists_all_rules_of_the_runner(self):
        rules = re.findall(r"^    (find_\w+),", text_of("runner/findings/rules.h"), re.MULTILINE)
        self.assertGreater(len(rules), 20)
        self.assertEqual(with_list_of(rules, self.words), {"runner/findings/rules.h"})

    def test_who_lists_all_panes(self):
        panes = re.findall(r"make_pane<class (\w+)>", text_of("viewer/app/panes.cpp"))
        self.assertGreater(len(panes), 10)
        self.assertEqual(with_list_of(panes, self.words), {"viewer/app/panes.cpp"})

    def test_who_lists_the_figures_of_a_profile(self):
        figures = re.findall(r'\.(?:whole|number)\("(\w+)"', text_of("arch/profile.h"))
        self.assertGreater(len(figures), 30)
        self.assertEqual(with_list_of(figures, self.words), {"arch/profile.h", "arch/profiles/h200.toml"})

    def test_builders_are_declared_where_their_rows_stand(self):
        folder = "vgpu/exec/instructions/"
        rows = {name for name in self.texts if name.startswith(folder) and name.endswith("_rows.cpp")}
        builders = {name for row in rows for name in re.findall(r"\b\w+::build_\w+", self.texts[row])}
        self.assertGreater(len(builders), 80)
        for header in self.texts:
            if header.startswith(folder) and header.endswith(".h"):
                space = re.search(r"^namespace warpscope::exec::(\w+)", self.texts[header], re.MULTILINE)
                declared = set(re.findall(r"^void (build_\w+)\(\s*Builder& builder(?:, ptx::Type type)?\);", self.texts[header], re.MULTILINE))
                for several in re.findall(r"^(?:Typed)?Build ([^;(]*);", self.texts[header], re.MULTILINE):
                    declared |= set(re.findall(r"\bbuild_\w+", several))
                self.assertFalse({f"{space[1]}::{name}" for name in declared} & builders if space else set(), header)


if __name__ == "__main__":
    unittest.main()
