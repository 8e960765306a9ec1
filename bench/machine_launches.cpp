#include "bench/machine_launches.h"

#include <array>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope {
namespace {

constexpr std::uint32_t kThreads = 256, kBlocks = 512;
constexpr std::uint32_t kElements = 1U << 20;
constexpr std::array<std::string_view, 5> kKernels{"arithmetic", "coalesced", "conflict_free",
                                                   "irregular", "divergent"};

std::string read(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("no file " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::uint64_t floats(memory::DeviceMemory& memory) {
  const auto address = memory.allocate(std::uint64_t{kElements} * sizeof(float));
  if (!address) throw std::runtime_error("the arrays do not fit");
  return *address;
}

template <typename... Arguments>
std::vector<std::byte> pack(const Arguments&... arguments) {
  std::vector<std::byte> packed;
  const auto put = [&packed](const auto& value) {
    const std::size_t at = (packed.size() + sizeof value - 1) / sizeof value * sizeof value;
    packed.resize(at + sizeof value);
    std::memcpy(packed.data() + at, &value, sizeof value);
  };
  (put(arguments), ...);
  return packed;
}

std::vector<std::byte> parameters_of(std::string_view kernel, std::uint64_t first,
                                     std::uint64_t second) {
  if (kernel == "arithmetic") return pack(first, 0.75F, 0.5F, 16);
  if (kernel == "coalesced") return pack(first, second, 0.5F, static_cast<int>(kElements));
  if (kernel == "irregular") return pack(first, second, kElements - 1, 64);
  return pack(first, 64);
}

}  // namespace

MachineLaunches::MachineLaunches(const std::string& ptx_file)
    : memory_(std::uint64_t{1} << 30),
      program_(exec::load(ptx::parse(read(ptx_file)), memory_)),
      first_(floats(memory_)),
      second_(floats(memory_)) {
  for (const std::uint64_t array : {first_, second_}) {
    memory_.track_writes(array);
    memory_.mark_written(array, std::uint64_t{kElements} * sizeof(float));
  }
}

std::span<const std::string_view> MachineLaunches::kernels() { return kKernels; }

std::uint64_t MachineLaunches::run(std::string_view kernel, std::uint32_t workers, Extra extra) {
  const std::vector<std::byte> parameters = parameters_of(kernel, first_, second_);
  exec::LaunchOptions options;
  options.worker_threads = workers;
  options.checks = extra == Extra::checks;
  if (extra == Extra::trace) options.trace = &trace_;
  options.worker_pool = &worker_pool_;
  const exec::LaunchResult result = exec::launch(
      *program_, kernel, {{kBlocks, 1, 1}, {kThreads, 1, 1}, 0, parameters}, memory_, options);
  if (result.fault) throw std::runtime_error(result.fault->message);
  return result.counters[exec::Counter::inst_executed];
}

}  // namespace warpscope
