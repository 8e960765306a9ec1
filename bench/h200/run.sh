#!/usr/bin/env bash
# Builds the benchmarks of this folder and runs them on the GPU of this machine:
#   bench/h200/run.sh [FOLDER]     writes FOLDER/<benchmark>.csv and FOLDER/machine.txt (default: build/h200/results)
#   bench/h200/run.sh --build      only builds, into build/h200
#   bench/h200/run.sh --prebuilt [FOLDER]   runs what was built before, perhaps on another machine
# Needs nvcc 13.0 in PATH, in /usr/local/cuda or named by CUDACXX. A program that is newer than its sources is not built again.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
binaries=$root/build/h200
mkdir -p "$binaries"

compiler=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
flags=(-std=c++20 -O3 "-I$root" -gencode arch=compute_90a,code=sm_90a)

# build PROGRAM FILES: from bench/h200/FILES*.cu, each file on its own, as many at a time as there are processors.
build() {
  local program=$1 files=$2 objects=$binaries/objects-$1 newest
  newest=$(find "$root/bench/h200" "$root/kernels" -name '*.cu*' -newer "$binaries/$program" -print -quit 2>/dev/null || echo missing)
  if [ -x "$binaries/$program" ] && [ -z "$newest" ]; then return; fi
  echo "building $program" >&2
  rm -rf "$objects"
  mkdir -p "$objects"
  printf '%s\n' "$root/bench/h200/$files"*.cu |
    xargs -P "${JOBS:-$(nproc)}" -I{} "$compiler" "${flags[@]}" -odir "$objects" -c {}
  "$compiler" "${flags[@]}" -o "$binaries/$program" "$objects"/*.o -ldl
}

programs=(primitives dma_bandwidth)
if [ "${1:-}" = --prebuilt ]; then
  shift
else
  build primitives primitives
  build dma_bandwidth dma_
fi
if [ "${1:-}" = --build ]; then exit 0; fi

# cuBLAS is loaded at run time, from the toolkit or from wherever this machine has one.
cublas=$(find "$(dirname "$compiler")/../lib64" /usr/local /opt /usr/lib -name 'libcublas.so.1[23]' -print -quit 2>/dev/null || true)
export LD_LIBRARY_PATH=${cublas:+$(dirname "$cublas"):}${LD_LIBRARY_PATH:-}

results=${1:-$binaries/results}
mkdir -p "$results"
{
  date -u +%FT%TZ
  nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.mem,power.limit --format=csv
  "$compiler" --version 2>/dev/null | tail -2 || true
  git -C "$root" rev-parse HEAD 2>/dev/null || true
} > "$results/machine.txt"
for program in "${programs[@]}"; do
  echo "running $program" >&2
  # A kernel that hangs must not keep the machine; what was measured before it is in the file.
  timeout 150 "$binaries/$program" > "$results/$program.csv" || echo "$program ended with code $?" >&2
done
nvidia-smi --query-gpu=clocks.sm,clocks.mem,temperature.gpu,power.draw --format=csv >> "$results/machine.txt"
