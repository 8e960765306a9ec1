# Format, house rules, includes, and clang-tidy of everything, tests too.
lint_build() { build release all; }
lint_tests() {
  local passed=0 failed=0
  check "clang-format" "$ROOT/tests/lint/check-format.sh"
  check "house rules" "$SETUP_PYTHON" "$ROOT/tests/lint/house_rules.py"
  check "includes" "$SETUP_PYTHON" "$ROOT/tests/lint/include_edges.py"
  check "figures of an architecture" "$SETUP_PYTHON" "$ROOT/tests/lint/architecture_figures.py"
  check "the checks themselves" "$SETUP_PYTHON" -m unittest discover --quiet --start-directory "$ROOT/tests/lint" --pattern "*_test.py"
  check "what a change reaches" "$SETUP_PYTHON" -m unittest discover --quiet --start-directory "$ROOT/tests/stages" --pattern "*_test.py"
  check "kept libraries" "$SETUP_PYTHON" -m unittest discover --quiet --start-directory "$ROOT/tests/cmake" --pattern "*_test.py"
  check "the comparison of records" "$SETUP_PYTHON" -m unittest discover --quiet --start-directory "$ROOT/tests/records" --pattern "*_test.py"
  check "batches of the labs' faults" "$SETUP_PYTHON" -m unittest discover --quiet --start-directory "$ROOT/tests/labs" --pattern "*_test.py"
  check "clang-tidy" "$SETUP_PYTHON" "$ROOT/tests/lint/run_clang_tidy.py" "$ROOT/build/release"
  echo "$passed $failed" >"$results/lint"
}
check() {
  say "-- $1"
  if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
