// main() of tests that are linked with the machine for AVX-512.
#include <gtest/gtest.h>

#include <cstdio>

namespace {

/// What warpscope_exec_avx512 is compiled for.
bool can_run() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (!can_run()) {
    std::puts("This processor lacks AVX-512: none of these tests was run.");
    return WARPSCOPE_CANNOT_RUN;
  }
  testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
