// Warp instructions per second of the machine, counters on, by kind of instruction and number of
// worker threads. items_per_second counts PTX warp instructions per second of wall time; built once
// for each vector width (machine_benchmark, machine_benchmark_avx512).
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "vgpu/exec/launch.h"
#include "vgpu/exec/machine/worker_pool.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/ptx/module.h"

namespace warpscope {
namespace {

constexpr std::uint32_t kThreads = 256, kBlocks = 512;
constexpr std::uint32_t kElements = 1U << 20;

std::string read_ptx() {
  std::ifstream file(WARPSCOPE_MACHINE_KERNELS);
  if (!file) throw std::runtime_error("no file " WARPSCOPE_MACHINE_KERNELS);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Machine {
 public:
  Machine()
      : memory_(std::uint64_t{1} << 30), program_(exec::load(ptx::parse(read_ptx()), memory_)) {}

  std::uint64_t floats() {
    const auto address = memory_.allocate(std::uint64_t{kElements} * sizeof(float));
    if (!address) throw std::runtime_error("the arrays do not fit");
    return *address;
  }

  template <typename... Arguments>
  std::uint64_t launch(const char* kernel, std::uint32_t workers, Arguments... arguments) {
    std::vector<std::byte> packed;
    const auto put = [&packed](const auto& value) {
      const std::size_t at = (packed.size() + sizeof value - 1) / sizeof value * sizeof value;
      packed.resize(at + sizeof value);
      std::memcpy(packed.data() + at, &value, sizeof value);
    };
    (put(arguments), ...);
    exec::LaunchOptions options;
    options.worker_threads = workers;
    options.worker_pool = &worker_pool_;
    const exec::LaunchResult result = exec::launch(
        *program_, kernel, {{kBlocks, 1, 1}, {kThreads, 1, 1}, 0, packed}, memory_, options);
    if (result.fault) throw std::runtime_error(result.fault->message);
    return result.counters[exec::Counter::inst_executed];
  }

 private:
  memory::DeviceMemory memory_;
  exec::WorkerPool worker_pool_;
  std::shared_ptr<const exec::Program> program_;
};

template <typename Launch>
void repeat(benchmark::State& state, const Launch& launch) {
  std::uint64_t instructions = 0;
  const auto workers = static_cast<std::uint32_t>(state.range(0));
  for (auto iteration : state) instructions += launch(workers);
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
}

void arithmetic(benchmark::State& state) {
  Machine machine;
  const std::uint64_t out = machine.floats();
  repeat(state, [&](std::uint32_t workers) {
    return machine.launch("arithmetic", workers, out, 0.75F, 0.5F, 16);
  });
}
void coalesced(benchmark::State& state) {
  Machine machine;
  const std::uint64_t y = machine.floats(), x = machine.floats();
  repeat(state, [&](std::uint32_t workers) {
    return machine.launch("coalesced", workers, y, x, 0.5F, static_cast<std::int32_t>(kElements));
  });
}
void conflict_free(benchmark::State& state) {
  Machine machine;
  const std::uint64_t out = machine.floats();
  repeat(state,
         [&](std::uint32_t workers) { return machine.launch("conflict_free", workers, out, 64); });
}
void irregular(benchmark::State& state) {
  Machine machine;
  const std::uint64_t out = machine.floats(), x = machine.floats();
  repeat(state, [&](std::uint32_t workers) {
    return machine.launch("irregular", workers, out, x, kElements - 1, 64);
  });
}
void divergent(benchmark::State& state) {
  Machine machine;
  const std::uint64_t out = machine.floats();
  repeat(state,
         [&](std::uint32_t workers) { return machine.launch("divergent", workers, out, 64); });
}

BENCHMARK(arithmetic)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(coalesced)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(conflict_free)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(irregular)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(divergent)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace warpscope

BENCHMARK_MAIN();
