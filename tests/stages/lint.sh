# Format, house rules and clang-tidy: three checks.
passed=0 failed=0
check() {
  say "-- $1"
  if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
build release all
check "clang-format" "$ROOT/tests/lint/check-format.sh"
check "house rules" "$SETUP_PYTHON" "$ROOT/tests/lint/house_rules.py"
check "clang-tidy" "$SETUP_PYTHON" "$ROOT/tests/lint/run_clang_tidy.py" "$ROOT/build/release"
echo "$passed $failed" >"$results/lint"
