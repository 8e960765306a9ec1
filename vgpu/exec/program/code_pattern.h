// A way of losing time that a kernel's code shows, and that is counted when it is known how often
// each instruction ran. vgpu/exec/patterns finds them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vgpu/exec/launch/source_line.h"

namespace warpscope::exec {

/// One of a kernel's. Instructions are given by their numbers in the kernel.
struct CodePattern {
  std::string_view metric;             ///< counter of the line, as records name it
  SourceLine where;                    ///< the line to which the instructions are attributed
  std::vector<std::uint32_t> counted;  ///< their executions are added up …
  /// … less those of the one of these that was executed most often, which are not lost.
  std::vector<std::uint32_t> needed{};
  /// Nothing is lost unless these were executed more often than that,
  std::vector<std::uint32_t> changing{};
  /// and if one of these was.
  std::vector<std::uint32_t> excuses{};
};

}  // namespace warpscope::exec
