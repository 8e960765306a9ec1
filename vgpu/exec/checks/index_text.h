// "(1,2,3)", for sentences.
#pragma once

#include <string>

#include "vgpu/exec/launch/dimensions.h"

namespace warpscope::exec::checks {

inline std::string index_text(const Dim3& of) {
  return "(" + std::to_string(of.x) + "," + std::to_string(of.y) + "," + std::to_string(of.z) + ")";
}

}  // namespace warpscope::exec::checks
