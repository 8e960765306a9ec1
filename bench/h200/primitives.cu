// Reduction, triad, transposition, scan, histogram and gather of kernels/device/ on a real H200,
// every variant beside what a user would pick: CUB, Thrust, cuBLAS. bench/h200/run.sh builds and
// runs it; by hand, from the root of the tree:
//
//   nvcc -std=c++20 -O3 -I. -gencode arch=compute_90a,code=sm_90a -o primitives
//   bench/h200/primitives*.cu
//   ./primitives > primitives.csv            (about 30 s of an H200 and 16 GB of its memory)
//   ./primitives --only scan                 (one benchmark)
//
// That every variant is right can be seen without a GPU: built with -cudart shared and
// code=compute_90a,
//   warpscope exec primitives --quick
#include <cstdio>
#include <cstring>
#include <exception>

#include "bench/h200/primitives.h"

int main(int argc, char** argv) {
  using namespace warpscope::bench;
  Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quick") == 0) {
      options.quick = true;
    } else if (std::strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
      options.only = argv[++i];
    } else {
      std::fprintf(stderr,
                   "usage: %s [--quick] [--only triad|reduce|transpose|scan|histogram|gather]\n",
                   argv[0]);
      return 2;
    }
  }
  const std::pair<const char*, void (*)(const Options&)> benchmarks[] = {
      // The scan is last: it is the one whose blocks wait for each other.
      {"triad", bench_copy_and_triad}, {"reduce", bench_reduce}, {"transpose", bench_transpose},
      {"histogram", bench_histogram},  {"gather", bench_gather}, {"scan", bench_scan}};
  std::printf(
      "benchmark,variant,elements,bytes,median_seconds,min_seconds,fraction_of_4.8TB_s,check_ok\n");
  int code = 0;
  for (const auto& [name, run] : benchmarks) {
    if (!options.only.empty() && options.only != name) continue;
    try {
      run(options);
    } catch (const std::exception& problem) {
      std::fprintf(stderr, "%s: %s\n", name, problem.what());
      code = 1;
    }
  }
  return code;
}
