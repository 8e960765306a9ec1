#!/usr/bin/env python3
"""Runs programs that others wrote under `warpscope exec --check` and prints what is found.

    findings.py --warpscope BIN --list LIST --sources FOLDER --work FOLDER [--only TEXT] [--jobs N]

LIST has a line for each program (bench/compatibility/programs.txt):

    COLLECTION/PROGRAM | sources | options for nvcc | arguments | options for warpscope exec | sizes

Sources are paths below FOLDER/COLLECTION, with * and ?; folders of options begin there, too ("-I Common"); a leading
"cd PATH;" of the arguments is the folder that the program starts in. Sizes is a script for sed: where a program takes no
arguments, it is built from copies of its sources, beside them and named NAME.small.cu, with smaller numbers in them. The
code itself is not in this repository: FOLDER has a checkout of each collection under its name, at the commits that
docs/evidence/compatibility.md names.

For each program one line "PROGRAM: how it ended", and a line for each finding. Programs are built once.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys
import time

FINDING = re.compile(r"^  (error|warning|information) (.*\[[a-z0-9-]+\].*)$")
BUILD_SECONDS = 120
OPTIONS = ("-w", "-O3", "-g", "-lineinfo", "-cudart", "shared", "-gencode", "arch=compute_90,code=compute_90")


def with_folders(options: str, folder: pathlib.Path) -> list[str]:
    """Paths behind -I become paths below the collection."""
    words = shlex.split(options)
    return [str(folder / word) if before == "-I" else word for before, word in zip(["", *words], words)]


def with_sizes(file: str, script: str) -> str:
    """A copy of a source with other numbers in it; the source itself where none of them is there."""
    text = pathlib.Path(file).read_bytes()
    changed = subprocess.run(["sed", script], input=text, stdout=subprocess.PIPE, check=True).stdout
    if changed == text:
        return file
    copy = pathlib.Path(file).with_suffix(".small" + pathlib.Path(file).suffix)
    copy.write_bytes(changed)
    return str(copy)


def build(name: str, sources: str, options: str, sizes: str, folder: pathlib.Path,
          work: pathlib.Path) -> tuple[pathlib.Path, str]:
    program = work / name.replace("/", "+")
    if program.exists():
        return program, ""
    paths = [path for pattern in sources.split() for path in sorted(folder.glob(pattern))]
    files = [str(path) for path in paths if ".small." not in path.name]
    if not files:
        return program, "no sources"
    if sizes:
        small = [with_sizes(file, sizes) for file in files]
        if small == files:
            return program, "the sizes are not in its sources"
        files = small
    try:
        done = subprocess.run(["nvcc", *OPTIONS, *with_folders(options, folder), *files, "-o", str(program)], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=BUILD_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return program, "does not build in time"
    return program, "" if done.returncode == 0 else "does not build: " + done.stdout.strip().splitlines()[0][:200]


def run(line: str, options: argparse.Namespace) -> str:
    fields = [field.strip() for field in (line + "|||||").split("|")[:6]]
    name, sources, build_options, arguments, exec_options, sizes = fields
    folder = options.sources / name.split("/")[0]
    program, trouble = build(name, sources, build_options, sizes, folder, options.work)
    if trouble:
        return f"{name}: {trouble}"
    start = folder / str(pathlib.Path(sources.split()[0]).parent)
    if arguments.startswith("cd "):
        place, arguments = arguments[3:].split(";", 1)
        start = folder / place.strip()
    command = [str(options.warpscope), "exec", "--check", *shlex.split(exec_options), str(program), *shlex.split(arguments)]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, cwd=start, text=True, errors="replace", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=options.seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"{name}: not finished"
    lines = done.stdout.splitlines()
    found = [index for index, text in enumerate(lines) if FINDING.match(text)]
    result = [f"{name}: exit code {done.returncode}, {time.monotonic() - begin:.1f} s"]
    for index in found:
        result.append("  " + FINDING.match(lines[index])[0].strip().replace(str(folder) + "/", ""))
        if options.causes:
            result += ["      " + text.strip() for text in lines[index + 1:index + 3]]
    return "\n".join(result)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warpscope", type=pathlib.Path, required=True)
    parser.add_argument("--list", type=pathlib.Path, required=True)
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60, help="of wall time for each program")
    parser.add_argument("--causes", action="store_true", help="print the sentences below a finding, too")
    options = parser.parse_args()
    options.warpscope = options.warpscope.resolve()
    options.sources = options.sources.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    options.work = options.work.resolve()
    texts = [line.split("#")[0].strip() for line in options.list.read_text(encoding="utf-8").splitlines()]
    wanted = [line for line in texts if line and options.only in line.split("|")[0]]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for text in pool.map(lambda line: run(line, options), wanted):
            print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
