#include "runner/run/gpu_profile.h"

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "runner/run/nvml.h"
#include "runner/run/profiles.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kCuda = "cuda:";

/// Arithmetic units of single precision in an SM, by which NVML counts (CUDA Programming Guide,
/// compute capabilities).
std::uint32_t cores_per_sm(const arch::ComputeCapability& capability) {
  constexpr std::uint32_t kOfMost = 128, kOfHalf = 64;
  const auto number = capability.number();
  return number == 70 || number == 75 || number == 80 ? kOfHalf : kOfMost;
}

double distance(const arch::Profile& sheet, const GpuDescription& gpu) {
  return std::abs(static_cast<double>(sheet.memory_bytes) - static_cast<double>(gpu.memory_bytes));
}

}  // namespace

std::optional<std::uint32_t> gpu_index(std::string_view device) {
  if (!device.starts_with(kCuda)) return std::nullopt;
  device.remove_prefix(kCuda.size());
  std::uint32_t index = 0;
  const auto* end = device.data() + device.size();
  const auto [stop, error] = std::from_chars(device.data(), end, index);
  if (error != std::errc() || stop != end) return std::nullopt;
  return index;
}

arch::Profile profile_of_gpu(const Installation& installation, std::uint32_t index) {
  const auto gpu = Nvml().describe(index);
  std::optional<arch::Profile> best;
  for (auto& sheet : profiles(installation)) {
    if (sheet.compute_capability != gpu.capability) continue;
    if (!best || distance(sheet, gpu) < distance(*best, gpu)) best = std::move(sheet);
  }
  if (!best) {
    throw std::runtime_error("Of GPUs of compute capability " + gpu.capability.text() + ", as " +
                             gpu.name + " is, there is no data sheet here (arch/profiles).");
  }
  best->title = gpu.name;
  best->memory_bytes = gpu.memory_bytes;
  if (gpu.most_sm_clock_hz != 0) best->sm.clock_hz = gpu.most_sm_clock_hz;
  if (gpu.dram_bytes_per_s != 0) best->memory.dram_bytes_per_s = gpu.dram_bytes_per_s;
  if (gpu.cores != 0) best->sm.count = gpu.cores / cores_per_sm(gpu.capability);
  return std::move(*best);
}

std::string gpu_driver() { return Nvml().driver_version(); }

}  // namespace warpscope::runner
