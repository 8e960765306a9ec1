// The ways through routines of the toolkit that a program's machine code calls. What a routine
// computes is not read: of its graph only how many instructions each way has.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "vgpu/machine_code/function.h"

namespace warpscope::machine_code {

/// A way from a routine's first block to one that returns, in the order of execution.
struct RoutineWay {
  std::uint32_t instructions = 0;
  std::vector<std::uint32_t> blocks;
};

class RoutineWays {
 public:
  explicit RoutineWays(const MachineFunction& function) : function_(function) {}
  /// Of the routine that begins with block `first` the way with so many instructions, or the one
  /// that comes nearest; of equals the first. It is this object's, so none is had from a temporary.
  const RoutineWay& way(std::uint32_t first, std::uint32_t instructions) &;

 private:
  const std::vector<RoutineWay>& ways(std::uint32_t first);

  const MachineFunction& function_;
  std::unordered_map<std::uint32_t, std::vector<RoutineWay>> ways_;
};

}  // namespace warpscope::machine_code
