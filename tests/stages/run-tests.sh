# run_tests <preset> <file for the counts>: ctest, then the number of test cases from the JUnit files.
run_tests() {
  local build="$ROOT/build/$1"
  rm -rf "$build/test-results" "$build/test-results.xml"
  mkdir -p "$build/test-results"
  (cd "$ROOT" && ctest --preset "$1" --output-junit "$build/test-results.xml") >&2 || true
  "$SETUP_PYTHON" "$ROOT/tests/stages/count_results.py" "$build" >"$2"
}
