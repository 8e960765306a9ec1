"""Which names files define for themselves, and files with other names: for groups of files that clang-tidy sees as one.

What a file has in an unnamed namespace, and main, is nobody else's. So that two files of a group can have the same, each such
name gets one of its own in a copy of the file. Where that could change what another word means, the name stays, and
tidy_groups.py keeps the files apart.
"""

import dataclasses
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# In our format only what is defined for a whole file begins in a line's first column.
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class|enum|union) (\w+)[^;]*$")
NEITHER = r"(?!namespace |template |class |struct |static_assert|TEST|using namespace|extern )"
VALUE_OR_FUNCTION = re.compile(NEITHER + r"[A-Za-z].*?(?<![:\w])(\w+)(?:\(| =|\{|\[|;)")
IN_FULL = re.compile(NEITHER + r"[A-Za-z].*?\b(warpscope(?:::\w+)+)\(")  # as a judge defines what the kit declares
ANOTHER_VALUE = re.compile(r", (\w+) = ")
FROM_ELSEWHERE = re.compile(r"using ((?:\w+::)+)(\w+);")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
NAMESPACE = re.compile(r"namespace ([\w:]+) \{", re.MULTILINE)
SHORT_NAMESPACE = re.compile(r"^namespace \{\n(.*)\n\}$", re.MULTILINE)  # has no comment at its end
MAIN = "::main"
# Words of the language; and what a template calls by the types of its arguments, in which functions of that name differ.
NO_NAME = {"auto", "bool", "char", "const", "default", "delete", "double", "float", "int", "noexcept", "void", "PrintTo"}
QUALIFIER = re.compile(r"(?<!\w)(\w*)::$")
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
# Words as the compiler sees them; what is quoted, remarked or the name of a header are no words, and digits have quotes between them.
TOKEN = re.compile(r'^#include[^\n]*|R"(?P<raw>\w*)\(.*?\)(?P=raw)"|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|\b\d[\w.\']*|'
                   r"'(?:[^'\\\n]|\\.)+'|(?P<word>\b[A-Za-z_]\w*)", re.DOTALL | re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Names:
    """Names behind their namespaces, because those of two namespaces do not clash. Some too many are found, which only parts more."""
    own: frozenset[str] = frozenset()  # that the files define and keep: types, values, aliases, functions
    private: frozenset[str] = frozenset()  # those of them in an unnamed namespace, and what is used there from another namespace
    used: frozenset[str] = frozenset()  # the latter with what they are, as in "labs::Case=judge::Case"
    of_headers: frozenset[str] = frozenset()  # of our headers that the files include

    def clash(self, other: "Names") -> bool:
        used, also_used = ({name.partition("=")[0] for name in names} for names in (self.used - other.used, other.used - self.used))
        return not (self.own.isdisjoint(other.own) and self.private.isdisjoint(other.own | other.of_headers)
                    and other.private.isdisjoint(self.own | self.of_headers) and used.isdisjoint(also_used))

    def __or__(self, other: "Names") -> "Names":
        return Names(self.own | other.own, self.private | other.private, self.used | other.used, self.of_headers | other.of_headers)


def names_in(text: str) -> tuple[set[str], set[str], set[str]]:
    """All names of a text; those that are nobody else's: in an unnamed namespace, or main; and what is used there from elsewhere."""
    names, private, used = set(), set(), set()
    namespace, is_private = "", False
    for line in SHORT_NAMESPACE.sub(r"namespace {\n\1\n}  // namespace", RAW_STRING.sub('""', text)).splitlines():
        if entered := NAMESPACE.match(line):
            namespace = entered.group(1)
        elif line.startswith(("namespace {", "}  // namespace")):
            is_private = line.startswith("namespace {")
        elif found := FROM_ELSEWHERE.match(line):
            if is_private:  # defines nothing, but hides a name of an outer namespace
                private.add(f"{namespace}::{found.group(2)}")
                used.add(f"{namespace}::{found.group(2)}={found.group(1)}{found.group(2)}")
        elif found := IN_FULL.match(line):
            names.add(found.group(1))
        elif found := TYPE.match(line) or VALUE_OR_FUNCTION.match(line):
            more = ANOTHER_VALUE.findall(line) if line.startswith("const") else []
            for word in {found.group(1), *more} - NO_NAME:
                name = MAIN if word == "main" else f"{namespace}::{word}"
                names.add(name)
                if is_private or name == MAIN:
                    private.add(name)
    return names, private, used


def bare(name: str) -> str:
    return name.rpartition("::")[2]


@functools.cache
def names_of_header(path: pathlib.Path) -> frozenset[str]:
    return frozenset(names_in(path.read_text(encoding="utf-8"))[0])


@functools.cache
def included_by(path: pathlib.Path) -> tuple[pathlib.Path, ...]:
    """Our headers that a file names."""
    names = INCLUDE.findall(path.read_text(encoding="utf-8"))
    return tuple(header for name in names for header in (ROOT / name, path.parent / name) if header.exists())


@functools.cache
def headers_of(path: pathlib.Path) -> frozenset[pathlib.Path]:
    """Our headers that a file includes, and those that they include."""
    found: set[pathlib.Path] = set()
    waiting = [path]
    while waiting:
        new = [header for header in included_by(waiting.pop()) if header not in found]
        found.update(new)
        waiting += new
    return frozenset(found)


def is_member(word: re.Match) -> bool:
    return word.string.endswith((".", "->"), 0, word.start())


def is_in_another(word: re.Match) -> bool:
    """Whether a namespace or class is named before it; not for X::X, a constructor."""
    before = QUALIFIER.search(word.string, max(word.start() - 80, 0), word.start())
    return before is not None and before.group(1) != word[0]


@functools.cache
def own_words(path: pathlib.Path) -> frozenset[str]:
    """Names of a file that can be others without a change to anything but them: nobody else's, of no header of ours that it includes,
    and nowhere a member or a name of somebody else's namespace. An alias often has its name from there, and no function is called so."""
    text = path.read_text(encoding="utf-8")
    words = {bare(name) for name in names_in(text)[1]}
    words -= {bare(name) for header in headers_of(path) for name in names_of_header(header)}
    words.difference_update(*(spaces.split("::") for spaces in NAMESPACE.findall(text)))
    aliases: set[str] = set()
    for token in TOKEN.finditer(text):
        word = token["word"]
        if word in words:
            if text.endswith("using ", 0, token.start()):
                aliases.add(word)
            elif is_member(token) or is_in_another(token) and word not in aliases:
                words.remove(word)
    return frozenset(words)


def with_other_names(path: pathlib.Path, ending: str) -> str:
    """The text of a file, in which its own words have an ending. It reads the same headers from any folder."""
    words = own_words(path)

    def from_anywhere(include: re.Match) -> str:
        sibling = path.parent / include.group(1)
        return f'#include "{sibling}"' if sibling.exists() and not (ROOT / include.group(1)).exists() else include[0]

    def other(token: re.Match) -> str:
        return token[0] + ending if token["word"] in words and not is_in_another(token) else token[0]

    return INCLUDE.sub(from_anywhere, TOKEN.sub(other, path.read_text(encoding="utf-8")))


def names_of(members: tuple[pathlib.Path, ...]) -> Names:
    """The names that files keep."""
    names = Names()
    for member in members:
        own, private, used = names_in(member.read_text(encoding="utf-8"))
        words = own_words(member)
        others = {name for name in private if bare(name) in words}
        names |= Names(frozenset(own - others), frozenset(private - others), frozenset(used),
                       frozenset().union(*(names_of_header(header) for header in headers_of(member))))
    return names
