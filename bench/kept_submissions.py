"""What a lab keeps of submissions: starter, steps, reference, planted faults and other right ways."""

import pathlib
import re
import subprocess


def changed(lab: pathlib.Path, diff: pathlib.Path, folder: pathlib.Path, program: pathlib.Path) -> pathlib.Path:
    """What a diff of the lab makes of the file that it names: one of the lab, or a step that was made in the folder."""
    base = re.search(r"^--- a/(\S+)$", diff.read_text(encoding="utf-8"), re.MULTILINE)[1]
    before = lab / base if (lab / base).exists() else folder / base
    subprocess.run(["patch", "--silent", "--fuzz=0", "--output", str(program), str(before), str(diff)], capture_output=True, check=True)
    return program


def steps(lab: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """The steps of the lab's ladder: each is a diff against the one before."""
    diffs = sorted(lab.glob("step-*.diff"), key=lambda diff: int(diff.stem.removeprefix("step-")))
    return [changed(lab, diff, folder, folder / f"{diff.stem}.cu") for diff in diffs]


def changed_programs(lab: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """The lab's planted faults and other right ways, as programs. The steps must have been made in the folder."""
    diffs = sorted([*(lab / "faults").rglob("*.diff"), *(lab / "ways").rglob("*.diff")])
    return [changed(lab, diff, folder, folder / f"{diff.parent.name}-{diff.stem}.cu") for diff in diffs]


def kept_submissions(lab: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """All of them; what must be made is made in the folder."""
    return [lab / "starter.cu", *steps(lab, folder), lab / "reference.cu", *changed_programs(lab, folder)]
