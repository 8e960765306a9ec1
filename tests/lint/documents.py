"""What a machine can check of the Markdown pages: links lead somewhere, named files exist, pages for people stay short."""

import fnmatch
import pathlib
import re
import tomllib

# Pages that a person reads from the top to the bottom.
SHORT_FOLDERS = ("docs/students", "docs/instructors", "docs/contributors")
MAX_PAGE_LINES = 150
MAX_PAGE_COLUMNS = 120
# The notebooks tell of the tree as it was on a date.
NOTEBOOKS = "docs/evidence"

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^()\s<>]+)>?\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)(?:\s+\{#([\w-]+)\})?\s*#*$")
CODE_SPAN = re.compile(r"`([^`]+)`")
PATH_IN_CODE = re.compile(r"[\w.-]+/[\w./*{},-]*")
FILE_IN_CODE = re.compile(r"[\w./-]+\.(?:h|cpp|cu|cuh|py|sh|toml|cmake)")
# "faults `a`, `b` and `c`" of a row of the course, by the word in front.
NAMED_IN_ROW = re.compile(r"\b(fault|way|prediction|sweep)s? ((?:`[\w*-]+`(?:, | and | to )?)+)")
# The student's file, and headers of others.
NOT_OURS = {"exercise.cu", "cuda_runtime.h", "cuda_fp16.h", "cudaDMAK.h"}


def prose_of(text: str) -> list[str]:
    """The lines of a page; those of code blocks are empty."""
    lines, fence = [], ""
    for line in text.splitlines():
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and not fence:
            fence = mark.group(1)
        elif mark and line.strip() == fence:
            fence, line = "", ""
        lines.append("" if fence else line)
    return lines


def anchors_of(text: str) -> set[str]:
    """The names by which links reach the headings of a page: its own `{#name}`, or the one that GitHub makes of the words."""
    anchors: set[str] = set()
    for line in prose_of(text):
        if not (heading := HEADING.match(line)):
            continue
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        copies = sum(1 for anchor in anchors if re.fullmatch(re.escape(name) + r"(-\d+)?", anchor))
        anchors.add(heading.group(2) or (f"{name}-{copies}" if name in anchors else name))
    return anchors


def link_problem(root: pathlib.Path, page: pathlib.Path, target: str) -> str:
    """Why a link of a page leads nowhere, or nothing."""
    if re.match(r"[a-z][a-z0-9+.-]*:", target):
        return ""
    name, _, anchor = target.partition("#")
    file = (page.parent / name) if name else page
    if not file.exists():
        return f"no file {name}"
    if not file.resolve().is_relative_to(root):
        return f"{name} is outside the repository"
    if anchor and file.suffix == ".md" and anchor not in anchors_of(file.read_text(encoding="utf-8")):
        return f"no heading #{anchor} in {file.resolve().relative_to(root)}"
    return ""


class Tree:
    """The tracked files, as the pages name them."""

    def __init__(self, root: pathlib.Path, files: list[pathlib.Path]) -> None:
        names = [path.relative_to(root) for path in files]
        self.root = root
        self.folders = {name.parts[0] for name in names if len(name.parts) > 1}
        # "block.h", "machine/block.h", "exec/machine/block.h", ...
        self.endings = {"/".join(name.parts[i:]) for name in names for i in range(len(name.parts))}


def missing_file(tree: Tree, code: str) -> str:
    """The file or folder in a code span that is not in the tree. A path that begins with a folder of the root is a whole one,
    in which `*` and `{a,b}` stand for parts of a name; any other name of a source file may leave out the folders in front."""
    root = tree.root
    if not PATH_IN_CODE.fullmatch(code) or code.split("/")[0] not in tree.folders:
        is_ours = FILE_IN_CODE.fullmatch(code) and code.split("/")[-1] not in NOT_OURS
        return code if is_ours and code not in tree.endings else ""
    choices = [code]
    while braces := re.search(r"\{([^{}]*)\}", choices[0]):
        choices = [choice.replace(braces.group(), part, 1) for choice in choices for part in braces.group(1).split(",")]
    for choice in choices:
        if not any(root.glob(choice.rstrip("/."))):
            return choice
    return ""


def problems_in_page(tree: Tree, page: pathlib.Path) -> list[str]:
    """What is wrong with one Markdown page."""
    root = tree.root
    name = page.relative_to(root)
    text = page.read_text(encoding="utf-8")
    lines = text.splitlines()
    problems = []
    if name.as_posix().startswith(SHORT_FOLDERS):
        if len(lines) > MAX_PAGE_LINES:
            problems.append(f"{name}: {len(lines)} lines; split it, {MAX_PAGE_LINES} is the most for a page that is read as a whole")
        problems += [f"{name}:{number}: {len(line)} columns; {MAX_PAGE_COLUMNS} is the most on this page"
                     for number, line in enumerate(lines, start=1) if len(line) > MAX_PAGE_COLUMNS]
    for number, line in enumerate(prose_of(text), start=1):
        for target in LINK.findall(CODE_SPAN.sub("", line)):
            if problem := link_problem(root, page, target):
                problems.append(f"{name}:{number}: the link {target} leads nowhere: {problem}")
        if name.as_posix().startswith(NOTEBOOKS):
            continue
        for code in CODE_SPAN.findall(line):
            if missing := missing_file(tree, code):
                problems.append(f"{name}:{number}: `{missing}` is not in the tree")
    return problems


def problems_in_course(root: pathlib.Path, page: str = "docs/course.md") -> list[str]:
    """Slides, faults, ways, predictions and sweeps that a row of the course names and its lab does not have."""
    problems: list[str] = []
    slides: set[str] = set()
    places: dict[str, set[str]] = {}
    lab = ""
    for number, line in enumerate((root / page).read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("## "):
            lab = line[3:]
            folder = root / "labs" / lab
            says = tomllib.loads((folder / "lab.toml").read_text(encoding="utf-8"))
            slides = anchors_of((root / "slides" / f"{lab}.md").read_text(encoding="utf-8"))
            places = {name: {path.stem for path in (folder / f"{name}s").rglob("*.*")} for name in ("fault", "way")}
            places |= {"prediction": {each["id"] for each in says.get("predict", [])}, "sweep": {each["id"] for each in says.get("sweep", [])}}
        named = [("slide", anchor) for anchor in re.findall(r"`#([\w-]+)`", line) if anchor not in slides]
        for what, names in NAMED_IN_ROW.findall(line):
            named += [(what, name) for name in CODE_SPAN.findall(names) if not fnmatch.filter(places.get(what, set()), name)]
        problems += [f"{page}:{number}: {lab} has no {what} {name}" for what, name in named]
    return problems
