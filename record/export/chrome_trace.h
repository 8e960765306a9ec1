// A run record's timeline as Trace Event JSON, which Perfetto and chrome://tracing open.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::record {

/// Launches and transfers as complete events: one process per device, one thread per stream for
/// kernels and one for copies; times in microseconds as the format wants. Each event carries its
/// case and its counters. Throws RecordError when a time is not finite.
std::string to_chrome_trace(const RunRecord& record);

}  // namespace warpscope::record
