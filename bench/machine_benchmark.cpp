// Warp instructions per second of the machine, counters on, by kind of instruction and number of
// worker threads. items_per_second counts PTX warp instructions per second of wall time; built once
// for each vector width (machine_benchmark_avx2, machine_benchmark_avx512).
#include <benchmark/benchmark.h>

#include "bench/machine_launches.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const std::string_view kernel : warpscope::MachineLaunches::kernels()) {
    const auto repeat = [kernel](benchmark::State& state) {
      warpscope::MachineLaunches machine;
      const auto workers = static_cast<std::uint32_t>(state.range(0));
      std::uint64_t instructions = 0;
      for (auto iteration : state) instructions += machine.run(kernel, workers);
      state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
    };
    benchmark::RegisterBenchmark(std::string(kernel).c_str(), repeat)
        ->Arg(1)
        ->Arg(2)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
    using Extra = warpscope::MachineLaunches::Extra;
    for (const auto& [name, extra] :
         {std::pair{"/checked", Extra::checks}, {"/traced", Extra::trace}}) {
      const auto repeat_with = [kernel, extra = extra](benchmark::State& state) {
        warpscope::MachineLaunches machine;
        std::uint64_t instructions = 0, bytes = 0;
        for (auto iteration : state) {
          instructions += machine.run(kernel, 1, extra);
          bytes += machine.trace_bytes();
        }
        state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
        // Of the trace.
        state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
      };
      benchmark::RegisterBenchmark((std::string(kernel) + name).c_str(), repeat_with)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
