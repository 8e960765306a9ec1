// Instructions of machine code of launches that do the same again and again, counted once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "vgpu/timing/machine_instructions.h"

namespace warpscope::timing {

/// Of the kernels of one module.
class CountedLaunches {
 public:
  /// As count_instructions(). The kernel must live as long as this.
  std::optional<IssuedInstructions> count(const MachineKernel& kernel,
                                          const exec::LaunchTrace& trace);

 private:
  using Key = std::pair<const MachineKernel*, std::array<std::uint64_t, 2>>;
  std::map<Key, std::optional<IssuedInstructions>> known_;
};

}  // namespace warpscope::timing
