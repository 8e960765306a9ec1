#!/usr/bin/env bash
# Runs starter and reference of labs, and the golden programs, on one device, and keeps the records:
#   bench/h200/truth.sh DEVICE FOLDER [LAB|PROGRAM …]     DEVICE: cuda:0 or virtual:h200
# Writes FOLDER/<lab>/<rung>.<device>.json and FOLDER/programs/<program>.<device>.json. Called once for each device, on the same or on
# different machines, it gives truth.py what docs/evidence/truth.md is made of.
# WARPSCOPE names the program, RUNGS the rungs ("starter,reference" without it; "all" for the whole ladder).
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
warpscope=${WARPSCOPE:-$root/build/release/bin/warpscope}
if [ $# -lt 2 ]; then
  sed -n '2,6s/^# \?//p' "$0"
  exit 2
fi
device=$1 folder=$2
shift 2
programs=(access_patterns address_probes constant_probes counter_probes everyday_probes l1_probes reduction_probes shared_probes
  uniform_probes value_probes)
targets=("$@")
if [ ${#targets[@]} = 0 ]; then
  mapfile -t targets < <(cd "$root/labs" && ls -d */lab.toml | xargs -n1 dirname | grep -vx template)
  targets+=("${programs[@]}")
fi
rungs=(--only "${RUNGS:-starter,reference}")
if [ "${RUNGS:-}" = all ]; then rungs=(); fi

failed=0
mkdir -p "$folder"
for target in "${targets[@]}"; do
  before=$SECONDS
  if [ -e "$root/labs/$target/lab.toml" ]; then
    "$warpscope" compare-devices "$target" --devices "$device" "${rungs[@]}" --records "$folder/$target"
  else
    "$warpscope" compare-devices "$root/tests/golden/h200/$target.cu" --nvcc "-lineinfo -DWITHOUT_BANDWIDTH" --devices "$device" \
      --records "$folder/programs"
  fi > "$folder/$target.log" 2>&1
  code=$?
  echo "$target: $((SECONDS - before)) s$([ $code = 0 ] || echo ", exit code $code: $(tail -n1 "$folder/$target.log")")"
  [ $code = 0 ] || failed=1
done
exit $failed
