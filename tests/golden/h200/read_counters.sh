#!/usr/bin/env bash
# Reads counters of a probe program on the GPU of this machine with Nsight Compute:
#   read_counters.sh PROGRAM OUTPUT.csv METRIC...
# A METRIC is a regular expression over the names that `ncu --query-metrics` knows. One row per
# launch, named by the program's own "probe NUMBER NAME" lines; one column per metric, the sum over
# the chip. Names that this GPU does not have are left out. PROBE_SECONDS ends the program after so
# many seconds; READ_FIRST is the first launch to read (the ones before it run unread);
# KNOWN_METRICS is a file that the query's answer is kept in; NCU_OPTIONS are passed on.
set -euo pipefail
program=$1
output=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
known=${KNOWN_METRICS:-$work/known.csv}
[ -s "$known" ] || ncu --query-metrics --csv >"$known" 2>/dev/null
pattern=$(IFS='|'; echo "$*")
list=$(grep -oE '"[a-z0-9_]+__[a-z0-9_]+"' "$known" | tr -d '"' | grep -xE "$pattern" | sort -u | sed 's/$/.sum/' | paste -sd,)
echo "metrics: $list" >&2
first=${READ_FIRST:-0}
read -ra options <<<"${NCU_OPTIONS:-}"
ncu --clock-control none --launch-skip "$first" "${options[@]}" --csv --page raw --print-units base --print-fp --metrics "$list" --log-file "$work/raw.csv" "$program" >"$work/probes.txt"
python3 - "$work/raw.csv" "$output" "$list" "$work/probes.txt" "$first" <<'PYTHON'
import csv, sys
lines = open(sys.argv[1]).read().splitlines()
labels = [line.split(" ", 2)[2] for line in open(sys.argv[4]).read().splitlines() if line.startswith("probe ")]
rows = [row for row in csv.DictReader(line for line in lines if line.startswith('"')) if row["Kernel Name"]]
first = int(sys.argv[5])
names = [name for name in sys.argv[3].split(",") if name in rows[0]]
if first + len(rows) != len(labels):
    print(f"{first} + {len(rows)} launches, but {len(labels)} names", file=sys.stderr)
with open(sys.argv[2], "w", newline="") as out:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["launch", "probe"] + names)
    for number, row in enumerate(rows, first):
        values = [row[name].replace(",", "") for name in names]
        writer.writerow([number, labels[number] if number < len(labels) else ""] +
                        [str(round(float(v))) if v else "" for v in values])
print(len(rows), "launches,", len(names), "metrics")
PYTHON
