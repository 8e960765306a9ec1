// Words that threads mark: each that finds one unmarked stores the same number there.
//
// A search by levels does so, if (level[v] == -1) level[v] = now: several threads may find v
// without a level, and store the same one. Loads and stores race, as PTX has it, and nothing comes
// of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/analysis/launch_values.h"
#include "vgpu/exec/analysis/passed_comparisons.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec::checks {

/// Instructions are numbered as by Kernel::instruction(). What is asked for is worked out once.
class Marks {
 public:
  /// `parameters`: the launch's, as the PTX declares them. Both outlive it.
  Marks(const Kernel& kernel, std::span<const std::byte> parameters)
      : kernel_(kernel), parameters_(parameters) {}
  /// Whether it is all the same if the load finds what the store has left, or what was there
  /// before. So it is where the store stores one number of the launch over another one, both known,
  /// and the load's value is only compared with such numbers: either the comparison has the same
  /// outcome, or it decides about nothing but that very store and others of one number to one word.
  /// Both are of the kernel's own function.
  bool is_harmless(std::uint32_t load, std::uint32_t store);

 private:
  struct Mark;
  bool decide(const ptx::Instruction& load, const ptx::Instruction& store) const;
  bool decides_on_mark(const ptx::Instruction& comparison, const ptx::Instruction& load,
                       const Mark& mark) const;
  bool stores_no_more(const ptx::Instruction& one, const ptx::Instruction& other) const;
  bool marks_only(const PassedEquality& passed, const Mark& mark) const;
  bool leads_on_alike(const PassedEquality& passed, const std::vector<bool>& behind) const;
  bool tells_only(std::uint32_t predicate, const ptx::Instruction& branch) const;
  bool is_of_mark(const ptx::Instruction& store, const Mark& mark) const;
  bool is_loaded_anew(const ptx::Instruction& inside, const std::vector<bool>& behind) const;

  const Kernel& kernel_;
  std::span<const std::byte> parameters_;
  const ptx::Function* function_ = nullptr;  ///< the kernel's own, once anything was asked
  std::vector<FlowBlock> blocks_;
  std::vector<const ptx::Instruction*> setting_;  ///< by register: the only one that sets it
  std::optional<LaunchValues> values_;            ///< there with `function_`
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> known_;  ///< by load and store
};

}  // namespace warpscope::exec::checks
