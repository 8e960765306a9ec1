// Where the values go that a shuffle takes from lanes that do not take part, and those of registers
// that nobody has set.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/exec/program/operation.h"

namespace warpscope::exec {

/// What one instruction does with such values, by its registers. Of instructions that read or write
/// a register which may hold one; all others have none.
struct ValueFlow {
  enum class Rule : std::uint8_t {
    passes,   ///< what it writes is undefined if anything that it reads is
    selects,  ///< the first of `reads` where the third, a predicate, holds, otherwise the second
    all_of,   ///< and.pred: false whatever the other one is
    any_of,   ///< or.pred
    defines,  ///< what it writes is defined
    uses,     ///< memory or the way of the thread depends on it
    shuffles  ///< what it writes is for the shuffle itself to say
  };
  Rule rule = Rule::passes;
  /// Registers by their index in the function; kNoRegister stands for a constant.
  std::vector<std::uint32_t> reads, writes;
  static constexpr std::uint32_t kNoRegister = ~0u;
  /// selects: the third of `reads`; all_of and any_of: both; passes: where one holds, a 0 is added
  /// (or kNoSlot). Predicates, and whether they are negated.
  Slot predicates[2] = {kNoSlot, kNoSlot};
  bool is_negated[2] = {false, false};
  // Of registers that nobody has set, which a compiler may well read where nothing comes of it.
  /// uses: of `reads` those that are stored, or computed with in memory. Others do not count.
  std::vector<std::uint32_t> stored;
  bool is_computing =
      false;                 ///< a sum, a product: what is merely moved may be a gap in a structure
  bool is_decision = false;  ///< it sets a predicate, which may be one that decides nothing
};

}  // namespace warpscope::exec
