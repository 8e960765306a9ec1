"""The figures as a fragment of a profile, and as a table beside the profile's."""

import datetime
import json

from figures import Figure
from readings import Readings


def shown(value: float | None) -> str:
    """Four digits that count; whole numbers as such."""
    if value is None:
        return "–"
    if value == round(value) and abs(value) < 1e7:
        return str(round(value))
    text = f"{value:.4g}"
    return text if "e" not in text or abs(value) < 1 else f"{float(text):.0f}"


def unit_of(name: str) -> str:
    """What a figure is counted in, by its name."""
    if name.endswith("_per_s"):
        return name.removesuffix("_per_s").rsplit("_", maxsplit=1)[-1] + " per second"
    if "_per_" in name:
        return " ".join(name.split("_")[-3:])
    return {"s": "seconds", "share": "share", "efficiency": "share"}.get(name.rsplit("_", maxsplit=1)[-1], name.rsplit("_", maxsplit=1)[-1])


def _day(machine: dict[str, str]) -> str:
    """The day of a date as 2026-11-27T19:00Z, or the text as it is."""
    try:
        day = datetime.datetime.fromisoformat(machine["date"])
    except ValueError:
        return machine["date"]
    return f"{day.day} {day:%B} {day.year}"


def fragment(figures: list[Figure], readings: Readings) -> str:
    """Sections of a profile with what was measured; what was not is a comment with the profile's source."""
    machine = readings.machine
    where = f"{machine['card']}, {_day(machine)}, driver {machine['driver']}, CUDA {machine['toolkit']}"
    lines = [f"# bench/calibrate on one {where}"]
    section = None
    for figure in figures:
        rule = figure.rule
        if rule.section != section:
            section = rule.section
            lines += ["", f"[{section}]"]
        if figure.value is None:
            source = f", {figure.source}" if figure.source else ""
            lines.append(f"# {rule.name}: not measured ({figure.why_not}); {shown(figure.profile)} in the profile{source}")
            continue
        source = json.dumps(f"{where}: {rule.by}; spread {shown(figure.spread)}")
        lines.append(f"{rule.name} = {{ value = {shown(figure.value)}, measured = {source} }}  # {unit_of(rule.name)}")
    return "\n".join(lines) + "\n"


def table(figures: list[Figure]) -> str:
    """Markdown: figure, the profile's value, measured now, difference; then what is not measured."""
    lines = ["| figure | profile | source | measured | spread | difference |", "|---|---:|---|---:|---:|---:|"]
    for figure in figures:
        if figure.value is None:
            continue
        apart = "–" if not figure.profile else f"{figure.value / figure.profile - 1:+.1%}".replace("%", " %")
        name = f"**`{figure.rule.full_name}`**" if figure.differs else f"`{figure.rule.full_name}`"
        source = figure.source.split(":")[0] or "–"
        lines.append(f"| {name} | {shown(figure.profile)} | {source} | {shown(figure.value)} | {shown(figure.spread)} | {apart} |")
    lines += ["", "Not measured:", ""]
    lines += [f"- `{figure.rule.full_name}`: {figure.why_not}; {shown(figure.profile)} is {figure.source or 'not in the profile'}"
              for figure in figures if figure.value is None]
    return "\n".join(lines) + "\n"
