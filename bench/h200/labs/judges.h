// The judges of the labs that are measured. CMakeLists.txt writes the function: where a real GPU is
// there may be no build, so the tool is one static program and loads no modules.
#pragma once

#include <memory>
#include <string_view>

#include "labs/judge/judge.h"

namespace warpscope::bench {

/// Null for a lab that has none.
std::unique_ptr<judge::Judge> find_judge(std::string_view lab);

}  // namespace warpscope::bench
