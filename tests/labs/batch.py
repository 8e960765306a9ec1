#!/usr/bin/env python3
"""Compiles exercises of a lab, several in one source, to the programs that they are when each is compiled alone: batch.py PLAN.json

Most of what nvcc does with a small file is reading headers. Here a source holds up to sixteen exercises that include the same headers. What
each declares at namespace scope gets a suffix of its own from a macro, so that it keeps its text and its lines, and nothing of one meets
anything of another. Afterwards the suffix is taken out of all that a program shows: its PTX, which is that of its own kernels; its symbols;
and the strings of its host code, which are names for the runtime, of files, and of functions for a debugger.

PLAN.json: "compile" and "link" are what `nvcc --dryrun` printed for an exercise in "exercise_folder" (runner/build/driver_parts.h), "id" is
that of what has internal linkage (runner/build/stages.h), "exercises" are folders with an exercise.cu each, beside which are put the object,
the program and what else runner/build/exercise_build.cpp keeps of a program that it has made. "name_length" is how many characters the names
of the folders have in which the batches are compiled: a program's output is cut off after so many bytes, paths among them.

An exercise is left out, and has to be compiled alone, where
- no other one includes the same headers,
- nvcc or the host's compiler says something of it, be it a warning,
- it gives something the name of a function of the toolkit, since a call could mean either of them,
- it shows names in another way: it asks for a function's name, or the device's code has one in a string,
- it does not link with the driver's objects.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable

from declared_names import MACRO, declared_names

MOST = 16
SOURCE, OBJECT, PROGRAM = "exercise.cu", "exercise.cu.o", "program"
COMPILED_IN, EMPTY_LOGS = "compiled-in", ("compiler-output", "missing-functions", "taken-names")
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b.*$", re.MULTILINE)
ASKS_FOR_NAMES = re.compile(r"\bassert\b|__func__|__FUNCTION__|__PRETTY_FUNCTION__|\bsource_location\b|__builtin_FUNCTION")


class CompilerError(Exception):
    """What the compiler said."""


def side_by_side(function: Callable, *arguments: Iterable) -> list:
    """What the function returns for each, by as many threads as there are processors: whoever waits for a lab's batches has nothing to do."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(function, *arguments))


@dataclasses.dataclass
class Exercise:
    folder: pathlib.Path
    text: str
    number: int = 0  # in its batch

    def __post_init__(self) -> None:
        self.names = declared_names(self.text)
        self.headers = tuple(line.strip() for line in INCLUDE.findall(self.text))

    @property
    def suffix(self) -> str:
        return f"_zf{self.number:02}"


def batch_source(exercises: list[Exercise], is_told_apart: bool = False) -> str:
    """`is_told_apart`: each exercise has a file name of its own, from which it is seen whom the compiler means. But then the compiler says less:
    of functions and constants of a file that nobody uses it speaks only in the file that it compiles."""
    parts = [*exercises[0].headers]
    for each in exercises:
        parts += [f"#define {name} {name}{each.suffix}" for name in sorted(each.names)]
        folder = each.suffix + "/" if is_told_apart else ""
        parts += [f'#line 1 "{folder}{SOURCE}"', each.text]
        parts += [f"#undef {name}" for name in sorted({*each.names, *MACRO.findall(each.text)})]
    return "\n".join(parts) + "\n"


class Plain:
    """Takes suffixes out of texts."""

    def __init__(self, exercises: list[Exercise]):
        names = sorted({name for each in exercises for name in each.names}, key=len, reverse=True)
        self.suffixed = re.compile(rf"(\d*)({'|'.join(map(re.escape, names))})_zf\d\d")

    def names(self, text: str) -> str:
        """Mangled names have its length before each name."""
        def name(found: re.Match) -> str:
            length = str(len(found[2]) + len("_zf00"))
            before = found[1]
            return (before[:-len(length)] + str(len(found[2])) if before.endswith(length) else before) + found[2]
        return self.suffixed.sub(name, text)

    def assembly(self, text: str) -> str:
        """Of the host's code: its strings."""
        return STRING.sub(lambda found: found[1] + self.names(found[2]), text)


