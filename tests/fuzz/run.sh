#!/usr/bin/env bash
# Builds the fuzzers and runs each for a time: tests/fuzz/run.sh [seconds] [fuzzer ...]
# What a fuzzer finds is written to build/fuzz/findings/<fuzzer>/; the corpus afterwards holds the new inputs, made small.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-600}
shift || true
fuzzers=("$@")
[ ${#fuzzers[@]} -gt 0 ] || fuzzers=(fat_binary kernels protocol ptx)

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzzers
declare -A longest=([fat_binary]=8000 [kernels]=4000 [protocol]=400 [ptx]=6000)
failed=0
for name in "${fuzzers[@]}"; do
  program=build/fuzz/bin/fuzz_$name
  work=build/fuzz/corpus/$name
  findings=build/fuzz/findings/$name
  kept=tests/fuzz/corpus/$name
  mkdir -p "$work" "$findings"
  options=(-timeout=5 -rss_limit_mb=1024 -malloc_limit_mb=700 "-max_len=${longest[$name]}" "-artifact_prefix=$findings/")
  case $name in kernels | ptx) options+=(-dict=tests/fuzz/ptx.dict) ;; esac
  # The schedule by rare features takes more time than the inputs, where a run reaches 10 000 of them.
  case $name in protocol) options+=(-entropic=0) ;; esac
  echo "fuzz_$name: $seconds s"
  "$program" "${options[@]}" "-max_total_time=$seconds" -print_final_stats=1 "$work" "$kept" || failed=1
  # Inputs that reach new code, by files of at most 1100 bytes.
  "$program" -merge=1 -use_counters=0 -max_len=1100 "$kept" "$work" || failed=1
done
exit $failed
