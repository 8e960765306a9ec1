// The phases that kernels marked, as timelines.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner::html {

/// A heading and one inline SVG for each of the first launches with phases: a lane per warp, a
/// colour per name, a tooltip per phase. Says what it leaves out. Empty when there are no phases.
std::string phases(const record::RunRecord& record);

}  // namespace warpscope::runner::html