STRING = re.compile(r'^(\s*\.(?:string|ascii)\s+)("(?:\\.|[^"\\])*")', re.MULTILINE)


# ---- PTX

# Statements of a module begin at the begin of a line; lines of functions do so too where they are the program's own assembly.
STATEMENT = re.compile(r"^(?=\.(?:visible|weak|extern|entry|func|global|const|shared|common|alias|file)\b|\t// \.|\t\.(?:file|section)\b)", re.MULTILINE)
FUNCTION = re.compile(r"(?:\.\w+\s+)*\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+)")
VARIABLE = re.compile(r"\.[^=\[;{(]*?([\w$]+)\s*[=\[;]")
FILE = re.compile(r'^\t?\.file\s+(\d+) (".*")\n', re.MULTILINE)
PLACE = re.compile(r"(\.loc\s+|\binlined_at )(\d+)")
WORD = re.compile(r"[A-Za-z_$][\w$]*")
BYTES = re.compile(r"\.b8 [\w$]+\[\d+\] = \{([\d, ]+)\}")
NAMES = re.compile(r"^(\$L__info_string\d+):\n((?:\.b8 [\d,]+\n)+)", re.MULTILINE)
NAME_OF_FUNCTION = re.compile(r"function_name (\$L__info_string\d+)")
IN_BYTES = re.compile(r"^\.b8 ([\d,]+)$", re.MULTILINE)


def text_of_bytes(numbers: str) -> str:
    return bytes(int(each) for each in numbers.split(",")).decode("latin-1")


def defined_by(statement: str) -> str:
    """The name of a function or variable; empty for other statements."""
    found = FUNCTION.match(statement) or VARIABLE.match(statement)
    return found[1] if found and not statement.startswith(".file") else ""


def own_ptx(ptx: str, exercise: Exercise, plain: Plain) -> str | None:
    """What the exercise is alone: the functions and variables with its suffix, and all that these name. Nothing where a name would be seen in
    a string of the device's."""
    head, *statements = STATEMENT.split(ptx)
    places: dict[str, list[int]] = {}
    for place, statement in enumerate(statements):
        places.setdefault(defined_by(statement), []).append(place)
    places.pop("", None)
    todo = [place for name, all_of_it in places.items() if exercise.suffix in name for place in all_of_it]
    wanted = set()
    while todo:
        place = todo.pop()
        if place not in wanted:
            wanted.add(place)
            todo += [other for word in set(WORD.findall(statements[place])) for other in places.get(word, ())]
    kept = [head]
    for place, statement in enumerate(statements):
        if place in wanted or FILE.match(statement):
            kept.append(statement)
        elif statement.startswith("\t.section"):
            kept.append(own_names(statement, "".join(kept), plain))
    text = "".join(kept)
    if any("_zf" in text_of_bytes(numbers) for numbers in BYTES.findall(text)):
        return None
    return plain.names(with_own_files(text))


def own_names(section: str, text: str, plain: Plain) -> str:
    """The names of inlined functions that the text refers to."""
    labels = set(NAME_OF_FUNCTION.findall(text))
    def name(found: re.Match) -> str:
        numbers = ",".join(IN_BYTES.findall(found[2]))
        shown = plain.names(text_of_bytes(numbers)).encode("latin-1")
        return f"{found[1]}:\n.b8 {','.join(map(str, shown))}\n" if found[1] in labels else ""
    return NAMES.sub(name, section)


def with_own_files(ptx: str) -> str:
    """With the files that the text has lines of, in the order in which it names them."""
    numbers: dict[str, int] = {}
    for number in PLACE.findall(ptx):
        numbers.setdefault(number[1], len(numbers) + 1)
    text = PLACE.sub(lambda found: found[1] + str(numbers[found[2]]), ptx)
    files = {numbers[number]: name for number, name in FILE.findall(text) if number in numbers}
    begin = FILE.search(text)
    if not begin:
        return text
    table = "".join(f"\t.file\t{number} {name}\n" for number, name in sorted(files.items()))
    return text[:begin.start()] + table + FILE.sub("", text[begin.start():])


