#!/usr/bin/env python3
"""Figures of a profile from what bench/calibrate/run.sh has read on a GPU.

    bench/calibrate/calibrate.py READINGS --profile h100 [--fragment FILE.toml] [--table FILE.md]

The fragment has the sections of a profile with what was measured now, and its source; the table, which goes to the standard output where no file
is named, has each figure beside the profile's. figures.toml says how a figure is made of readings.
"""

import argparse
import pathlib
import sys

from arithmetic import WrongFormula
from figures import PROFILES, figures_of, load_profile, load_rules
from readings import Unreadable, parse
from report import fragment, table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readings", type=pathlib.Path)
    parser.add_argument("--profile", required=True, choices=sorted(path.stem for path in PROFILES.glob("*.toml")))
    parser.add_argument("--fragment", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    options = parser.parse_args()
    try:
        readings = parse(options.readings.read_text(encoding="utf-8"))
        figures = figures_of(load_rules(), readings, load_profile(options.profile))
    except (OSError, UnicodeDecodeError, Unreadable, WrongFormula) as error:
        print(f"{options.readings}: {error}", file=sys.stderr)
        return 1
    if options.fragment is not None:
        options.fragment.write_text(fragment(figures, readings), encoding="utf-8")
    if options.table is not None:
        options.table.write_text(table(figures), encoding="utf-8")
    else:
        print(table(figures), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
