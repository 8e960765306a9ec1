#!/usr/bin/env bash
# Measures the GPU of this machine and writes a profile's figures:
#   bench/calibrate/run.sh [--profile NAME] [FOLDER]   FOLDER/<card>.txt (readings), <card>.toml (fragment of a profile), <card>.md (beside it)
#   bench/calibrate/run.sh --build                     only builds, build/calibrate/calibrate
#   bench/calibrate/run.sh --prebuilt [...]            runs what was built before, perhaps on another machine
# Without a name the profile is the card's (h100, h200), the folder build/calibrate. Needs nvcc in PATH, in /usr/local/cuda or named by CUDACXX;
# with Nsight Compute (ncu) also what only the profiler tells is read. Clocks and settings of the card stay as they are.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/bench/calibrate
binaries=$root/build/calibrate
program=$binaries/calibrate
compiler=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
usage() {
  sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

builds=yes runs=yes profile= results=
while [ $# -gt 0 ]; do
  case $1 in
    --build) runs=no ;;
    --prebuilt) builds=no ;;
    --profile) [ $# -ge 2 ] || usage; profile=$2; shift ;;
    -*) usage ;;
    *) [ -z "$results" ] || usage; results=$1 ;;
  esac
  shift
done

if [ "$builds" = yes ]; then
  mkdir -p "$binaries/objects"
  mapfile -t files < <(cd "$here" && ls -- *.cu | grep -v '^probes')
  printf '%s\n' "${files[@]}" |
    xargs -P "${JOBS:-$(nproc)}" -I{} "$compiler" -std=c++17 -O3 -arch=sm_90 -odir "$binaries/objects" -c "$here/{}"
  objects=("${files[@]/%.cu/.o}")
  "$compiler" -arch=sm_90 -o "$program" "${objects[@]/#/$binaries/objects/}"
fi
[ "$runs" = yes ] || exit 0

results=${results:-$binaries}
mkdir -p "$results"
card=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)
short=$(printf '%s' "$card" | tr 'A-Z' 'a-z' | grep -oE '[a-z]+[0-9]+' | head -1 || true)
short=${short:-card}
profile=${profile:-$short}
readings=$results/$short.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
toolkit=$("$compiler" --version 2>/dev/null | grep -oE 'release [0-9.]+' | cut -d' ' -f2 || true)
{
  printf 'date %s\n' "$(date -u +%Y-%m-%dT%H:%MZ)"
  printf 'driver %s\n' "$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)"
  printf 'toolkit %s\n' "${toolkit:-unknown}"
} >"$work/machine"
"$program" >"$work/readings"
if command -v ncu >/dev/null; then
  # Nine launches of an empty block; the first four launches of that kernel are of many.
  ncu --clock-control none --cache-control none --csv --print-units base --page raw --metrics gpu__time_duration.sum \
    --kernel-name nothing --launch-skip 4 --launch-count 9 "$program" --rounds 1 --only launches >"$work/profiled" ||
    echo "ncu ended with code $?; figures that need the profiler are left out" >&2
  python3 "$here/profiled.py" "$work/readings" "$work/profiled" >"$work/with_profiler"
  mv "$work/with_profiler" "$work/readings"
fi
cat "$work/machine" "$work/readings" >"$readings"
python3 "$here/calibrate.py" "$readings" --profile "$profile" --fragment "$results/$short.toml" --table "$results/$short.md"
cat "$results/$short.md"
