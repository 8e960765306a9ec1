"""Puts compile units together for clang-tidy, which spends most of its time on headers that they share.

A unit is what compile_commands.json names: a file, or a batch that CMake compiles as one. Units belong together when their
options agree in all but definitions, include paths and optimisation, no macro has two values, and no two define the same name,
as far as tidy_names.py sees and cannot help it. What it does not see, the compiler does: run_clang_tidy.py then
looks at halves of the group.
"""

import dataclasses
import pathlib
import re

import tidy_names

MOST_FILES = 200  # of one group, which takes 20 s of one core and 1.7 GB
# Folders whose files are in groups of their own: cuda12 declares the runtime's functions as they were, and app/ instantiates panes of
# which it has seen the name only.
APART = ("vgpu/cudart/cuda12", "viewer/app")
WITH_A_WORD = ("-o", "-c", "-MF", "-MT", "-MQ")
# Of no matter to clang: optimisation, and warnings that only GCC has.
OF_NO_MATTER = re.compile(r"-(O.?|g|MD|MMD|fPIC|fPIE|fno-trapping-math|W(no-restrict|no-array-bounds|no-stringop-overflow|invalid-pch))$")
COMPLAINT = re.compile(r"^(/[^:\n]+):\d+:\d+: (?:warning|error): ", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Options:
    common: tuple[str, ...]  # what must agree; the compiler comes first
    definitions: tuple[tuple[str, str], ...]
    includes: tuple[str, ...]  # "-I…", "-isystem…", in their order


def options_of(arguments: tuple[str, ...]) -> Options:
    common, definitions, includes = [], [], []
    words = iter(arguments)
    for word in words:
        if word in WITH_A_WORD:
            next(words, None)
        elif word == "-isystem":
            includes.append("-isystem" + next(words, ""))
        elif word.startswith("-I"):
            includes.append(word)
        elif word.startswith("-D"):
            name, _, value = word[2:].partition("=")
            definitions.append((name, value))
        elif not OF_NO_MATTER.match(word):
            common.append(word)
    return Options(tuple(common), tuple(definitions), tuple(includes))


def is_same_to_checks(value: str, other: str) -> bool:
    """Whether two values of a macro are; a path in quotes is text, whatever it says."""
    return value == other or value.startswith('"/') and other.startswith('"/')


@dataclasses.dataclass
class Group:
    common: tuple[str, ...]
    is_test: bool
    apart: str  # the folder of APART that all its files are of, if any
    units: list
    definitions: dict[str, str]
    includes: list[str]
    names: tidy_names.Names = tidy_names.Names()

    def files(self) -> list[pathlib.Path]:
        return [member for unit in self.units for member in unit.members]

    def arguments(self, source: pathlib.Path) -> list[str]:
        """A compile command for one file that includes all."""
        definitions = [f"-D{name}={value}" if value else f"-D{name}" for name, value in self.definitions.items()]
        return [*self.common, *definitions, *self.includes, "-c", str(source)]

    def texts(self) -> dict[pathlib.Path, str]:
        """Of each file what is to be included in its stead."""
        return {path: tidy_names.with_other_names(path, f"_of_file_{number}") for number, path in enumerate(self.files())}

    def takes(self, unit, options: Options, is_test: bool, names: tidy_names.Names) -> bool:
        return (self.common == options.common and self.is_test == is_test and self.apart == apart_of(unit)
                and len(self.files()) + len(unit.members) <= MOST_FILES and not self.names.clash(names)
                and all(is_same_to_checks(self.definitions.get(name, value), value) for name, value in options.definitions))

    def add(self, unit, options: Options, names: tidy_names.Names) -> None:
        self.units.append(unit)
        self.names |= names
        self.definitions |= {name: value for name, value in options.definitions if name not in self.definitions}
        self.includes += [path for path in options.includes if path not in self.includes]


def apart_of(unit) -> str:
    folder = unit.members[0].parent.as_posix()
    return next((name for name in APART if folder.endswith("/" + name)), "")


def groups_of(units: list, is_test) -> list[Group]:
    """All units, each in one group; is_test says of a unit whether the checks of tests are meant."""
    groups: list[Group] = []
    for unit in units:
        options = options_of(unit.arguments)
        names = tidy_names.names_of(unit.members)
        group = next((g for g in groups if g.takes(unit, options, is_test(unit), names)), None)
        if group is None:
            group = Group(options.common, is_test(unit), apart_of(unit), [], {}, [])
            groups.append(group)
        group.add(unit, options, names)
    return groups


def files_named(complaints: str) -> set[str]:
    """The files that clang-tidy complains about; none when the compiler has errors, after which it says nothing of what is unused."""
    return set() if "[clang-diagnostic-" in complaints else set(COMPLAINT.findall(complaints))


def halves_of(group: Group) -> tuple[Group, Group]:
    """The same units in their order as two groups; of two units at least."""
    middle = len(group.units) // 2

    def of(units: list) -> Group:
        half = Group(group.common, group.is_test, group.apart, [], {}, [])
        for unit in units:
            half.add(unit, options_of(unit.arguments), tidy_names.Names())
        return half

    return of(group.units[:middle]), of(group.units[middle:])
