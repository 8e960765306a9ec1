#!/bin/sh
# Times the kernels of this folder by the clock, and compares them with what GPUs took (results/): the tables of docs/evidence/time.md.
#   bench/time/model.sh OUT [WARPSCOPE]     OUT/h100.md, OUT/h100_further.md and OUT/h200_further.md; what is kept back is left out
# Needs no GPU. WARPSCOPE is build/release/bin/warpscope unless it is given; an error of a program ends it. kernels.cu takes longest.
set -eu
[ $# -ge 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
out=$1
warpscope=${2:-$here/../../build/release/bin/warpscope}
mkdir -p "$out"
run() {  # PROFILE PROGRAM RECORD
  "$warpscope" exec -q --clock --cache-control all --profile "$1" --record "$3" "$2" >"$out/output" || { cat "$out/output" >&2; exit 1; }
}
programs=$(tail -n +2 "$here/further.csv" | cut -d, -f1 | uniq)
for profile in h100 h200; do
  for program in $programs; do
    run $profile "$here/further_$program.cu" "$out/$program.json"
  done
  # shellcheck disable=SC2086  # names of programs have no blanks
  (cd "$out" && python3 "$here/compare.py" $(printf '%s.json ' $programs) "$here/results/${profile}_further.csv" --launches "$here/further.csv" --markdown) \
    >"$out/${profile}_further.md"
done
run h100 "$here/kernels.cu" "$out/kernels.json"
python3 "$here/compare.py" "$out/kernels.json" "$here/results/h100.csv" --markdown >"$out/h100.md"
tail -n 1 "$out"/*.md
