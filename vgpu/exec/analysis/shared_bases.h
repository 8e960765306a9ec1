// Which shared variable an access is made through.
#pragma once

#include <string_view>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// By register: the name of the shared variable whose address it was computed from, by adding to it
/// and taking from it; empty when there is none, or when it may be one of several.
class SharedBases {
 public:
  explicit SharedBases(const ptx::Function& function);
  /// Of the instruction's address; empty as above.
  std::string_view of(const ptx::Instruction& instruction) const;

 private:
  struct Base {
    enum class Kind { unset, none, variable, unknown } kind = Kind::unset;
    std::string_view name;
    bool operator==(const Base&) const = default;
  };
  Base of_operand(const ptx::Operand& operand) const;
  Base result_of(const ptx::Instruction& instruction) const;
  static Base joined(const Base& one, const Base& other);

  std::vector<Base> bases_;
};

}  // namespace warpscope::exec
