"""Puts compile units together for clang-tidy, which spends most of its time on headers that they share.

A unit is what compile_commands.json names: a file, or a batch that CMake compiles as one. Units belong together when their
options agree in all but definitions, include paths and optimisation, no macro has two values, at most one of them has a main,
and no two define the same name for themselves, as far as names_of sees. What it does not see, the compiler does:
run_clang_tidy.py then looks at halves of the group.
"""

import dataclasses
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

MOST_FILES = 48  # of one group, which takes 10 s of one core
# Folders whose files are in groups of their own: cuda12 declares the runtime's functions as they were, and app/ instantiates panes of
# which it has seen the name only.
APART = ("vgpu/cudart/cuda12", "viewer/app")
MAIN = re.compile(r"^int main\(", re.MULTILINE)
# In our format only what is defined for a whole file begins in a line's first column.
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class|enum|union) (\w+)[^;]*$")
NEITHER = r"(?!namespace |template |class |struct |static_assert|TEST|using namespace|extern )"
VALUE_OR_FUNCTION = re.compile(NEITHER + r"[A-Za-z].*?(?<![:\w])(\w+)(?:\(| =|\{|\[|;)")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
NAMESPACE = re.compile(r"namespace ([\w:]+) \{")
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
WITH_A_WORD = ("-o", "-c", "-MF", "-MT", "-MQ")
# Of no matter to clang: optimisation, and warnings that only GCC has.
OF_NO_MATTER = re.compile(r"-(O.?|g|MD|MMD|fPIC|fPIE|fno-trapping-math|W(no-restrict|no-array-bounds|no-stringop-overflow|invalid-pch))$")


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


@dataclasses.dataclass(frozen=True)
class Names:
    """Names behind their namespaces, because those of two namespaces do not clash. Some too many are found, which only parts more."""
    own: set[str]  # that the files define: types, values, aliases, functions
    private: set[str]  # those of them in an unnamed namespace
    of_headers: set[str]  # of our headers that the files include

    def clash(self, other: "Names") -> bool:
        return not (self.own.isdisjoint(other.own) and self.private.isdisjoint(other.of_headers)
                    and other.private.isdisjoint(self.of_headers))


@dataclasses.dataclass
class Group:
    common: tuple[str, ...]
    is_test: bool
    apart: str  # the folder of APART that all its files are of, if any
    units: list
    definitions: dict[str, str]
    includes: list[str]
    has_main: bool = False
    names: Names = dataclasses.field(default_factory=lambda: Names(set(), set(), set()))

    def files(self) -> list[pathlib.Path]:
        return [member for unit in self.units for member in unit.members]

    def arguments(self, source: pathlib.Path) -> list[str]:
        """A compile command for one file that includes all."""
        definitions = [f"-D{name}={value}" if value else f"-D{name}" for name, value in self.definitions.items()]
        return [*self.common, *definitions, *self.includes, "-c", str(source)]

    def takes(self, unit, options: Options, is_test: bool, has_main: bool, names: Names) -> bool:
        return (self.common == options.common and self.is_test == is_test and not (has_main and self.has_main)
                and self.apart == apart_of(unit) and not self.names.clash(names) and len(self.files()) + len(unit.members) <= MOST_FILES
                and all(self.definitions.get(name, value) == value for name, value in options.definitions))

    def add(self, unit, options: Options, has_main: bool, names: Names) -> None:
        self.units.append(unit)
        self.names = Names(self.names.own | names.own, self.names.private | names.private, self.names.of_headers | names.of_headers)
        self.definitions.update(options.definitions)
        self.includes += [path for path in options.includes if path not in self.includes]
        self.has_main = self.has_main or has_main


def names_in(text: str) -> tuple[set[str], set[str]]:
    """All names of a text, and those in an unnamed namespace."""
    names, private = set(), set()
    namespace, is_private = "", False
    for line in RAW_STRING.sub('""', text).splitlines():
        if entered := NAMESPACE.match(line):
            namespace = entered.group(1)
        elif line.startswith(("namespace {", "}  // namespace")):
            is_private = line.startswith("namespace {")
        elif found := TYPE.match(line) or VALUE_OR_FUNCTION.match(line):
            names.add(f"{namespace}::{found.group(1)}")
            if is_private:
                private.add(f"{namespace}::{found.group(1)}")
    return names, private


@functools.cache
def names_of_header(path: pathlib.Path) -> frozenset[str]:
    return frozenset(names_in(path.read_text(encoding="utf-8"))[0])


def headers_of(path: pathlib.Path, found: set[pathlib.Path]) -> None:
    """Adds our headers that a file includes, and those that they include."""
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for header in (ROOT / name, path.parent / name):
            if header.exists() and header not in found:
                found.add(header)
                headers_of(header, found)


def names_of(members: tuple[pathlib.Path, ...]) -> Names:
    own, private, headers = set(), set(), set()
    for member in members:
        names, unnamed = names_in(member.read_text(encoding="utf-8"))
        own |= names
        private |= unnamed
        headers_of(member, headers)
    return Names(own, private, set().union(*(names_of_header(header) for header in headers)))


def apart_of(unit) -> str:
    folder = unit.members[0].parent.as_posix()
    return next((name for name in APART if folder.endswith("/" + name)), "")


def groups_of(units: list, is_test) -> list[Group]:
    """All units, each in one group; is_test says of a unit whether the checks of tests are meant."""
    groups: list[Group] = []
    for unit in units:
        options = options_of(unit.arguments)
        text = "\n".join(member.read_text(encoding="utf-8") for member in unit.members)
        has_main, names = bool(MAIN.search(text)), names_of(unit.members)
        group = next((g for g in groups if g.takes(unit, options, is_test(unit), has_main, names)), None)
        if group is None:
            group = Group(options.common, is_test(unit), apart_of(unit), [], {}, [])
            groups.append(group)
        group.add(unit, options, has_main, names)
    return groups


def halves_of(group: Group) -> tuple[Group, Group]:
    """The same units in their order as two groups; of two units at least."""
    middle = len(group.units) // 2

    def of(units: list) -> Group:
        half = Group(group.common, group.is_test, group.apart, [], {}, [])
        for unit in units:
            half.add(unit, options_of(unit.arguments), has_main=False, names=Names(set(), set(), set()))
        return half

    return of(group.units[:middle]), of(group.units[middle:])
