// Where values come from in a kernel's text, and what lies behind what in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec::checks {

/// The register of "[%rd1+8]"; nullptr for another operand.
const ptx::Operand* base_of(const ptx::Operand& operand);

/// Instructions are numbered as by Kernel::instruction(). What is asked for is worked out once.
class ValueFlow {
 public:
  explicit ValueFlow(const Kernel& kernel) : kernel_(kernel) {}
  /// Loads of the same function whose values may be in what the instruction computes or stores,
  /// wherever they stand. Not those that only an address depends on, nor what is selected by a
  /// predicate: there the other value may be meant.
  const std::vector<std::uint32_t>& loads_in(std::uint32_t instruction);
  /// Those of them that read the place to which the store writes: their addresses are written
  /// alike, with a register that is set once. Of a store in a loop the load may stand in front of
  /// it.
  const std::vector<std::uint32_t>& loads_of_same_place(std::uint32_t store);
  /// The same of one load, where the address may also be set anew in each round of a loop: load and
  /// store follow each other in one stretch of code, and nothing changes the register in between.
  bool stores_back(std::uint32_t store, std::uint32_t load);
  /// The same where the load only decides whether something is stored: if (x > *best) *best = x.
  bool decides_on_place(std::uint32_t store, std::uint32_t load);
  /// What an access's address is made of, besides constants, parameters and sizes.
  struct AddressParts {
    bool thread = false;  ///< numbers of the thread
    bool block = false;   ///< numbers of the block
    bool other = false;   ///< what was read from memory, or came from elsewhere
  };
  AddressParts address_parts(std::uint32_t access);
  /// What the instruction stores depends on the number of the block, if only by the place that it
  /// was read from.
  bool stores_what_block_gives(std::uint32_t store);
  /// All threads of a block that store there together store one value to one place: neither the
  /// address nor the value depends on the number of the thread, if only by the place that the value
  /// was read from.
  bool stores_the_same_for_all(std::uint32_t store);
  /// What the kernel's own code does with what a load or an atomic has found, in a function that it
  /// calls: `is_known` is false.
  struct Comparisons {
    bool is_known = false;
    bool any = false;           ///< it is compared with something
    bool for_equality = false;  ///< and by == or !=, as a flag or the last ticket is
  };
  Comparisons comparisons_of(std::uint32_t access);
  /// A way leads from `first` to `instruction`, both of one function.
  bool is_behind(std::uint32_t instruction, std::uint32_t first);

 private:
  /// The register that the addresses of the two begin with, where both are as far behind it.
  std::optional<std::uint32_t> common_base(std::uint32_t store, std::uint32_t load) const;
  /// Whether one instruction alone of that one's function writes the register.
  bool is_set_once(std::uint32_t instruction, std::uint32_t index) const;
  enum class Sources : std::uint8_t { loads, loads_and_atomics };
  std::vector<std::uint32_t> sources_of(std::uint32_t instruction, Sources which) const;
  /// Of registers of the instruction's function, and all that they are computed from.
  AddressParts parts_of(std::uint32_t instruction, std::vector<std::uint32_t> registers,
                        bool follows_loads) const;
  /// Of what a store stores.
  AddressParts value_parts(std::uint32_t store) const;
  const std::vector<FlowBlock>& blocks_of(const LoweredFunction& function);

  const Kernel& kernel_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> loads_;       ///< by instruction
  std::map<std::uint32_t, std::vector<std::uint32_t>> same_place_;  ///< the same
  std::map<std::uint32_t, Comparisons> compared_;  ///< by access; of those that are
  bool has_compared_ = false;
  std::map<std::uint32_t, std::vector<FlowBlock>> blocks_;  ///< by a function's first instruction
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> is_behind_;
  std::unordered_map<std::uint32_t, bool> same_for_all_;  ///< by store
};

}  // namespace warpscope::exec::checks
