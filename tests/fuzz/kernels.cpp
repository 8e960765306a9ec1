#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzers.h"
#include "vgpu/exec/execution/execution.h"
#include "vgpu/exec/launch.h"
#include "vgpu/ptx/link.h"
#include "vgpu/ptx/module.h"

namespace warpscope::fuzz {
namespace {

constexpr std::uint64_t kBufferBytes = 4096;

/// Whoever steps looks at registers now and then; at each step of each input it would be most of
/// the time.
constexpr std::uint64_t kStepsPerLook = 16;

void look(const exec::Execution& execution) {
  for (const exec::BlockView& block : execution.inspect().blocks)
    for (const exec::WarpView& warp : block.warps)
      for (const exec::LaneGroup& group : warp.groups)
        execution.registers(block.number, warp.warp, group);
}

/// To the end by single steps, back to the middle, and to the end again.
void step(const exec::Program& program, const exec::KernelInfo& kernel,
          const exec::LaunchConfiguration& configuration, memory::DeviceMemory& memory,
          const exec::LaunchOptions& options) {
  exec::Execution execution(program, kernel.name, configuration, memory, options);
  std::uint64_t steps = 0;
  for (auto at = execution.step(); at; at = execution.advance(exec::any_step())) {
    steps = at->number;
    if (steps % kStepsPerLook == 0) look(execution);
  }
  if (execution.why_not_back() != nullptr) return;
  execution.go_to(steps / 2);
  execution.advance(exec::at_end());
  execution.result();
}

/// Runs one block of two warps, the second of them not whole; every parameter of 8 bytes is a
/// pointer to the buffer, everything else a small number.
void run(const exec::Program& program, const exec::KernelInfo& kernel, std::uint64_t buffer,
         memory::DeviceMemory& memory) {
  if (kernel.parameter_bytes > 32764 || kernel.static_shared_bytes > 232448) return;
  std::vector<std::byte> parameters(kernel.parameter_bytes);
  for (const exec::KernelInfo::Parameter& parameter : kernel.parameters) {
    const std::uint64_t value = parameter.size_bytes == sizeof buffer ? buffer : 3;
    std::memcpy(&parameters[parameter.offset], &value,
                std::min<std::size_t>(parameter.size_bytes, sizeof value));
  }
  exec::LaunchConfiguration configuration;
  configuration.grid = {2, 1, 1};
  configuration.block = {std::min(40U, kernel.max_threads_per_block), 1, 1};
  configuration.parameters = parameters;
  exec::LaunchOptions options;
  options.instruction_budget = 3000;
  options.output_bytes = 1 << 16;
  exec::launch(program, kernel.name, configuration, memory, options);
  // Each step waits for another thread, which a busy machine lets run when it likes.
  options.instruction_budget = 500;
  step(program, kernel, configuration, memory, options);
}

}  // namespace

void kernels(std::span<const std::byte> bytes) {
  memory::DeviceMemory memory(std::uint64_t{64} << 20);
  const auto buffer = memory.allocate(kBufferBytes);
  try {
    std::vector<warpscope::ptx::Module> modules;
    modules.push_back(warpscope::ptx::parse(
        std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())));
    const auto program = exec::load(warpscope::ptx::link(std::move(modules)), memory);
    for (const exec::KernelInfo& kernel : exec::kernels(*program)) {
      try {
        run(*program, kernel, buffer.value(), memory);
      } catch (const std::runtime_error&) {
        // This kernel is refused; the next one need not be.
      }
    }
  } catch (const warpscope::ptx::ParseError&) {
  } catch (const std::runtime_error&) {
  }
}

}  // namespace warpscope::fuzz
