"""What a lab keeps of submissions: starter, steps, reference, planted faults and other right ways."""

import pathlib
import re
import subprocess


def changed_programs(lab: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """The lab's planted faults and other right ways, as programs: each is a diff against a file of the lab, which it names."""
    programs = []
    for diff in sorted([*(lab / "faults").rglob("*.diff"), *(lab / "ways").rglob("*.diff")]):
        base = re.search(r"^--- a/(\S+)$", diff.read_text(encoding="utf-8"), re.MULTILINE)
        program = folder / f"{diff.parent.name}-{diff.stem}.cu"
        command = ["patch", "--silent", "--output", str(program), str(lab / base[1]), str(diff)]
        subprocess.run(command, capture_output=True, check=True)
        programs.append(program)
    return programs


def kept_submissions(lab: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """All of them; what must be made is made in the folder."""
    return [lab / "starter.cu", *sorted(lab.glob("step-*.cu")), lab / "reference.cu", *changed_programs(lab, folder)]
