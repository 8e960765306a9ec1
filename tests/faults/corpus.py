"""What the programs of tests/faults say of themselves in their first lines, and which of them Warpscope does not name yet.

A program with a mistake begins with
    // Fault: C1 missing-barrier-after-shared-write      the entry of the catalogue
    // Finding: shared-memory-race                       the id that must be reported; "a or b" where either is right,
                                                          "a and b" of two mistakes that must both be reported;
                                                          'a says "words"' where several mistakes share an id
and marks the line that the finding must name with "// FAULT" behind it. Of a race either access is right, so both may be marked.
A finding of the whole program marks nothing and says "// Line: none". "// Alone: reason" keeps a program out of the batches;
"// Machine code: reason" puts it into the batch that ptxas compiles as well.
A correct program begins with
    // Correct: what is subtle about it
    // Without: no-tiling                                an id of information that must not be given, either
"""

import dataclasses
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parent
MARK = re.compile(r"//\s*FAULT\s*$")
FIELD = re.compile(r"^// (Fault|Finding|Correct|Without|Line|Alone): (.+)$")


@dataclasses.dataclass(frozen=True)
class Program:
    name: str               # path below tests/faults without the ending
    path: pathlib.Path
    entry: str = ""         # of the catalogue, such as C1; empty for a correct program
    mistake: str = ""       # the entry's name
    finding: str = ""
    lines: tuple[int, ...] = ()
    is_alone: bool = False
    says: str = ""          # words of its title, cause or hint
    without: str = ""       # an id of information that a correct program must not be given

    @property
    def findings(self) -> list[str]:
        return re.split(" or | and ", self.finding)

    @property
    def needs_all(self) -> bool:
        return " and " in self.finding

    @property
    def is_correct(self) -> bool:
        return not self.entry


def read_program(path: pathlib.Path, root: pathlib.Path = FOLDER) -> Program:
    """Raises ValueError when the first lines are not as they should be."""
    text = path.read_text(encoding="utf-8").splitlines()
    fields: dict[str, str] = {}
    for line in text:
        if not line.startswith("//"):
            break
        if found := FIELD.match(line):
            fields[found[1]] = found[2]
    marked = tuple(number for number, line in enumerate(text, start=1) if MARK.search(line))
    name = path.relative_to(root).with_suffix("").as_posix()
    if "Correct" in fields:
        if marked or "Fault" in fields or "Finding" in fields:
            raise ValueError(f"{name}: a correct program has neither a fault nor a marked line")
        return Program(name, path, is_alone="Alone" in fields, without=fields.get("Without", ""))
    if "Fault" not in fields or "Finding" not in fields:
        raise ValueError(f"{name}: the first lines name no fault and finding, and do not say that it is correct")
    if bool(marked) == (fields.get("Line") == "none"):
        raise ValueError(f"{name}: it needs a line marked with // FAULT, or \"// Line: none\", and not both")
    if "Without" in fields:
        raise ValueError(f"{name}: only a correct program says what it must not be given")
    entry, _, mistake = fields["Fault"].partition(" ")
    if not re.fullmatch(r"[A-D]\d+", entry) or not mistake:
        raise ValueError(f"{name}: \"{fields['Fault']}\" is no entry of the catalogue with its name")
    finding, _, says = fields["Finding"].partition(' says "')
    if says and not says.endswith('"'):
        raise ValueError(f"{name}: no quotation mark ends what the finding says")
    return Program(name, path, entry, mistake, finding, marked, "Alone" in fields, says.removesuffix('"'))


def all_programs(root: pathlib.Path = FOLDER) -> list[Program]:
    return [read_program(path, root) for path in sorted(root.glob("*/*.cu"))]


def read_not_yet(path: pathlib.Path = FOLDER / "not_yet.txt") -> dict[str, str]:
    """The programs that are not named yet, with the reason: "name: reason" in each line that is no comment."""
    reasons: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, separator, reason = line.partition(": ")
        if not separator or not reason.strip():
            raise ValueError(f"{path.name}: \"{line}\" is not \"program: reason\"")
        if name in reasons:
            raise ValueError(f"{path.name}: {name} twice")
        reasons[name] = reason.strip()
    return reasons
