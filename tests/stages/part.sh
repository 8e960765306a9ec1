# Builds and runs only the tests of a part of the tree, for whoever works on it: those of the folder below tests/ that mirrors $part. What
# the processor cannot run is not built either.
. "$ROOT/tests/stages/find-part.sh"
folders=$(test_folders_of "$ROOT" "$part") || exit 2
label_options=()
grep -q avx512f /proc/cpuinfo || label_options=(-LE avx512)

part_build() {
  local folder more programs=()
  say "Tests in ${folders//$'\n'/, }"
  build release build.ninja  # a test that was added since the last build is listed as well
  # ctest's tests are called as their programs, with the number of the shard behind that.
  for folder in $folders; do
    mapfile -t more < <(ctest --test-dir "$ROOT/build/release/$folder" -N "${label_options[@]}" 2>/dev/null |
      sed -nE 's/^ *Test +#[0-9]+: ([a-z0-9_]+)$/\1/; T; s/_[0-9]+_of_[0-9]+$//; p' | sort -u)
    programs+=("${more[@]}")
  done
  [ ${#programs[@]} -gt 0 ] || fail "no test program was found in ${folders//$'\n'/, }."
  build release "${programs[@]}"
}

part_tests() {
  local folder
  for folder in $folders; do
    run_tests_in release "$folder" "$results/part-${folder//\//-}" "${label_options[@]}"
  done
  awk '{ passed += $1; failed += $2 } END { print passed, failed }' "$results"/part-* >"$results/part"
  rm "$results"/part-*
}