# ---- the host's side

CALLBACK = "static void __nv_cudaEntityRegisterCallback("
REGISTERS = re.compile(r"__cudaRegister(?:Entry|Variable|ManagedVariable|GlobalTexture|GlobalSurface)\(.*?\);")
IMAGE_ELSEWHERE = """#include "fatbinary_section.h"
extern "C" {
extern const unsigned long long fatbinData[1];
static const __fatBinC_Wrapper_t __fatDeviceText __attribute__((aligned(8)))
__attribute__((section(".nvFatBinSegment"))) = {0x466243b1, 1, fatbinData, 0};
}
"""


def registers_own(stub: str) -> str:
    """What cicc writes for the host's side, so that only the kernels and variables of program number `warpscope_program` are registered."""
    def chosen(found: re.Match) -> str:
        number = re.search(r"_zf(\d\d)", found[0])
        return f"if (warpscope_program == {int(number[1])}) {{ {found[0]} }}" if number else found[0]
    begin = stub.rindex(CALLBACK)
    return 'extern "C" { extern const int warpscope_program; }\n' + stub[:begin] + REGISTERS.sub(chosen, stub[begin:])


def own_data(folder: pathlib.Path, exercise: Exercise) -> str:
    """Assembly: the exercise's image and its number."""
    return f"""\t.section .nv_fatbin, "a"
\t.align 8
\t.globl fatbinData
\t.hidden fatbinData
fatbinData:
\t.incbin "{folder}/own.fatbin"
\t.section .rodata
\t.align 4
\t.globl warpscope_program
\t.hidden warpscope_program
warpscope_program:
\t.long {exercise.number}
\t.section .note.GNU-stack, "", @progbits
"""


# ---- the compiler


