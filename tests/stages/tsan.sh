# The workers of the virtual GPU under the thread sanitizer.
configure tsan
build tsan warpscope_workers_test warpscope_races_test
run_tests tsan "$results/tsan" "warpscope_(workers|races)_test(_[0-9]+_of_[0-9]+)?"
