#!/usr/bin/env bash
# Runs the benchmarks and prints the tables of docs/evidence/performance.md: bench/run.sh [--benchmark_filter=…]
set -euo pipefail
. "$(dirname "$0")/../setup/prepare.sh"
prepare run
configure release
widths=(avx2)
[ "$(vector_width)" = avx2 ] || widths+=(avx512)
programs=(executor_benchmark "${widths[@]/#/machine_benchmark_}")
build release "${programs[@]}" edit_to_result_benchmark

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)
echo "$processor, $(nproc) cores, $(uname -sr); $(c++ --version | head -1); $(date -u +%F); commit $(git -C "$ROOT" rev-parse --short HEAD)"
for program in "${programs[@]}"; do
  "$ROOT/build/release/bin/$program" "$@" --benchmark_format=csv 2>/dev/null |
    "$SETUP_PYTHON" "$ROOT/bench/table.py"
done
"$ROOT/build/release/bin/edit_to_result_benchmark"
