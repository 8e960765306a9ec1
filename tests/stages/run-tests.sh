# run_tests <preset> <file for the counts> [test]: ctest, then the number of test cases from the JUnit files. With a test, only
# that one.
run_tests() {
  local build="$ROOT/build/$1"
  rm -rf "$build/test-results" "$build/test-results.xml"
  mkdir -p "$build/test-results"
  (cd "$ROOT" && ctest --preset "$1" --parallel "$(nproc)" ${3:+-R "^$3\$"} --output-junit "$build/test-results.xml") >&2 || true
  "$SETUP_PYTHON" "$ROOT/tests/stages/count_results.py" "$build" >"$2"
}
