// Comparisons that a thread must have passed to come to an instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// A number that is the same for all threads of a launch: a constant, or bytes of the parameters.
struct UniformValue {
  bool is_parameter = false;
  bool is_signed = true;         ///< of 4 bytes
  std::uint32_t size_bytes = 4;  ///< 4 or 8
  std::int64_t value = 0;        ///< or where in the parameter buffer it lies
  bool operator==(const UniformValue&) const = default;
};

/// "Less than `bound`", or with `is_inclusive` "not greater".
struct UpperLimit {
  UniformValue bound;
  bool is_inclusive = false;
  bool operator==(const UpperLimit&) const = default;
};

/// The number in a launch with these parameters, as the PTX declares them; nothing where they are
/// too short.
std::optional<std::int64_t> value_in(const UniformValue& uniform,
                                     std::span<const std::byte> parameters);

/// The largest value that passes; nothing when that is not known or would not be below 2^31.
std::optional<std::int64_t> most_below(const UpperLimit& limit,
                                       std::span<const std::byte> parameters);

/// Registers that only ever hold one parameter, or a part of one. By register.
std::vector<std::optional<UniformValue>> parameter_registers(const ptx::Function& function);

/// What comparisons with `setp` of integer registers with constants and parameters say about the
/// registers, where the program goes on only if they are true. Values count as signed; of an
/// unsigned comparison the launch has to see that its bound is not negative.
class UpperLimits {
 public:
  UpperLimits(const ptx::Function& function, const std::vector<FlowBlock>& blocks);
  /// Of a register whenever a thread executes instruction number `at`; of several, the first.
  std::optional<UpperLimit> of(std::uint32_t reg, std::uint32_t at) const;

 private:
  /// A bit for each comparison that is known to be true (the same register and limit have one bit,
  /// whoever compares them), and in the upper half one for each whose predicate tells.
  using Set = std::uint64_t;
  static constexpr std::uint32_t kMost = 32;
  struct Comparison {
    std::uint32_t instruction = 0, reg = 0, predicate = 0;
    bool when = true;  ///< what the predicate is when the register is below the limit
    UpperLimit limit;
    std::uint32_t fact = 0;  ///< the first comparison of the same register with the same limit
  };

  void find_comparisons();
  std::optional<Comparison> comparison_of(std::uint32_t at) const;
  Set after(std::uint32_t at, Set set) const;
  Set on_edge(std::uint32_t predicate, bool value, Set set) const;
  void flow(const std::vector<FlowBlock>& blocks);

  const ptx::Function& function_;
  std::vector<std::optional<UniformValue>> parameters_;
  std::vector<Comparison> comparisons_;
  std::vector<Set> before_;  ///< by instruction
};

}  // namespace warpscope::exec
