# run_tests <preset> <file for the counts> [test]: ctest, then the number of test cases from the JUnit files. With a test, only
# that one.
run_tests() {
  run_ctest "$1" "$2" --preset "$1" ${3:+-R "^$3\$"}
}

# run_tests_in <preset> <folder> <file for the counts> [options of ctest …]: the same with the tests of a folder below tests/.
run_tests_in() {
  run_ctest "$1" "$3" --test-dir "$ROOT/build/$1/$2" --output-on-failure --no-tests=error "${@:4}"
}

# run_ctest <preset> <file for the counts> <options of ctest …>
run_ctest() {
  local build="$ROOT/build/$1" symbolizer
  # The program by which clang's sanitizers name functions and lines; its own is another package.
  symbolizer="external_symbolizer_path=$(command -v addr2line || true)"
  rm -rf "$build/test-results" "$build/test-results.xml"
  mkdir -p "$build/test-results"
  # One more than there are processors: many tests wait for a process of theirs.
  (cd "$ROOT" && export ASAN_OPTIONS="$symbolizer" TSAN_OPTIONS="$symbolizer" && ctest "${@:3}" --parallel "$(($(nproc) + 1))" --output-junit "$build/test-results.xml") >&2 || true
  "$SETUP_PYTHON" "$ROOT/tests/stages/count_results.py" "$build" >"$2"
}
