"""What the program calibrate printed, and what run.sh put before it: the machine, and each reading's values."""

import dataclasses
import math
import re

MACHINE = ("date", "card", "driver", "toolkit", "clock_hz", "sms")  # what a file must say
MOST_LINES, MOST_VALUES, MOST_LETTERS = 10_000, 1_000, 100  # the last: of what is said of the machine
_READING = re.compile(r"reading ([a-z][a-z0-9_]*) \[([A-Za-z0-9 ]+)\]((?: [-+.0-9a-zA-Z]+)+)")
_LINE = re.compile(r"([a-z_]+) ([\x20-\x7e]{1,50000})")


class Unreadable(ValueError):
    """A file that is none of calibrate's, with a sentence that says why."""


@dataclasses.dataclass
class Readings:
    machine: dict[str, str]
    values: dict[str, list[float]]  # of each reading, one for each round
    units: dict[str, str]

    @property
    def clock_hz(self) -> float:
        return float(self.machine["clock_hz"])


def _number(text: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise Unreadable(f"line {line}: {text!r} is no number")
    return value


def _add_reading(found: Readings, text: str, line: int) -> None:
    match = _READING.fullmatch(text)
    if match is None:
        raise Unreadable(f"line {line}: a reading is written 'reading NAME [UNIT] VALUE ...'")
    name, unit, values = match.groups()
    if name in found.values:
        raise Unreadable(f"line {line}: {name} was read before")
    if len(values.split()) > MOST_VALUES:
        raise Unreadable(f"line {line}: more than {MOST_VALUES} values")
    found.values[name] = [_number(value, line) for value in values.split()]
    found.units[name] = unit


def _check(found: Readings, end: int | None) -> None:
    missing = [key for key in MACHINE if key not in found.machine]
    if missing:
        raise Unreadable(f"the file does not say {', '.join(missing)}")
    for key in ("clock_hz", "sms"):
        if not re.fullmatch(r"[1-9][0-9]{0,12}", found.machine[key]):
            raise Unreadable(f"{key} is {found.machine[key]!r}, which is no whole number above 0")
    if end is None:
        raise Unreadable("the last line is not 'end COUNT': the program did not come to its end")
    if end != len(found.values):
        raise Unreadable(f"the program made {end} readings, the file has {len(found.values)}")
    rounds = {len(values) for values in found.values.values()}
    if len(rounds) > 1:
        raise Unreadable("readings have different numbers of values")


def parse(text: str) -> Readings:
    """Raises Unreadable where `text` is not what run.sh writes."""
    found = Readings({}, {}, {})
    end = None
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise Unreadable(f"more than {MOST_LINES} lines")
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        if end is not None:
            raise Unreadable(f"line {number} comes behind the end")
        match = _LINE.fullmatch(line)
        if match is None:
            raise Unreadable(f"line {number} is none of calibrate's")
        key, value = match.groups()
        if key == "reading":
            _add_reading(found, line, number)
        elif key == "end":
            if not re.fullmatch(r"[0-9]{1,6}", value):
                raise Unreadable(f"line {number}: {value!r} is no number of readings")
            end = int(value)
        elif key in MACHINE and key not in found.machine and len(value) <= MOST_LETTERS:
            found.machine[key] = value
        else:
            raise Unreadable(f"line {number}: {key} is unknown, too long or was said before")
    _check(found, end)
    return found
