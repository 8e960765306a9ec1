# Builds everything and runs all tests.
unit_build() { build release all; }
unit_tests() { run_tests release "$results/unit"; }
