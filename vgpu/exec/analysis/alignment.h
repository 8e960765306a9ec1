// What can be known of addresses before a kernel runs, as far as ptxas knows it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// The offset of a variable of shared or local memory; nothing for other symbols.
using PlaceOf = std::function<std::optional<std::uint64_t>(std::string_view name)>;

/// An address as a register that never changes, and a distance from it.
struct Origin {
  static constexpr std::uint32_t kNowhere = 0xffffffff;  ///< the beginning of the state space
  std::uint32_t root = kNowhere;                         ///< register
  std::int64_t distance = 0;
  /// False when the register is set at several places: another value next time.
  bool is_fixed = true;
};

/// The addresses in a function's registers.
class Addresses {
 public:
  /// Multiples of more than this do not matter.
  static constexpr std::uint32_t kMostZeros = 4;

  Addresses(const ptx::Function& function, const PlaceOf& place_of);

  /// How many low bits of a register are zero whatever happens, at most kMostZeros.
  std::uint32_t zeros(std::uint32_t index) const { return zeros_[index]; }
  std::uint32_t zeros(const Origin& origin) const {
    return origin.root == Origin::kNowhere ? kMostZeros : zeros_[origin.root];
  }
  /// Of an address operand with a register or a variable; nothing for others.
  std::optional<Origin> origin(const ptx::Operand& address) const;

 private:
  std::uint32_t zeros_of(const ptx::Operand& operand) const;
  std::uint32_t zeros_of(const ptx::Instruction& instruction) const;

  const PlaceOf& place_of_;
  std::vector<std::uint8_t> zeros_;
  std::vector<std::uint32_t> definitions_;              ///< by register: how many
  std::vector<const ptx::Instruction*> definition_of_;  ///< by register: the only one
};

}  // namespace warpscope::exec
