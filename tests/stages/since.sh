# Builds and runs what a change can reach (reach.py), and all of lint. clang-tidy looks only at files that were not clean before (run_clang_tidy.py).
since_build() {
  local found kind rest
  build release build.ninja  # a test that was added since the last build is listed as well
  found=$("$SETUP_PYTHON" "$ROOT/tests/stages/reach.py" "$ROOT/build/release" "$since") || fail "what has changed since $since could not be told; the reason is above."
  programs=() entries=()
  while read -r kind rest; do
    case $kind in
      program) programs+=("$rest") ;;
      entry) entries+=("$rest") ;;
      grade-part) export WARPSCOPE_GRADE_PART=$rest ;;
      grade-labs) export WARPSCOPE_GRADE_LABS=$rest ;;
      grade-findings) export WARPSCOPE_GRADE_FINDINGS=$rest ;;
    esac
  done <<<"$found"
  # clang-tidy wants the files that the build writes; a program of the other vector width is its own.
  [ ${#programs[@]} = 0 ] || build release "${programs[@]}"
}

since_tests() {
  local pattern
  lint_tests
  mv "$results/lint" "$results/since-lint"
  [ ${#entries[@]} = 0 ] || {
    pattern=$(IFS='|'; printf '%s' "${entries[*]}")
    run_tests_in release . "$results/since-tests" -R "^($pattern)\$"
  }
  awk '{ passed += $1; failed += $2 } END { print passed, failed }' "$results"/since-* >"$results/since"
  rm "$results"/since-*
}
