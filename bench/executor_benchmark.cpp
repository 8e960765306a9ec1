// Warp instructions per second of the executor, counters on, on the kernels of the coalescing lab.
//
// Each iteration is one launch on 2^20 floats (kinetic_energy: 2^17 particles). items_per_second
// counts PTX warp instructions per second of processor time, over all threads, so it is a rate per
// core.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/exec/launch.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/ptx/module.h"

namespace warpscope {
namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kElements = 1U << 20;
constexpr std::uint32_t kParticles = 1U << 17;
constexpr std::uint64_t kCapacityBytes = std::uint64_t{1} << 30;

std::string read_ptx(const std::string& variant) {
  const auto path =
      std::filesystem::path(WARPSCOPE_PTX_FOLDER) / ("coalescing_" + variant + ".ptx");
  std::ifstream file(path);
  if (!file) throw std::runtime_error("no file " + path.string() + "; build warpscope_bench_ptx");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The lab's module on a device of its own.
class LabModule {
 public:
  explicit LabModule(const std::string& variant)
      : memory_(kCapacityBytes), program_(exec::load(ptx::parse(read_ptx(variant)), memory_)) {}

  std::uint64_t allocate_floats(std::uint64_t count) {
    const auto address = memory_.allocate(count * sizeof(float));
    if (!address) throw std::runtime_error("the benchmark's arrays do not fit its device memory");
    return *address;
  }

  /// The kernel whose mangled name holds `name`.
  exec::KernelInfo kernel(std::string_view name) const {
    for (const exec::KernelInfo& info : exec::kernels(*program_)) {
      if (info.name.find(name) != std::string::npos) return info;
    }
    throw std::runtime_error("the module has no kernel " + std::string(name));
  }

  /// Warp instructions that the launch executed.
  std::uint64_t launch(const exec::KernelInfo& kernel, std::uint32_t threads,
                       const std::vector<std::byte>& arguments) {
    exec::LaunchConfiguration configuration;
    configuration.grid = {(threads + kThreads - 1) / kThreads, 1, 1};
    configuration.block = {kThreads, 1, 1};
    configuration.parameters = arguments;
    const exec::LaunchResult result =
        exec::launch(*program_, kernel.name, configuration, memory_, {});
    if (result.fault) throw std::runtime_error(result.fault->message);
    return result.counters[exec::Counter::inst_executed];
  }

 private:
  memory::DeviceMemory memory_;
  std::shared_ptr<const exec::Program> program_;
};

/// A kernel's parameter buffer; put() fills the parameters in order.
class Arguments {
 public:
  explicit Arguments(const exec::KernelInfo& kernel)
      : kernel_(kernel), bytes_(kernel.parameter_bytes) {}
  template <typename T>
  Arguments& put(T value) {
    const auto& parameter = kernel_.parameters.at(next_++);
    if (parameter.size_bytes != sizeof(T))
      throw std::runtime_error("a kernel of the lab has other parameters now");
    std::memcpy(&bytes_.at(parameter.offset), &value, sizeof(T));
    return *this;
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  exec::KernelInfo kernel_;
  std::vector<std::byte> bytes_;
  std::size_t next_ = 0;
};

void repeat(benchmark::State& state, LabModule& lab, const exec::KernelInfo& kernel,
            std::uint32_t threads, const Arguments& arguments) {
  std::uint64_t instructions = 0;
  for (auto iteration : state) instructions += lab.launch(kernel, threads, arguments.bytes());
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
}

void scale_records_starter(benchmark::State& state) {
  LabModule lab("starter");
  const auto fields = static_cast<std::int32_t>(state.range(0));
  const auto records = static_cast<std::int32_t>(kElements) / fields;
  const exec::KernelInfo kernel = lab.kernel("scale_records_kernel");
  const auto arguments = Arguments(kernel)
                             .put(lab.allocate_floats(kElements))
                             .put(lab.allocate_floats(kElements))
                             .put(records)
                             .put(fields)
                             .put(1.5F);
  repeat(state, lab, kernel, static_cast<std::uint32_t>(records), arguments);
}

void scale_records_reference(benchmark::State& state) {
  LabModule lab("reference");
  const exec::KernelInfo kernel = lab.kernel("scale_records_kernel");
  const auto arguments = Arguments(kernel)
                             .put(lab.allocate_floats(kElements))
                             .put(lab.allocate_floats(kElements))
                             .put(static_cast<std::int32_t>(kElements))
                             .put(1.5F);
  repeat(state, lab, kernel, kElements, arguments);
}

void add_one(benchmark::State& state, const std::string& variant,
             std::uint32_t elements_per_thread) {
  LabModule lab(variant);
  constexpr std::int32_t kOffset = 17;
  const exec::KernelInfo kernel = lab.kernel("add_one_kernel");
  const auto arguments = Arguments(kernel)
                             .put(lab.allocate_floats(kElements + kOffset))
                             .put(kOffset)
                             .put(static_cast<std::int32_t>(kElements));
  repeat(state, lab, kernel, kElements / elements_per_thread + kThreads, arguments);
}

void kinetic_energy_starter(benchmark::State& state) {
  LabModule lab("starter");
  constexpr std::uint64_t kFloatsPerParticle = 8;
  const exec::KernelInfo kernel = lab.kernel("kinetic_energy_kernel");
  const auto arguments = Arguments(kernel)
                             .put(lab.allocate_floats(kFloatsPerParticle * kParticles))
                             .put(lab.allocate_floats(kParticles))
                             .put(static_cast<std::int32_t>(kParticles));
  repeat(state, lab, kernel, kParticles, arguments);
}

void kinetic_energy_reference(benchmark::State& state) {
  LabModule lab("reference");
  constexpr std::uint64_t kColumns = 4;
  const exec::KernelInfo kernel = lab.kernel("kinetic_energy_kernel");
  const auto arguments = Arguments(kernel)
                             .put(lab.allocate_floats(kColumns * kParticles))
                             .put(static_cast<std::int32_t>(kParticles))
                             .put(lab.allocate_floats(kParticles))
                             .put(static_cast<std::int32_t>(kParticles));
  repeat(state, lab, kernel, kParticles, arguments);
}

BENCHMARK(scale_records_starter)
    ->Arg(1)
    ->Arg(8)
    ->Arg(32)
    ->ArgName("fields")
    ->MeasureProcessCPUTime();
BENCHMARK(scale_records_reference)->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(add_one, starter, "starter", 1)->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(add_one, reference, "reference", 4)->MeasureProcessCPUTime();
BENCHMARK(kinetic_energy_starter)->MeasureProcessCPUTime();
BENCHMARK(kinetic_energy_reference)->MeasureProcessCPUTime();

}  // namespace
}  // namespace warpscope
