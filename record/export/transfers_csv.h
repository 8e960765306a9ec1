// What warps brought to shared memory, as comma-separated values (RFC 4180).
#pragma once

#include <span>
#include <string>

#include "record/record.h"

namespace warpscope::record {

/// One row per transfer of the blocks that the clock kept (ClockTimeline::Transfer): times in
/// cycles from the launch's begin and when it was asked for in seconds of the run; an empty field
/// where it did not come to that. Throws RecordError where the file beside a record is broken.
std::string transfers_to_csv(std::span<const RunRecord> records);

}  // namespace warpscope::record
