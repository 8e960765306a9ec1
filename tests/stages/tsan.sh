# The workers of the virtual GPU under the thread sanitizer.
tsan_build() {
  configure tsan
  build tsan warpscope_workers_test warpscope_races_test
}
tsan_tests() { run_tests tsan "$results/tsan" "warpscope_(workers|races)_test(_[0-9]+_of_[0-9]+)?"; }