class Stages:
    """What nvcc would run, in this folder."""

    def __init__(self, plan: dict, folder: pathlib.Path):
        self.folder, self.exercise_folder = folder, plan["exercise_folder"]
        self.environment = {**os.environ, "CCACHE_DISABLE": "1", "LC_ALL": "C.UTF-8"}
        compiling = self.commands(plan["compile"])
        self.host_text, front, self.device_text, self.device, self.check, self.image, _, self.object = compiling
        self.front = front.replace("--gen_module_id_file ", "")
        id_file = self.value(self.front, "--module_id_file_name")
        id_file.parent.mkdir(parents=True)
        id_file.write_text(plan["id"], encoding="utf-8")
        linker = "-fuse-ld=gold " if shutil.which("ld.gold") else ""
        link = re.sub(r'"[^"]*_dlink\.o" ', "", self.commands(plan["link"])[-1])
        self.link = link.replace("g++ ", "g++ " + linker, 1)
        self.ptx = self.value(self.device, "-o")
        self.stub = self.value(self.device, "--stub_file_name")
        self.makes_machine_code = " -o " in self.check
        self.machine_code = self.value(self.check, "-o") if self.makes_machine_code else None
        self.symbols: list[str] = []  # of batch.o

    def commands(self, printed: str) -> list[str]:
        """Sets what it says of the environment, too."""
        commands = []
        for line in printed.replace(self.exercise_folder, str(self.folder)).splitlines():
            line = line.removeprefix("#$ ")
            variable = re.fullmatch(r"(\w+)=(.*)", line)
            if not variable:
                commands.append(line)
            elif variable[1] in ("CICC_PATH", "NVVMIR_LIBRARY_DIR", "LD_LIBRARY_PATH"):
                self.environment[variable[1]] = variable[2]
            elif variable[1] == "_HERE_":
                self.environment["PATH"] = variable[2] + ":" + os.environ["PATH"]
        return commands

    @staticmethod
    def value(command: str, option: str) -> pathlib.Path:
        return pathlib.Path(re.findall(rf'(?<!\S){option}[ =]"([^"]*)"', command)[-1])

    def run(self, *commands: str) -> str:
        """What they print. Raises CompilerError with it where one fails."""
        said = ""
        for command in commands:
            done = subprocess.run(["/bin/sh", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            said += done.stdout.decode(errors="replace")
            if done.returncode != 0:
                raise CompilerError(said)
        return said

    def both_sides(self) -> str:
        """Up to what the host's compiler reads, and to PTX; ptxas has a look at that where it does not make each program's machine code."""
        device = [self.device_text, self.device, *([] if self.makes_machine_code else [self.check])]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            sides = [pool.submit(self.run, *commands) for commands in ((self.host_text, self.front), device)]
            return "".join(side.result() for side in sides)

    def functions_of_toolkit(self, names: set[str]) -> set[str]:
        """Those of the names that the toolkit's headers have as a function's."""
        text = self.value(self.device_text, "-o").read_text(encoding="utf-8", errors="replace")
        of_toolkit, is_there = [], False
        for part in re.split(r"^(# \d+ \"[^\"]*\".*)$", text, flags=re.MULTILINE):
            if part.startswith("# "):
                is_there = "/targets/" in part or part.startswith('# 1 "/usr/')
            elif is_there:
                of_toolkit.append(part)
        functions = set(re.findall(r"\b([A-Za-z_]\w*)\s*\(", "".join(of_toolkit)))
        return names & functions

    def host_object(self, plain: Plain) -> str:
        """Makes batch.o, of all exercises; it wants an image and a number. What the host's compiler says."""
        self.stub.write_text(registers_own(self.stub.read_text(encoding="utf-8")), encoding="utf-8")
        self.value(self.image, "--embedded-fatbin").write_text(IMAGE_ELSEWHERE, encoding="utf-8")
        assembly = self.folder / "batch.s"
        said = self.run(re.sub(r' -o "[^"]*" *$', f' -o "{assembly}"', self.object.replace(" -c -x c++ ", " -S -x c++ ")))
        assembly.write_text(plain.assembly(assembly.read_text(encoding="utf-8")), encoding="utf-8")
        said += self.run("gcc -c batch.s -o batch.o")
        self.symbols = [line.split()[-1] for line in self.run("nm batch.o").splitlines()]
        return said

    def own(self, command: str, folder: pathlib.Path) -> str:
        """With the PTX and the machine code in this folder: those of several exercises are made at the same time."""
        for file, name in ((self.ptx, "own.ptx"), (self.machine_code, "own.cubin")):
            command = command.replace(str(file), f"{folder}/{name}") if file else command
        return command

    def program_of(self, exercise: Exercise, ptx: str, plain: Plain) -> bool:
        """Makes the object and the program in the exercise's folder; false where it cannot."""
        own = own_ptx(ptx, exercise, plain)
        if own is None:
            return False
        folder = self.folder / exercise.suffix
        folder.mkdir()
        symbols = [symbol for symbol in self.symbols if exercise.suffix in symbol]
        (folder / "own.ptx").write_text(own, encoding="utf-8")
        (folder / "names").write_text("".join(f"{each} {plain.names(each)}\n" for each in symbols), encoding="utf-8")
        (folder / "own.s").write_text(own_data(folder, exercise), encoding="utf-8")
        made, program = exercise.folder / OBJECT, exercise.folder / PROGRAM
        image = re.sub(r'--embedded-fatbin="[^"]*"', f'--create="{folder}/own.fatbin"', self.own(self.image, folder))
        link = re.sub(r' -o "[^"]*" *$', f' -o "{program}"', self.link.replace(f"{self.folder}/{OBJECT}", str(made)))
        try:
            said = self.run(self.own(self.check, folder)) if self.makes_machine_code else ""
            said += self.run(image, f"gcc -c '{folder}/own.s' -o '{folder}/own.o'",
                             f"objcopy --redefine-syms='{folder}/names' batch.o '{folder}/named.o'",
                             f"ld -r -o '{made}' '{folder}/named.o' '{folder}/own.o'", link)
        except CompilerError as error:
            said = str(error)
        if said:
            program.unlink(missing_ok=True)
        return not said


def compiled(plan: dict, folder: pathlib.Path, exercises: list[Exercise], is_told_apart: bool = False, has_host: bool = True) -> tuple[
        Stages, list[str], bool]:
    """PTX and, where it is wanted, the host's object; what nvcc said and what the host's compiler, and whether they came to their end."""
    folder.mkdir()
    (folder / SOURCE).write_text(batch_source(exercises, is_told_apart), encoding="utf-8")
    stages, said = Stages(plan, folder), []
    try:
        said.append(stages.both_sides())
        if has_host:
            said.append(stages.host_object(Plain(exercises)))
        return stages, said, True
    except CompilerError as error:
        return stages, [*said, str(error)], False


def spoken_of(said: str, exercises: list[Exercise]) -> list[Exercise]:
    """Those whose names are in what the compiler says."""
    suffixes = set(re.findall(r"_zf\d\d", said))
    return [each for each in exercises if each.suffix in suffixes]


def beside(folder: pathlib.Path, letter: str) -> pathlib.Path:
    """Another folder, whose name has a letter more and is as long."""
    return folder.with_name((folder.name.rstrip("-") + letter).ljust(len(folder.name), "-"))


def make(plan: dict, folder: pathlib.Path, exercises: list[Exercise]) -> None:
    """Fills the folders of those of the exercises that can be compiled together."""
    for number, each in enumerate(exercises):
        each.number = number
    stages, said, is_compiled = compiled(plan, folder, exercises)
    rest = exercises
    if any(said) or not is_compiled:
        _, said_apart, _ = compiled(plan, beside(folder, "a"), exercises, is_told_apart=True, has_host=any(said[1:]))
        named = spoken_of("".join(said + said_apart), exercises)
        rest = [each for each in exercises if each not in named] if named else []
    if not is_compiled:
        if 1 < len(rest) < len(exercises):
            make(plan, beside(folder, "r"), rest)
        return
    plain = Plain(exercises)
    ptx = stages.ptx.read_text(encoding="utf-8")
    doubtful = stages.functions_of_toolkit({name for each in exercises for name in each.names})
    clear = [each for each in rest if not each.names & doubtful]
    for each, is_made in zip(clear, side_by_side(lambda each: stages.program_of(each, ptx, plain), clear)):
        if is_made:
            (each.folder / COMPILED_IN).write_text(str(folder), encoding="utf-8")
            for log in EMPTY_LOGS:
                (each.folder / log).write_text("", encoding="utf-8")


def batches_of(exercises: list[Exercise]) -> list[list[Exercise]]:
    """As even as can be; no batch of one."""
    by_headers: dict[tuple[str, ...], list[Exercise]] = {}
    for each in exercises:
        by_headers.setdefault(each.headers, []).append(each)
    batches = []
    for same in by_headers.values():
        count = -(-len(same) // MOST)
        batches += [same[place::count] for place in range(count)]
    return [batch for batch in batches if len(batch) > 1]


def main() -> None:
    file = pathlib.Path(sys.argv[1]).resolve()
    plan = json.loads(file.read_text(encoding="utf-8"))
    exercises = [Exercise(folder, (folder / SOURCE).read_text(encoding="utf-8")) for folder in map(pathlib.Path, plan["exercises"])]
    batches = batches_of([each for each in exercises if not ASKS_FOR_NAMES.search(each.text)])
    folders = [file.parent / f"batch-{number}".ljust(plan["name_length"], "-") for number in range(len(batches))]
    side_by_side(lambda folder, batch: make(plan, folder, batch), folders, batches)


if __name__ == "__main__":
    main()
