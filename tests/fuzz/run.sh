#!/usr/bin/env bash
# Builds the fuzzers and runs each for a time: tests/fuzz/run.sh [seconds] [fuzzer ...]
# With 0 seconds none runs; the kept inputs are only made few and packed again.
# What a fuzzer finds is written to build/fuzz/findings/<fuzzer>/. Afterwards the archive holds the fewest inputs that reach all code which
# the old and the new ones reach.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-600}
shift || true
fuzzers=("$@")
[ ${#fuzzers[@]} -gt 0 ] || fuzzers=(fat_binary kernels protocol ptx)

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target fuzzers
# The fuzzers' words of PTX: those of the dictionary, and the opcodes and modifiers of the page of instructions.
dictionary=build/fuzz/ptx.dict
{
  cat tests/fuzz/ptx.dict
  sed -nE 's/^\| `([a-z0-9]+)` \|.*/"\1"/p' docs/reference/instructions.md
  grep -E '^\| `[a-z0-9]+` \|' docs/reference/instructions.md | grep -oE '\.[A-Za-z][A-Za-z0-9_:]*' | sed -E 's/:*$/"/; s/^/"/'
} | sort -u >"$dictionary"
declare -A longest=([fat_binary]=8000 [kernels]=4000 [protocol]=400 [ptx]=6000)
failed=0
for name in "${fuzzers[@]}"; do
  program=build/fuzz/bin/fuzz_$name
  work=build/fuzz/corpus/$name
  fewest=build/fuzz/fewest/$name
  findings=build/fuzz/findings/$name
  archive=tests/fuzz/corpus/$name.tar.zst
  mkdir -p "$work" "$findings" "tests/fuzz/regressions/$name"
  build/fuzz/bin/fuzz_archive unpack "$archive" "$work"
  options=(-timeout=5 -rss_limit_mb=1024 -malloc_limit_mb=700 "-max_len=${longest[$name]}" "-artifact_prefix=$findings/")
  case $name in kernels | ptx) options+=("-dict=$dictionary") ;; esac
  # The schedule by rare features takes more time than the inputs, where a run reaches 10 000 of them.
  case $name in protocol) options+=(-entropic=0) ;; esac
  if [ "$seconds" -gt 0 ]; then
    echo "fuzz_$name: $seconds s"
    "$program" "${options[@]}" "-max_total_time=$seconds" -print_final_stats=1 "$work" "tests/fuzz/regressions/$name" || failed=1
  fi
  # Of the inputs that reach the same code the smallest one.
  rm -rf "$fewest"
  mkdir -p "$fewest"
  "$program" -set_cover_merge=1 -use_counters=0 "-max_len=${longest[$name]}" "$fewest" "$work" || failed=1
  build/fuzz/bin/fuzz_archive pack "$fewest" "$archive"
  echo "$archive: $(ls "$fewest" | wc -l) inputs, $(stat -c %s "$archive") bytes"
done
exit $failed
