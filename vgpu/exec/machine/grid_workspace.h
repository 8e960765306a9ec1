// The words by which a cooperative launch's blocks wait for each other.
#pragma once

#include "vgpu/exec/machine/worker.h"

namespace warpscope::exec {

/// They are there as long as it lives. Throws std::runtime_error when memory has no room.
class GridWorkspace {
 public:
  explicit GridWorkspace(LaunchContext& launch);
  ~GridWorkspace();
  GridWorkspace(const GridWorkspace&) = delete;
  GridWorkspace& operator=(const GridWorkspace&) = delete;

 private:
  memory::DeviceMemory& memory_;
  std::uint64_t address_ = 0;
};

}  // namespace warpscope::exec
