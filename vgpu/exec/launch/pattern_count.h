// What was lost by a way of wasting time, in one launch.
#pragma once

#include <cstdint>
#include <string_view>

#include "vgpu/exec/launch/source_line.h"

namespace warpscope::exec {

/// One pattern of vgpu/exec/patterns at one line; what lost nothing is absent.
struct PatternCount {
  SourceLine where;         ///< line 0: of the whole launch
  std::string_view metric;  ///< as records name it
  std::uint64_t value = 0;
};

}  // namespace warpscope::exec
