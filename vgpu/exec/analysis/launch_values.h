// Registers that hold the same number for all threads of a launch, and that number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vgpu/exec/analysis/upper_limits.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// What can be computed from constants and from the launch's parameters by moves, sums and
/// differences. Both arguments outlive it.
class LaunchValues {
 public:
  /// `parameters`: the parameter buffer of the launch, as the PTX declares it.
  LaunchValues(const ptx::Function& function, std::span<const std::byte> parameters);
  /// Of an integer or a register, with as many bits as the register has; the rest are zeros.
  std::optional<std::uint64_t> of(const ptx::Operand& operand) const { return of(operand, 0); }

 private:
  std::optional<std::uint64_t> of(const ptx::Operand& operand, std::uint32_t depth) const;
  std::optional<std::uint64_t> computed_by(const ptx::Instruction& setting,
                                           std::uint32_t depth) const;

  const ptx::Function& function_;
  std::span<const std::byte> parameters_;
  std::vector<std::optional<UniformValue>> places_;
  std::vector<const ptx::Instruction*> setting_;  ///< by register: the only one that sets it
};

/// By register: the only instruction that sets it, or nullptr.
std::vector<const ptx::Instruction*> single_settings(const ptx::Function& function);

}  // namespace warpscope::exec
