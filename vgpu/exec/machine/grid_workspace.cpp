#include "vgpu/exec/machine/grid_workspace.h"

#include <cstring>
#include <stdexcept>

namespace warpscope::exec {

GridWorkspace::GridWorkspace(LaunchContext& launch) : memory_(launch.memory) {
  if (!launch.options.is_cooperative) return;
  constexpr std::uint32_t kBytes = 64;
  const auto address = memory_.allocate(kBytes);
  if (!address) throw std::runtime_error("Device memory has no room for the grid's barrier.");
  std::memcpy(memory_.translate(*address, kBytes), &kBytes, sizeof kBytes);
  launch.grid_workspace = address_ = *address;
}

GridWorkspace::~GridWorkspace() {
  if (address_ != 0) memory_.release(address_);
}

}  // namespace warpscope::exec
