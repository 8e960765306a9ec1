#!/bin/sh
# On a machine with an NVIDIA GPU: times each launch with Nsight Compute, caches flushed before each, clocks as they are, and writes
# one row per launch and <card>.txt (card, driver, versions, date).
#   bench/time/read.sh OUT           kernels.cu, to OUT/<card>.csv
#   bench/time/read.sh OUT further   further_*.cu in the order of further.csv, to OUT/<card>_further.csv, with what stalled their warps
#   bench/time/read.sh OUT stalls    the same of bench/calibrate/probes_stalls.cu, to OUT/<card>_stalls.csv
set -eu
here=$(dirname "$0")
out=$1
which=${2:-kernels}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
card=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1 | tr 'A-Z' 'a-z' | grep -o 'h[12]00' | head -1)

# Prints Nsight Compute's rows for the launches of SOURCE: rows SOURCE OPTIONS...
rows() {
  nvcc -O3 -std=c++17 -arch=sm_90 -lineinfo -o "$work/program" "$1"
  shift
  ncu --clock-control none --cache-control all --csv --print-units base --page raw "$@" \
    --metrics gpu__time_duration.sum,sm__cycles_elapsed.max,smsp__inst_executed.sum,dram__bytes_read.sum,dram__bytes_write.sum \
    "$work/program"
}

if [ "$which" = kernels ]; then
  table=$out/$card
  rows "$here/kernels.cu" | python3 "$here/shorten.py" >"$table.csv"
elif [ "$which" = stalls ]; then
  table=$out/${card}_stalls
  rows "$here/../calibrate/probes_stalls.cu" --section WarpStateStats --section Occupancy |
    python3 "$here/shorten.py" --program probes >"$table.csv"
else
  table=$out/${card}_further
  for program in $(tail -n +2 "$here/further.csv" | cut -d, -f1 | uniq); do
    rows "$here/further_$program.cu" --section WarpStateStats --section Occupancy | python3 "$here/shorten.py" --program "$program"
  done | awk 'NR == 1 || !/^program,/' >"$table.csv"
fi
{
  date -u +%Y-%m-%dT%H:%MZ
  nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv,noheader
  nvcc --version | tail -2 | head -1
  ncu --version | tail -1
} >"$table.txt"
wc -l "$table.csv"
