# Builds everything and runs all tests.
build release all
run_tests release "$results/unit"
