// What a function's text says of its registers: from which of it a name of the source can be told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vgpu/exec/launch/source_line.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec {

struct RegisterUse {
  /// Lines whose instructions set it, ascending, each once.
  std::vector<std::uint32_t> set_at;
  std::string file;                ///< of these lines; empty when they are of several, or unknown
  bool is_read_elsewhere = false;  ///< by an instruction of another line than those
  /// The number, from 1, of the kernel's parameter that it always holds; 0: none.
  std::uint32_t parameter = 0;
  std::string special;  ///< the special register that it always holds, "tid.x"; empty: none
};

/// By register of the function.
std::vector<RegisterUse> uses_of(const Program& program, const ptx::Function& function);

}  // namespace warpscope::exec
