"""What measure.py found, as text for a terminal and as tables for docs/evidence/faults.md."""

import pathlib

BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"
FOLDERS = ("memory", "initialisation", "races", "synchronisation", "host", "slow")


def in_words(outcome) -> str:
    """What was found in one program."""
    found = ", ".join(str(finding) for finding in outcome.findings)
    if outcome.is_right:
        return f"yes: {found}" if found else "yes"
    if outcome.exit_code is None:
        return "no: it does not end"
    return f"no: {found or 'nothing'}"


def shares(outcomes) -> list[tuple[str, int, int]]:
    """For each folder: its name, the mistakes that are named at their line and alone, all mistakes."""
    rows = []
    for folder in FOLDERS:
        of_folder = [outcome for outcome in outcomes if outcome.program.name.startswith(folder + "/")]
        if of_folder:
            rows.append((folder, sum(outcome.is_right for outcome in of_folder), len(of_folder)))
    return rows


def summary(outcomes) -> str:
    faulty = [outcome for outcome in outcomes if not outcome.program.is_correct]
    correct = [outcome for outcome in outcomes if outcome.program.is_correct]
    named = sum(outcome.is_right for outcome in faulty)
    false = sum(bool(outcome.findings) for outcome in correct)
    share = 100.0 * named / len(faulty) if faulty else 0.0
    return (f"{named} of {len(faulty)} mistakes are named at the right line ({share:.0f} %); "
            f"{false} of {len(correct)} correct programs have a finding")


def as_text(outcomes, not_yet) -> str:
    lines = []
    for outcome in outcomes:
        program = outcome.program
        if program.is_correct:
            continue
        place = f"{program.finding}:{'/'.join(map(str, program.lines)) or '-'}"
        later = "  (not yet)" if program.name in not_yet else ""
        lines.append(f"{program.entry:4} {program.name:55} {place:45} {in_words(outcome)}{later}")
    lines += [f"{folder:20} {named:3} of {count:3}" for folder, named, count in shares(outcomes)]
    return "\n".join(lines + [summary(outcomes)])


def as_markdown(outcomes, not_yet) -> str:
    lines = [summary(outcomes) + ".", "", "| part | mistakes | named at the right line |", "|---|---:|---:|"]
    lines += [f"| {folder} | {count} | {named} |" for folder, named, count in shares(outcomes)]
    lines += ["", "| entry | program | expected finding | named | why not yet |", "|---|---|---|---|---|"]
    for outcome in outcomes:
        program = outcome.program
        if not program.is_correct:
            lines.append(f"| {program.entry} | `{program.name}` | `{program.finding}` | {in_words(outcome)} | "
                         f"{not_yet.get(program.name, '')} |")
    return "\n".join(lines)


def write_page(page: pathlib.Path, outcomes, not_yet) -> None:
    """Replaces what is between the two marks of the page."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} lacks {BEGIN} or {END}")
    page.write_text(f"{before}{begin}\n{as_markdown(outcomes, not_yet)}\n{end}{after}", encoding="utf-8")
