// How long a launch takes by itself.
#pragma once

#include "record/record.h"

namespace warpscope::record {

/// Without the launches that ran beside it, as a profiler measures that lets one kernel run at a
/// time; Launch::duration_s is from its begin to its end beside them.
inline double alone_s(const Launch& launch) {
  return launch.clock && launch.clock->alone_s ? *launch.clock->alone_s : launch.duration_s;
}

}  // namespace warpscope::record
