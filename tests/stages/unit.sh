# Builds everything and runs the tests. Those that other stages run (cmake/WarpscopeCompile.cmake, ONLY SANITIZERS) are among them only where
# no other stage does.
unit_build() { build release all left_out_tests; }
unit_tests() {
  if [ "$has_all_stages" = yes ]; then
    run_tests release "$results/unit"
  else
    run_tests_in release . "$results/unit"
  fi
}
