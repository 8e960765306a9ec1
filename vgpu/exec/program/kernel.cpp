#include "vgpu/exec/program/kernel.h"

#include <algorithm>
#include <iterator>

namespace warpscope::exec {

const LoweredFunction& Kernel::function_of(std::uint32_t instruction) const {
  const auto above = std::upper_bound(functions.begin(), functions.end(), instruction,
                                      [](std::uint32_t number, const LoweredFunction& candidate) {
                                        return number < candidate.first_instruction;
                                      });
  return above == functions.begin() ? functions.front() : *std::prev(above);
}

}  // namespace warpscope::exec
