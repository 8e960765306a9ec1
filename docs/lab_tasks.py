"""Writes docs/reference/lab_tasks.md out of the tables [[lesson]] of the labs.

  docs/lab_tasks.py           writes the page
  docs/lab_tasks.py --check   fails when it is not what the labs say"""

import pathlib
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = "docs/reference/lab_tasks.md"
HEAD = """# What each task's points are given for

One row for each task of each lab. *Answer* are points for right answers, *run* those for what is seen besides: a right answer alone never
gives them. Points of a whole lab, for no errors and no warnings of a kind, are in no row. What holds for all tasks, such as that the
answer must come from the device, is in [what earns no points](../instructors/no_points.md), and what has these points without the lesson in
[what was tried](../instructors/no_points_tried.md).

Of the other ways those in a lab's folder `ways/` are graded in the tests; not all of the rest were.

`docs/lab_tasks.py` makes this page of the tables `[[lesson]]` of each `lab.toml`
([how to write them](../instructors/writing_a_lab.md)), and the checks by their ids.
"""


def toml(path: str) -> dict:
    return tomllib.loads((ROOT / path).read_text(encoding="utf-8"))


def one_line(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def points(number: float) -> str:
    return f"{number:g}" if number else ""


def row(lesson: dict, checks: dict[str, dict]) -> str:
    named = [checks[name] for name in lesson["checked_by"]]
    answer = sum(check["points"] for check in named if check["kind"] == "correct")
    run = sum(check["points"] for check in named) - answer
    names = ", ".join(f"`{name}`" for name in lesson["checked_by"])
    cells = [f"`{lesson['task']}`", points(answer), points(run), f"{one_line(lesson['seen'])} ({names})", one_line(lesson["free"]),
             one_line("; ".join(lesson["ways"]))]
    return "| " + " | ".join(cells) + " |"


def page() -> str:
    parts = [HEAD]
    for part in toml("labs/course.toml")["part"]:
        for lab in part["labs"]:
            says = toml(f"labs/{lab}/lab.toml")
            checks = {check["id"]: check for check in says["check"]}
            parts.append(f"## {says['title']}\n\n| task | answer | run | seen in the run | free | other ways |\n"
                         "|---|---:|---:|---|---|---|\n" + "".join(row(lesson, checks) + "\n" for lesson in says.get("lesson", [])))
    return "\n".join(parts)


def problems() -> list[str]:
    """That the page is not what the labs say."""
    path = ROOT / PAGE
    is_new = path.exists() and path.read_text(encoding="utf-8") == page()
    return [] if is_new else [f"{PAGE} is not what the labs say; run docs/lab_tasks.py"]


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        found = problems()
        print("\n".join(found), file=sys.stderr, end="\n" if found else "")
        return 1 if found else 0
    (ROOT / PAGE).write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
