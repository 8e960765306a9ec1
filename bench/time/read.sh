#!/bin/sh
# On a machine with an NVIDIA GPU: times each launch of kernels.cu with Nsight Compute, caches flushed before each, clocks as they
# are, and writes OUT/<card>.csv (one row per launch) and OUT/<card>.txt (card, driver, versions, date).
#   bench/time/read.sh OUT
set -eu
here=$(dirname "$0")
out=$1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -O3 -std=c++17 -arch=sm_90 -lineinfo -o "$work/kernels" "$here/kernels.cu"
card=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1 | tr 'A-Z' 'a-z' | grep -o 'h[12]00' | head -1)
{
  date -u +%Y-%m-%dT%H:%MZ
  nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv,noheader
  nvcc --version | tail -2 | head -1
  ncu --version | tail -1
} >"$out/$card.txt"
ncu --clock-control none --cache-control all --csv --print-units base --page raw \
  --metrics gpu__time_duration.sum,sm__cycles_elapsed.max,smsp__inst_executed.sum,dram__bytes_read.sum,dram__bytes_write.sum \
  "$work/kernels" | python3 "$here/shorten.py" >"$out/$card.csv"
wc -l "$out/$card.csv"
