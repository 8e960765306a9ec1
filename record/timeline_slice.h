// A launch's timeline as bytes, and back.
#pragma once

#include <string>
#include <string_view>

#include "record/clock_timeline.h"

namespace warpscope::record {

/// Numbers in groups of seven bits, the lowest first (LEB128); times of a part by their distances.
std::string to_slice(const ClockTimeline& timeline);
/// Throws RecordError for bytes that are no timeline. They may be hostile: what comes back holds no
/// more numbers than there are bytes, and the times of each part are in their order.
ClockTimeline from_slice(std::string_view bytes);

}  // namespace warpscope::record
