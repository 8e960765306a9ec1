"""Compares counters of run records in pairs: of a real GPU, and of the virtual one.

python3 compare_records.py GPU.json VIRTUAL.json [GPU.json VIRTUAL.json …]

Prints for each counter in how many launches both have the same, and the first two that differ. Launches belong together
by their case and their place in it; cases whose launches are of other kernels are named and left out.
"""

import collections
import json
import pathlib
import sys

Launch = dict
Differences = dict[str, list[tuple[str, int, int]]]


def launches_by_case(record: dict) -> dict[int, list[Launch]]:
    cases: dict[int, list[Launch]] = collections.defaultdict(list)
    for launch in record["launches"]:
        cases[launch.get("case_index", -1)].append(launch)
    return cases


def compare(real: dict, virtual: dict, seen: collections.Counter, differing: Differences) -> int:
    """How many launches were compared."""
    count = 0
    others = launches_by_case(virtual)
    for case, launches in launches_by_case(real).items():
        if [launch["kernel"] for launch in launches] != [launch["kernel"] for launch in others[case]]:
            print(f"{real.get('lab')}: the launches of case {case} differ")
            continue
        for ours, theirs in zip(launches, others[case]):
            count += 1
            for name in ours["counters"].keys() & theirs["counters"].keys():
                seen[name] += 1
                pair = ours["counters"][name], theirs["counters"][name]
                if pair[0] != pair[1]:
                    differing[name].append((ours["kernel"][:30], *pair))
    return count


def main(paths: list[str]) -> int:
    if len(paths) < 2 or len(paths) % 2:
        print(__doc__)
        return 2
    seen: collections.Counter = collections.Counter()
    differing: Differences = collections.defaultdict(list)
    records = [json.loads(pathlib.Path(path).read_text()) for path in paths]
    count = sum(compare(real, virtual, seen, differing) for real, virtual in zip(records[::2], records[1::2]))
    print(f"{count} launches")
    for name in sorted(seen):
        examples = "; ".join(f"{kernel}: {real} for {virtual}" for kernel, real, virtual in differing[name][:2])
        print(f"{name:70} {seen[name] - len(differing[name])} of {seen[name]}  {examples}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
