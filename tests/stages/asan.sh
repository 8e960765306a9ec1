# The tests again, with the address and undefined-behaviour sanitizers in our own code.
asan_build() {
  configure asan
  build asan all
}
asan_tests() { run_tests asan "$results/asan"; }
