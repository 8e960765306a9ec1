// Launches that did not come to their end: what was counted is of a part of them.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::record {

/// "12.5 µs"; of a launch that was cut off "≥ 12.5 µs", of a sample of blocks "12.5 µs (sample)",
/// of one beside which others ran "12.5 µs (8 µs alone)".
std::string launch_time_text(const Launch& launch);
/// A sentence: how far a launch came that was cut off. Empty for others.
std::string cut_off_text(const Launch& launch);

}  // namespace warpscope::record
