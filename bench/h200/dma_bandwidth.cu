// Bandwidth of warpscope::dma beside plain kernels, cuda::memcpy_async and NVIDIA's libraries.
//
// Build, in the repository's root (the second architecture is for the virtual GPU):
//   nvcc -std=c++20 -O3 -lineinfo -gencode arch=compute_90a,code=sm_90a
//     -gencode arch=compute_90,code=compute_90 -I. bench/h200/dma_*.cu -o dma_bandwidth -ldl
// Run: ./dma_bandwidth [--quick] [read|triad|sgemv|stencil|...] > dma_bandwidth.csv
// --quick takes small inputs and one repetition; on the virtual GPU build with -cudart shared.
//
// A line is: benchmark,variant,engine,dma_warps,stages,bytes,median_seconds,
// fraction_of_4.8TB_s,check_ok. `bytes` counts every input and output once. Each variant is
// compared with the plain kernel bit by bit. Inputs are 512 MiB and more, ten times the L2 cache.
#include <cstring>

#include "dma_bench.cuh"

namespace {

bool is_wanted(int argc, char** argv, const char* name) {
  bool has_names = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0) return true;
    has_names = has_names || argv[i][0] != '-';
  }
  return !has_names;
}

}  // namespace

int main(int argc, char** argv) {
  dma_bench::Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quick") == 0) options.is_quick = true;
  }
  if (options.is_quick) options.repetitions = 1;
  dma_bench::check(
      cudaDeviceGetAttribute(&options.multiprocessors, cudaDevAttrMultiProcessorCount, 0),
      "cudaDeviceGetAttribute");
  std::printf(
      "benchmark,variant,engine,dma_warps,stages,bytes,median_seconds,fraction_of_4.8TB_s,"
      "check_ok\n");
  const struct {
    const char* name;
    void (*run)(const dma_bench::Options&);
  } benchmarks[] = {{"read", dma_bench::run_read},
                    {"triad", dma_bench::run_triad},
                    {"sgemv", dma_bench::run_sgemv},
                    {"stencil", dma_bench::run_stencil},
                    {"gather", dma_bench::run_gather},
                    {"scatter", dma_bench::run_scatter},
                    {"cudadma_read", dma_bench::run_cudadma_read},
                    {"cudadma_gather", dma_bench::run_cudadma_gather},
                    {"parameters", dma_bench::run_parameters}};
  for (const auto& benchmark : benchmarks) {
    if (is_wanted(argc, argv, benchmark.name)) benchmark.run(options);
  }
  return 0;
}
