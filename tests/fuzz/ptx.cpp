#include <stdexcept>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzers.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/ptx/link.h"
#include "vgpu/ptx/module.h"

namespace warpscope::fuzz {

void ptx(std::span<const std::byte> bytes) {
  memory::DeviceMemory memory(std::uint64_t{64} << 20);
  try {
    std::vector<warpscope::ptx::Module> modules;
    modules.push_back(warpscope::ptx::parse(
        std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())));
    const auto program = exec::load(warpscope::ptx::link(std::move(modules)), memory);
    for (const exec::KernelInfo& kernel : exec::kernels(*program)) {
      try {
        program->kernel(kernel.name);
      } catch (const std::runtime_error&) {
        // This kernel is refused; the next one need not be.
      }
    }
  } catch (const warpscope::ptx::ParseError&) {
  } catch (const std::runtime_error&) {
  }
}

}  // namespace warpscope::fuzz
