"""What measure.py found, as text for a terminal and as tables for docs/evidence/faults.md."""

import csv
import pathlib

BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"
FOLDERS = ("memory", "initialisation", "races", "synchronisation", "host", "slow")
RESULTS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "h200" / "results"
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
REPORTS = ("line", "elsewhere", "no line")


def in_words(outcome) -> str:
    """What was found in one program."""
    found = ", ".join(str(finding) for finding in outcome.findings)
    if outcome.is_right:
        return f"yes: {found}" if found else "yes"
    if outcome.exit_code is None:
        return "no: it does not end"
    return f"no: {found or 'nothing'}"


def named_in(outcomes) -> int:
    return sum(outcome.is_right for outcome in outcomes)


def folders_of(outcomes):
    """For each folder with programs: its name, and their outcomes."""
    for folder in FOLDERS:
        of_folder = [outcome for outcome in outcomes if outcome.program.name.startswith(folder + "/")]
        if of_folder:
            yield folder, of_folder


def parts(outcomes) -> tuple[list, list]:
    """The outcomes of programs with a mistake, and of correct ones."""
    return ([outcome for outcome in outcomes if not outcome.program.is_correct],
            [outcome for outcome in outcomes if outcome.program.is_correct])


def summary(outcomes) -> str:
    faulty, correct = parts(outcomes)
    named = named_in(faulty)
    false = sum(bool(outcome.others) for outcome in correct)
    share = 100 * named // len(faulty) if faulty else 0  # all but one are not 100 %
    return (f"{named} of {len(faulty)} mistakes are named at the right line ({share} %); "
            f"{false} of {len(correct)} correct programs have a finding")


def as_text(outcomes, not_yet) -> str:
    lines = []
    for outcome in parts(outcomes)[0]:
        program = outcome.program
        place = f"{program.finding}:{'/'.join(map(str, program.lines)) or '-'}"
        later = "  (not yet)" if program.name in not_yet else ""
        lines.append(f"{program.entry:4} {program.name:55} {place:45} {in_words(outcome)}{later}")
    lines += [f"{folder:20} {named_in(of_folder):3} of {len(of_folder):3}" for folder, of_folder in folders_of(outcomes)]
    return "\n".join(lines + [summary(outcomes)])


def sanitizer_rows() -> dict[str, dict[str, str]]:
    """Program -> tool -> word, of the newest table of compute-sanitizer; empty when there is none, or no tool in it has run."""
    for path in sorted(RESULTS.glob("faults_*.csv"), reverse=True):
        with path.open(encoding="utf-8", newline="") as file:
            rows = {row["program"]: row for row in csv.DictReader(file)}
        if any(row.get(tool) for row in rows.values() for tool in TOOLS):
            return rows
    return {}


def reports_of(row: dict[str, str]) -> list[str]:
    """The tools that reported something, with the line's word where it was not the right one."""
    return [tool if row[tool] == "line" else f"{tool} ({row[tool]})" for tool in TOOLS if row.get(tool) in REPORTS]


def sanitizer_counts(outcomes, rows) -> tuple[int, int]:
    """Programs of which a tool says the right line, and of which any tool says anything."""
    own = [rows[outcome.program.name] for outcome in outcomes if outcome.program.name in rows]
    return sum(any(row[tool] == "line" for tool in TOOLS) for row in own), sum(bool(reports_of(row)) for row in own)


def as_markdown(outcomes, not_yet) -> str:
    rows = sanitizer_rows()
    faulty, correct = parts(outcomes)
    lines = [summary(outcomes) + ".", "",
             "| part | mistakes | named at the right line | compute-sanitizer, at the right line | compute-sanitizer, anywhere |",
             "|---|---:|---:|---:|---:|"]
    for name, part in [*folders_of(outcomes), ("all", faulty)]:
        right, anywhere = sanitizer_counts(part, rows)
        lines.append(f"| {name} | {len(part)} | {named_in(part)} | {right if rows else ''} | {anywhere if rows else ''} |")
    false = sum(bool(outcome.others) for outcome in correct)
    lines.append(f"| correct programs with a report | {len(correct)} | {false} | | "
                 f"{sanitizer_counts(correct, rows)[1] if rows else ''} |")
    lines += ["", "| entry | program | expected finding | named | compute-sanitizer | why not yet |", "|---|---|---|---|---|---|"]
    for outcome in faulty:
        program = outcome.program
        sanitizer = ", ".join(reports_of(rows[program.name])) if program.name in rows else ""
        lines.append(f"| {program.entry} | `{program.name}` | `{program.finding}` | {in_words(outcome)} | {sanitizer} | "
                     f"{not_yet.get(program.name, '')} |")
    false_reports = [f"`{outcome.program.name}`: {', '.join(reports_of(rows[outcome.program.name]))}" for outcome in correct
                     if outcome.program.name in rows and reports_of(rows[outcome.program.name])]
    if false_reports:
        lines += ["", "Correct programs of which compute-sanitizer reports something: " + "; ".join(false_reports) + "."]
    return "\n".join(lines)


def write_page(page: pathlib.Path, outcomes, not_yet) -> None:
    """Replaces what is between the two marks of the page."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} lacks {BEGIN} or {END}")
    page.write_text(f"{before}{begin}\n{as_markdown(outcomes, not_yet)}\n{end}{after}", encoding="utf-8")
