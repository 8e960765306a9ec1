// Events of a Chrome trace for what the clock kept of launches over time.
#pragma once

#include <nlohmann/json.hpp>

#include "record/record.h"

namespace warpscope::record {

/// Adds the blocks of SMs, the warps of some of them, what these brought to shared memory, and the
/// bytes in flight, each launch's in processes of its own; nothing of launches without them.
void add_clock_tracks(const RunRecord& record, nlohmann::json& events);

}  // namespace warpscope::record
