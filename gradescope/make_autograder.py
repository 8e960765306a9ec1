"""Makes an autograder for Gradescope: make_autograder.py LAB PACKAGE.deb OUT.zip [RULES.toml].

./run gradescope LAB [RULES.toml] calls it with the package that it has built.
"""

import pathlib
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
EXECUTABLE = 0o755
READABLE = 0o644
SHIFT_OF_MODE = 16  # in a zip file's external attributes


def add(archive: zipfile.ZipFile, name: str, content: bytes, mode: int) -> None:
    """Adds a file with a fixed date: the same parts make the same archive."""
    entry = zipfile.ZipInfo(name)
    entry.external_attr = mode << SHIFT_OF_MODE
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def main(arguments: list[str]) -> None:
    if len(arguments) not in (3, 4):
        sys.exit(__doc__.splitlines()[0])
    lab, package, out = arguments[0], pathlib.Path(arguments[1]), pathlib.Path(arguments[2])
    if not re.fullmatch(r"[a-z0-9-]+", lab) or not (ROOT / "labs" / lab / "lab.toml").is_file():
        labs = sorted(path.parent.name for path in (ROOT / "labs").glob("*/lab.toml"))
        sys.exit(f'There is no lab "{lab}"; there are: {", ".join(labs)}.')
    for path in [package, *map(pathlib.Path, arguments[3:])]:
        if not path.is_file():
            sys.exit(f"There is no file {path}.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w") as archive:
        for script in ("setup.sh", "run_autograder"):
            add(archive, script, (HERE / script).read_bytes(), EXECUTABLE)
        add(archive, "lab", (lab + "\n").encode(), READABLE)
        add(archive, package.name, package.read_bytes(), READABLE)
        if len(arguments) > 3:
            add(archive, "rules.toml", pathlib.Path(arguments[3]).read_bytes(), READABLE)
    print(f"{out}: upload it as the autograder of a programming assignment.")


main(sys.argv[1:])
