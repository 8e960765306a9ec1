"""clang-tidy over our C++ files: python3 run_clang_tidy.py BUILD_FOLDER.

A file that was clean stays clean until it, a header of ours that it includes, its compile command, the
configuration or clang-tidy changes; .cache/clang-tidy/ remembers that by hash.
"""

import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import tidy_groups
import tidy_names

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "clang-tidy"
CLANG_TIDY = "clang-tidy-16"
NOT_OURS = ("build", ".deps", "third_party")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
# GoogleTest's own fixtures have protected virtual destructors; tests multiply small literals.
NOT_IN_TESTS = "-cppcoreguidelines-virtual-class-destructor,-bugprone-implicit-widening-of-multiplication-result"
# What only GCC knows, or what it keeps for itself.
NOT_FOR_CLANG = ("-fpch-preprocess", "-fno-ipa-modref")


@dataclasses.dataclass(frozen=True)
class Unit:
    source: pathlib.Path
    members: tuple[pathlib.Path, ...]  # what a batch compiles as one; otherwise the source itself
    folder: str
    arguments: tuple[str, ...]


def members_of(source: pathlib.Path) -> tuple[pathlib.Path, ...]:
    """The files of ours that a source stands for: itself, or those of a batch that CMake wrote."""
    if source.parent.name == "Unity":
        return tuple(pathlib.Path(name).resolve() for name in INCLUDE.findall(source.read_text(encoding="utf-8")))
    return (source,)


def without_precompiled_header(arguments: list[str]) -> list[str]:
    kept = []
    for word in arguments:
        if word.endswith("cmake_pch.hxx") and kept and kept[-1] == "-include":
            kept.pop()
        elif word not in NOT_FOR_CLANG:
            kept.append(word)
    return kept


def units_of(build: pathlib.Path) -> list[Unit]:
    """Our C++ files with their compile commands, each once; files that are compiled as one are checked as one."""
    units: dict[tuple[pathlib.Path, ...], Unit] = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if source.suffix not in (".cpp", ".cxx"):
            continue
        members = members_of(source)
        if not members or any(not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] in NOT_OURS
                              for path in members):
            continue
        arguments = shlex.split(entry["command"])
        if any(pathlib.Path(word).name == "ccache" for word in arguments):  # perhaps behind "cmake -E env"
            while pathlib.Path(arguments.pop(0)).name != "ccache":
                pass
        arguments = without_precompiled_header(arguments)
        units.setdefault(members, Unit(source, members, entry["directory"], tuple(arguments)))
    return sorted(units.values(), key=lambda unit: unit.members)


def headers_of(unit: Unit) -> set[pathlib.Path]:
    """Our headers that its files include, read from their texts: whether or when they were compiled does not matter."""
    found = {header.resolve() for member in unit.members for header in tidy_names.headers_of(member)}
    return {header for header in found if header.is_relative_to(ROOT) and header.relative_to(ROOT).parts[0] not in NOT_OURS}


def fingerprint(unit: Unit, common: bytes) -> str:
    digest = hashlib.sha256(common)
    digest.update(shlex.join(unit.arguments).encode())
    for path in sorted({unit.source, *unit.members, *headers_of(unit)}):
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_test(unit: Unit) -> bool:
    return unit.members[0].relative_to(ROOT).parts[0] == "tests"


def complaints_about(source: pathlib.Path, database: pathlib.Path, in_tests: bool) -> str:
    checks = [f"--checks={NOT_IN_TESTS}"] if in_tests else []
    result = subprocess.run([CLANG_TIDY, "--quiet", f"--config-file={ROOT / '.clang-tidy'}", *checks, "-p", str(database), str(source)],
                            capture_output=True, text=True)
    if result.returncode == 0:
        return ""
    return result.stdout.strip() or result.stderr.strip() or f"{source}: clang-tidy failed"


def check(group: tidy_groups.Group, number: str, folder: pathlib.Path) -> dict[Unit, str]:
    """Complaints about each unit of a group; empty when there are none. A group is one run of clang-tidy, over copies of its files. Units
    whose files it complains about are looked at again, alone and as they are; a header is looked at as it is. If the compiler
    complains, halves of the group are looked at apart: often two names clash and nothing is wrong."""
    if len(group.units) == 1:
        return {unit: complaints_about(unit.source, folder, group.is_test) for unit in group.units}
    place = folder / f"group_{number}"
    unit_of = {path: unit for unit in group.units for path in unit.members}
    copies: dict[str, Unit] = {}
    for path, text in group.texts().items():
        copy = place / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        copies[str(copy)] = unit_of[path]
    together = place / "together.cpp"
    together.write_text("".join(f'#include "{copy}"\n' for copy in copies))
    entry = {"directory": str(ROOT), "file": str(together), "arguments": group.arguments(together)}
    (place / "compile_commands.json").write_text(json.dumps([entry]))
    complaints = complaints_about(together, place, group.is_test)
    if not complaints:
        return {unit: "" for unit in group.units}
    named = tidy_groups.files_named(complaints)
    if not named:
        if "_" not in number:
            reason = next((line for line in complaints.splitlines() if "[clang-diagnostic-" in line), complaints)
            print(f"clang-tidy: group {number} is looked at in parts, because of:\n{reason}", file=sys.stderr)
        first, second = tidy_groups.halves_of(group)
        return check(first, f"{number}_1", folder) | check(second, f"{number}_2", folder)
    suspects = {copies[name] for name in named & copies.keys()}
    results = {unit: complaints_about(unit.source, folder, group.is_test) if unit in suspects else "" for unit in group.units}
    if bad := named - copies.keys():
        including = [unit for unit in group.units if any(str(header) in bad for path in unit.members for header in tidy_names.headers_of(path))]
        for unit in including or group.units:
            results[unit] = results[unit] or f"{unit.source}: includes a header with complaints"
        results[(including or group.units)[0]] = complaints.replace(f"{place}/", f"{ROOT}/")
    return results


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    version = subprocess.run([CLANG_TIDY, "--version"], check=True, capture_output=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    units = units_of(build)
    if not units:
        print(f"clang-tidy: {build}/compile_commands.json names no file of ours", file=sys.stderr)
        return 1
    marks = {unit: CACHE / fingerprint(unit, common) for unit in units}
    to_check = [unit for unit in units if not marks[unit].exists()]
    CACHE.mkdir(parents=True, exist_ok=True)
    groups = tidy_groups.groups_of(to_check, is_test)
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        entries = [{"directory": u.folder, "file": str(u.source), "arguments": list(u.arguments)} for u in units]
        (folder / "compile_commands.json").write_text(json.dumps(entries))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for result in pool.map(lambda item: check(item[1], str(item[0]), folder), enumerate(groups)):
                for unit, complaints in result.items():
                    if complaints:
                        failures += 1
                        print(complaints, file=sys.stderr)
                    else:
                        marks[unit].touch()
    files = sum(len(unit.members) for unit in units)
    print(f"clang-tidy: {files} files in {len(units)} batches, {len(to_check)} looked at in {len(groups)} runs, "
          f"{failures} with complaints", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
