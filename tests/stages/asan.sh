# The tests again, with the address and undefined-behaviour sanitizers in our own code.
configure asan
build asan all
run_tests asan "$results/asan"
