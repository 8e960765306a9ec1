// PTX whose instructions have a number each, which ptxas hands through to its machine code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "vgpu/ptx/module.h"

namespace warpscope::machine_code {

/// The number of an instruction of a module: they count from 1 through its functions in their
/// order.
class InstructionNumbers {
 public:
  explicit InstructionNumbers(const ptx::Module& module);
  /// `function` is one of the module's.
  std::uint32_t number(const ptx::Function& function, std::size_t index) const {
    return first_[static_cast<std::size_t>(&function - functions_)] +
           static_cast<std::uint32_t>(index);
  }
  std::uint32_t count() const { return first_.back() - 1; }

 private:
  const ptx::Function* functions_;
  std::vector<std::uint32_t> first_;  ///< by function, and behind the last
};

/// The module's text with `.loc 1 N 1` before instruction number N, and without what it says of its
/// source: the line table of what ptxas makes of it has numbers of instructions for lines, and the
/// code is the same. Nothing for a module of nvcc -G, whose debug sections ptxas wants.
std::optional<std::string> numbered_text(const ptx::Module& module,
                                         const InstructionNumbers& numbers);

}  // namespace warpscope::machine_code
