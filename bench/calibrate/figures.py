"""The table of figures, the profile beside it, and what the readings make of each figure."""

import dataclasses
import math
import pathlib
import statistics
import tomllib

from arithmetic import evaluate, names
from readings import Readings

HERE = pathlib.Path(__file__).resolve().parent
PROFILES = HERE.parents[1] / "arch" / "profiles"


@dataclasses.dataclass
class Rule:
    section: str  # as "clock.pipes"
    name: str
    of: str = ""  # the formula; nothing where it is not measured
    by: str = ""
    reason: str = ""  # why it is not measured
    whole: bool = False
    since: str = ""  # the day from which on a card is asked for its readings

    @property
    def full_name(self) -> str:
        return f"{self.section}.{self.name}"


@dataclasses.dataclass
class Figure:
    rule: Rule
    profile: float | None = None
    source: str = ""  # the profile's: "published: …" and the like
    value: float | None = None  # measured now
    spread: float = 0.0  # between the quartiles of its rounds
    why_not: str = ""

    @property
    def differs(self) -> bool:
        """By more than the spread of what was measured, and than 2 %, which is what readings of two cards differ by."""
        return (self.value is not None and self.profile is not None
                and abs(self.value - self.profile) > max(self.spread, 0.02 * abs(self.profile)))


def _tables(data: dict, path: str = "") -> dict[str, dict]:
    """Tables of tables by their names with dots: those whose values are figures."""
    found: dict[str, dict] = {}
    for key, value in data.items():
        if not isinstance(value, dict):
            continue
        name = f"{path}.{key}" if path else key
        if any(isinstance(inner, dict) and not {"of", "not", "value"} & inner.keys() for inner in value.values()):
            found |= _tables(value, name)
        else:
            found[name] = value
    return found


def load_rules(path: pathlib.Path = HERE / "figures.toml") -> list[Rule]:
    rules = []
    for section, figures in _tables(tomllib.loads(path.read_text(encoding="utf-8"))).items():
        for name, entry in figures.items():
            rules.append(Rule(section, name, entry.get("of", ""), entry.get("by", ""), entry.get("not", ""), entry.get("whole", False),
                              entry.get("since", "")))
    return rules


def load_profile(name: str) -> dict[str, tuple[float, str]]:
    """Value and source of each figure that is a number, by its full name; those of the profile that it is based on as well."""
    data = tomllib.loads((PROFILES / f"{name}.toml").read_text(encoding="utf-8"))
    found = load_profile(data["based_on"]) if "based_on" in data else {}
    for section, figures in _tables(data).items():
        for key, entry in figures.items():
            if not isinstance(entry, dict) or not isinstance(entry.get("value"), int | float):
                continue
            kind = next(kind for kind in ("measured", "published", "assumed") if kind in entry)
            found[f"{section}.{key}"] = (float(entry["value"]), f"{kind}: {entry[kind]}")
    return found


def _missing(formula: str, readings: Readings, profile: dict[str, tuple[float, str]]) -> list[str]:
    return sorted(name for name in names(formula) if name not in readings.values and name not in profile and name != "clock_hz")


def _measure(figure: Figure, readings: Readings, profile: dict[str, tuple[float, str]]) -> None:
    def of_round(index: int | None):
        def value_of(name: str) -> float:
            if name in readings.values:
                values = readings.values[name]
                return statistics.median(values) if index is None else values[index]
            return readings.clock_hz if name == "clock_hz" else profile[name][0]
        return value_of

    value = evaluate(figure.rule.of, of_round(None))
    if not math.isfinite(value):
        figure.why_not = "its formula divides by 0"
        return
    rounds = len(next(iter(readings.values.values())))
    each = [evaluate(figure.rule.of, of_round(index)) for index in range(rounds)]
    if len(each) > 1 and all(map(math.isfinite, each)):
        low, _, high = statistics.quantiles(each, n=4, method="inclusive")
        figure.spread = high - low
    figure.value = float(round(value)) if figure.rule.whole else value


def figures_of(rules: list[Rule], readings: Readings, profile: dict[str, tuple[float, str]]) -> list[Figure]:
    """What each rule makes of the readings. Raises WrongFormula."""
    made = []
    for rule in rules:
        figure = Figure(rule)
        if rule.full_name in profile:
            figure.profile, figure.source = profile[rule.full_name]
        if not rule.of:
            figure.why_not = rule.reason
        elif missing := _missing(rule.of, readings, profile):
            figure.why_not = f"without {', '.join(missing)}"
        else:
            _measure(figure, readings, profile)
        made.append(figure)
    return made
