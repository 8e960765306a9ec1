// A run record's timeline as Trace Event JSON, which Perfetto and chrome://tracing open.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::record {

/// Launches and transfers as complete events: one process per device, one thread per stream for
/// kernels and one for copies; times in microseconds as the format wants. Each event carries its
/// case and its counters. Phases that kernels marked make a process per launch with a thread per
/// warp; they begin with the launch, but on the virtual GPU run on the block's own clock and may
/// end later than it. Throws RecordError when a time is not finite.
std::string to_chrome_trace(const RunRecord& record);

}  // namespace warpscope::record
